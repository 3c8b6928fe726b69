"""Killed programs, full disks, and many threads: nothing is half there, and what was kept stays."""

from __future__ import annotations

import gc
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gradewright.edits import AddQuestions, SetBenchmark, SetQuestion
from gradewright.errors import LibraryUnusable, WriteFailed
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind, RunState
from gradewright.store.library import Library

from .conftest import Clock

PRELUDE = """
import sys
from gradewright.edits import *
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind
from gradewright.store.library import Library
library = Library.open(sys.argv[1])
"""

EDITING = """
number = 0
while True:
    number += 1
    both = (SetQuestion(1, "text", f"text {number}"), SetQuestion(2, "text", f"text {number}"))
    library.apply(Compound(f"step {number}", both))
    print(number, flush=True)
"""

IMPORTING = """
def endless():
    number = 0
    while True:
        number += 1
        if number % 1000 == 0:
            print(number, flush=True)
        yield Question(f"key {number}", f"imported question {number}" * 20)
library.add_checkpoint(Benchmark("Half"), endless())
"""

RUNNING = """
run = library.create_run(1, {}, planned_answers=10_000, planned_cells=10_000)
cell = Cell("short", CheckKind.TRAIT, CellState.JUDGED, True, True)
answer = 0
while True:
    library.record_cells(run, [(answer + place + 1, [cell], True) for place in range(5)])
    answer += 5
    print(answer, flush=True)
"""


@pytest.fixture
def filled(place: Path, clock: Clock) -> Path:
    with Library.open(place, clock=clock) as library:
        library.add_checkpoint(Benchmark("Clinic"), [Question("k1", "text 0"), Question("k2", "text 0")])
        library.add_answers(1, [Answer("k1", "m", f"answer {number}") for number in range(10_000)])
    return place


def killed(code: str, place: Path, enough: int) -> int:
    """Run ``code``, which prints what it has kept, kill it when that is enough, and return the last it printed."""
    with subprocess.Popen([sys.executable, "-c", PRELUDE + code, str(place)], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        last = 0
        while last < enough:
            last = int(program.stdout.readline())
        program.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
        rest = program.stdout.read().split()
    return int(rest[-1]) if rest else last


def is_sound(place: Path) -> bool:
    db = sqlite3.connect(place)
    try:
        db.execute("INSERT INTO question_fts (question_fts, rank) VALUES ('integrity-check', 1)")
        return (
            db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            and not db.execute("PRAGMA foreign_key_check").fetchall()
        )
    finally:
        db.close()


@pytest.mark.parametrize("enough", [1, 20, 120])
def test_killed_while_editing(filled: Path, enough: int) -> None:
    kept = killed(EDITING, filled, enough)
    with Library.open(filled) as library:
        texts = {library.question(number).text for number in (1, 2)}
        assert len(texts) == 1
        # What was said to be kept is there; one more step may have been finished and not said.
        assert texts <= {f"text {kept}", f"text {kept + 1}"}
        last = int(next(iter(texts)).split()[1])
        assert library.undo_title == f"step {last}"
        while library.undo_title != "add answers":
            library.undo()
        assert library.question(1).text == library.question(2).text == "text 0"
        for _ in range(last):
            library.redo()
        assert library.question(2).text == f"text {last}"
    assert is_sound(filled)


@pytest.mark.parametrize("enough", [1_000, 20_000])
def test_killed_while_importing(filled: Path, enough: int) -> None:
    killed(IMPORTING, filled, enough)
    with Library.open(filled) as library:
        assert [row.name for row in library.benchmarks()] == ["Clinic"]
        assert library.search("imported") == []
        assert library.undo_title == "add answers"
        benchmark_id = library.add_checkpoint(Benchmark("Half"), [Question("k", "imported after all")])
        assert [hit.benchmark_id for hit in library.search("imported")] == [benchmark_id]
    assert is_sound(filled)


def test_killed_while_running(filled: Path) -> None:
    kept = killed(RUNNING, filled, 200)
    with Library.open(filled, read_only=True) as reading:
        assert reading.runs()[0].state is RunState.GOING
    with Library.open(filled) as library:
        assert library.interrupted_runs == 1
        (run,) = library.runs()
        assert run.state is RunState.INTERRUPTED
        assert run.cells.passed in (kept, kept + 5)
        assert run.planned_cells == 10_000
        assert len(library.judged_answer_ids(run.id)) == run.answers.total == run.cells.passed
        library.finish_run(run.id, RunState.GOING)
        cell = Cell("short", CheckKind.TRAIT, CellState.JUDGED, False, False)
        library.record_cells(run.id, [(9_999, [cell], False)])
        assert [check.name for check in library.run_checks(run.id)] == ["short"]
    assert is_sound(filled)


def limit(library: Library, pages: int) -> None:
    """Make the disk as good as full: SQLite reports the same as for a disk without space."""
    writer = library._opened.writer
    assert writer is not None
    used = writer.connection.execute("PRAGMA page_count").fetchone()[0]
    writer.connection.execute(f"PRAGMA max_page_count={used + pages}").close()


LONG = "a long text " * 10_000

WRITES: list[Callable[[Library], object]] = [
    lambda library: library.apply(SetQuestion(1, "text", LONG)),
    lambda library: library.apply(AddQuestions(1, (Question("new", LONG),))),
    lambda library: library.add_checkpoint(Benchmark("B"), [Question(f"n{n}", "x" * 100) for n in range(5_000)]),
    lambda library: library.add_answers(1, [Answer("k1", "m", LONG)]),
    lambda library: library.create_run(1, {"x": LONG}),
    lambda library: library.record_cells(1, [(1, [Cell("x", CheckKind.TRAIT, CellState.JUDGED, True, LONG)], True)]),
]


@pytest.mark.parametrize("write", WRITES, ids=["set", "add", "import", "answers", "run", "cells"])
def test_a_full_disk_loses_nothing_and_can_be_tried_again(filled: Path, write: Callable[[Library], object]) -> None:
    with Library.open(filled) as library:
        library.create_run(1, {})
        library.apply(SetQuestion(2, "text", "before"))
        library.undo()
        limit(library, 3)
        state = (library.benchmarks(), library.history(), library.question(1), library.undo_title, library.redo_title)
        with pytest.raises(LibraryUnusable, match="the disk is full") as raised:
            write(library)
        assert raised.value.hint is not None
        assert "Nothing was changed" in raised.value.hint
        assert state == (
            library.benchmarks(),
            library.history(),
            library.question(1),
            library.undo_title,
            library.redo_title,
        )
        assert library.run_checks(1) == []
        limit(library, 100_000)
        write(library)
        assert library.redo_title in (None, "change question")
    assert is_sound(filled)


def test_small_edits_go_on_after_a_full_disk(filled: Path) -> None:
    with Library.open(filled) as library:
        limit(library, 10)
        with pytest.raises(LibraryUnusable):
            library.apply(SetQuestion(1, "text", LONG))
        library.apply(SetQuestion(1, "text", "short"))
        library.undo()
        assert library.question(1).text == "text 0"


def test_a_copy_that_cannot_be_written_is_not_there(filled: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with Library.open(filled) as library:
        with pytest.raises(WriteFailed, match="could not be written") as raised:
            library.copy_to(tmp_path / "file" / "copy")
        assert raised.value.hint == "The library is as it was."
        with pytest.raises(WriteFailed, match="onto itself"):
            library.copy_to(filled)
        assert library.benchmark(1).name == "Clinic"


def test_a_file_locked_by_a_foreign_program(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gradewright.store.connections.BUSY_SECONDS", 0.05)
    with Library.open(filled) as library:
        foreign = sqlite3.connect(filled, isolation_level=None)
        foreign.execute("BEGIN IMMEDIATE")
        with pytest.raises(LibraryUnusable, match="being written by another program"):
            library.apply(SetBenchmark(1, "name", "x"))
        assert library.benchmark(1).name == "Clinic"
        foreign.execute("ROLLBACK")
        foreign.close()
        library.apply(SetBenchmark(1, "name", "x"))
        assert library.benchmark(1).name == "x"


def test_many_threads_at_once(filled: Path) -> None:
    problems: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> threading.Thread:
        def run() -> None:
            try:
                work()
            except BaseException as error:
                problems.append(error)

        return threading.Thread(target=run)

    with Library.open(filled) as library:
        done = threading.Event()

        def write(question_id: int) -> None:
            for number in range(60):
                library.apply(SetQuestion(question_id, "text", f"{question_id} {number}"))
                library.apply(AddQuestions(1, (Question(f"{question_id} {number}", "added"),)))

        def read() -> None:
            while not done.is_set():
                rows = library.question_rows(library.question_ids(1))
                assert len(rows) >= 2
                assert len(list(library.iter_questions(1))) >= len(rows)
                library.benchmarks()

        writers = [guarded(lambda number=number: write(number)) for number in (1, 2)]  # type: ignore[misc]
        readers = [guarded(read) for _ in range(3)]
        for thread in (*writers, *readers):
            thread.start()
        for thread in writers:
            thread.join()
        done.set()
        for thread in readers:
            thread.join()
        assert problems == []
        assert len(library.question_ids(1)) == 122
        steps = 0
        while library.undo() is not None:
            steps += 1
        assert library.benchmarks() == []
        assert steps >= 122


def test_nothing_is_left_open(filled: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        library = Library.open(filled)
        threads = [threading.Thread(target=library.benchmarks) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        stream = library.iter_answers(1)
        next(stream)
        library.close()
        stream.close()  # type: ignore[attr-defined]
        del library, stream
        gc.collect()
    if Path("/proc/self/fd").exists():
        names = []
        for link in Path("/proc/self/fd").iterdir():
            try:
                names.append(str(link.readlink()))
            except FileNotFoundError:
                continue
        assert [name for name in names if filled.name in name] == []
    assert sorted(path.name for path in filled.parent.iterdir()) == [filled.name]


def test_closing_waits_for_the_write_that_is_going_on(filled: Path) -> None:
    library = Library.open(filled)
    began = threading.Event()

    def slow() -> Iterator[Question]:
        began.set()
        time.sleep(0.2)
        yield Question("slow", "added at the last moment")

    thread = threading.Thread(target=lambda: library.add_checkpoint(Benchmark("Late"), slow()))
    thread.start()
    began.wait()
    library.close()
    thread.join()
    with Library.open(filled) as again:
        assert [row.name for row in again.benchmarks()] == ["Clinic", "Late"]
    assert is_sound(filled)
