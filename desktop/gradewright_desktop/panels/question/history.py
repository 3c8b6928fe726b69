"""The History tab: every step that changed this question, newest first."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from PySide6.QtCore import QDateTime, QLocale, Slot
from PySide6.QtWidgets import QAbstractItemView, QListView, QStackedWidget, QVBoxLayout, QWidget

from gradewright.store.library import Changes, Library
from gradewright.store.rows import JournalRow
from gradewright_desktop.models.record_list import RecordListModel
from gradewright_desktop.panels.question.two_line_delegate import TwoLineDelegate
from gradewright_desktop.widgets import EmptyState
from gradewright_desktop.workbench import Workbench

_STATES = {"undone": "undone", "dropped": "undone, then something else was done"}
_MOST = 500


def read_history(library: Library, question_id: int) -> list[JournalRow]:
    """Read the steps that changed a question, newest first."""
    return library.history(question_id=question_id, limit=_MOST)


class QuestionHistory(QWidget):
    """Reads the journal while it is shown."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._question_id = 0
        self.model: RecordListModel[JournalRow] = RecordListModel(_number, _title, _spoken, parent=self)
        self.list = QListView(self)
        self.list.setAccessibleName("History of the question")
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setItemDelegate(TwoLineDelegate(workbench.theme, _title, _when, self.list))
        empty = EmptyState(
            workbench.theme,
            "No change yet",
            "Every change of this question will be listed here, with its time. Undo goes back through all of them.",
            icon="empty-history",
            parent=self,
        )
        self._pages = QStackedWidget(self)
        self._pages.addWidget(empty)
        self._pages.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(workbench.theme.space(2), workbench.theme.space(2), 0, 0)
        column.addWidget(self._pages)
        workbench.session.changed.connect(self._changed)

    def show_question(self, question_id: int) -> None:
        """Show the history of a question."""
        if question_id != self._question_id:
            self._question_id = question_id
            self.model.set_records(())
            self._pages.setCurrentIndex(0)
        self.reload()

    @Slot()
    def reload(self) -> None:
        """Read the journal again, off the GUI thread."""
        if self._question_id and self.isVisible():
            work = partial(read_history, question_id=self._question_id)
            self._workbench.session.query(work, self._take, key="question.history")

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.reload()

    @Slot(object)
    def _take(self, rows: list[JournalRow]) -> None:
        self.model.set_records(rows)
        self._pages.setCurrentIndex(1 if rows else 0)

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        if self._question_id in changes.questions:
            self.reload()


def _number(row: JournalRow) -> int:
    return row.seq


def _title(row: JournalRow) -> str:
    title = row.title[:1].upper() + row.title[1:]
    return f"{title} ({_STATES[row.state]})" if row.state in _STATES else title


def _when(row: JournalRow) -> str:
    try:
        moment = datetime.fromisoformat(row.at)
    except ValueError:
        return row.at
    local = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    return QLocale().toString(local, QLocale.FormatType.ShortFormat)


def _spoken(row: JournalRow) -> str:
    return f"{_title(row)}, {_when(row)}"
