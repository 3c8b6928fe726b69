"""A library, and files to take in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gradewright.store.library import Library

WriteFile = Callable[[str, str], Path]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "jobs.gradewright") as opened:
        yield opened


@pytest.fixture
def write(tmp_path: Path) -> WriteFile:
    """Write a text to a file of this name and return its path."""

    def to_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return to_file


@pytest.fixture
def questions(write: WriteFile) -> Path:
    return write("rivers.csv", "id,question,answer\nq1,Longest river?,Nile\nq2,最长的河？,尼罗河\n")
