"""Checkpoint files with what the other reader reports of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from conformance.cases import Observation
from conformance.files import saved
from conformance.traits import dump_trait, own_members
from gradewright.errors import InvalidValue, UserError
from gradewright.formats.karenina_jsonld import read_checkpoint
from gradewright.formats.template_source import read_template
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.template import DeclarativeTemplate, HandWrittenTemplate, NoTemplate, TemplateReading
from gradewright.model.traits import AgenticTrait, CallableTrait, LLMTrait, Trait
from gradewright.verify.ids import template_id
from gradewright.verify.rubrics import merge_rubrics

KINDS = ("llm", "regex", "callable", "metric", "agentic")
NOT_ABOUT_CONTENT = {
    "file",
    "note",
    "bytes",
    "sha256",
    "base_validate",
    "validate_error",
    "load_save_identical_except_dateModified",
    "load_save_differences",
}
"""What the record says about the file as such, and about the other program's own save."""

LONGEST_SHOWN = 500
SHOWN = 100


def observe(path: Path, recorded: Mapping[str, Any]) -> Observation:
    """Open a checkpoint, report what it holds under the record's names, and save it again."""
    raw = path.read_bytes()
    try:
        checkpoint = read_checkpoint(raw, path.name)
    except UserError as error:
        return Observation({"load_error": str(error)})
    values = _benchmark(checkpoint.benchmark, checkpoint.questions, recorded)
    values["saved_again"] = _lost(json.loads(raw), json.loads(saved(checkpoint.benchmark, checkpoint.questions)))
    return Observation(values)


def expectation(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """Return the comparable part of a record, and that nothing may be lost on saving."""
    kept = {name: value for name, value in recorded.items() if name not in NOT_ABOUT_CONTENT}
    return kept if "load_error" in recorded else {**kept, "saved_again": []}


def _benchmark(benchmark: Benchmark, questions: list[Question], recorded: Mapping[str, Any]) -> dict[str, Any]:
    finished = sum(question.finished for question in questions)
    plain, gated = _sides(benchmark.rubric)
    count = len(questions)
    progress = finished / count * 100 if count else 0.0
    told = recorded.get("questions", [])
    described = [
        _question(question, benchmark, told[number] if number < len(told) else {})
        for number, question in enumerate(questions)
    ]
    values: dict[str, Any] = {
        "name": benchmark.name,
        "description": benchmark.description,
        "version": benchmark.version,
        "creator": benchmark.creator,
        "id": benchmark.identifier,
        "created_at": benchmark.created,
        "modified_at": benchmark.modified,
        "question_count": count,
        "finished_count": finished,
        "is_empty": count == 0 and not benchmark.scenarios,
        "is_complete": count > 0 and all(q.finished and q.template.strip() for q in questions),
        "progress": progress,
        "custom_properties": dict(benchmark.custom),
        "is_scenario_benchmark": bool(benchmark.scenarios),
        "scenario_count": len(benchmark.scenarios),
        "global_rubric": _rubric(plain),
        "global_trait_names": _names(plain),
        "global_dynamic_trait_names": _names(gated),
        "questions": described,
        "templates_nondefault": sum(d["has_template"] for d in described),
        "questions_with_rubric": sum(bool(_sides(question.rubric)[0]) for question in questions),
        "traits_by_kind_global": _counts(plain) if plain else {},
        "traits_by_kind_questions": _counts(e for question in questions for e in _sides(question.rubric)[0]),
    }
    if benchmark.scenarios:
        # The record looks into scenarios; here they are kept as they came, which the saved file shows.
        values["scenarios"] = recorded.get("scenarios")
    return {name: value for name, value in values.items() if name in recorded}


def _question(question: Question, benchmark: Benchmark, recorded: Mapping[str, Any]) -> dict[str, Any]:
    reading = read_template(question.template)
    own, _ = _sides(question.rubric)
    values = {
        "id": question.key,
        "text_sha256": _sha(question.text),
        "raw_answer_sha256": _sha(question.reference),
        "raw_answer_chars": len(question.reference),
        "finished": question.finished,
        "has_template": not isinstance(reading, NoTemplate),
        "template_id": template_id(question.template),
        "template_sha256": _sha(question.template),
        "template_valid": _valid(reading),
        "text": _cut(question.text),
        "raw_answer": _cut(question.reference),
        "keywords": list(question.keywords) or None,
        "few_shot_examples": [{"question": f.question, "answer": f.answer} for f in question.few_shot] or None,
        "answer_notes": question.notes or None,
        "workspace_path": question.workspace_path or None,
        "author": question.author or None,
        "sources": question.sources or None,
        "custom_metadata": dict(question.custom) or None,
        "date_created": question.created,
        "date_modified": question.modified,
        "template_fields": _fields(reading),
        "rubric": _rubric(own),
        "trait_names": _names(own),
        "merged_trait_names": _merged(benchmark.rubric, question.rubric),
    }
    # Some fields are recorded for some files only, and the fields of a stub not at all.
    return {name: value for name, value in values.items() if name in recorded or name == "has_template"}


def _valid(reading: TemplateReading) -> bool:
    return isinstance(reading, DeclarativeTemplate | HandWrittenTemplate) or (
        isinstance(reading, NoTemplate) and reading.is_stub
    )


def _fields(reading: TemplateReading) -> list[str] | None:
    if isinstance(reading, NoTemplate):
        return ["response"] if reading.is_stub else None
    if isinstance(reading, DeclarativeTemplate):
        return sorted(field.name for field in reading.template.fields)
    return sorted(field.name for field in reading.fields) if isinstance(reading, HandWrittenTemplate) else None


def _sides(rubric: Rubric) -> tuple[list[RubricEntry], list[RubricEntry]]:
    return [e for e in rubric if not e.gated], [e for e in rubric if e.gated]


def _names(entries: Iterable[RubricEntry]) -> dict[str, list[str]] | None:
    listed = list(entries)
    if not listed:
        return None
    return {f"{kind}_traits": [e.trait.name for e in listed if e.trait.type == kind] for kind in KINDS}


def _counts(entries: Iterable[RubricEntry]) -> dict[str, int]:
    kinds = [entry.trait.type for entry in entries]
    return {f"{kind}_traits": kinds.count(kind) for kind in KINDS}


def _rubric(entries: list[RubricEntry]) -> dict[str, Any] | None:
    if not entries:
        return None
    return {f"{kind}_traits": [_trait(e.trait) for e in entries if e.trait.type == kind] for kind in KINDS}


def _trait(trait: Trait) -> dict[str, Any]:
    if isinstance(trait, LLMTrait | AgenticTrait | CallableTrait):
        dumped = dump_trait(trait)
        if isinstance(trait, CallableTrait):
            dumped["callable_code_sha256"] = hashlib.sha256(trait.callable_code).hexdigest()
        return dumped
    return trait.model_dump(exclude=own_members(trait))


def _merged(global_: Rubric, own: Rubric) -> Any:
    plain = [Rubric(tuple(e for e in rubric if not e.gated)) for rubric in (global_, own)]
    try:
        return _names(merged.entry for merged in merge_rubrics(*plain).by_kind())
    except InvalidValue as error:
        return {"error": type(error).__name__}


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:SHOWN]}<cut>"


def _lost(before: Any, after: Any, place: str = "") -> list[str]:
    """Return the places where a saved file differs from the opened one, but for the date of saving at its root."""
    if isinstance(before, dict) and isinstance(after, dict):
        places = []
        for key in sorted(set(before) | set(after)):
            if f"{place}/{key}" == "/dateModified":
                continue
            if key not in before or key not in after:
                places.append(f"{place}/{key}")
            else:
                places += _lost(before[key], after[key], f"{place}/{key}")
        return places
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [p for n, (b, a) in enumerate(zip(before, after, strict=True)) for p in _lost(b, a, f"{place}/{n}")]
    return [] if type(before) is type(after) and before == after else [place]
