"""What a judge is asked: messages, the JSON Schema of the reply, and the keys that a reply has to have.

The graded text stands between marks that it cannot contain, is called evidence, and the task is repeated after it, so
that orders in it are not taken for the grader's. The words come from :mod:`gradewright.judge.prompts`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gradewright.errors import InvalidValue
from gradewright.judge.prompts import Origin, Piece, Span, block, boundary_for, bullets, message, own, prompt
from gradewright.model.endpoint import ReplyForm
from gradewright.model.traits import LLMTrait, MetricTrait

Message = dict[str, str]


@dataclass(frozen=True, slots=True)
class Framing:
    """What holds for all questions of a judge.

    ``form`` is how the server holds a reply to a shape: for PLAIN, a question with lines asks for those and no JSON.
    ``language`` is the one that reasons are written in, "" for the judge's choice. ``boundary`` sets the mark around
    evidence, which is otherwise made by chance: for tests and previews.
    """

    form: ReplyForm = ReplyForm.JSON_SCHEMA
    language: str = ""
    boundary: str = ""


USUAL = Framing()


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """One call of a judge.

    ``evidence`` is the graded text, from which no verdict may be taken. ``spans`` has for every message the stretches
    that are not the prompt's own words. ``version`` names the prompts and their versions; a judgement rests on it.
    ``lines`` are the names of the lines that are asked for instead of JSON, none where JSON is.
    """

    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    keys: tuple[str, ...]
    evidence: str = ""
    name: str = "judgement"
    nullable: bool = field(default=False)
    spans: tuple[tuple[Span, ...], ...] = ()
    version: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """What a judge is to do: before the evidence in full, after it once more in short, and the shape of the reply.

    ``lines`` are those of the plain grammar, by name.
    """

    name: str
    before: Sequence[Piece]
    after: Sequence[Piece]
    schema: Mapping[str, Any]
    keys: tuple[str, ...]
    lines: Mapping[str, str] = field(default_factory=dict)
    nullable: bool = False
    reasoned: bool = True


@dataclass(frozen=True, slots=True)
class SetTask:
    """A task whose system message is written and whose closing words stand; only evidence is missing."""

    task: Task
    system: Message
    spans: tuple[Span, ...]
    closing: tuple[Piece, ...]
    lines: tuple[str, ...]
    version: str


def ask_boolean(
    trait: LLMTrait, question: str, answer: str, reference: str | None = None, framing: Framing = USUAL
) -> JudgeQuestion:
    """Return the question for a yes-or-no trait."""
    words = prompt("boolean")
    keys = {"verdict": {"type": "boolean", "description": words.text("value")}}
    return _about_trait("boolean", trait, keys, question, answer, reference, framing)


def ask_score(
    trait: LLMTrait, question: str, answer: str, reference: str | None = None, framing: Framing = USUAL
) -> JudgeQuestion:
    """Return the question for a score trait, with its bounds."""
    low, high = score_bounds(trait)
    keys = {"score": {"type": "integer", "minimum": low, "maximum": high}}
    gaps: dict[str, Any] = {"low": own(str(low)), "high": own(str(high))}
    return _about_trait("score", trait, keys, question, answer, reference, framing, **gaps)


def ask_class(
    trait: LLMTrait, question: str, answer: str, reference: str | None = None, framing: Framing = USUAL
) -> JudgeQuestion:
    """Return the question for a literal trait, with its classes and what they mean."""
    listed = bullets(f"{name}: {description}" for name, description in (trait.classes or {}).items())
    keys = {"class": {"type": "string", "enum": trait.class_names()}}
    return _about_trait("literal", trait, keys, question, answer, reference, framing, classes=listed)


def ask_form(
    trait: LLMTrait, question: str, answer: str, reference: str | None = None, framing: Framing = USUAL
) -> JudgeQuestion:
    """Return the question for a trait of template kind: the judge fills in the trait's own schema."""
    assert isinstance(trait.kind, dict)
    schema: Mapping[str, Any] = trait.kind["schema"]
    words = prompt("form")
    gaps = {"name": own(trait.name), "description": own(_meaning(trait))}
    keys = tuple(schema.get("properties", {}))
    task = Task("form", words.fill("system", **gaps), words.fill("again", **gaps), schema, keys, reasoned=False)
    return about_answer(task, question, answer, reference, framing)


def ask_buckets(trait: MetricTrait, question: str, answer: str, framing: Framing = USUAL) -> JudgeQuestion:
    """Return the question for a metric trait: the answer's content sorted into lists."""
    words = prompt("buckets")
    full = trait.evaluation_mode == "full_matrix"
    unwanted = words.fill("unwanted", list=bullets(trait.tn_instructions)) if full else ""
    explained = {name: words.text(name) for name in trait.required_buckets()}
    if full:
        explained["fp"] = words.text("fp_full")
    keys = {
        name: {"type": "array", "items": {"type": "string"}, "description": text} for name, text in explained.items()
    }
    name = own(trait.name)
    before = words.fill(
        "system",
        name=name,
        description=own(_meaning(trait)),
        wanted=bullets(trait.tp_instructions),
        unwanted=unwanted,
    )
    task = Task("buckets", before, words.fill("again", name=name), _object(keys), tuple(keys), reasoned=False)
    return about_answer(task, question, answer, None, framing)


def ask_fields(
    schema: Mapping[str, Any],
    question: str,
    answer: str,
    hints: Mapping[str, str] | None = None,
    framing: Framing = USUAL,
) -> JudgeQuestion:
    """Return the question that reads a template's fields from an answer.

    ``schema`` is that of the answer object without ground truths; ``hints`` say by field how to find its value. A field
    that the answer does not give is null.
    """
    words = prompt("fields")
    listed = bullets(f"{name}: {hint}" for name, hint in (hints or {}).items())
    before = words.fill("system", hints=words.fill("hints", list=listed) if listed else "")
    properties = {name: _or_null(about) for name, about in schema.get("properties", {}).items() if name != "id"}
    whole = {**schema, "properties": properties, "required": list(properties)}
    task = Task("fields", before, words.fill("again"), whole, tuple(properties), nullable=True, reasoned=False)
    return about_answer(task, question, answer, None, framing)


def ask_template_fields(question: str, reference: str, notes: str = "", framing: Framing = USUAL) -> JudgeQuestion:
    """Return the question that plans a template: the facts of a reference answer as typed fields."""
    words = prompt("plan")
    kinds = ["bool", "int", "float", "str", "list_str"]
    item = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": words.text("name")},
            "type": {"type": "string", "enum": kinds},
            "description": {"type": "string", "description": words.text("description")},
            "ground_truth": {"description": words.text("ground_truth")},
        },
        "required": ["name", "type", "description", "ground_truth"],
    }
    schema = {"type": "object", "properties": {"fields": {"type": "array", "items": item}}, "required": ["fields"]}
    boundary = framing.boundary or boundary_for(question, reference, notes)
    user = block(boundary, "question", question, Origin.QUESTION)
    user += [Piece("\n\n"), *block(boundary, "reference answer", reference, Origin.REFERENCE)]
    if notes:
        user += [Piece("\n\n"), *block(boundary, "notes for graders", notes, Origin.RUBRIC)]
    task = Task(
        "plan", words.fill("system", types=", ".join(kinds)), words.fill("again"), schema, ("fields",), reasoned=False
    )
    return replace(_put(set_task(task, framing), user, ""), name="template")


def correction(question: JudgeQuestion, reply: str, problem: str) -> JudgeQuestion:
    """Return the question asked once more, after a reply that could not be read."""
    frame = prompt("frame")
    again = _again(question.keys, question.lines)
    said = frame.text("corrected", problem=problem, again=again)
    more = ({"role": "assistant", "content": reply}, {"role": "user", "content": said})
    return replace(question, messages=(*question.messages, *more), spans=(*question.spans, (), ()))


def about_answer(
    task: Task | SetTask, question: str, answer: str, reference: str | None, framing: Framing = USUAL
) -> JudgeQuestion:
    """Return a task about one answer to a question as messages. ``reference`` is shown where it is not None."""
    boundary = framing.boundary or boundary_for(question, answer, reference or "")
    user = [*block(boundary, "question", question, Origin.QUESTION), Piece("\n\n")]
    if reference is not None:
        user += [*block(boundary, "reference answer", reference, Origin.REFERENCE), Piece("\n\n")]
    user += [*prompt("frame").fill("evidence"), Piece("\n\n"), *block(boundary, "answer", answer, Origin.ANSWER)]
    return _put(task if isinstance(task, SetTask) else set_task(task, framing), user, answer)


def score_bounds(trait: LLMTrait) -> tuple[int, int]:
    """Return the lowest and highest score of a trait: 1 and 5 where it says nothing.

    Raises:
        InvalidValue: the lowest is not below the highest.
    """
    low = 1 if trait.min_score is None else trait.min_score
    high = 5 if trait.max_score is None else trait.max_score
    if low >= high:
        raise InvalidValue(f"The trait “{trait.name}” has no scores: {low} is not below {high}.")
    return low, high


def shown_value(value: Any) -> str:
    """Return an answer as a judge sees it: text as it is, anything else as JSON with its keys in order."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True)


def set_task(task: Task, framing: Framing = USUAL) -> SetTask:
    """Return a task with everything about its messages that no answer changes: made once for many answers."""
    frame = prompt("frame")
    lines = tuple(task.lines) if framing.form is ReplyForm.PLAIN else ()
    if lines:
        shape = frame.fill("plain", lines="\n".join(task.lines.values()))
    else:
        shape = frame.fill("json", schema=_shown_schema(task.schema))
    if framing.language and task.reasoned:
        shape += [Piece("\n\n"), *frame.fill("language", language=own(framing.language))]
    system, spans = message("system", [*task.before, Piece("\n\n"), *shape])
    closing = (Piece("\n\n"), *task.after, Piece(f"\n\n{_again(task.keys, lines)}"))
    return SetTask(task, system, spans, closing, lines, f"{prompt(task.name).version}, {frame.version}")


def _put(given: SetTask, evidence: Sequence[Piece], graded: str) -> JudgeQuestion:
    """Return a task with its evidence as the two messages that are sent."""
    task = given.task
    user, of_user = message("user", [*evidence, *given.closing])
    return JudgeQuestion(
        (given.system, user),
        task.schema,
        task.keys,
        graded,
        nullable=task.nullable,
        spans=(given.spans, of_user),
        version=given.version,
        lines=given.lines,
    )


def _again(keys: Sequence[str], lines: Sequence[str]) -> str:
    part = "plain_again" if lines else "json_again"
    return prompt("frame").text(part, keys=", ".join(lines or keys))


def _shown_schema(schema: Mapping[str, Any]) -> str:
    # In one line: it goes with every call, and indentation would be half of its tokens.
    return json.dumps(schema, ensure_ascii=False)


def _about_trait(
    name: str,
    trait: LLMTrait,
    keys: Mapping[str, Any],
    question: str,
    answer: str,
    reference: str | None,
    framing: Framing,
    **gaps: Any,
) -> JudgeQuestion:
    words = prompt(name)
    known = {"name": own(trait.name), "description": own(_meaning(trait)), **gaps}
    properties = {**keys, "reason": {"type": "string", "description": words.text("reason")}}
    before, after = words.fill("system", **known), words.fill("again", **known)
    return about_answer(
        Task(name, before, after, _object(properties), tuple(keys)), question, answer, reference, framing
    )


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties), "required": list(properties)}


def _meaning(trait: LLMTrait | MetricTrait) -> str:
    return trait.description or trait.summary or trait.name


def _or_null(about: Any) -> Any:
    if not isinstance(about, Mapping):
        return about
    described = {name: value for name, value in about.items() if name in ("title", "description", "default")}
    bare = {name: value for name, value in about.items() if name not in described}
    return {**described, "anyOf": [bare, {"type": "null"}]}
