"""What is to be asked, and what came of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from gradewright.endpoints.calling.ledger import Used
from gradewright.endpoints.completion import CallFailed, Completion, ModelClient, Request
from gradewright.model.endpoint import Endpoint

Work = Callable[[ModelClient], Awaitable[Any]]
"""Everything about one result: one call, or several in a row, such as a question and its correction."""


@dataclass(frozen=True, slots=True)
class Line:
    """An endpoint and what makes its client, in the event loop that will use it."""

    endpoint: Endpoint
    open: Callable[[], ModelClient]


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work for the endpoint of this name. ``key`` comes back with the result."""

    key: Hashable
    endpoint: str
    work: Work


def asking(key: Hashable, endpoint: str, request: Request) -> Job:
    """Return the job of a single call; its result is the :class:`Completion`."""

    async def work(client: ModelClient) -> Completion:
        return await client.complete(request)

    return Job(key, endpoint, work)


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a job: ``value`` is what its work returned, or ``failure`` why there is nothing."""

    key: Hashable
    endpoint: str
    value: Any = None
    failure: CallFailed | None = None
    seconds: float = 0.0


class End(StrEnum):
    """How it ended. Only after ``COMPLETE`` was everything asked that could be asked."""

    COMPLETE = "complete"
    STOPPED = "stopped"
    CAPPED = "capped"


@dataclass(frozen=True, slots=True)
class Ended:
    """The end: ``said`` is a sentence on the cap, ``closed`` has one for each endpoint that was given up.

    ``not_asked`` counts the jobs that were taken and have no result; they can be given again.
    """

    end: End
    said: str = ""
    used: Used = field(default_factory=Used)
    closed: Mapping[str, str] = field(default_factory=dict)
    not_asked: int = 0


@dataclass(frozen=True, slots=True)
class Paused:
    """An endpoint that asks to wait: until when (seconds since 1970), and what it said."""

    endpoint: str
    until: float
    said: str
