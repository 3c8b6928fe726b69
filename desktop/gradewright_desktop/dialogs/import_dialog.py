"""The dialog about recorded answers: to which benchmark they belong, who gave them, and how they are understood."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gradewright.jobs.previewing import FilePreview
from gradewright_desktop.widgets import FieldMessage, button, label
from gradewright_desktop.workbench import Workbench

COLUMN_WIDTH = 180


class ImportDialog(QDialog):
    """``decided`` carries the benchmark's id or None, the model's name or ``""``, and whether all rows must fit."""

    decided = Signal(object, str, bool)

    def __init__(self, workbench: Workbench, previews: Sequence[FilePreview], parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("import")
        self.setWindowTitle("Import recorded answers")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workbench = workbench
        theme = workbench.theme
        answers = [each for each in previews if each.is_answers]
        self._needs_benchmark = all(each.is_answers for each in previews)
        self._needs_model = any(each.needs_model for each in answers)
        self._benchmark = QComboBox(self)
        self._model = QLineEdit(self)
        self._strict = QCheckBox("Take all rows or none", self)
        self._message = FieldMessage(theme, self)
        self._takes = button(theme, "Import", self._decide, kind="filled", parent=self)
        form = QFormLayout()
        form.setHorizontalSpacing(theme.space(4))
        form.setVerticalSpacing(theme.space("form_row_gap"))
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._fill_form(form)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.space("dialog_margin"),) * 4)
        column.setSpacing(theme.space(3))
        for each in answers:
            column.addWidget(label(theme, _file_words(each), font="strong", wraps=True, parent=self))
            for remark in each.remarks:
                column.addWidget(label(theme, remark, font="small", role="warning", wraps=True, parent=self))
            column.addWidget(self._table(each), 1)
        column.addLayout(form)
        column.addWidget(self._message)
        buttons = QDialogButtonBox(self)
        cancels = button(theme, "Cancel", self.reject, parent=self)
        buttons.addButton(self._takes, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(cancels, QDialogButtonBox.ButtonRole.RejectRole)
        self._takes.setDefault(True)
        column.addWidget(buttons)
        self.setMinimumWidth(theme.font_width(100))
        (self._model if self._needs_model else self._benchmark if self._needs_benchmark else self._takes).setFocus()

    def _fill_form(self, form: QFormLayout) -> None:
        library = self._workbench.session.library
        current = self._workbench.navigator.current.benchmark_id
        for row in library.benchmarks():
            self._benchmark.addItem(f"{row.name} ({row.question_count} questions)", row.id)
        if current is not None:
            self._benchmark.setCurrentIndex(max(0, self._benchmark.findData(current)))
        self._benchmark.setAccessibleName("Benchmark that the answers belong to")
        self._model.setAccessibleName("Model that gave the answers")
        self._model.setPlaceholderText("name of the model, where the file has none")
        self._strict.setToolTip("If one row does not fit, nothing is taken in")
        if self._needs_benchmark:
            form.addRow("&Belong to", self._benchmark)
        self._benchmark.setVisible(self._needs_benchmark)
        if self._needs_model:
            form.addRow("&Model", self._model)
        self._model.setVisible(self._needs_model)
        form.addRow("", self._strict)
        if self._needs_benchmark and not self._benchmark.count():
            self._message.show_message("There is no benchmark yet: import its questions first.")
            self._takes.setEnabled(False)

    def _table(self, each: FilePreview) -> QTableWidget:
        theme = self._workbench.theme
        made = QTableWidget(len(each.rows), len(each.columns), self)
        made.setAccessibleName(f"First rows of {each.path.name}")
        made.setHorizontalHeaderLabels([_heading(name, meaning) for name, meaning in each.columns])
        made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        made.setTabKeyNavigation(False)
        made.verticalHeader().hide()
        made.verticalHeader().setDefaultSectionSize(theme.row_height("table"))
        made.setWordWrap(False)
        header = made.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setDefaultSectionSize(COLUMN_WIDTH)
        header.setStretchLastSection(True)
        for position, row in enumerate(each.rows):
            for column, text in enumerate(row):
                item = QTableWidgetItem(" ".join(text.split()))
                item.setToolTip(text[:2000])
                if not each.columns[column][1]:
                    item.setForeground(theme.colour("text.disabled"))
                made.setItem(position, column, item)
        height = header.sizeHint().height() + len(each.rows) * theme.row_height("table") + 20
        made.setMinimumHeight(min(height, theme.row_height("table") * 8))
        return made

    @Slot()
    def _decide(self) -> None:
        model = self._model.text().strip()
        if self._needs_model and not model:
            self._message.show_message("The file does not say who answered. Name the model.")
            self._model.setFocus()
            return
        into = self._benchmark.currentData() if self._needs_benchmark else None
        self.decided.emit(into, model, self._strict.isChecked())
        self.accept()


def _file_words(each: FilePreview) -> str:
    rows = f"{each.count} row" if each.count == 1 else f"{each.count} rows"
    return f"{each.path.name}: {each.words}, {rows}"


def _heading(name: str, meaning: str) -> str:
    return f"{name}\n{meaning or 'not used'}"
