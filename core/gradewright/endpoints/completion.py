"""What a model server is asked and what it says, whatever its protocol.

A call ends in a :class:`Completion` (also one that was cut off or declined: that is an answer of the model's or its
provider's) or in :class:`CallFailed`. Both say in which state a cell ends that rests on them, see :func:`state_of`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from gradewright.endpoints.usage import Usage
from gradewright.endpoints.waiting import Told
from gradewright.errors import UserError
from gradewright.model.endpoint import ReplyForm
from gradewright.model.run import CellState, FailureReason

__all__ = ["CallFailed", "Completion", "Endpoint", "Finish", "ModelClient", "ReplyForm", "Request", "Usage", "state_of"]


class Finish(StrEnum):
    """How a reply ended, in one set of words for all protocols."""

    STOP = "stop"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    REFUSAL = "refusal"
    TOOL = "tool"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Request:
    """One call.

    ``messages`` have ``role`` (``system``, ``user``, ``assistant``) and ``content``. ``schema`` asks for JSON of that
    shape; ``form`` says how the server is to be held to it, None means by the best way that this server knows.
    ``timeout`` is for this call in seconds, None means the endpoint's.
    """

    messages: Sequence[Mapping[str, str]]
    max_tokens: int
    temperature: float | None = None
    schema: Mapping[str, Any] | None = None
    form: ReplyForm | None = None
    seed: int | None = None
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """One reply.

    ``text`` is what is graded or read, ``reasoning`` what came apart from it. ``form`` is the way in which the reply
    was asked for in the end. ``seconds`` is the time of the call that brought it, ``model`` the model as the server
    named it, ``raw`` the body as it came. ``notes`` are sentences on what was done differently from what was asked.
    ``told`` is what the server said about what is left for this minute.
    """

    text: str
    finish: Finish = Finish.STOP
    reasoning: str = ""
    usage: Usage = field(default_factory=Usage)
    form: ReplyForm = ReplyForm.PLAIN
    seconds: float = 0.0
    model: str = ""
    raw: str = ""
    notes: tuple[str, ...] = ()
    told: Told | None = None

    @property
    def truncated(self) -> bool:
        """Whether the budget of tokens ran out."""
        return self.finish is Finish.LENGTH

    @property
    def refused(self) -> bool:
        """Whether the model or its provider declined."""
        return self.finish in (Finish.CONTENT_FILTER, Finish.REFUSAL)

    @property
    def plain(self) -> bool:
        """Whether nothing held the reply to a shape."""
        return self.form is ReplyForm.PLAIN


class CallFailed(UserError):
    """A call that brought no reply. The message is a sentence with the server's address and never its key.

    ``reason`` is the kind of failure. ``again`` says whether the same call may succeed later, ``wait`` after how many
    seconds where the server said so. ``everywhere`` says that no other call to this endpoint can do better (a key that
    is not accepted). ``at_once`` is the number of calls in flight that the server allows, where it told. ``said`` is
    the server's own text, ``status`` that of HTTP.
    """

    def __init__(
        self,
        reason: FailureReason,
        message: str,
        *,
        hint: str | None = None,
        again: bool = False,
        wait: float | None = None,
        everywhere: bool = False,
        at_once: int | None = None,
        crowded: bool = False,
        said: str = "",
        status: int | None = None,
    ):
        super().__init__(message, hint=hint)
        self.reason = reason
        self.again = again
        self.wait = wait
        self.everywhere = everywhere
        self.at_once = at_once
        self.crowded = crowded
        self.said = said
        self.status = status


class ModelClient(Protocol):
    """A model that can be asked, in asyncio. Many calls may be under way in one client, all in one event loop."""

    @property
    def form(self) -> ReplyForm:
        """The way in which this model is held to a shape as far as is known: a prompt for PLAIN names its lines."""
        ...

    async def complete(self, request: Request) -> Completion:
        """Return the model's reply. Raises CallFailed."""
        ...

    async def aclose(self) -> None:
        """Close the connections. Safe to call twice."""
        ...


class Endpoint(Protocol):
    """A model that can be asked and waited for. Threads may share it."""

    def complete(self, request: Request) -> Completion:
        """Return the model's reply. Raises CallFailed."""
        ...


def state_of(ended: Completion | CallFailed) -> CellState | None:
    """Return the state of a cell that rests on this call, or None where there is a reply to be read."""
    if isinstance(ended, CallFailed):
        return CellState.FAILED
    if ended.truncated:
        return CellState.TRUNCATED
    return CellState.REFUSED if ended.refused else None
