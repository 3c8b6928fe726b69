"""A model that a person asks by hand: the prompt goes out to be copied, the reply comes in when it is pasted.

Prompts lie on a :class:`Desk` until they are answered; the calls wait meanwhile, each in asyncio.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass

from gradewright.endpoints.completion import CallFailed, Completion, Request
from gradewright.errors import InvalidValue, NotFound
from gradewright.model.endpoint import ReplyForm
from gradewright.model.run import FailureReason


@dataclass(frozen=True, slots=True)
class OpenPrompt:
    """A prompt that waits for its reply."""

    number: int
    text: str


@dataclass(slots=True)
class _Waiting:
    prompt: OpenPrompt
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[str | None]


class Desk:
    """The prompts that wait. Threads may share it; ``on_change`` is called in whichever thread changed something."""

    def __init__(self, on_change: Callable[[], None] = lambda: None) -> None:
        self._on_change = on_change
        self._lock = threading.Lock()
        self._waiting: dict[int, _Waiting] = {}
        self._number = 0

    def waiting(self) -> list[OpenPrompt]:
        """Return the prompts that wait, the oldest first."""
        with self._lock:
            return [each.prompt for each in self._waiting.values()]

    def reply(self, number: int, text: str) -> None:
        """Give the reply to a prompt.

        Raises:
            InvalidValue: the reply is empty.
            NotFound: no such prompt waits any more.
        """
        if not text.strip():
            raise InvalidValue("The reply is empty.", hint="Skip the prompt where there is none.")
        self._settle(number, text)

    def skip(self, number: int) -> None:
        """Say that a prompt gets no reply. Raises NotFound."""
        self._settle(number, None)

    async def ask(self, text: str) -> str | None:
        """Lay a prompt down and wait for its reply; None where it was skipped."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[str | None] = loop.create_future()
        with self._lock:
            self._number += 1
            number = self._number
            self._waiting[number] = _Waiting(OpenPrompt(number, text), loop, future)
        self._on_change()
        try:
            return await future
        finally:
            with self._lock:
                left = self._waiting.pop(number, None)
            if left is not None:
                self._on_change()

    def _settle(self, number: int, text: str | None) -> None:
        with self._lock:
            waiting = self._waiting.pop(number, None)
        if waiting is None:
            raise NotFound(f"Prompt {number} does not wait for a reply any more.")
        waiting.loop.call_soon_threadsafe(_give, waiting.future, text)
        self._on_change()


class PastedReplies:
    """See :class:`gradewright.endpoints.completion.ModelClient`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def form(self) -> ReplyForm:
        """See the base: what is pasted is as plain as can be."""
        return ReplyForm.PLAIN

    async def complete(self, request: Request) -> Completion:
        """See the base. There is no limit of time: a person answers."""
        text = await self._desk.ask("\n\n".join(each["content"] for each in request.messages))
        if text is None:
            raise CallFailed(FailureReason.NO_JUDGE, "The prompt was skipped.")
        return Completion(text, raw=text, notes=("Pasted by hand.",))

    async def aclose(self) -> None:
        """See the base."""


def _give(future: asyncio.Future[str | None], text: str | None) -> None:
    if not future.done():
        future.set_result(text)
