"""The dialog “New run”, over a server on this computer that replies as it is told."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from support.scripted_server import scripted_server

from gradewright.edits import ReplaceRubric, RubricOwner
from gradewright.model.answer import Answer
from gradewright.model.criterion import Criterion
from gradewright.model.endpoint import Capability, Endpoint, Price
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.run import RunState
from gradewright.model.traits import RegexTrait
from gradewright_desktop.a11y import audit
from gradewright_desktop.dialogs.running.dialog import RunDialog
from gradewright_desktop.dialogs.running.opening import start_run
from gradewright_desktop.panels.run_bar import RunBar
from gradewright_desktop.workbench import Workbench

RUBRIC = Rubric(
    (
        RubricEntry("fee", Criterion(name="Fee", must=("Names the fee.",))),
        RubricEntry("kind", Criterion(name="Kind", must=("Is kind.",))),
        RubricEntry("e1", RegexTrait(name="Calls", pattern="call")),
    )
)


@pytest.fixture
def benchmark(workbench: Workbench) -> int:
    """Two questions with answers of two models, and two criteria."""
    library = workbench.session.library
    made = library.add_checkpoint(
        Benchmark("Fees", rubric=RUBRIC), [Question("q1", "How much?"), Question("q2", "Why?")]
    )
    library.add_answers(made, [Answer(f"q{n}", model, f"5 €, call {n}.") for n in (1, 2) for model in ("a", "b")])
    return made


@pytest.fixture
def dialog(workbench: Workbench, benchmark: int, qtbot: Any) -> RunDialog:
    made = RunDialog(workbench, benchmark)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.open()
    qtbot.waitUntil(lambda: made.offer is not None)
    return made


def keep(workbench: Workbench, name: str, address: str = "http://127.0.0.1:9/v1", **more: Any) -> None:
    workbench.session.library.keep_endpoint(Endpoint(name, address, "scripted", **more))


def tick(dialog: RunDialog, name: str, qtbot: Any) -> None:
    dialog.judges.boxes[name].click()
    qtbot.waitUntil(lambda: dialog.planned is not None)


def test_without_an_endpoint_it_says_how_to_add_one(dialog: RunDialog) -> None:
    told = [made.text() for made in dialog.judges.findChildren(QLabel)]
    assert any("gradewright endpoints add" in text for text in told)
    assert not dialog.starts.isEnabled()
    assert "gradewright endpoints add" in dialog.plan.said.text()
    assert audit(dialog) == []


class TestWithJudges:
    @pytest.fixture(autouse=True)
    def judges(self, workbench: Workbench) -> None:
        price = Price(2.5, 10, "2026-05-02")
        keep(workbench, "dear", price=price, capability=Capability(seconds=3.0))
        keep(workbench, "plain")

    def test_the_plan_is_always_that_of_the_choices(self, dialog: RunDialog, qtbot: Any) -> None:
        tick(dialog, "dear", qtbot)
        assert dialog.plan.cells.text() == "8 judgements"
        assert dialog.starts.text() == "Start, 8 calls"
        assert dialog.plan.cost.text() == "under $0.01 to $0.09"
        assert dialog.plan.time.text() == "3 to 6 s, 8 at once"
        assert "2026-05-02" in dialog.plan.prices.text()

        dialog.replicates.setValue(2)
        assert not dialog.starts.isEnabled()
        qtbot.waitUntil(lambda: dialog.planned is not None)
        assert dialog.starts.text() == "Start, 16 calls"

        dialog.answers.setCurrentIndex(1)
        dialog.answers.activated.emit(1)
        qtbot.waitUntil(lambda: dialog.planned is not None)
        dialog.checks.setCurrentIndex(1)
        dialog.checks.activated.emit(1)
        qtbot.waitUntil(lambda: dialog.planned is not None)
        assert dialog.starts.text() == "Start, 4 calls"
        assert audit(dialog) == []

    def test_a_price_that_nobody_set_is_no_zero(self, dialog: RunDialog, qtbot: Any) -> None:
        tick(dialog, "plain", qtbot)
        assert dialog.plan.cost.text() == "no price set"
        assert dialog.plan.time.text() == "not known: test the endpoint"
        assert not dialog.caps.cost_on.isEnabled()

    def test_a_change_of_the_rubric_is_planned_anew(self, dialog: RunDialog, benchmark: int, qtbot: Any) -> None:
        tick(dialog, "dear", qtbot)
        session = dialog._workbench.session
        session.apply(ReplaceRubric(RubricOwner(benchmark_id=benchmark), Rubric(RUBRIC.entries[:1])))
        qtbot.waitUntil(lambda: dialog.starts.text() == "Start, 4 calls")

    def test_caps_are_those_that_are_ticked(self, dialog: RunDialog, qtbot: Any) -> None:
        tick(dialog, "dear", qtbot)
        dialog.caps.calls_on.click()
        dialog.caps.calls.setValue(7)
        dialog.caps.cost_on.click()
        dialog.caps.failures_on.click()
        caps = dialog.caps.caps()
        assert (caps.calls, caps.cost, caps.seconds, caps.failures) == (7, 5.0, None, None)

    def test_a_judge_of_its_own_answers_is_warned_of(self, dialog: RunDialog, workbench: Workbench, qtbot: Any) -> None:
        workbench.session.library.keep_endpoint(Endpoint("own", "http://127.0.0.1:9/v1", "a"))
        dialog._read()
        qtbot.waitUntil(lambda: "own" in dialog.judges.boxes)
        tick(dialog, "own", qtbot)
        assert ["the model that it is itself" in text for text in dialog.plan.warnings()] == [True]


def test_a_run_asks_its_judge_and_its_results_come_in(workbench: Workbench, benchmark: int, qtbot: Any) -> None:
    session = workbench.session
    bar = RunBar(workbench)
    qtbot.addWidget(bar)
    with scripted_server() as address:
        keep(workbench, "here", address)
        dialog = RunDialog(workbench, benchmark)
        qtbot.addWidget(dialog)
        dialog.open()
        qtbot.waitUntil(lambda: dialog.planned is not None)
        told: list[Any] = []
        session.judging_progressed.connect(told.append)
        with qtbot.waitSignal(session.run_finished, timeout=20_000) as ended:
            dialog.starts.click()
        run = session.library.run(ended.args[0])
    assert run.state is RunState.COMPLETE
    assert (told[-1].done, told[-1].total) == (8, 8)
    assert run.answers.total == 4
    assert not bar.isVisible()
    assert "is complete" in workbench.notices.history[-1].text


def test_stopping_ends_calls_in_flight_and_resuming_asks_the_rest(
    workbench: Workbench, benchmark: int, qtbot: Any
) -> None:
    from gradewright_desktop.judged_runs import JudgedStart

    session = workbench.session
    with scripted_server(latency=30.0) as address:
        keep(workbench, "slow", address)
        dialog = RunDialog(workbench, benchmark)
        qtbot.addWidget(dialog)
        qtbot.waitUntil(lambda: dialog.planned is not None)
        with qtbot.waitSignal(session.run_finished, timeout=10_000) as ended:
            dialog.start()
            qtbot.waitUntil(lambda: bool(session.library.runs()))
            session.stop_run()
    run_id = ended.args[0]
    assert session.library.run(run_id).state is RunState.STOPPED
    with scripted_server() as address:
        session.library.keep_endpoint(Endpoint("slow", address, "scripted"), replaces="slow")
        with qtbot.waitSignal(session.run_finished, timeout=20_000):
            session.resume_judged_run(run_id, benchmark, JudgedStart(workbench.keys))
    run = session.library.run(run_id)
    assert (run.state, run.answers.total) == (RunState.COMPLETE, 4)


def test_a_run_without_anything_for_a_judge_starts_at_once(workbench: Workbench, benchmark: int, qtbot: Any) -> None:
    session = workbench.session
    session.apply(ReplaceRubric(RubricOwner(benchmark_id=benchmark), Rubric(RUBRIC.entries[2:])))
    with qtbot.waitSignal(session.run_finished, timeout=20_000) as ended:
        start_run(workbench, benchmark)
    assert session.library.run(ended.args[0]).config["kind"] == "verification"
