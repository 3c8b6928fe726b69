"""The dialog “Print sheets”: choices at the left, the pages at the right, always those that would be printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from gradewright.errors import UserError
from gradewright.jobs.control import JobControl
from gradewright.jobs.sheets import SheetReport, batch_of, keep, outputs_of, write_sheets
from gradewright.model.rubric import Rubric
from gradewright.sheets.content import Batch, Layout, Output, Paper, SheetOptions
from gradewright.sheets.laying_out import PREVIEW_DPI, Sheets, lay_out, pictures
from gradewright.sheets.preview import PREVIEW_BATCH
from gradewright.store.library import Library
from gradewright_desktop.dialogs.exporting import show_file
from gradewright_desktop.dialogs.file_names import suggested_stem
from gradewright_desktop.dialogs.sheets.pages_view import MOST_SHOWN, PagesView
from gradewright_desktop.dialogs.sheets.printing import PRINT_DPI, prepare_printer, print_pages
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.widgets import FieldMessage, NumberField, SegmentedControl, button, label
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Sequence

LAYOUTS = ((str(Layout.PAGE), "One a page"), (str(Layout.BLOCKS), "Several a page"), (str(Layout.MATRIX), "Matrix"))
PAPERS = ((str(Paper.A4), "A4"), (str(Paper.LETTER), "Letter"))
_PAUSE_MS = 250
_BLIND = "No model and no judge is named on paper. The codes say which answer is which, in this library alone."


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is chosen, as the work off the GUI thread needs it."""

    rubric: Rubric
    title: str
    benchmark_id: int | None
    model: str
    most: int
    options: SheetOptions


@dataclass(frozen=True, slots=True)
class _Preview:
    sheets: Sheets
    pictures: Sequence[bytes]
    outputs: int


class SheetsDialog(QDialog):
    """Open it with ``open()``. Without a benchmark, or without answers, the rubric alone is printed."""

    def __init__(
        self,
        workbench: Workbench,
        rubric: Rubric,
        title: str,
        benchmark_id: int | None,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self.setObjectName("sheets")
        self.setWindowTitle("Print sheets")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workbench = workbench
        self._rubric, self._title, self._benchmark_id = rubric, title, benchmark_id
        self._preview: _Preview | None = None
        theme = workbench.theme
        self.answers = QComboBox(self)
        self.most = NumberField(self)
        self.seed = NumberField(self)
        self.raters = NumberField(self)
        self.layout_choice = SegmentedControl(
            theme, [(str(key), words) for key, words in LAYOUTS], "Layout", parent=self
        )
        self.paper = SegmentedControl(theme, [(str(key), words) for key, words in PAPERS], "Paper", parent=self)
        self.examples = QCheckBox("Examples in every row", self)
        self.reference = QCheckBox("Reference answers", self)
        self.cover = QCheckBox("Cover with the rubric in full", self)
        self.pages = PagesView(theme, self)
        self._told = label(theme, font="small", role="secondary", wraps=True, parent=self)
        self._message = FieldMessage(theme, self)
        self._saves = button(theme, "Save PDF…", self.save, kind="filled", parent=self)
        self._prints = button(theme, "Print…", self.print_out, icon="print", parent=self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._lay_out)
        self._build()
        self._fill()
        self._connect()
        self.resize(theme.font_width(150), theme.font_width(95))
        self._lay_out()

    @property
    def options(self) -> SheetOptions:
        """What is chosen about the sheets."""
        return SheetOptions(
            Layout(self.layout_choice.current()),
            Paper(self.paper.current()),
            self.examples.isChecked(),
            self.reference.isChecked(),
            self.cover.isChecked(),
            self.seed.value() or None,
            self.raters.value(),
        )

    @property
    def sheets(self) -> Sheets | None:
        """The pages that are shown, None until they are laid out."""
        return self._preview.sheets if self._preview is not None else None

    @Slot()
    def save(self) -> None:
        """Ask for the file and write it; codes are kept in the library with it."""
        suggested = f"{suggested_stem(self._title, 'rubric', ' -_')} sheets.pdf"
        self._workbench.prompts.save_file("Save rater sheets", suggested, "PDF (*.pdf)", self._write)

    @Slot()
    def print_out(self) -> None:
        """Ask the system for a printer, and print."""
        options = self.options
        printer = prepare_printer(
            f"{self._title} sheets", letter=options.paper is Paper.LETTER, landscape=options.layout is Layout.MATRIX
        )
        dialog = QPrintDialog(printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, True)
        dialog.finished.connect(self._print)
        self._printer = printer
        QDialog.open(dialog)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._workbench.theme
        form = QFormLayout()
        form.setHorizontalSpacing(theme.space(3))
        form.setVerticalSpacing(theme.space("form_row_gap"))
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for words, widget in (
            ("&Answers", self.answers), ("At &most", self.most), ("&Order seed", self.seed), ("&Raters", self.raters),
            ("Layout", self.layout_choice), ("Paper", self.paper),
        ):  # fmt: skip
            form.addRow(words, widget)
            widget.setAccessibleName(words.replace("&", ""))
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, theme.space(3), 0)
        column.setSpacing(theme.space(2))
        column.addLayout(form)
        for box in (self.examples, self.reference, self.cover):
            column.addWidget(box)
        column.addWidget(label(theme, _BLIND, font="small", role="muted", wraps=True, parent=left))
        column.addStretch(1)
        right = QWidget(self)
        shown = QVBoxLayout(right)
        shown.setContentsMargins(0, 0, 0, 0)
        shown.addWidget(self.pages, 1)
        shown.addWidget(self._told)
        shown.addWidget(self._message)
        parts = QSplitter(Qt.Orientation.Horizontal, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(left)
        parts.addWidget(right)
        parts.setStretchFactor(1, 1)
        parts.setSizes([theme.font_width(42), theme.font_width(108)])
        buttons = QDialogButtonBox(self)
        buttons.addButton(self._saves, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self._prints, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(button(theme, "Close", self.reject, parent=self), QDialogButtonBox.ButtonRole.RejectRole)
        self._saves.setDefault(True)
        row = QHBoxLayout()
        row.addWidget(parts)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(*(theme.space("dialog_margin"),) * 4)
        whole.setSpacing(theme.space(3))
        whole.addLayout(row, 1)
        whole.addWidget(buttons)

    def _fill(self) -> None:
        library = self._workbench.session.library
        models = library.answer_models(self._benchmark_id) if self._benchmark_id is not None else []
        if models:
            self.answers.addItem("All recorded answers", "*")
            for model in models:
                self.answers.addItem(f"Those of {model}", model)
        self.answers.addItem("None: the rubric alone", "")
        self.answers.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.answers.setMinimumContentsLength(20)
        self.most.setRange(1, 9_999)
        self.most.setValue(20)
        self.most.setSuffix(" outputs")
        self.seed.setRange(0, 999_999)
        self.seed.setSpecialValueText("as they come")
        self.seed.setValue(1)
        self.raters.setRange(1, 99)
        self.examples.setChecked(True)
        self.cover.setChecked(True)

    def _connect(self) -> None:
        self.answers.activated.connect(self._changed)
        for box in (self.most, self.seed):
            box.valueChanged.connect(self._changed)
        for choice in (self.layout_choice, self.paper):
            choice.chosen.connect(self._changed)
        for check in (self.examples, self.reference, self.cover):
            check.clicked.connect(self._changed)

    # -- pages --------------------------------------------------------------------------------------------------------

    @Slot()
    @Slot(int)
    @Slot(str)
    @Slot(bool)
    def _changed(self, *_value: object) -> None:
        has_outputs = bool(self.answers.currentData())
        for widget in (self.most, self.seed, self.reference, self.layout_choice):
            widget.setEnabled(has_outputs)
        self._pause.start()

    @Slot()
    def _lay_out(self) -> None:
        self._told.setText("Laying out…")
        work = partial(_preview_of, wanted=self._wanted())
        self._workbench.session.query(work, self._show, key="sheets.preview", failed=self._refuse)

    def _wanted(self) -> _Wanted:
        model = str(self.answers.currentData() or "")
        return _Wanted(self._rubric, self._title, self._benchmark_id, model, self.most.value(), self.options)

    @Slot(object)
    def _show(self, preview: _Preview) -> None:
        self._preview = preview
        self.pages.show_pages(preview.pictures)
        self._told.setText(_told(preview))
        self._message.show_message(preview.sheets.missing.words, "warning")
        self._saves.setEnabled(True)
        self._prints.setEnabled(True)

    @Slot(object)
    def _refuse(self, error: UserError) -> None:
        self._preview = None
        self.pages.show_pages(())
        self._told.setText("")
        self._message.show_message(f"{error.message} {error.hint or ''}".strip(), "error")
        self._saves.setEnabled(False)
        self._prints.setEnabled(False)

    # -- paper --------------------------------------------------------------------------------------------------------

    def _write(self, path: Path) -> None:
        target = path if path.suffix else path.with_suffix(".pdf")
        work = partial(_written, self._workbench.session.library, self._wanted(), target)
        self._workbench.session.job(f"Writing {target.name}", work, self._saved, self._refuse)

    def _saved(self, report: SheetReport) -> None:
        pages = "1 page" if report.pages == 1 else f"{report.pages:,} pages"
        files = "" if len(report.paths) == 1 else f" in {len(report.paths)} files"
        action = NoticeAction("Show file", partial(show_file, report.paths[0]))
        self._workbench.notices.toast(f"{pages} of rater sheets written{files}.", action)
        self.accept()

    @Slot(int)
    def _print(self, result: int) -> None:
        if result != QDialog.DialogCode.Accepted:
            return
        work = partial(_printable, self._workbench.session.library, self._wanted())
        self._workbench.session.job("Preparing the pages", work, self._send, self._refuse)

    def _send(self, made: Sequence[bytes]) -> None:
        count = print_pages(self._printer, made)
        words = f"{count:,} pages went to the printer." if count != 1 else "1 page went to the printer."
        self._workbench.notices.toast(words if count else "The printer took no page; nothing was printed.")


def _outputs(library: Library, wanted: _Wanted) -> tuple[Output, ...]:
    if not wanted.model or wanted.benchmark_id is None:
        return ()
    models = None if wanted.model == "*" else [wanted.model]
    return outputs_of(library, wanted.benchmark_id, models=models, most=wanted.most, seed=wanted.options.seed)


def _batch(library: Library, wanted: _Wanted, name: str | None = None) -> Batch:
    return batch_of(wanted.rubric, wanted.title, _outputs(library, wanted), wanted.options, name)


def _preview_of(library: Library, wanted: _Wanted) -> _Preview:
    batch = _batch(library, wanted, PREVIEW_BATCH)
    sheets = lay_out(batch, dpi=PREVIEW_DPI)
    return _Preview(sheets, sheets.pictures, len(batch.outputs))


def _written(library: Library, wanted: _Wanted, path: Path, _control: JobControl) -> SheetReport:
    return write_sheets(library, _batch(library, wanted), path)


def _printable(library: Library, wanted: _Wanted, _control: JobControl) -> list[bytes]:
    made: list[bytes] = []
    # A batch of its own for each rater, so that what comes back tells who gave it.
    for _ in range(wanted.options.raters):
        batch = _batch(library, wanted)
        made += pictures(batch, PRINT_DPI)
        keep(library, batch)
    return made


def _told(preview: _Preview) -> str:
    sheets = preview.sheets
    parts = ["1 page" if sheets.pages == 1 else f"{sheets.pages:,} pages"]
    if len(preview.pictures) > MOST_SHOWN:
        parts.append(f"the first {MOST_SHOWN} are shown")
    if sheets.long:
        count = len(sheets.long)
        one = "1 answer is too long for one page and continues" if count == 1 else ""
        parts.append(one or f"{count:,} answers are too long for one page and continue")
        parts[-1] += " on the next"
    return f"{'; '.join(parts)}."
