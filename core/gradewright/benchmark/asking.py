"""Asking a judge one question until there is a judgement, or a reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gradewright.endpoints.completion import CallFailed, Completion, Endpoint, Request
from gradewright.judge.questions import JudgeQuestion, correction
from gradewright.judge.readings import Judgement
from gradewright.judge.replies import OnlyThought, Refused, Unreadable
from gradewright.model.run import CellState, FailureReason

Reader = Callable[[JudgeQuestion, str], Judgement]

_MAX_BUDGET = 131_072


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question: ``judgement`` is there exactly where ``state`` is JUDGED.

    ``reply`` is the last reply as it came, ``message`` a sentence about why there is no judgement.
    """

    state: CellState
    judgement: Judgement | None = None
    reason: str = ""
    message: str = ""
    reply: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)


class Judge:
    """A model as a judge. Threads may share it."""

    def __init__(self, endpoint: Endpoint, *, max_tokens: int, temperature: float | None) -> None:
        self._endpoint = endpoint
        self._max_tokens = max_tokens
        self._temperature = temperature

    def ask(self, question: JudgeQuestion, read: Reader) -> Asked:
        """Ask, and read the reply.

        A reply that was cut off is asked for once more with twice the budget, one that cannot be read once more with a
        word on what is wrong. Neither ever becomes a judgement by itself.
        """
        usage: dict[str, int] = {}
        budget, current, corrected = self._max_tokens, question, False
        while True:
            try:
                completion = self._complete(current, budget, usage)
            except CallFailed as failure:
                reason = failure.reason.value
                return Asked(CellState.FAILED, reason=reason, message=str(failure), usage=usage)
            cut_off = self._cut_off(completion, budget)
            if cut_off:
                if budget == self._max_tokens and budget < _MAX_BUDGET:
                    budget = min(_MAX_BUDGET, budget * 2)
                    continue
                return Asked(CellState.TRUNCATED, message=cut_off, reply=completion.text, usage=usage)
            if completion.refused:
                said = "The judge, or its provider, declined to judge."
                return Asked(CellState.REFUSED, message=said, reply=completion.text, usage=usage)
            try:
                return Asked(CellState.JUDGED, read(question, completion.text), reply=completion.text, usage=usage)
            except Refused:
                return Asked(
                    CellState.REFUSED, message="The judge declined to judge.", reply=completion.text, usage=usage
                )
            except Unreadable as problem:
                if corrected:
                    said = f"The judge's reply cannot be read: {problem}."
                    return Asked(CellState.PARSE_ERROR, message=said, reply=completion.text, usage=usage)
                current, corrected = correction(question, completion.text, str(problem)), True

    def _complete(self, question: JudgeQuestion, budget: int, usage: dict[str, int]) -> Completion:
        request = Request(question.messages, budget, self._temperature, question.schema)
        completion = self._endpoint.complete(request)
        for name, count in completion.usage.counts().items():
            usage[name] = usage.get(name, 0) + count
        return completion

    @staticmethod
    def _cut_off(completion: Completion, budget: int) -> str:
        from gradewright.judge.replies import without_thought

        if completion.truncated:
            return f"The judge's reply was cut off: its budget of {budget:,} tokens ran out."
        try:
            without_thought(completion.text)
        except OnlyThought:
            return f"All of the judge's reply was reasoning; its budget of {budget:,} tokens ran out before a verdict."
        return ""


def no_judge(message: str) -> Asked:
    """Return what a check yields that no judge is asked about."""
    return Asked(CellState.FAILED, reason=FailureReason.NO_JUDGE.value, message=message)
