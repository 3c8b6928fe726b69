"""Runs over the sample, for the panels of Results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from gradewright.runs import execute, plan_verification
from gradewright_desktop.commands.command import Context
from gradewright_desktop.navigator import Place
from gradewright_desktop.workbench import Workbench


@pytest.fixture
def run_id(sample_workbench: Workbench) -> int:
    """A run over the recorded answers of the sample."""
    library = sample_workbench.session.library
    return execute(plan_verification(library, library.benchmarks()[0].id), library)


@pytest.fixture
def results(sample_workbench: Workbench, run_id: int, qtbot: Any) -> Any:
    """The results viewer at that run, shown and filled."""
    from gradewright_desktop.commands.results import results_commands
    from gradewright_desktop.panels.results import ResultsView

    workbench = sample_workbench
    workbench.navigator.go(Place("results", "run", workbench.session.library.run(run_id).benchmark_id, run_id=run_id))
    view = ResultsView(workbench)
    qtbot.addWidget(view)
    workbench.panels.register("results", view)
    workbench.commands.add(results_commands(workbench))
    workbench.commands.attach(view, "results")
    workbench.commands.set_provider(partial(_context, workbench))
    view.resize(1300, 800)
    view.show()
    qtbot.waitUntil(lambda: view.outline is not None)
    qtbot.waitUntil(lambda: view.detail.reading is not None)
    return view


def _context(workbench: Workbench, facts: dict[str, object]) -> Context:
    return Context(place=workbench.navigator.current, facts=facts)


@pytest.fixture
def filled(qtbot: Any) -> Callable[[Any], None]:
    """Waits until the first page of a table was read."""

    def wait(model: Any) -> None:
        qtbot.waitUntil(lambda: model.rowCount() > 0 and model.row_at(0) is not None)

    return wait
