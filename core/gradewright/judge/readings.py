"""Replies as judgements: what a judge said, in the closed vocabulary of each kind of check.

A value outside the vocabulary is :class:`gradewright.judge.replies.Unreadable`: scores are not clamped or truncated,
words are not taken for yes because they are not no, classes are not guessed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from gradewright.judge.choices import plain_label
from gradewright.judge.lines import read_lines
from gradewright.judge.questions import JudgeQuestion, score_bounds
from gradewright.judge.replies import Found, Refused, Unreadable, read_object
from gradewright.model.template_kind import form_class
from gradewright.model.traits import LLMTrait, MetricTrait

_YES = frozenset({"true", "yes"})
_NO = frozenset({"false", "no"})


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a reply said.

    ``label`` names a class; ``repaired`` tells that the reply's JSON had to be mended. ``cannot_judge``: the judge used
    the rubric's way out, and there is no value. ``verdict`` is pass (True) or fail of a criterion, for a scale by its
    pass line. ``inconsistent``: the reply said something else beside, which was not used. ``quotes`` are words that the
    judge says stand in the answer, ``raw`` is the verdict as it was written.
    """

    value: Any
    reason: str = ""
    label: str | None = None
    repaired: bool = False
    cannot_judge: bool = False
    verdict: bool | None = None
    inconsistent: bool = False
    quotes: tuple[str, ...] = ()
    raw: str = ""


def read_trait(trait: LLMTrait, question: JudgeQuestion, reply: str) -> Judgement:
    """Return the judgement on an LLM trait: a bool, a score, a class's number with its label, or a filled-in form.

    Raises:
        Unreadable: there is none in the reply.
    """
    if isinstance(trait.kind, dict):
        return _read(question, reply, _form_reader(trait.kind))
    if trait.kind == "boolean":
        return _read(question, reply, lambda found: _boolean(found["verdict"]))
    if trait.kind == "score":
        low, high = score_bounds(trait)
        return _read(question, reply, lambda found: _score(found["score"], low, high))
    judged = _read(question, reply, lambda found: _class(found["class"], trait.class_names()))
    return Judgement(trait.class_index(judged.value), judged.reason, judged.value, judged.repaired)


def read_buckets(trait: MetricTrait, question: JudgeQuestion, reply: str) -> Judgement:
    """Return the lists that a judge sorted an answer's content into, by bucket.

    Raises:
        Unreadable: one is missing or is no list of texts.
    """
    return _read(question, reply, lambda found: {name: _texts(name, found[name]) for name in trait.required_buckets()})


def read_fields(question: JudgeQuestion, reply: str) -> Judgement:
    """Return the values that a judge read for a template's fields, not yet converted.

    Raises:
        Unreadable: a field is missing from the reply; one that was not found has to be null.
    """
    return _read(question, reply, lambda found: {name: found[name] for name in question.keys})


def read_yes_no(question: JudgeQuestion, reply: str) -> Judgement:
    """Return yes (True) or no for a question whose key is ``verdict``.

    Raises:
        Unreadable: there is none in the reply.
    """
    return _read(question, reply, lambda found: _boolean(found["verdict"]))


def _read(question: JudgeQuestion, reply: str, reader: Callable[[Mapping[str, Any]], Any]) -> Judgement:
    found = read_reply(question, reply, reader)
    return Judgement(reader(found.value), reason_of(found.value), repaired=found.repaired)


def read_reply(question: JudgeQuestion, reply: str, reader: Callable[[Mapping[str, Any]], Any]) -> Found:
    """Return what a reply gives for a question's keys: as JSON, or line by line where a question has one key.

    Raises:
        Unreadable: there is none that ``reader`` takes.
    """
    try:
        return read_object(reply, question.keys, question.evidence, reader)
    except Refused:
        raise
    except Unreadable as problem:
        if len(question.keys) != 1:
            raise
        found = read_lines(reply, question.keys[0], question.evidence)
        if found is None:
            raise
        try:
            reader(found)
        except Unreadable as unfit:
            raise unfit from problem
        return Found(found, False)


def reason_of(found: Mapping[str, Any]) -> str:
    """Return the reason that a reply gives, "" where it is none."""
    reason = found.get("reason")
    return reason.strip() if isinstance(reason, str) else ""


def _boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    word = value.strip().casefold() if isinstance(value, str) else ""
    if word in _YES or word in _NO:
        return word in _YES
    raise Unreadable(f"{value!r} is neither true nor false")


def _score(value: Any, low: int, high: int) -> int:
    number = value
    if isinstance(value, str):
        try:
            number = float(value.strip())
        except ValueError:
            number = None
    whole = isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number)
    if not whole or number != int(number):
        raise Unreadable(f"{value!r} is no whole number")
    if not low <= number <= high:
        raise Unreadable(f"{value!r} is not between {low} and {high}")
    return int(number)


def _class(value: Any, names: list[str]) -> str:
    if isinstance(value, str):
        if value in names:
            return value
        # Both sides are compared in the same form, so that “N/A” finds “n/a”.
        folded = [name for name in names if plain_label(name) == plain_label(value)]
        if len(folded) == 1:
            return folded[0]
    raise Unreadable(f"{value!r} is none of the classes")


def _texts(name: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise Unreadable(f"“{name}” is no list of texts")
    return list(value)


def _form_reader(kind: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    form = form_class(kind)

    def read(found: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return form.model_validate(dict(found)).model_dump()
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise Unreadable(f"“{place}”: {first['msg'][:1].lower()}{first['msg'][1:]}") from error

    return read
