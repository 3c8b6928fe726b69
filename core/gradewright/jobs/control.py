"""How a job tells how far it is, and how it is told to stop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


class Cancelled(Exception):
    """The person stopped the job. Nothing half-done was left behind, unless the job's report says so."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is: ``total`` is None while nobody knows, ``text`` says in a few words what goes on."""

    done: int
    total: int | None
    text: str


class JobControl:
    """Carries progress out of a job and the wish to stop into it. Safe to use from any thread."""

    def __init__(self, report: Callable[[Progress], None] | None = None, cancel: threading.Event | None = None):
        self._report = report
        self.cancel_event = cancel or threading.Event()

    def cancel(self) -> None:
        """Ask the job to stop at its next safe point."""
        self.cancel_event.set()

    @property
    def cancelled(self) -> bool:
        """Whether the job was asked to stop."""
        return self.cancel_event.is_set()

    def report(self, done: int, total: int | None, text: str) -> None:
        """Say how far the job is, and end it here if it was asked to stop.

        Raises:
            Cancelled: the job was asked to stop.
        """
        self.check()
        if self._report is not None:
            self._report(Progress(done, total, text))

    def check(self) -> None:
        """End the job here if it was asked to stop.

        Raises:
            Cancelled: the job was asked to stop.
        """
        if self.cancel_event.is_set():
            raise Cancelled

    def watched(self, items: Iterable[T], total: int | None, text: str, every: int = 256) -> Iterator[T]:
        """Pass ``items`` on, reporting after each ``every`` of them.

        Raises:
            Cancelled: the job was asked to stop.
        """
        count = 0
        self.report(0, total, text)
        for count, item in enumerate(items, start=1):
            yield item
            if count % every == 0:
                self.report(count, total, text)
        self.report(count, total, text)
