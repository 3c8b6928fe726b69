"""Opening libraries: new ones, old ones, locked ones, and files that are none."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Integer
from sqlalchemy.exc import OperationalError

from gradewright.edits import SetBenchmark, SetQuestion
from gradewright.errors import LibraryUnusable
from gradewright.model.kept_test import KeptTest
from gradewright.model.question import Benchmark, Question
from gradewright.store import opening
from gradewright.store.library import Library
from gradewright.store.migrations import MIGRATIONS, Migration
from gradewright.store.tables import METADATA

from .conftest import Clock

NOBODY = 65534


@pytest.fixture
def filled(place: Path, clock: Clock) -> Path:
    with Library.open(place, clock=clock) as library:
        library.add_checkpoint(Benchmark("Clinic"), [Question(f"k{n}", f"question {n}") for n in range(500)])
    return place


def test_a_new_library_is_one_file(filled: Path) -> None:
    assert [path.name for path in filled.parent.iterdir()] == [filled.name]


@pytest.mark.parametrize(
    "name", ["with space.gradewright", "ümlaut 日本 🧪.gradewright", "per%20cent?#.gradewright", "no-suffix"]
)
def test_paths_of_every_kind(tmp_path: Path, name: str) -> None:
    place = tmp_path / "new folder é" / name
    with Library.open(place) as library:
        library.add_checkpoint(Benchmark("B"), [])
        assert library.copy_to(place.with_name("copy of " + name)).exists()
    with Library.open(place, create=False) as library:
        assert len(library.benchmarks()) == 1


def test_a_library_that_must_exist(tmp_path: Path) -> None:
    with pytest.raises(LibraryUnusable, match="There is no library here"):
        Library.open(tmp_path / "none", create=False)
    with pytest.raises(LibraryUnusable, match="There is no library here"):
        Library.open(tmp_path / "none", read_only=True)
    with pytest.raises(LibraryUnusable, match="a folder, not a library"):
        Library.open(tmp_path, read_only=True)
    with pytest.raises(LibraryUnusable):
        Library.open(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(LibraryUnusable, match="could not be made"):
        Library.open(tmp_path / "file" / "library")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_an_empty_file_becomes_a_library(place: Path) -> None:
    place.touch()
    with pytest.raises(LibraryUnusable, match="empty"):
        Library.open(place, read_only=True)
    with Library.open(place) as library:
        assert library.benchmarks() == []


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("content", [b"PK\x03\x04 not a database", b"{}" * 5_000, b"\0" * 4_096])
def test_a_file_that_is_no_database_is_not_touched(place: Path, content: bytes, read_only: bool) -> None:
    place.write_bytes(content)
    with pytest.raises(LibraryUnusable, match="not a library"):
        Library.open(place, read_only=read_only)
    assert place.read_bytes() == content
    assert list(place.parent.iterdir()) == [place]


@pytest.mark.parametrize("read_only", [False, True])
def test_a_database_of_another_program_is_not_touched(place: Path, read_only: bool) -> None:
    db = sqlite3.connect(place)
    db.execute("CREATE TABLE mail (id)")
    db.close()
    content = place.read_bytes()
    with pytest.raises(LibraryUnusable, match="of another program"):
        Library.open(place, read_only=read_only)
    assert place.read_bytes() == content


def test_a_newer_library_is_not_touched(filled: Path) -> None:
    db = sqlite3.connect(filled)
    db.execute("PRAGMA user_version=9")
    db.close()
    content = filled.read_bytes()
    newest = MIGRATIONS[-1].number
    words = f"made by a newer version \\(file 9, this program reads up to {newest}\\)"
    for read_only in (False, True):
        with pytest.raises(LibraryUnusable, match=words):
            Library.open(filled, read_only=read_only)
    assert filled.read_bytes() == content


@pytest.mark.parametrize("kept", [100, 4_096, 5_000, 40_000])
def test_a_truncated_library_is_refused_in_words(filled: Path, kept: int) -> None:
    filled.write_bytes(filled.read_bytes()[:kept])
    with pytest.raises(LibraryUnusable, match=r"damaged|not a library") as raised:
        Library.open(filled)
    assert raised.value.file == str(filled)
    assert filled.stat().st_size == kept


def test_damage_inside_is_found_when_it_is_read(filled: Path) -> None:
    content = bytearray(filled.read_bytes())
    # All pages but the first, which holds the schema: their headers become nonsense.
    for page in range(4_096, len(content), 4_096):
        content[page : page + 64] = b"\xff" * 64
    filled.write_bytes(content)
    with pytest.raises(LibraryUnusable, match="damaged"), Library.open(filled) as library:
        library.question_ids(1)


def test_damage_behind_the_first_rows_is_found_on_the_way(filled: Path) -> None:
    db = sqlite3.connect(filled)
    (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'question_body'").fetchone()
    db.close()
    content = bytearray(filled.read_bytes())
    content[(root - 1) * 4_096 : (root - 1) * 4_096 + 64] = b"\xff" * 64
    filled.write_bytes(content)
    with Library.open(filled) as library:
        assert len(library.question_ids(1)) == 500
        with pytest.raises(LibraryUnusable, match="damaged") as raised:
            library.question(1)
        assert raised.value.hint == "Earlier states are in the backups beside it."
        with pytest.raises(LibraryUnusable, match="damaged"):
            list(library.iter_questions(1))


def test_a_fault_of_ours_is_no_sentence_about_the_file(filled: Path) -> None:
    with Library.open(filled) as library:
        writer, readers = library._opened.writer, library._opened.readers
        assert writer is not None
        with pytest.raises(sqlite3.OperationalError), writer.transaction() as db:
            db.execute("SELECT * FROM no_such_table")
        with pytest.raises(OperationalError), readers.connection() as connection:
            connection.exec_driver_sql("SELECT * FROM no_such_table")


def test_a_second_window_is_refused_and_may_read(filled: Path, clock: Clock) -> None:
    with Library.open(filled, clock=clock) as first:
        first.apply(SetBenchmark(1, "name", "Ward"))
        with pytest.raises(
            LibraryUnusable, match="“Clinic library” is open in another window since 2030-01-02 "
        ) as raised:
            Library.open(filled)
        assert raised.value.hint == "It can be opened read-only."
        with Library.open(filled, read_only=True) as second:
            assert second.read_only
            assert second.benchmark(1).name == "Ward"
            first.apply(SetBenchmark(1, "name", "Clinic"))
            assert second.benchmark(1).name == "Clinic"
            for write in (lambda: second.apply(SetBenchmark(1, "name", "x")), second.undo, second.redo):
                with pytest.raises(LibraryUnusable, match="open read-only"):
                    write()
            assert second.copy_to(filled.with_name("copy")).exists()
        assert first.undo_title == "rename benchmark"
    with Library.open(filled) as third:
        assert third.benchmark(1).name == "Clinic"


HOLD = """
import sys, time
from gradewright.store.library import Library
library = Library.open(sys.argv[1])
print("open", flush=True)
time.sleep(60)
"""


def test_the_lock_of_a_killed_program_holds_nobody_up(filled: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, str(filled)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(LibraryUnusable, match=r"another window since \d\d:\d\d\. Two writers would harm it"):
            Library.open(filled)
        other.kill()
    assert filled.with_name(filled.name + ".lock").exists()
    with Library.open(filled) as library:
        assert len(library.benchmarks()) == 1


@pytest.mark.parametrize("content", ["", "{", "[]", json.dumps({"since": "soon"})])
def test_a_lock_that_says_nothing_readable_still_locks(filled: Path, content: str) -> None:
    with Library.open(filled):
        filled.with_name(filled.name + ".lock").write_text(content)
        with pytest.raises(LibraryUnusable, match="open in another window\\. Two writers"):
            Library.open(filled)


@pytest.fixture
def shut_folder(filled: Path) -> Iterator[Path]:
    """Return a folder with a library that the test may read and not write, and take root's privileges away."""
    folder = Path(tempfile.mkdtemp())
    (folder / filled.name).write_bytes(filled.read_bytes())
    (folder / filled.name).chmod(0o444)
    folder.chmod(0o555)
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if was_root:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of folders are POSIX's")
def test_a_folder_that_cannot_be_written(shut_folder: Path, place: Path) -> None:
    with pytest.raises(LibraryUnusable, match="its folder is read-only") as raised:
        Library.open(shut_folder / place.name)
    assert raised.value.hint == "It can be opened read-only."
    with pytest.raises(LibraryUnusable, match="its folder is read-only"):
        Library.open(shut_folder / "new")
    with Library.open(shut_folder / place.name, read_only=True) as library:
        assert library.benchmark(1).name == "Clinic"
        assert len(library.question_ids(1, search="question 499")) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of folders are POSIX's")
def test_a_log_that_cannot_be_read_is_not_passed_over(filled: Path, shut_folder: Path) -> None:
    os.seteuid(os.getuid())
    shut_folder.chmod(0o755)
    with Library.open(filled) as library:
        library.apply(SetBenchmark(1, "name", "only in the log"))
        log = filled.with_name(filled.name + "-wal")
        (shut_folder / log.name).write_bytes(log.read_bytes())
    shut_folder.chmod(0o555)
    if os.getuid() == 0:
        os.seteuid(NOBODY)
    with pytest.raises(LibraryUnusable, match="cannot be opened"):
        Library.open(shut_folder / filled.name, read_only=True)


# -- the schema ------------------------------------------------------------------------------------------------


def columns_of(db: sqlite3.Connection, table: str) -> list[tuple[str, str, bool, bool]]:
    rows = db.execute(f"PRAGMA table_info({table})").fetchall()
    return sorted((name, kind, bool(required), bool(key)) for _, name, kind, required, _, key in rows)


def test_the_migrations_make_the_tables_that_the_queries_use(filled: Path) -> None:
    db = sqlite3.connect(filled)
    try:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in METADATA.sorted_tables:
            if table.info.get("virtual"):
                continue
            assert columns_of(db, table.name) == sorted(
                (
                    column.name,
                    "INTEGER" if column.foreign_keys else str(column.type),
                    not column.nullable
                    and not (column.primary_key and isinstance(column.type, Integer) and len(table.primary_key) == 1),
                    column.primary_key,
                )
                for column in table.columns
            ), table.name
        own = {table.name for table in METADATA.sorted_tables}
        assert {name for name in names if not name.startswith("question_fts_")} == own
        assert db.execute("PRAGMA application_id").fetchone()[0] == opening.APPLICATION_ID
        assert db.execute("PRAGMA user_version").fetchone()[0] == MIGRATIONS[-1].number
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    finally:
        db.close()


def test_the_numbers_of_the_migrations_are_without_gaps() -> None:
    assert [migration.number for migration in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def add_colour(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE benchmark ADD COLUMN colour TEXT")


def break_off(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE half (id)")
    raise RuntimeError("in the middle")


NOW = datetime(2031, 2, 3, 4, 5, 6, tzinfo=UTC)
LATER = (*MIGRATIONS, Migration(len(MIGRATIONS) + 1, "colours", add_colour))


def test_an_older_library_is_brought_up_to_date_after_a_backup(filled: Path) -> None:
    before = len(MIGRATIONS)
    opened = opening.open_for_writing(filled, NOW, False, LATER)
    try:
        assert opened.writer is not None
        with opened.writer.transaction() as db:
            assert ("colour", "TEXT", False, False) in columns_of(db, "benchmark")
            assert db.execute("PRAGMA user_version").fetchone()[0] == before + 1
    finally:
        opened.close()
    backup = filled.with_name(f"Clinic library.schema-{before}.20310203-040506.gradewright.bak")
    assert backup in filled.parent.iterdir()
    with Library.open(backup) as library:
        assert library.benchmark_row(1).question_count == 500
    with pytest.raises(LibraryUnusable, match="newer version"):
        Library.open(filled)


def test_questions_of_before_there_were_kept_tests_have_none(place: Path, clock: Clock) -> None:
    opened = opening.open_for_writing(place, NOW, True, MIGRATIONS[:2])
    assert opened.writer is not None
    with opened.writer.transaction() as db:
        db.execute("INSERT INTO benchmark VALUES (1, 0, 'B', '', '1', NULL, NULL, NULL, NULL, '', '', '', NULL)")
        db.execute("INSERT INTO question VALUES (1, 1, 1.0, 0, 0, 0, 0, 'k', 'Q?', '', NULL)")
        db.execute("INSERT INTO question_body VALUES (1, '', NULL, NULL, NULL, NULL, '', '', NULL, '', '', '{}')")
    opened.close()
    test = KeptTest("a", {"dose": 1.0}, "pass", {"dose": "pass"})
    with Library.open(place, clock=clock) as library:
        before = library.question(1)
        assert (before, before.residue) == (Question("k", "Q?", residue={}), {})
        library.apply(SetQuestion(1, "kept_tests", (test,), "keep test"))
    with Library.open(place, clock=clock) as library:
        assert library.question(1).kept_tests == (test,)
        assert library.undo_title == "keep test"
        library.undo()
        assert library.question(1).kept_tests == ()


def test_a_migration_that_fails_leaves_the_library_as_it_was(filled: Path) -> None:
    failing = (*MIGRATIONS, Migration(len(MIGRATIONS) + 1, "broken", break_off))
    with pytest.raises(RuntimeError):
        opening.open_for_writing(filled, NOW, False, failing)
    with Library.open(filled) as library:
        assert library.benchmark_row(1).question_count == 500
        assert library.undo_title == "add benchmark “Clinic”"


def test_no_backup_no_migration(filled: Path) -> None:
    newest = len(MIGRATIONS)
    # A folder where the backup should be cannot be replaced by a file.
    (filled.parent / f"Clinic library.schema-{newest}.20310203-040506.gradewright.bak" / "x").mkdir(parents=True)
    with pytest.raises(LibraryUnusable, match="no backup of it could be written"):
        opening.open_for_writing(filled, NOW, False, LATER)
    with Library.open(filled) as library:
        assert library.benchmark_row(1).question_count == 500


def test_an_older_library_is_not_changed_by_reading(filled: Path) -> None:
    content = filled.read_bytes()
    with pytest.raises(LibraryUnusable, match="earlier version"):
        opening.open_for_reading(filled, LATER)
    assert filled.read_bytes() == content


def test_the_index_of_words_agrees_with_the_questions(filled: Path) -> None:
    with Library.open(filled) as library:
        library.apply(SetBenchmark(1, "name", "x"))
        library.undo()
    db = sqlite3.connect(filled)
    try:
        db.execute("INSERT INTO question_fts (question_fts, rank) VALUES ('integrity-check', 1)")
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    finally:
        db.close()
