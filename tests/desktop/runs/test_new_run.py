"""A new run in the window: what it would ask is shown before, and what judges say comes in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot
from support.model_server import ModelServer, Payload, model_server
from support.said import Said, fitting_reply

from gradewright.jobs.sample import add_sample
from gradewright.model.endpoint import Endpoint
from gradewright.model.run import RunState
from gradewright_desktop.a11y import audit
from gradewright_desktop.dialogs.running.dialog import RunDialog
from gradewright_desktop.dialogs.running.planning import needs_judge
from gradewright_desktop.main_window import MainWindow
from gradewright_desktop.navigator import Place

pytestmark = pytest.mark.network


@pytest.fixture
def server() -> Iterator[ModelServer]:
    def script(payload: Payload) -> Said | str:
        return fitting_reply(payload, verdict="pass") if payload else Said(body={"data": [{"id": "small"}]})

    with model_server(script) as running:
        yield running


@pytest.fixture
def benchmark_id(window: MainWindow) -> int:
    library = window.workbench.session.library
    add_sample(library)
    return library.benchmarks()[0].id


@pytest.fixture
def dialog(window: MainWindow, benchmark_id: int, server: ModelServer, qtbot: QtBot) -> RunDialog:
    window.workbench.session.library.keep_endpoint(Endpoint("Harbor", server.base_url, "small"))
    window.workbench.navigator.go(Place("build", "benchmark", benchmark_id))
    window.start_run()
    qtbot.waitUntil(lambda: window.frame.findChild(RunDialog) is not None)
    found = window.frame.findChild(RunDialog)
    assert isinstance(found, RunDialog)
    return found


def test_without_an_endpoint_nothing_is_asked(window: MainWindow, benchmark_id: int, qtbot: QtBot) -> None:
    assert not needs_judge(window.workbench.session.library, benchmark_id)
    window.workbench.navigator.go(Place("build", "benchmark", benchmark_id))
    with qtbot.waitSignal(window.workbench.session.run_finished, timeout=60_000):
        window.start_run()
    assert window.frame.findChild(RunDialog) is None


def test_what_is_planned_is_asked(window: MainWindow, dialog: RunDialog, server: ModelServer, qtbot: QtBot) -> None:
    session = window.workbench.session
    qtbot.waitUntil(lambda: dialog.planned is not None, timeout=20_000)
    assert dialog.planned is not None
    assert server.asked == []
    calls = dialog.planned.plan.calls
    assert calls > 0
    assert f"{calls:,} call" in dialog.starts.text()
    assert audit(dialog) == []
    with qtbot.waitSignal(session.run_finished, timeout=90_000) as ended:
        dialog.starts.click()
    run = session.library.run(ended.args[0])
    assert run.state is RunState.COMPLETE
    assert run.config["kind"] == "judged"
    # A reply that does not fit is asked for once more, which no plan can know.
    assert calls <= len(server.asked) <= 2 * calls


def test_other_choices_make_another_plan(dialog: RunDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: dialog.planned is not None, timeout=20_000)
    assert dialog.planned is not None
    once = dialog.planned.plan.calls
    dialog.replicates.setValue(2)
    assert not dialog.starts.isEnabled()
    qtbot.waitUntil(lambda: dialog.planned is not None, timeout=20_000)
    assert dialog.planned is not None
    assert dialog.planned.plan.calls == 2 * once
    (box,) = dialog.judges.boxes.values()
    box.click()
    assert dialog.planned is None
    assert not dialog.starts.isEnabled()


def test_without_judges_what_needs_none_is_checked(
    window: MainWindow, dialog: RunDialog, server: ModelServer, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.workbench.session.run_finished, timeout=60_000) as ended:
        dialog.without.click()
    assert window.workbench.session.library.run(ended.args[0]).config.get("kind") != "judged"
    assert server.asked == []
