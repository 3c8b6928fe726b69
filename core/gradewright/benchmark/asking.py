"""A model as a judge of a script."""

from __future__ import annotations

from gradewright.endpoints.completion import Endpoint
from gradewright.judge.asking import Asked, AskSettings, Reader, ask_now
from gradewright.judge.questions import JudgeQuestion
from gradewright.model.run import CellState, FailureReason

__all__ = ["Asked", "Judge", "Reader", "no_judge"]


class Judge:
    """A model as a judge. Threads may share it."""

    def __init__(self, endpoint: Endpoint, *, max_tokens: int, temperature: float | None) -> None:
        self._endpoint = endpoint
        self._settings = AskSettings(max_tokens, temperature)

    def ask(self, question: JudgeQuestion, read: Reader) -> Asked:
        """Ask, and read the reply, see :func:`gradewright.judge.asking.dialog`."""
        return ask_now(self._endpoint, question, read, self._settings)


def no_judge(message: str) -> Asked:
    """Return what a check yields that no judge is asked about."""
    return Asked(CellState.FAILED, reason=FailureReason.NO_JUDGE.value, message=message)
