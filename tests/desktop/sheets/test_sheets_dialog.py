"""Printing rater sheets in the window: the pages that are shown are those that are written."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtPrintSupport import QPrinter
from pytestqt.qtbot import QtBot
from support.prompts import ScriptedPrompts

from gradewright.edits import RubricOwner
from gradewright.model.answer import Answer
from gradewright.model.criterion import Criterion
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import RegexTrait
from gradewright_desktop.dialogs.sheets import SheetsDialog
from gradewright_desktop.dialogs.sheets.printing import prepare_printer, print_pages
from gradewright_desktop.panels.drawer import RubricDrawer, Shown
from gradewright_desktop.panels.drawer.sheet_page import SheetPage
from gradewright_desktop.workbench import Workbench

FEE = RubricEntry("fee", Criterion(name="Fee", must=("Names the fee.",)))
CITES = RubricEntry("c", RegexTrait(name="Cites", pattern="x"))
RUBRIC = Rubric((FEE, CITES))


@pytest.fixture
def benchmark_id(workbench: Workbench) -> int:
    library = workbench.session.library
    made = library.add_checkpoint(Benchmark("B", rubric=RUBRIC), [Question("k", "How much?")])
    library.add_answers(made, [Answer("k", "atlas", "5 €."), Answer("k", "borea", "Something.")])
    return made


def dialog_over(workbench: Workbench, qtbot: QtBot, benchmark_id: int, rubric: Rubric = RUBRIC) -> SheetsDialog:
    made = SheetsDialog(workbench, rubric, "Replies", benchmark_id)
    qtbot.addWidget(made)
    made.open()
    return made


def test_pages_are_shown_and_written(
    workbench: Workbench, qtbot: QtBot, benchmark_id: int, prompts: ScriptedPrompts, tmp_path: Path
) -> None:
    path = tmp_path / "sheets.pdf"
    prompts.answers = [path]
    dialog = dialog_over(workbench, qtbot, benchmark_id)
    qtbot.waitUntil(lambda: dialog.sheets is not None, timeout=20_000)
    assert (dialog.pages.count, dialog._told.text()) == (3, "3 pages.")
    dialog.save()
    qtbot.waitUntil(path.exists, timeout=20_000)
    pages = PdfReader(io.BytesIO(path.read_bytes())).pages
    assert len(pages) == 3
    assert not any("atlas" in page.extract_text() for page in pages)
    qtbot.waitUntil(lambda: len(workbench.session.library.sheet_batches()) == 1)


def test_choices_change_the_pages(workbench: Workbench, qtbot: QtBot, benchmark_id: int) -> None:
    dialog = dialog_over(workbench, qtbot, benchmark_id)
    qtbot.waitUntil(lambda: dialog.sheets is not None, timeout=20_000)
    dialog.cover.click()
    dialog.most.setValue(1)
    qtbot.waitUntil(lambda: dialog.pages.count == 1, timeout=20_000)
    dialog.answers.setCurrentIndex(dialog.answers.findData(""))
    dialog.answers.activated.emit(dialog.answers.currentIndex())
    assert not dialog.layout_choice.isEnabled()
    assert not dialog.options.cover


def test_a_rubric_with_nothing_to_tick_is_said(workbench: Workbench, qtbot: QtBot, benchmark_id: int) -> None:
    dialog = dialog_over(workbench, qtbot, benchmark_id, Rubric((CITES,)))
    qtbot.waitUntil(lambda: bool(dialog._message.text()), timeout=20_000)
    assert "nothing to tick" in dialog._message.text()
    assert not dialog._saves.isEnabled()


def test_pages_go_to_a_printer(workbench: Workbench, qtbot: QtBot, benchmark_id: int, tmp_path: Path) -> None:
    from gradewright.jobs.sheets import batch_of
    from gradewright.sheets.content import SheetOptions
    from gradewright.sheets.laying_out import pictures

    printer = prepare_printer("Replies", letter=True, landscape=False)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    assert print_pages(printer, pictures(batch_of(RUBRIC, "Replies", (), SheetOptions()))) == 1
    box = PdfReader(io.BytesIO((tmp_path / "printed.pdf").read_bytes())).pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == (612, 792)


def test_the_drawer_shows_the_row_on_paper(workbench: Workbench, qtbot: QtBot) -> None:
    drawer = RubricDrawer(workbench)
    qtbot.addWidget(drawer)
    drawer.resize(700, 300)
    drawer.show()
    owner = RubricOwner(benchmark_id=1)
    drawer.show_rubric(Shown(RUBRIC, entry=FEE, owner=owner, benchmark_id=1))
    drawer.show_page("sheet")
    page = drawer.page
    assert isinstance(page, SheetPage)
    qtbot.waitUntil(lambda: not page.picture.isNull(), timeout=20_000)
    drawer.show_rubric(Shown(RUBRIC, entry=CITES, owner=owner, benchmark_id=1))
    assert page.picture.isNull()
    assert "not asked on paper" in page._nothing._sentence.text()
