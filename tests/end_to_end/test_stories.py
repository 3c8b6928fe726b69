"""What a person does from start to end, in the real window: stories, not features."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit, QPushButton, QTableView, QTreeView
from support.driver import AppDriver

from gradewright.model.run import RunState
from gradewright_desktop.dialogs.import_dialog import ImportDialog
from gradewright_desktop.navigator import Place
from gradewright_desktop.widgets import KeyedButton

Start = Callable[..., AppDriver]
DATA = Path(__file__).parents[1] / "data" / "conformance" / "checkpoints"

pytestmark = [pytest.mark.display, pytest.mark.slow]


def test_first_start_run_and_look_at_a_result(start: Start) -> None:
    app = start()
    app.wait(lambda: app.library.benchmarks(), "the sample did not come")
    app.settle()
    sample = app.library.benchmarks()[0]
    assert (sample.question_count, sample.answer_count) == (12, 24)
    tree = app.find(QTreeView)
    app.wait(lambda: tree.model().rowCount() == 1, "the tree stayed empty")

    app.find(KeyedButton, containing="run").click()
    app.wait(lambda: app.library.runs() and app.library.runs()[0].state is RunState.COMPLETE, "the run did not end")
    app.settle()
    run = app.library.runs()[0]
    assert run.answers.passed + run.answers.failed + run.answers.not_judged == 24
    assert app.program.workbench.navigator.current.workspace == "results"
    table = app.find(QTableView)
    app.wait(lambda: table.model().rowCount() == 24, "not every answer is in the table")
    assert "Pass rate" in app.words()
    app.wait(lambda: "Criteria" in app.words(), "the chosen answer is not shown")


def test_a_checkpoint_opened_from_the_shell(start: Start) -> None:
    path = DATA / "five-trait-kinds.jsonld"
    expected = json.loads(path.with_suffix("").with_suffix(".expect.json").read_text(encoding="utf-8"))
    app = start(path)
    app.wait(lambda: app.library.benchmarks(), "the checkpoint did not come")
    app.settle()
    row = app.library.benchmarks()[0]
    assert row.question_count == len(expected["questions"])
    assert app.program.workbench.navigator.current.benchmark_id == row.id
    assert row.name in app.words() or any(row.name == field.text() for field in app.frame.findChildren(QLineEdit))


def test_edit_undo_redo_and_reopen(start: Start) -> None:
    app = start()
    app.wait(lambda: app.library.benchmarks(), "the sample did not come")
    app.settle()
    number = app.library.benchmarks()[0].id
    app.program.workbench.navigator.go(Place("build", "benchmark", number))
    app.settle()
    field = next(field for field in app.frame.findChildren(QLineEdit) if field.text() == "Discharge medication")
    app.type(field, "Going home")
    app.settle()
    assert app.library.benchmark(number).name == "Going home"
    app.do("edit.undo")
    app.settle()
    assert app.library.benchmark(number).name == "Discharge medication"
    assert field.text() == "Discharge medication"
    app.do("edit.redo")
    app.settle()
    app.close()

    again = start()
    assert again.library.benchmark(number).name == "Going home"
    assert again.library.undo_title


KILLED = """
import os, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication, QLineEdit
from support.driver import AppDriver
from gradewright_desktop.composition import prepare_application

application = QApplication([])
prepare_application(application)
app = AppDriver(application, Path(sys.argv[1]))
app.wait(lambda: app.library.benchmarks(), "the sample did not come")
app.settle()
field = next(field for field in app.frame.findChildren(QLineEdit) if field.text() == "Discharge medication")
app.type(field, "Kept although killed")
number = app.library.benchmarks()[0].id
app.wait(lambda: app.library.benchmark(number).name == "Kept although killed", "typing was not kept by itself")
print("kept", flush=True)
app.run_events(60_000)
"""


def test_a_killed_program_loses_nothing_that_was_kept(start: Start, tmp_path: Path) -> None:
    folders = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": folders}) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "kept\n"
        run.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    app = start()
    assert app.library.benchmarks()[0].name == "Kept although killed"
    app.do("edit.undo")
    app.settle()
    assert app.library.benchmarks()[0].name == "Discharge medication"


def test_rows_that_do_not_fit_are_listed_and_the_rest_goes_in(start: Start, tmp_path: Path) -> None:
    app = start()
    app.wait(lambda: app.library.benchmarks(), "the sample did not come")
    app.settle()
    number = app.library.benchmarks()[0].id
    key = app.library.question(app.library.question_ids(number)[0]).key
    table = tmp_path / "more.csv"
    table.write_text(f"question_id,answer,model\n{key},Two tablets.,atlas-new\nnowhere,Lost?,atlas-new\n", "utf-8")
    before = app.library.benchmark_row(number).answer_count
    app.program.workbench.navigator.go(Place("build", "benchmark", number))
    app.program.window.libraries.open_many([table])
    app.settle()
    # An answer table says whose answers it holds, but not which benchmark it is for: that is asked.
    dialog = app.find(ImportDialog)
    app.find(QPushButton, containing="import").click()
    app.wait(lambda: not dialog.isVisible(), "the dialog stayed")
    app.wait(lambda: app.library.benchmark_row(number).answer_count == before + 1, "the good row did not go in")
    app.wait(lambda: "3" in app.words() and "left out" in app.words(), "the bad row was not told about")
