"""Files into the window and out of it: what is asked, what is told, and that nothing half-done stays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.prompts import ScriptedPrompts

from gradewright.formats.sniff import FileKind
from gradewright.jobs.previewing import preview
from gradewright.model.question import Benchmark, Question
from gradewright_desktop.dialogs.exporting import ask_export
from gradewright_desktop.dialogs.import_dialog import ImportDialog
from gradewright_desktop.dialogs.importing import ask_import, import_paths
from gradewright_desktop.dialogs.row_list import RowList
from gradewright_desktop.navigator import Place
from gradewright_desktop.workbench import Workbench

CHECKPOINTS = Path(__file__).parents[2] / "data" / "conformance" / "checkpoints"


@pytest.fixture
def benchmark_id(workbench: Workbench) -> int:
    questions = [Question("k1", "How much?", "500 mg"), Question("k2", "متى؟", "غدا")]
    added = workbench.session.library.add_checkpoint(Benchmark("Doses"), questions)
    workbench.navigator.go(Place("build", "benchmark", added))
    return added


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def names(workbench: Workbench) -> list[str]:
    return [row.name for row in workbench.session.library.benchmarks()]


def dialog() -> ImportDialog | None:
    found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, ImportDialog)]
    return next((widget for widget in found if widget.isVisible()), None)


def texts(workbench: Workbench) -> list[str]:
    return [notice.text for notice in workbench.notices.history]


def test_a_checkpoint_comes_in_without_a_question(workbench: Workbench, qtbot: QtBot) -> None:
    import_paths(workbench, [CHECKPOINTS / "five-trait-kinds.jsonld"])
    qtbot.waitUntil(lambda: names(workbench) == ["five-kinds"])
    qtbot.waitUntil(lambda: any("3 questions" in text for text in texts(workbench)))
    assert workbench.navigator.current.kind == "benchmark"
    import_paths(workbench, [CHECKPOINTS / "five-trait-kinds.jsonld"])
    qtbot.waitUntil(lambda: "five-kinds (2)" in names(workbench))
    qtbot.waitUntil(lambda: any("so this is a copy" in text for text in texts(workbench)))


def test_answers_ask_for_benchmark_and_model(
    workbench: Workbench, qtbot: QtBot, benchmark_id: int, tmp_path: Path
) -> None:
    path = write(tmp_path, "a.csv", "question;answer\nHow much?;half a gram\nمتى؟;اليوم\nWho?;nobody\n")
    import_paths(workbench, [path], as_answers=True)
    qtbot.waitUntil(lambda: dialog() is not None)
    shown = dialog()
    assert shown is not None
    shown._takes.click()
    assert "Name the model" in shown._message.text()
    shown._model.setText("atlas")
    shown._takes.click()
    library = workbench.session.library
    qtbot.waitUntil(lambda: len(library.answer_ids(benchmark_id)) == 2)
    banner = "3 rows read, 1 left out: line 4. The rest is in."
    qtbot.waitUntil(lambda: banner in texts(workbench))
    notice = next(notice for notice in workbench.notices.history if notice.text == banner)
    notice.actions[0].run()  # type: ignore[union-attr]
    lists = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, RowList) and widget.isVisible()]
    assert len(lists) == 1
    lists[0]._copy()
    assert QApplication.clipboard().text().startswith("line 4: ")
    lists[0].close()
    workbench.session.undo()
    workbench.session.flush()
    assert len(library.answer_ids(benchmark_id)) == 0


def test_strict_takes_all_or_none(workbench: Workbench, qtbot: QtBot, benchmark_id: int, tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "question_id,answer\nk1,half a gram\nk7,nobody\n")
    import_paths(workbench, [path])
    qtbot.waitUntil(lambda: dialog() is not None)
    shown = dialog()
    assert shown is not None
    shown._model.setText("atlas")
    shown._strict.setChecked(True)
    shown._takes.click()
    asked = workbench.prompts.asked  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: bool(asked))
    assert "line 3" in asked[0].text.lower()
    assert "Nothing was changed." in asked[0].text
    assert len(workbench.session.library.answer_ids(benchmark_id)) == 0


def test_a_file_that_cannot_be_read_says_so_and_offers_another(
    workbench: Workbench, prompts: ScriptedPrompts, qtbot: QtBot, tmp_path: Path
) -> None:
    broken = write(tmp_path, "broken.jsonld", '{"@context": {}, "@type": "Dataset", "hasPart": []}')
    prompts.answers = [[broken], "other", [CHECKPOINTS / "minimal.jsonld"]]
    ask_import(workbench)
    qtbot.waitUntil(lambda: len(names(workbench)) == 1)
    assert "broken.jsonld" in prompts.asked[1].text


def test_dialog_says_when_there_is_no_benchmark_yet(workbench: Workbench, qtbot: QtBot, tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", json.dumps({"question": "Q", "answer": "A", "model": "m"}) + "\n")
    made = ImportDialog(workbench, [preview(path)])
    qtbot.addWidget(made)
    assert not made._takes.isEnabled()
    assert "import its questions first" in made._message.text()


def test_preview_tells_how_columns_are_understood(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "question_id,answer,model,field.dose,buckets.Facts,mood\nk1,text,m,5,,glad\n")
    seen = preview(path)
    assert seen.kind is FileKind.ANSWERS
    assert dict(seen.columns) == {
        "question_id": "which question, by its id",
        "answer": "the answer",
        "model": "who answered",
        "field.dose": "value of field dose",
        "buckets.Facts": "sorted content for Facts",
        "mood": "",
    }
    assert seen.rows == (("k1", "text", "m", "5", "", "glad"),)
    assert not seen.needs_model


def test_preview_of_manual_traces_needs_a_model(tmp_path: Path) -> None:
    path = write(tmp_path, "t.json", json.dumps({"d41d8cd98f00b204e9800998ecf8427e": "text"}))
    seen = preview(path)
    assert (seen.kind, seen.count, seen.needs_model) == (FileKind.MANUAL_TRACES, 1, True)


@pytest.mark.parametrize(("name", "start"), [("out.jsonld", "{"), ("out.md", "# Doses")])
def test_export_writes_the_form_of_the_ending(
    workbench: Workbench,
    prompts: ScriptedPrompts,
    settings: QSettings,
    qtbot: QtBot,
    benchmark_id: int,
    tmp_path: Path,
    name: str,
    start: str,
) -> None:
    target = tmp_path / name
    prompts.answers = [target]
    ask_export(workbench)
    qtbot.waitUntil(lambda: any(f"Exported 2 questions to {name}." in text for text in texts(workbench)))
    assert target.read_text(encoding="utf-8").startswith(start)
