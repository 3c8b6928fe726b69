"""A model client without a network: it answers as a test says, after a time of the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from gradewright.endpoints.completion import CallFailed, Completion, Request
from gradewright.model.endpoint import ReplyForm

Answering = Callable[[int, Request], Completion | CallFailed]


@dataclass
class FakeModel:
    """``answer`` gets the number of the call, from 0 on, and the request. ``calls`` are the times at which calls began,
    ``most`` is the largest number that was under way at once."""

    answer: Answering
    seconds: float = 1.0
    calls: list[float] = field(default_factory=list)
    under_way: int = 0
    most: int = 0
    closed: bool = False

    @property
    def form(self) -> ReplyForm:
        return ReplyForm.JSON_SCHEMA

    async def complete(self, request: Request) -> Completion:
        number = len(self.calls)
        self.calls.append(asyncio.get_running_loop().time())
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            if self.seconds:
                await asyncio.sleep(self.seconds)
        finally:
            self.under_way -= 1
        given = self.answer(number, request)
        if isinstance(given, CallFailed):
            raise given
        return given

    async def aclose(self) -> None:
        self.closed = True
