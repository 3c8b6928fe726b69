"""``rubric_merge.json``: merging the global rubric with a question's own, and checking results against a rubric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from conformance.cases import Observation
from conformance.values import decode
from gradewright.errors import InvalidValue
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import TRAIT_ADAPTER, Trait
from gradewright.verify.rubrics import (
    MergedEntry,
    check_names,
    directionalities,
    max_scores,
    merge_rubrics,
    validate_evaluation,
)
from gradewright.workers.patterns import PatternRunner

KINDS = ("llm", "regex", "callable", "metric", "agentic")
FILLERS: dict[str, dict[str, Any]] = {
    "llm": {"kind": "boolean"},
    "regex": {"pattern": "x"},
    "callable": {"kind": "boolean", "callable_code": b"x"},
    "metric": {"metrics": ["f1"], "tp_instructions": ["x"]},
    "agentic": {"kind": "boolean", "description": "d"},
}


def observe(case: Mapping[str, Any], _patterns: PatternRunner) -> Observation:
    """Run one case."""
    given = case["input"]
    if case["kind"] == "validate_evaluation":
        traits = [_trait(described) for described in given["rubric"]]
        return Observation({"valid": validate_evaluation(traits, decode(given["evaluation"]))})
    gated = case["kind"] == "merge_dynamic"
    rubrics: dict[str, Rubric | None] = {}
    for side in ("global", "question"):
        try:
            rubrics[side] = _rubric(given[side], gated)
        except (InvalidValue, ValidationError) as error:
            return Observation({f"{side}_error": str(error)})
    return _merge(rubrics["global"], rubrics["question"], gated)


def _merge(global_: Rubric | None, own: Rubric | None, gated: bool) -> Observation:
    nothing = global_ is None and own is None
    try:
        merged = merge_rubrics(global_ or Rubric(), own or Rubric())
    except InvalidValue as error:
        errors = {"merge_error": str(error)}
        return Observation(errors if gated else {**errors, "benchmark_merge_error": str(error)})
    ordered = merged.by_kind()
    names = _names(ordered)
    values: dict[str, Any] = {
        "merged": None if nothing else names,
        "trait_order": None if nothing else [m.entry.trait.name for m in ordered],
    }
    if gated:
        return Observation(values)
    # A benchmark keeps no empty rubric: it comes back as none.
    values["benchmark_merged"] = names if ordered else None
    values["provenance"] = None if nothing else {m.entry.trait.name: str(m.provenance) for m in ordered}
    if not nothing:
        traits = [m.entry.trait for m in ordered]
        values["directionalities"] = directionalities(traits)
        values["max_scores"] = max_scores(traits)
    return Observation(values)


def _names(ordered: Sequence[MergedEntry]) -> dict[str, list[str]]:
    return {f"{kind}_traits": [m.entry.trait.name for m in ordered if m.entry.trait.type == kind] for kind in KINDS}


def _rubric(described: Iterable[Mapping[str, Any]] | None, gated: bool) -> Rubric | None:
    if described is None:
        return None
    entries = [RubricEntry(str(number), _trait(trait), gated) for number, trait in enumerate(described)]
    rubric = Rubric(tuple(entries))
    check_names(rubric)
    return rubric


def _trait(described: Mapping[str, Any]) -> Trait:
    given = dict(decode(described))
    kind = given.pop("trait")
    return TRAIT_ADAPTER.validate_python({"type": kind, **FILLERS[kind], **given})
