"""Asking a judge one question until there is a judgement, or a reason why there is none.

:func:`dialog` makes no call itself: it yields what is to be asked and is given what came back, so that threads and
event loops ask in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gradewright.endpoints.completion import CallFailed, Completion, Endpoint, Finish, ModelClient, Request
from gradewright.judge.questions import JudgeQuestion, correction
from gradewright.judge.readings import Judgement
from gradewright.judge.replies import CutOff, OnlyThought, Refused, Unreadable, without_thought
from gradewright.model.run import CellState

Reader = Callable[[JudgeQuestion, str], Judgement]
Dialog = Generator[Request, "Completion | CallFailed", "Asked"]

MAX_BUDGET: Final = 131_072


@dataclass(frozen=True, slots=True)
class AskSettings:
    """How a judge is asked: the budget of tokens for a reply, and the temperature (None: the model's own)."""

    max_tokens: int = 1024
    temperature: float | None = 0.0
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question: ``judgement`` is there where ``state`` is JUDGED or CANNOT_JUDGE.

    ``reply`` is the last reply as it came and ``reasoning`` what came apart from it; ``message`` is a sentence about
    why there is no judgement. ``usage`` sums the tokens of all calls and ``raw_usage`` has what the server said,
    call by call. ``form`` is how the reply was held to a shape, ``notes`` are sentences on what was done differently.
    """

    state: CellState
    judgement: Judgement | None = None
    reason: str = ""
    message: str = ""
    reply: str = ""
    reasoning: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    raw_usage: tuple[Mapping[str, Any], ...] = ()
    calls: int = 0
    seconds: float = 0.0
    form: str = ""
    model: str = ""
    notes: tuple[str, ...] = ()
    question: JudgeQuestion | None = None


@dataclass(slots=True)
class _Taken:
    """What the calls of one dialog took together."""

    usage: dict[str, int] = field(default_factory=dict)
    raw: list[Mapping[str, Any]] = field(default_factory=list)
    calls: int = 0
    seconds: float = 0.0
    notes: dict[str, None] = field(default_factory=dict)
    last: Completion | None = None

    def add(self, completion: Completion) -> None:
        self.calls += 1
        self.seconds += completion.seconds
        self.last = completion
        self.notes.update(dict.fromkeys(completion.notes))
        if completion.usage.raw:
            self.raw.append(completion.usage.raw)
        used = completion.usage
        parts = {"cache_read_tokens": used.cache_read, "cache_write_tokens": used.cache_write}
        known = {name: count for name, count in parts.items() if count} | used.counts()
        if used.reasoning:
            known["reasoning_tokens"] = used.reasoning
        for name, count in known.items():
            self.usage[name] = self.usage.get(name, 0) + count

    def ended(
        self,
        state: CellState,
        question: JudgeQuestion,
        judgement: Judgement | None = None,
        *,
        reason: str = "",
        message: str = "",
    ) -> Asked:
        last = self.last
        return Asked(
            state,
            judgement,
            reason,
            message,
            reply="" if last is None else last.text,
            reasoning="" if last is None else last.reasoning,
            usage=self.usage,
            raw_usage=tuple(self.raw),
            calls=self.calls,
            seconds=self.seconds,
            form="" if last is None else last.form.value,
            model="" if last is None else last.model,
            notes=tuple(self.notes),
            question=question,
        )


def dialog(question: JudgeQuestion, read: Reader, settings: AskSettings) -> Dialog:
    """Yield what to ask, be given what came back, and return what came of it.

    A reply that was cut off is asked for once more with twice the budget, one that cannot be read once more with a
    word on what is wrong. Neither ever becomes a judgement by itself.
    """
    taken = _Taken()
    budget, current, corrected = settings.max_tokens, question, False
    while True:
        ended = yield Request(
            current.messages, budget, settings.temperature, question.schema or None, seed=settings.seed
        )
        if isinstance(ended, CallFailed):
            return taken.ended(CellState.FAILED, current, reason=ended.reason.value, message=str(ended))
        taken.add(ended)
        cut_off = _cut_off(ended, budget)
        problem = ""
        if not cut_off:
            if ended.refused:
                said = "The judge, or its provider, declined to judge."
                return taken.ended(CellState.REFUSED, current, message=said)
            try:
                judgement = read(question, ended.text)
            except Refused:
                return taken.ended(CellState.REFUSED, current, message="The judge declined to judge.")
            except CutOff as unfit:
                # Some servers do not say why a reply ended.
                problem = str(unfit)
                cut_off = _budget_ran_out(budget, ended) if ended.finish is Finish.UNKNOWN else ""
            except Unreadable as unfit:
                problem = str(unfit)
            else:
                state = CellState.CANNOT_JUDGE if judgement.cannot_judge else CellState.JUDGED
                return taken.ended(state, current, judgement)
        if cut_off:
            if budget > settings.max_tokens or budget >= MAX_BUDGET:
                return taken.ended(CellState.TRUNCATED, current, message=cut_off)
            budget = min(MAX_BUDGET, budget * 2)
        elif corrected:
            said = f"The judge's reply cannot be read: {problem}."
            return taken.ended(CellState.PARSE_ERROR, current, message=said)
        else:
            current, corrected = correction(question, ended.text, problem), True


def ask_now(endpoint: Endpoint, question: JudgeQuestion, read: Reader, settings: AskSettings) -> Asked:
    """Ask and wait for what comes of it."""
    talk = dialog(question, read, settings)
    try:
        request = next(talk)
        while True:
            try:
                ended: Completion | CallFailed = endpoint.complete(request)
            except CallFailed as failure:
                ended = failure
            request = talk.send(ended)
    except StopIteration as end:
        asked: Asked = end.value
        return asked


async def ask(client: ModelClient, question: JudgeQuestion, read: Reader, settings: AskSettings) -> Asked:
    """Ask in an event loop. What the client raises besides CallFailed is passed on: the question was then not asked."""
    talk = dialog(question, read, settings)
    try:
        request = next(talk)
        while True:
            try:
                ended: Completion | CallFailed = await client.complete(request)
            except CallFailed as failure:
                ended = failure
            request = talk.send(ended)
    except StopIteration as end:
        asked: Asked = end.value
        return asked


def _cut_off(completion: Completion, budget: int) -> str:
    """Return a sentence where a reply was cut off, else nothing."""
    if completion.truncated:
        return _budget_ran_out(budget, completion)
    try:
        without_thought(completion.text)
    except OnlyThought:
        return f"All of the judge's reply was reasoning; its budget of {budget:,} tokens ran out before a verdict."
    return ""


def _budget_ran_out(budget: int, completion: Completion) -> str:
    thought = completion.usage.reasoning
    spent = f", {thought:,} of them on reasoning" if thought else ""
    if not completion.text.strip() and (thought or completion.reasoning):
        return f"All of the judge's reply was reasoning; its budget of {budget:,} tokens ran out before a verdict."
    return f"The judge's reply was cut off: its budget of {budget:,} tokens ran out{spent}."
