"""The list of code that may run on this computer, where each decision can be taken back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QListView, QVBoxLayout, QWidget

from gradewright.workers.code import CodeKind
from gradewright_desktop.dialogs.code.listing import names_of
from gradewright_desktop.dialogs.code.words import day, hash_words
from gradewright_desktop.models.record_list import RecordListModel
from gradewright_desktop.panels.question.two_line_delegate import TwoLineDelegate
from gradewright_desktop.widgets import EmptyState, button, label
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.store.allowed_code import AllowedCode

WHERE = (
    "These decisions hold for exactly this code, in this library, on this computer. They go into no file. "
    "Code that is closed again does not run in the next run; results that it gave stay."
)


class AllowedCodeDialog(QDialog):
    """Lists decisions, newest first."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("code.allowed")
        self.setWindowTitle("Allowed code")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workbench = workbench
        theme = workbench.theme
        self._names: dict[tuple[str, str], str] = {}
        self.rows: RecordListModel[AllowedCode] = RecordListModel(_key, self._title, self._spoken, _tip, parent=self)
        self.view = QListView(self)
        self.view.setModel(self.rows)
        self.view.setItemDelegate(TwoLineDelegate(theme, self._title, self._meta, self.view))
        self.view.setUniformItemSizes(True)
        self.view.setAccessibleName("Allowed code")
        self._empty = EmptyState(
            theme, "No code is allowed", "Code that came with a file stays closed until you allow it.", icon="locked"
        )
        self._empty.setParent(self)
        self._close_again = button(theme, "Close it again", self._forget, icon="locked", parent=self)
        done = button(theme, "Done", self.accept, kind="filled", parent=self)
        done.setDefault(True)
        buttons = QDialogButtonBox(self)
        buttons.addButton(done, QDialogButtonBox.ButtonRole.AcceptRole)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.space("dialog_margin"),) * 4)
        column.setSpacing(theme.space(4))
        self._where = label(theme, WHERE, role="secondary", wraps=True, parent=self)
        column.addWidget(self._where)
        column.addWidget(self.view, 1)
        column.addWidget(self._empty, 1)
        foot = QHBoxLayout()
        foot.addWidget(self._close_again)
        foot.addStretch(1)
        foot.addWidget(buttons)
        column.addLayout(foot)
        self.view.selectionModel().currentChanged.connect(self._current_changed)
        workbench.code.changed.connect(self._show)
        self._show()
        self.resize(theme.font_width(86), theme.font_width(56))

    @Slot()
    def _show(self) -> None:
        self.rows.set_records(self._workbench.code.decisions()[::-1])
        has_any = self.rows.rowCount() > 0
        self.view.setVisible(has_any)
        self._where.setVisible(has_any)
        self._empty.setVisible(not has_any)
        if has_any and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.rows.index(0))
        self._name_button()
        decided = {_key(each): each for each in self.rows.records}
        session = self._workbench.session
        session.query(partial(names_of, decided), self._take_names, key=(id(self), "names"))

    @Slot(object)
    def _take_names(self, names: dict[tuple[str, str], str]) -> None:
        self._names = names
        self.view.viewport().update()

    @Slot(QModelIndex, QModelIndex)
    def _current_changed(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        self._name_button()

    def _name_button(self) -> None:
        read_only = self._workbench.session.read_only
        self._close_again.setEnabled(self._current() is not None and not read_only)
        self._close_again.setToolTip("The library is open read-only" if read_only else "")

    def _current(self) -> AllowedCode | None:
        return self.rows.record(self.view.currentIndex().row())

    @Slot()
    def _forget(self) -> None:
        decision = self._current()
        if decision is not None:
            self._workbench.code.close_again(decision.sha256)

    def _title(self, decision: AllowedCode) -> str:
        return self._names.get(_key(decision), f"{_kind(decision)} from “{decision.first_seen}”")

    def _meta(self, decision: AllowedCode) -> str:
        where = f"{_kind(decision).lower()} from “{decision.first_seen}”, " if _key(decision) in self._names else ""
        return f"{where}allowed on {day(decision.at)}, SHA-256 {decision.sha256[:8]}…"

    def _spoken(self, decision: AllowedCode) -> str:
        return f"{self._title(decision)}, {self._meta(decision)}"


def _key(decision: AllowedCode) -> tuple[str, str]:
    return decision.kind, decision.sha256


def _kind(decision: AllowedCode) -> str:
    return "Hand-written template" if decision.kind == CodeKind.TEMPLATE else "Callable trait"


def _tip(decision: AllowedCode) -> str:
    return hash_words(decision.sha256)
