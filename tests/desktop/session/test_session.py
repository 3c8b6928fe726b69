"""The session: edits return at once and come back as changes, newer questions beat older ones, jobs tell and stop."""

from __future__ import annotations

import threading

from pytestqt.qtbot import QtBot

from gradewright.edits import SetBenchmark
from gradewright.errors import UserError
from gradewright.jobs.control import JobControl
from gradewright.model.question import Benchmark, Question
from gradewright.store.changes import Changes
from gradewright.store.library import Library
from gradewright_desktop.session import Session
from gradewright_desktop.workbench import Workbench


class Ear:
    """Keeps what it hears; its methods are what the session calls back."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def hear(self, value: object = None) -> None:
        self.heard.append(value)


def add_benchmark(library: Library, name: str = "Doses") -> int:
    return library.add_checkpoint(Benchmark(name), [Question("q1", "How much?")])


def test_an_edit_comes_back_as_changes(session: Session, qtbot: QtBot) -> None:
    number = add_benchmark(session.library)
    with qtbot.waitSignal(session.kept), qtbot.waitSignal(session.changed) as changed:
        session.apply(SetBenchmark(number, "name", "Doses of metformin"))
    assert changed.args[0].benchmarks == {number}
    assert session.library.benchmark(number).name == "Doses of metformin"
    assert session.kept_at


def test_undo_and_redo_name_the_edit(session: Session, qtbot: QtBot) -> None:
    number = add_benchmark(session.library)
    session.apply(SetBenchmark(number, "name", "Other"))
    session.flush()
    assert session.undo_title
    with qtbot.waitSignal(session.changed):
        session.undo()
    assert session.library.benchmark(number).name == "Doses"
    with qtbot.waitSignal(session.changed):
        session.redo()
    assert session.library.benchmark(number).name == "Other"


def test_an_edit_that_is_not_possible_fails_in_words(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.failed) as failed:
        session.apply(SetBenchmark(99, "name", "Nowhere"))
    assert isinstance(failed.args[0], UserError)


def test_undo_takes_typing_that_was_not_kept_yet(session: Session, qtbot: QtBot) -> None:
    number = add_benchmark(session.library)

    def hand_over() -> None:
        session.apply(SetBenchmark(number, "name", "Typed"))

    session.settling.connect(hand_over)
    session.undo()
    session.settling.disconnect(hand_over)
    session.flush()
    assert session.library.benchmark(number).name == "Doses"
    assert session.redo_title


def test_a_newer_query_makes_the_older_one_ignored(session: Session, qtbot: QtBot) -> None:
    ear, gate = Ear(), threading.Event()

    def slow(_library: Library) -> str:
        gate.wait(5)
        return "old"

    session.query(slow, ear.hear, key="list")
    session.query(lambda _library: "new", ear.hear, key="list")
    qtbot.waitUntil(lambda: ear.heard == ["new"])
    gate.set()
    session.query(lambda _library: "other", ear.hear, key="other list")
    qtbot.waitUntil(lambda: "other" in ear.heard)
    session.bridge.read(lambda: None).result(5)
    session.bridge.drain()
    assert ear.heard == ["new", "other"]


def test_a_job_tells_how_far_it_is_and_announces_changes(session: Session, qtbot: QtBot) -> None:
    ear, busy = Ear(), Ear()
    session.busy.connect(lambda title, fraction: busy.hear((title, fraction)))

    def work(control: JobControl) -> int:
        control.report(1, 2, "half")
        return add_benchmark(session.library, "From a job")

    def changes(number: int) -> Changes:
        return Changes(benchmarks=frozenset({number}), structure=True, title="import")

    with qtbot.waitSignal(session.changed):
        session.job("Importing", work, ear.hear, changes=changes)
    qtbot.waitUntil(lambda: len(ear.heard) == 1)
    assert busy.heard[0] == ("Importing", None)
    assert busy.heard[-1] == ("", None)
    assert session.jobs == ()


def test_a_job_can_be_stopped(session: Session, qtbot: QtBot) -> None:
    stopped, done, started = Ear(), Ear(), threading.Event()

    def work(control: JobControl) -> None:
        started.set()
        control.cancel_event.wait(5)
        control.check()

    job = session.job("Waiting", work, done.hear, stopped=stopped.hear)
    assert started.wait(5)
    job.cancel()
    qtbot.waitUntil(lambda: stopped.heard == [None])
    assert done.heard == []


def test_a_job_that_fails_says_why(session: Session, qtbot: QtBot) -> None:
    def work(_control: JobControl) -> None:
        raise UserError("The file is not a table.", file="answers.csv")

    with qtbot.waitSignal(session.failed) as failed:
        session.job("Importing", work)
    assert failed.args[0].file == "answers.csv"


def test_a_job_sees_the_edits_made_before_it(session: Session, qtbot: QtBot) -> None:
    ear, number = Ear(), add_benchmark(session.library)
    session.apply(SetBenchmark(number, "name", "Changed first"))
    session.job("Reading", lambda _control: session.library.benchmark(number).name, ear.hear)
    qtbot.waitUntil(lambda: ear.heard == ["Changed first"])


def test_a_run_over_the_sample(sample_workbench: Workbench, qtbot: QtBot) -> None:
    session = sample_workbench.session
    number = session.library.benchmarks()[0].id
    started = Ear()
    session.run_started.connect(started.hear)
    with qtbot.waitSignal(session.run_finished, timeout=20_000) as finished:
        session.start_run(number)
        assert session.running_benchmark == number
        session.start_run(number)
    run_id = finished.args[0]
    assert started.heard == [run_id]
    assert session.running_benchmark is None
    assert [row.id for row in session.library.runs()] == [run_id]
    tally = session.library.run(run_id).answers
    assert tally.passed
    assert tally.failed


def test_another_library_gets_nothing_of_the_old_one(session: Session, qtbot: QtBot, tmp_path: object) -> None:
    old, ear = session.library, Ear()
    number = add_benchmark(old)
    session.apply(SetBenchmark(number, "name", "Kept before the switch"))
    with Library.open(old.path.with_name("second.gradewright")) as second:
        with qtbot.waitSignal(session.library_switched):
            before = session.switch(second)
        assert before is old
        assert old.benchmark(number).name == "Kept before the switch"
        session.query(lambda library: library.path.stem, ear.hear, key="name")
        qtbot.waitUntil(lambda: ear.heard == ["second"])
        session.switch(None)
        assert not session.is_open
        assert session.undo_title == ""
