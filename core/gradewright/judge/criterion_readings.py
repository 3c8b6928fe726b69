"""Replies about criteria, read in their closed vocabulary: pass and fail, the points of a scale, “cannot judge”."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from gradewright.judge.choices import flexeval_choice, plain_label, whole_choice
from gradewright.judge.criteria import CANNOT_JUDGE, FAIL, PASS
from gradewright.judge.questions import JudgeQuestion
from gradewright.judge.readings import Judgement, read_buckets, read_reply, read_trait, reason_of
from gradewright.judge.replies import Refused, Unreadable, declines, without_thought
from gradewright.model.choice import ChoiceTrait
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import LLMTrait, MetricTrait
from gradewright.verify.verdicts import trait_verdict

_MOST_QUOTES: Final = 20
_OF: Final = re.compile(r"^(\S+)\s*(?:/|out of|of)\s*(\d+)$", re.IGNORECASE)
_WORDS: Final = {PASS: True, FAIL: False}


def read_entry(entry: RubricEntry, rubric: Rubric, question: JudgeQuestion, reply: str) -> Judgement:
    """Return the judgement on an entry of a rubric, whatever its kind; ``question`` is what was asked.

    Raises:
        Unreadable: there is none in the reply.
    """
    trait = entry.trait
    if isinstance(trait, Criterion):
        return read_criterion(trait, rubric, question, reply)
    if isinstance(trait, MetricTrait):
        return read_buckets(trait, question, reply)
    if isinstance(trait, ChoiceTrait):
        return read_choice(trait, reply)
    assert isinstance(trait, LLMTrait)
    found = read_trait(trait, question, reply)
    return replace(found, verdict=trait_verdict(trait, found.value))


def read_choice(trait: ChoiceTrait, reply: str) -> Judgement:
    """Return the score of the label that a reply ends with, read by the trait's own rule. Raises Unreadable."""
    text, _ = without_thought(reply)
    if trait.matching == "flexeval":
        label, problem = flexeval_choice(text, trait.labels), "no line of it begins or ends with one of the labels"
    else:
        reading = whole_choice(text, trait.labels)
        label, problem = reading.label, reading.reason[:1].lower() + reading.reason[1:].rstrip(".")
    if label is None:
        if declines(text):
            raise Refused("the judge declined")
        raise Unreadable(problem)
    score = next(choice.score for choice in trait.choices if choice.label == label)
    verdict = None if trait.passes_at is None else score >= trait.passes_at
    return Judgement(score, text.strip(), label, verdict=verdict, raw=label)


def read_criterion(criterion: Criterion, rubric: Rubric, question: JudgeQuestion, reply: str) -> Judgement:
    """Return the judgement on a criterion.

    The field that was asked for decides. What a reply says beside it (a verdict beside a score) is compared with it
    and never used.

    Raises:
        Unreadable: there is none in the reply, or it is outside of the vocabulary.
    """
    (key,) = question.keys
    found = read_reply(question, reply, lambda given: verdict_of(criterion, rubric, given[key]))
    return judgement_of(criterion, rubric, found.value, key, repaired=found.repaired)


def judgement_of(
    criterion: Criterion, rubric: Rubric, found: Mapping[str, Any], key: str, *, repaired: bool = False
) -> Judgement:
    """Return the judgement that an object of a reply gives. Raises Unreadable."""
    value = verdict_of(criterion, rubric, found[key])
    scale = criterion.scored_on
    verdict = value if isinstance(value, bool) else None
    if scale is not None and value is not None:
        verdict = scale.passes(value)
    return Judgement(
        value,
        reason_of(found),
        repaired=repaired,
        cannot_judge=value is None,
        verdict=verdict,
        inconsistent=_disagrees(found, key, verdict, value is None),
        quotes=_quotes(found.get("quotes")),
        raw=found[key] if isinstance(found[key], str) else str(found[key]),
    )


def verdict_of(criterion: Criterion, rubric: Rubric, given: Any) -> bool | int | None:
    """Return what a word or number says about a criterion: True or False, a point, or None for “cannot judge”.

    Raises:
        Unreadable: it is none of the words that were to choose from.
    """
    rule, scale = rubric.terms.cannot_judge, criterion.scored_on
    if isinstance(given, str) and rule is not None:
        words = (CANNOT_JUDGE, "cannot judge", rule.word) if rule.word.strip() else (CANNOT_JUDGE, "cannot judge")
        if plain_label(given) in {plain_label(word) for word in words}:
            return None
    if scale is not None:
        return _point(given, scale.points)
    word = plain_label(given) if isinstance(given, str) else None
    if word not in _WORDS:
        raise Unreadable(f"{given!r} is neither “pass” nor “fail”")
    return _WORDS[word]


def _point(given: Any, points: int) -> int:
    number = given
    if isinstance(given, str):
        of = _OF.match(given.strip())
        if of is not None and of[2] != str(points):
            raise Unreadable(f"{given!r} is on another scale than 1 to {points}")
        try:
            number = float(of[1] if of is not None else plain_label(given))
        except ValueError:
            number = None
    whole = isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number)
    if not whole or number != int(number):
        raise Unreadable(f"{given!r} is no point of the scale")
    if not 1 <= number <= points:
        raise Unreadable(f"{given!r} is not between 1 and {points}")
    return int(number)


def _disagrees(found: Mapping[str, Any], key: str, verdict: bool | None, cannot_judge: bool) -> bool:
    """Whether another field of a reply says pass where the verdict is fail, or the other way round."""
    for name in ("verdict", "pass", "passed", "score"):
        said = None if name == key or name not in found else _leaning(found[name])
        if said is not None and (cannot_judge or (verdict is not None and said is not verdict)):
            return True
    return False


def _leaning(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _WORDS.get(plain_label(value))
    # Of a score beside a verdict only its ends are sure: no point at all, or a whole one.
    if isinstance(value, int | float):
        return False if value == 0 else True if value == 1 else None
    return None


def _quotes(value: Any) -> tuple[str, ...]:
    given = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(each.strip() for each in given[:_MOST_QUOTES] if isinstance(each, str) and each.strip())
