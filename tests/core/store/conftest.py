"""Libraries on real files, with a clock that the test turns."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gradewright.store.library import Library


class Clock:
    """A clock that moves by ten seconds a look, so that nothing merges by accident; or by what the test says."""

    def __init__(self) -> None:
        self.now = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
        self.step = timedelta(seconds=10)

    def __call__(self) -> datetime:
        self.now += self.step
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "Clinic library.gradewright"


@pytest.fixture
def library(place: Path, clock: Clock) -> Iterator[Library]:
    with Library.open(place, clock=clock) as opened:
        yield opened
