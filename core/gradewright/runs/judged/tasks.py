"""What a judge is asked about the answers to one question, and what each judgement rests on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gradewright.errors import InvalidValue
from gradewright.formats.template_source import read_template
from gradewright.judge.criteria import criterion_task, prompt_for
from gradewright.judge.criterion_readings import read_entry
from gradewright.judge.prompts import prompt
from gradewright.judge.questions import Framing, JudgeQuestion, SetTask, about_answer, ask_fields, set_task
from gradewright.judge.readings import Judgement, read_fields
from gradewright.judge.replies import OnlyThought, without_thought
from gradewright.model.answer import Answer
from gradewright.model.choice import ChoiceTrait
from gradewright.model.criterion import Criterion
from gradewright.model.endpoint import Endpoint
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.run import CheckKind
from gradewright.model.template import DeclarativeTemplate
from gradewright.model.traits import LLMTrait, MetricTrait
from gradewright.rubrics.fingerprint import criterion_fingerprint
from gradewright.rubrics.members import cannot_judge_member
from gradewright.runs.judged.settings import JudgedSettings
from gradewright.verify.program_checks import TEMPLATE_CHECK
from gradewright.verify.schema import answer_schema

#: Entries of judgements that are no criteria: an id of a criterion has no space, so these are never taken for one.
TEMPLATE_ENTRY: Final = "the template"
_TRAIT: Final = "trait "


@dataclass(frozen=True, slots=True)
class JudgeTask:
    """One check that a judge decides. ``entry`` is the place of its judgements, ``check`` the name of its cell.

    ``rubric`` is the one that the entry stands in; both are None for the template. ``written`` keeps what of a prompt
    is the same for all answers.
    """

    entry: str
    check: str
    kind: CheckKind
    fingerprint: str
    grounds: str
    version: str
    owner: Question
    held: RubricEntry | None = None
    rubric: Rubric | None = None
    schema: Mapping[str, Any] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    written: dict[Framing, SetTask] = field(default_factory=dict, compare=False, repr=False)

    @property
    def criterion(self) -> Criterion | None:
        """The criterion that is judged, or None for a trait or the template."""
        return self.held.trait if self.held is not None and isinstance(self.held.trait, Criterion) else None

    @property
    def cell_entry(self) -> str:
        """The id under which the cell stands: that of a criterion, else nothing."""
        return self.entry if self.criterion is not None else ""

    def ask(self, text: str, framing: Framing) -> JudgeQuestion:
        """Return what is asked about an answer."""
        if self.held is None or self.rubric is None:
            return ask_fields(self.schema, self.owner.text, text, self.hints, framing)
        criterion = self.criterion
        if criterion is not None:
            known = self.written.get(framing)
            if known is None:
                known = self.written[framing] = set_task(criterion_task(self.entry, criterion, self.rubric), framing)
            return about_answer(known, self.owner.text, text, None, framing)
        return prompt_for(
            self.held, self.rubric, self.owner.text, text, reference=self.owner.reference, framing=framing
        )

    def read(self, question: JudgeQuestion, reply: str) -> Judgement:
        """Return what a reply says. Raises Unreadable."""
        if self.held is None or self.rubric is None:
            return read_fields(question, reply)
        return read_entry(self.held, self.rubric, question, reply)

    def is_left(self, answer: Answer) -> bool:
        """Whether the answer does not hold what a judge would read from it already."""
        if self.held is None:
            return answer.fields is None
        if isinstance(self.held.trait, MetricTrait):
            lists = (answer.buckets or {}).get(self.held.trait.name)
            return lists is None or any(lists.get(name) is None for name in self.held.trait.required_buckets())
        return True


@dataclass(slots=True)
class _Known:
    """What is the same about an entry for every question: its fingerprint, its prompt's version and fixed words."""

    fingerprint: str
    version: str
    written: dict[Framing, SetTask] = field(default_factory=dict)


class TaskList:
    """What judges are asked about the answers to the questions of one benchmark."""

    def __init__(self, global_rubric: Rubric, settings: JudgedSettings) -> None:
        self._rubric, self._settings = global_rubric, settings
        self._known: dict[str, _Known | None] = {}

    def of(self, question: Question) -> tuple[JudgeTask, ...]:
        """Return what is asked about answers to a question: the template's values, then the entries in order.

        Traits that are gated, that need an agent, or that no judge decides have none.
        """
        settings = self._settings
        tasks = [_template_task(question, settings)] if settings.template else []
        for rubric in (self._rubric, question.rubric):
            for entry in rubric.active:
                if _asked(entry):
                    known = self._known_of(entry, rubric)
                    tasks.append(None if known is None else _entry_task(entry, rubric, question, settings, known))
        return tuple(task for task in tasks if task is not None and _chosen(task, settings))

    def _known_of(self, entry: RubricEntry, rubric: Rubric) -> _Known | None:
        if rubric is not self._rubric:
            return _known(entry, rubric, self._settings)
        if entry.id not in self._known:
            self._known[entry.id] = _known(entry, rubric, self._settings)
        return self._known[entry.id]


def tasks_of(question: Question, global_rubric: Rubric, settings: JudgedSettings) -> tuple[JudgeTask, ...]:
    """Return what a judge is asked about answers to one question, see :meth:`TaskList.of`."""
    return TaskList(global_rubric, settings).of(question)


def graded_text(answer: Answer, settings: JudgedSettings) -> str:
    """Return the text that is graded: without the reasoning that an answer begins with, unless that is wanted."""
    if settings.with_reasoning:
        return answer.text
    try:
        text, thought = without_thought(answer.text)
    except OnlyThought:
        return answer.text
    return text.lstrip("\n") if thought else answer.text


def judge_identity(endpoint: Endpoint, settings: JudgedSettings) -> str:
    """Return what makes a judge the same judge: server, model and parameters; not the name that a person gave it."""
    members = [endpoint.protocol, endpoint.base_url.rstrip("/"), endpoint.model, dict(endpoint.parameters)]
    return json.dumps([*members, settings.temperature, settings.max_tokens], sort_keys=True, default=str)


def rests_on(task: JudgeTask, text_sha: str, judge: str, replicate: int) -> str:
    """Return the hash of all that a judgement rests on, as 64 hexadecimal digits."""
    parts = (task.grounds, text_sha, judge, str(replicate))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def text_sha(text: str) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _asked(entry: RubricEntry) -> bool:
    return not entry.gated and isinstance(entry.trait, Criterion | LLMTrait | MetricTrait | ChoiceTrait)


def _chosen(task: JudgeTask, settings: JudgedSettings) -> bool:
    return settings.checks is None or task.check in settings.checks or task.entry in settings.checks


def _known(entry: RubricEntry, rubric: Rubric, settings: JudgedSettings) -> _Known | None:
    try:
        sample = prompt_for(entry, rubric, "", "", framing=Framing(boundary="-", language=settings.language))
    except InvalidValue:
        return None
    batched = settings.batched and isinstance(entry.trait, Criterion)
    return _Known(criterion_fingerprint(entry), f"{sample.version}{', batched' if batched else ''}")


def _entry_task(
    entry: RubricEntry, rubric: Rubric, question: Question, settings: JudgedSettings, known: _Known
) -> JudgeTask:
    trait = entry.trait
    criterion = isinstance(trait, Criterion)
    rule = cannot_judge_member(rubric.terms.cannot_judge) if criterion else None
    unit = rubric.terms.graded_unit if criterion else ""
    shown = question.reference if getattr(trait, "include_ground_truth", False) else None
    return JudgeTask(
        entry.id if criterion else f"{_TRAIT}{trait.name}",
        trait.name.strip() or entry.id,
        CheckKind.TRAIT,
        known.fingerprint,
        _grounds(known.fingerprint, rule, unit, known.version, settings, question.text, shown),
        known.version,
        question,
        entry,
        rubric,
        written=known.written,
    )


def _template_task(question: Question, settings: JudgedSettings) -> JudgeTask | None:
    reading = read_template(question.template)
    if not isinstance(reading, DeclarativeTemplate):
        return None
    asked = [f for f in reading.template.fields if f.primitive is None or not f.primitive.reads_answer_text]
    if not any(f.primitive is not None for f in asked):
        return None
    try:
        schema = answer_schema(reading.template)
    except InvalidValue:
        return None
    wanted = {f.options.get("validation_alias", f.options.get("alias", f.name)) for f in asked} | {
        f.name for f in asked
    }
    schema = {**schema, "properties": {n: about for n, about in schema["properties"].items() if n in wanted}}
    hints = {f.name: f.extraction_hint for f in asked if f.extraction_hint}
    fingerprint = text_sha(question.template)
    version = ask_fields(schema, "", "", hints, Framing(boundary="-")).version
    asked_first = (("abstention", settings.abstention), ("sufficiency", settings.sufficiency))
    version = ", ".join([version, *(prompt(name).version for name, wanted in asked_first if wanted)])
    grounds = _grounds(fingerprint, None, "", version, settings, question.text, None)
    return JudgeTask(
        TEMPLATE_ENTRY,
        TEMPLATE_CHECK,
        CheckKind.TEMPLATE,
        fingerprint,
        grounds,
        version,
        question,
        schema=schema,
        hints=hints,
    )


def _grounds(
    fingerprint: str,
    rule: Any,
    unit: str,
    version: str,
    settings: JudgedSettings,
    question: str,
    reference: str | None,
) -> str:
    return json.dumps([fingerprint, rule, unit.strip(), version, settings.language, question, reference])
