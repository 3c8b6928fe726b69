"""A rubric that goes out as a version, and its summary on the clipboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from support.prompts import ScriptedPrompts

from gradewright.edits import SetEntry
from gradewright.jobs.rubrics import read_rubric_file
from gradewright.model.criterion import Criterion
from gradewright.model.question import Benchmark
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright_desktop.main_window import MainWindow
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.studio import RubricStudio

RUBRIC = Rubric((RubricEntry("fee", Criterion(name="Fee", must=("States the fee.",))),))


@pytest.fixture
def studio(window: MainWindow) -> RubricStudio:
    benchmark_id = window.workbench.session.library.add_checkpoint(Benchmark("Returns", rubric=RUBRIC), [])
    window.workbench.navigator.go(Place("build", "rubric", benchmark_id))
    panel = window.workbench.panels.get("rubric")
    assert isinstance(panel, RubricStudio)
    return panel


def test_a_version_is_kept_with_the_file(
    window: MainWindow, studio: RubricStudio, prompts: ScriptedPrompts, qtbot: QtBot, tmp_path: Path
) -> None:
    first, again, second = tmp_path / "one", tmp_path / "again.rubric.json", tmp_path / "two.rubric.json"
    prompts.answers = [first, again, second]
    commands = window.workbench.commands
    assert commands.run("rubric.export")
    written = tmp_path / "one.rubric.json"
    qtbot.waitUntil(lambda: studio.state.own.versions.number == 1)
    qtbot.waitUntil(written.is_file)
    assert read_rubric_file(written) == studio.state.own

    assert commands.run("rubric.export")
    qtbot.waitUntil(again.is_file)
    assert again.read_bytes() == written.read_bytes()

    owner = studio.state.owner
    assert owner is not None
    window.workbench.session.apply(SetEntry(owner, RubricEntry("fee", Criterion(name="Fee", must=("Names the fee.",)))))
    assert commands.run("rubric.export")
    qtbot.waitUntil(second.is_file)
    assert read_rubric_file(second).versions.number == 2


def test_markdown_by_the_ending(
    window: MainWindow, studio: RubricStudio, prompts: ScriptedPrompts, qtbot: QtBot, tmp_path: Path
) -> None:
    target = tmp_path / "for labelers.md"
    prompts.answers = [target]
    assert window.workbench.commands.run("rubric.export")
    qtbot.waitUntil(target.is_file)
    assert "States the fee." in target.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_told(
    window: MainWindow, studio: RubricStudio, prompts: ScriptedPrompts, qtbot: QtBot, tmp_path: Path
) -> None:
    prompts.answers = [tmp_path / "no such folder" / "r.rubric.json"]
    with qtbot.waitSignal(window.workbench.session.failed) as told:
        assert window.workbench.commands.run("rubric.export")
    assert "r.rubric.json" in str(told.args[0].file) + told.args[0].message


def test_the_summary_is_copied(window: MainWindow, studio: RubricStudio) -> None:
    assert window.workbench.commands.run("rubric.copy_summary")
    assert "- **Fee**" in QGuiApplication.clipboard().text()
