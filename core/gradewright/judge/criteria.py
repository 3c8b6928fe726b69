"""Asking about criteria, one at a time: the prompt of an entry of a rubric exactly as it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from gradewright.errors import InvalidValue
from gradewright.judge.choice_prompt import parts, texts_of
from gradewright.judge.prompts import Origin, Piece, bullets, message, own, prompt
from gradewright.judge.questions import (
    USUAL,
    Framing,
    JudgeQuestion,
    Task,
    about_answer,
    ask_boolean,
    ask_buckets,
    ask_class,
    ask_form,
    ask_score,
)
from gradewright.model.choice import ChoiceTrait
from gradewright.model.conversation import Conversation, Message
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import LLMTrait, MetricTrait

PASS: Final = "pass"
FAIL: Final = "fail"
CANNOT_JUDGE: Final = "cannot_judge"


def prompt_for(
    entry: RubricEntry,
    rubric: Rubric,
    question: str,
    answer: str,
    *,
    reference: str = "",
    framing: Framing = USUAL,
) -> JudgeQuestion:
    """Return what a judge is asked about one entry of a rubric: messages as sent, and whose words they are.

    ``reference`` goes only into the prompts of traits that ask for it. ``question`` and ``answer`` may be samples: the
    words around them are those of every call.

    Raises:
        InvalidValue: a judge is not asked about traits of this kind, or the trait's bounds do not fit.
    """
    trait = entry.trait
    if isinstance(trait, Criterion):
        return ask_criterion(entry.id, trait, rubric, question, answer, framing)
    if isinstance(trait, MetricTrait):
        return ask_buckets(trait, question, answer, framing)
    if isinstance(trait, ChoiceTrait):
        return ask_choice(trait, question, answer)
    if not isinstance(trait, LLMTrait):
        raise InvalidValue(f"No judge is asked about “{trait.name}”: a trait of the kind “{trait.type}” needs none.")
    shown = reference if trait.include_ground_truth else None
    if isinstance(trait.kind, dict):
        return ask_form(trait, question, answer, shown, framing)
    ask = {"boolean": ask_boolean, "score": ask_score, "literal": ask_class}[trait.kind]
    return ask(trait, question, answer, shown, framing)


def ask_criterion(
    entry_id: str, criterion: Criterion, rubric: Rubric, question: str, answer: str, framing: Framing = USUAL
) -> JudgeQuestion:
    """Return the question for one criterion. The reference answer is never part of it."""
    return about_answer(criterion_task(entry_id, criterion, rubric), question, answer, None, framing)


def criterion_task(entry_id: str, criterion: Criterion, rubric: Rubric) -> Task:
    """Return what a judge is to do about one criterion, whatever the answer."""
    words = prompt("criterion")
    scale = criterion.scored_on
    key = "verdict" if scale is None else "score"
    quoted = {"type": "array", "items": {"type": "string"}, "description": words.text("quotes")}
    reason = {"type": "string", "description": words.text("reason")}
    properties = {"quotes": quoted, "reason": reason, key: choice_schema(criterion, rubric)}
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    named = own(criterion.name.strip() or entry_id)
    unit = rubric.terms.graded_unit.strip()
    before = words.fill(
        "system",
        unit=words.fill("unit", graded_unit=own(unit)) if unit else "",
        name=named,
        **criterion_parts(criterion, rubric),
    )
    choices = " | ".join(choices_of(criterion, rubric))
    after = words.fill("again", name=named, choices=choices)
    line = "line_verdict" if scale is None else "line_score"
    lines = {
        key.upper(): words.text(line, choices=choices),
        "REASON": words.text("line_reason"),
        "QUOTE": words.text("line_quote"),
    }
    return Task("criterion", before, after, schema, (key,), lines)


def ask_choice(trait: ChoiceTrait, question: str, answer: str) -> JudgeQuestion:
    """Return the question of a choice trait: its own prompt and no other word (FlexEval's page, section 3).

    Raises:
        InvalidValue: the prompt cannot be filled.
    """
    told = Conversation((Message("user", question), Message("assistant", answer)))
    pieces = parts(trait.prompt, texts_of(told, trait.level, None if trait.level == "Thread" else 1))
    filled = [Piece(part.text, Origin.ANSWER if part.gap else Origin.RUBRIC) for part in pieces]
    sent, spans = message("user", filled)
    return JudgeQuestion((sent,), {}, (), answer, spans=(spans,), version="choice 1")


def criterion_parts(criterion: Criterion, rubric: Rubric) -> dict[str, list[Piece]]:
    """Return the words of a criterion for the gaps of a prompt, from the definition to the words to choose from."""
    words = prompt("criterion")
    scale = criterion.scored_on
    definition = criterion.definition.strip()
    filled = {
        "definition": words.fill("definition", text=own(definition)) if definition else [],
        "must": _listed("must", criterion.must),
        "must_not": _listed("must_not", criterion.must_not),
        "passes": _listed("passes", criterion.pass_examples),
        "fails": _listed("fails", criterion.fail_examples),
        "anchors": [],
    }
    if scale is None:
        vocabulary = words.fill("pass_fail")
    else:
        anchored = [f"{point}: {anchor.strip()}" for point, anchor in enumerate(scale.anchors, start=1)]
        filled["anchors"] = _listed("anchors", anchored)
        if scale.pass_line is not None:
            filled["anchors"] += words.fill("pass_line", line=own(str(scale.pass_line)))
        vocabulary = words.fill("scale", points=own(str(scale.points)))
    rule = rubric.terms.cannot_judge
    if rule is not None:
        when = rule.when.strip()
        vocabulary += words.fill("cannot_judge", when=own(when) if when else words.fill("cannot_judge_always"))
        if not when.endswith((".", "!", "?", "。")):
            vocabulary.append(Piece("."))
        if rule.word.strip():
            vocabulary += words.fill("cannot_judge_word", word=own(rule.word.strip()))
    return {**filled, "vocabulary": vocabulary}


def choices_of(criterion: Criterion, rubric: Rubric) -> list[str]:
    """Return the words that a verdict on a criterion can be, in order; points of a scale as digits."""
    scale = criterion.scored_on
    listed = [PASS, FAIL] if scale is None else [str(point) for point in range(1, scale.points + 1)]
    return [*listed, CANNOT_JUDGE] if rubric.terms.cannot_judge is not None else listed


def choice_schema(criterion: Criterion, rubric: Rubric) -> Mapping[str, Any]:
    """Return the JSON Schema of a verdict on a criterion."""
    scale = criterion.scored_on
    if scale is None:
        return {"type": "string", "enum": choices_of(criterion, rubric)}
    points = {"type": "integer", "minimum": 1, "maximum": scale.points}
    if rubric.terms.cannot_judge is None:
        return points
    return {"anyOf": [points, {"type": "string", "enum": [CANNOT_JUDGE]}]}


def _listed(part: str, texts: Iterable[str]) -> list[Piece]:
    filled = [text.strip() for text in texts if text.strip()]
    return prompt("criterion").fill(part, list=bullets(filled)) if filled else []
