"""Paths and files that no library should be at, and libraries that lost a part of themselves."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

import pytest

from gradewright.errors import LibraryUnusable, WriteFailed
from gradewright.model.question import Benchmark, Question
from gradewright.store.backup import copy_library
from gradewright.store.library import Library


@pytest.fixture
def filled(place: Path) -> Path:
    with Library.open(place) as library:
        library.add_checkpoint(Benchmark("Clinic"), [Question("k", "question")])
    return place


@pytest.mark.parametrize(
    "damage", ["PRAGMA user_version=-5", "PRAGMA user_version=0", "DROP TABLE cell", "DROP TABLE question_fts"]
)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_library_without_a_part_of_it_is_damaged(filled: Path, damage: str, read_only: bool) -> None:
    db = sqlite3.connect(filled)
    db.execute(damage)
    db.commit()
    db.close()
    before = filled.read_bytes()

    with pytest.raises(LibraryUnusable, match="damaged: a part of it is missing"):
        Library.open(filled, read_only=read_only)
    assert filled.read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="paths of Unix")
@pytest.mark.parametrize("read_only", [False, True])
def test_paths_that_hold_no_file_are_refused_at_once(tmp_path: Path, read_only: bool) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")

    for path in (tmp_path / "pipe", Path("/dev/null"), Path("/dev/full")):
        with pytest.raises(LibraryUnusable, match="a pipe or a device, not a library"):
            Library.open(path, read_only=read_only)
    for path in (tmp_path / "loop", tmp_path / ("x" * 300)):
        with pytest.raises(LibraryUnusable, match="The library cannot be opened: "):
            Library.open(path, read_only=read_only)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["loop", "pipe"]


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names are text there")
def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    place = Path(os.fsdecode(os.fsencode(tmp_path) + b"/l\xff.gradewright"))
    with Library.open(place) as library:
        library.add_checkpoint(Benchmark("B"), [])
    with Library.open(place, read_only=True) as library:
        assert len(library.benchmarks()) == 1


def test_a_name_that_begins_like_a_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Library.open("~nobody-of-that-name.gradewright").close()
    assert (tmp_path / "~nobody-of-that-name.gradewright").is_file()


class FullDisk(sqlite3.Connection):
    """A library whose copy runs out of space so suddenly that SQLite cannot tidy up."""

    def backup(self, target: sqlite3.Connection, **settings: object) -> None:
        """Leave a log and an index beside the target, and fail."""
        (place,) = (row[2] for row in target.execute("PRAGMA database_list"))
        for end in ("-wal", "-shm"):
            Path(place + end).write_bytes(b"x")
        raise sqlite3.OperationalError("disk I/O error")


def test_a_copy_that_fails_leaves_nothing_beside_it(tmp_path: Path) -> None:
    db = sqlite3.connect(":memory:", factory=FullDisk)
    with pytest.raises(WriteFailed, match="disk I/O error"):
        copy_library(db, tmp_path / "copy.gradewright")
    db.close()
    assert list(tmp_path.iterdir()) == []
