"""Several criteria in one call. Each has to come back exactly once; those that do not are asked about by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradewright.judge.criteria import choice_schema, criterion_parts
from gradewright.judge.criterion_readings import judgement_of, verdict_of
from gradewright.judge.prompts import Piece, own, prompt
from gradewright.judge.questions import USUAL, Framing, JudgeQuestion, Task, about_answer
from gradewright.judge.readings import Judgement
from gradewright.judge.replies import Unreadable, read_object
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry

_LIST = "judgments"


@dataclass(frozen=True, slots=True)
class BatchReading:
    """What a reply said about several criteria: judgements by id, and for the others why they have none."""

    judgements: Mapping[str, Judgement]
    problems: Mapping[str, str]


def ask_criteria(
    entries: Sequence[RubricEntry], rubric: Rubric, question: str, answer: str, framing: Framing = USUAL
) -> JudgeQuestion:
    """Return one question for several criteria of a rubric."""
    words, single = prompt("criteria"), prompt("criterion")
    described: list[Piece] = []
    variants: list[dict[str, Any]] = []
    for entry in entries:
        criterion = _criterion(entry)
        if described:
            described.append(Piece("\n\n"))
        body = [piece for filled in criterion_parts(criterion, rubric).values() for piece in filled]
        named = own(criterion.name.strip() or entry.id)
        described += words.fill("criterion", id=own(entry.id), name=named, body=body)
        key = _key(criterion)
        properties = {
            "id": {"type": "string", "enum": [entry.id], "description": words.text("id")},
            "quotes": {"type": "array", "items": {"type": "string"}, "description": single.text("quotes")},
            "reason": {"type": "string", "description": single.text("reason")},
            key: choice_schema(criterion, rubric),
        }
        variants.append({"type": "object", "properties": properties, "required": list(properties)})
    listed = {
        "type": "array",
        "description": words.text("judgments"),
        "items": {"anyOf": variants},
        "minItems": len(entries),
        "maxItems": len(entries),
    }
    schema = {"type": "object", "properties": {_LIST: listed}, "required": [_LIST]}
    unit = rubric.terms.graded_unit.strip()
    before = words.fill(
        "system",
        unit=single.fill("unit", graded_unit=own(unit)) if unit else "",
        criteria=described,
    )
    after = words.fill("again", ids=own(", ".join(entry.id for entry in entries)))
    return about_answer(Task("criteria", before, after, schema, (_LIST,)), question, answer, None, framing)


def read_criteria(entries: Sequence[RubricEntry], rubric: Rubric, question: JudgeQuestion, reply: str) -> BatchReading:
    """Return the judgements of a reply, by the criteria's ids.

    Raises:
        Unreadable: the reply has no list of judgements at all.
    """
    found = read_object(reply, question.keys, question.evidence, lambda value: _listed(value[_LIST]))
    given: dict[str, list[Mapping[str, Any]]] = {}
    for each in _listed(found.value[_LIST]):
        given.setdefault(str(each.get("id", "")).strip(), []).append(each)
    judgements: dict[str, Judgement] = {}
    problems: dict[str, str] = {}
    for entry in entries:
        criterion, said = _criterion(entry), given.get(entry.id, [])
        if len(said) != 1:
            problems[entry.id] = "the reply has more than one judgement on it" if said else "the reply left it out"
            continue
        key = _key(criterion)
        try:
            if key not in said[0]:
                raise Unreadable(f"it lacks {key}")
            verdict_of(criterion, rubric, said[0][key])
        except Unreadable as unfit:
            problems[entry.id] = str(unfit)
            continue
        judgements[entry.id] = judgement_of(criterion, rubric, said[0], key, repaired=found.repaired)
    return BatchReading(judgements, problems)


def _key(criterion: Criterion) -> str:
    return "verdict" if criterion.scored_on is None else "score"


def _criterion(entry: RubricEntry) -> Criterion:
    assert isinstance(entry.trait, Criterion)
    return entry.trait


def _listed(value: Any) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
        raise Unreadable(f"“{_LIST}” is no list of judgements")
    return value
