"""An answer in a window of its own, beside the main one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gradewright.errors import UserError
from gradewright_desktop.models.paged_table import PagedTableModel
from gradewright_desktop.panels.results.detail import AnswerDetail
from gradewright_desktop.panels.results.reading import AnswerReading, read_answer
from gradewright_desktop.panels.results.words import tr
from gradewright_desktop.session import Session
from gradewright_desktop.theme import Theme


class AnswerWindow(QWidget):
    """Shows one answer; previous and next walk through the rows that the table had when it was opened."""

    def __init__(
        self, theme: Theme, session: Session, run_id: int, result_id: int, rows: PagedTableModel, parent: QWidget
    ):
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("surface", "base")
        self._session = session
        self._run_id = run_id
        self._result_id = result_id
        self._ids = rows.ids[:]
        self.detail = AnswerDetail(theme, own_window=True, parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.detail)
        self.detail.step_wanted.connect(self._step)
        for keys, step in (("Alt+Up", -1), ("Alt+Down", 1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(partial(self._step, step))
        close = QShortcut(QKeySequence(QKeySequence.StandardKey.Close), self)
        close.activated.connect(self.close)
        self.setWindowTitle(tr("Answer"))
        self._read()

    def sizeHint(self) -> QSize:
        return QSize(640, 760)

    def _read(self) -> None:
        work = partial(_answer, self._run_id, self._result_id)
        self._session.query(work, self._show, key=(id(self), "answer"), failed=self._failed)

    @Slot(object)
    def _show(self, reading: AnswerReading | None) -> None:
        if reading is None:
            self.detail.show_nothing(tr("This answer is no longer there"), "")
            return
        self.setWindowTitle(" ".join(reading.row.question_text.split())[:80])
        self.detail.show_reading(reading)

    @Slot(object)
    def _failed(self, error: UserError) -> None:
        self.detail.show_nothing(tr("This answer could not be read"), str(error))

    def _step(self, step: int) -> None:
        try:
            place = self._ids.index(self._result_id) + step
        except ValueError:
            return
        if 0 <= place < len(self._ids):
            self._result_id = self._ids[place]
            self._read()


def _answer(run_id: int, result_id: int, library: object) -> AnswerReading | None:
    return read_answer(library, run_id, result_id)  # type: ignore[arg-type]
