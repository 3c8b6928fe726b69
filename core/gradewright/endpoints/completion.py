"""What a model server is asked and what it says, whatever its protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from gradewright.errors import UserError
from gradewright.model.run import FailureReason


@dataclass(frozen=True, slots=True)
class Completion:
    """One reply. ``truncated``: the budget of tokens ran out; ``refused``: the server or model declined."""

    text: str
    truncated: bool = False
    refused: bool = False
    reasoning: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """One call. ``schema`` asks for JSON of that shape, where the server can hold a model to it."""

    messages: Sequence[Mapping[str, str]]
    max_tokens: int
    temperature: float | None = None
    schema: Mapping[str, Any] | None = None


class Endpoint(Protocol):
    """A model that can be asked. Threads may share it."""

    def complete(self, request: Request) -> Completion:
        """Return the model's reply. Raises CallFailed."""
        ...


class CallFailed(UserError):
    """A call that brought no reply: ``reason`` is the kind of failure, the message a sentence about it."""

    def __init__(self, reason: FailureReason, message: str, *, hint: str | None = None):
        super().__init__(message, hint=hint)
        self.reason = reason
