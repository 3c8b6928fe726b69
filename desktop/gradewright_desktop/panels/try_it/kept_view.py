"""The kept tests of a question: one line that says how they stand, and the list of them below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLabel, QListView, QSizePolicy, QVBoxLayout, QWidget

from gradewright.edits.values import to_json
from gradewright.lint.kept_tests import change_words, named
from gradewright.model.kept_test import KeptTest, kept_test_data
from gradewright.verify.kept_tests import KeptResult
from gradewright_desktop.models.record_list import RecordListModel
from gradewright_desktop.panels.try_it.result_view import LineDelegate
from gradewright_desktop.panels.try_it.trying import Line, State
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import button, tool_button

Index = QModelIndex | QPersistentModelIndex

_ROWS_IN_VIEW = 4
_COLOURS = {True: "verdict.pass.fg", False: "severity.error.fg"}


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A kept test in the list. ``number`` counts from 0 in the question, ``again`` among tests that are the same."""

    number: int
    again: int
    result: KeptResult

    @property
    def test(self) -> KeptTest:
        """The test itself."""
        return self.result.test


class KeptTests(QWidget):
    """``load_wanted`` and ``remove_wanted`` carry a test and its number."""

    load_wanted = Signal(object, int)
    remove_wanted = Signal(object, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._editable = True
        self.summary = tool_button(theme, "expand", "", self.toggle, shows_text=True, parent=self)
        self.model: RecordListModel[KeptRow] = RecordListModel(_key, _name, spoken, _tip, parent=self)
        self.list = _KeptList(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(LineDelegate(theme, self.list, line_of))
        self.load = button(theme, "Load", self._load, kind="flat", icon="try", tip="Try this answer again", parent=self)
        self.remove = button(theme, "Remove", self._remove, kind="flat", icon="remove", parent=self)
        self._glyph = QLabel(self)
        self._body = QWidget(self)
        self._build()
        self.set_open(False)
        self.show_results(())

    @property
    def is_open(self) -> bool:
        """Whether the list is shown."""
        return not self._body.isHidden()

    def set_open(self, is_open: bool) -> None:
        """Show the list, or only the line about it."""
        self._body.setVisible(is_open)
        self._theme.set_icon(self.summary, "collapse" if is_open else "expand", "text.secondary")

    @Slot()
    def toggle(self) -> None:
        """Show the list if it is hidden, hide it if it is shown."""
        self.set_open(not self.is_open)

    def set_editable(self, editable: bool) -> None:
        """Allow to remove tests, or not."""
        self._editable = editable
        self._chosen()

    def show_results(self, results: Sequence[KeptResult]) -> None:
        """Show how the kept tests came out."""
        seen: dict[str, int] = {}
        rows = []
        for number, result in enumerate(results):
            words = to_json(kept_test_data(result.test))
            seen[words] = seen.get(words, -1) + 1
            rows.append(KeptRow(number, seen[words], result))
        self.model.set_records(rows)
        self.setVisible(bool(rows))
        words = summary_words(results)
        self.summary.setText(words)
        self.summary.setAccessibleName(words)
        self.summary.setToolTip("Kept tests run on every change of the template and the rubrics")
        holds = all(result.holds for result in results)
        self._theme.set_pixmap(self._glyph, "pass" if holds else "error", _COLOURS[holds])
        self.summary.style().polish(self.summary)
        self.list.updateGeometry()
        self._chosen()

    def choose(self, number: int) -> None:
        """Open the list and choose a test."""
        self.set_open(True)
        self.list.setCurrentIndex(self.model.index(number))

    def _build(self) -> None:
        theme = self._theme
        actions = QHBoxLayout()
        actions.setSpacing(theme.space(1))
        actions.addWidget(self.load)
        actions.addWidget(self.remove)
        actions.addStretch(1)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(theme.space(1))
        body.addWidget(self.list)
        body.addLayout(actions)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        head = QHBoxLayout()
        head.setSpacing(0)
        head.addWidget(self._glyph)
        head.addWidget(self.summary)
        head.addStretch(1)
        column.addLayout(head)
        column.addWidget(self._body)
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self.list.activated.connect(self._load)
        self.list.remove_wanted.connect(self._remove)

    def _current(self) -> KeptRow | None:
        return self.model.record(self.list.currentIndex().row())

    @Slot()
    def _chosen(self, *_indexes: object) -> None:
        row = self._current()
        self.load.setEnabled(row is not None)
        self.remove.setEnabled(row is not None and self._editable)

    @Slot()
    def _load(self, *_index: object) -> None:
        row = self._current()
        if row is not None:
            self.load_wanted.emit(row.test, row.number)

    @Slot()
    def _remove(self) -> None:
        row = self._current()
        if row is not None and self._editable:
            self.remove_wanted.emit(row.test, row.number)


class _KeptList(QListView):
    remove_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Kept tests")
        self.setProperty("surface", "panel")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        rows = min(_ROWS_IN_VIEW, self.model().rowCount())
        return QSize(super().sizeHint().width(), sum(map(self.sizeHintForRow, range(rows))) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, min(self.sizeHint().height(), 2 * max(1, self.sizeHintForRow(0))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Rows are as high as their words need at this width.
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.remove_wanted.emit()
        else:
            super().keyPressEvent(event)


def line_of(row: KeptRow) -> Line:
    """Return a kept test as a line of results: whether it holds, what was expected, and what is different now."""
    words = "as expected" if row.result.holds else broken_words(row.result)
    state = State.PASS if row.result.holds else State.ERROR
    return Line(named(row.test), False, state, words, True, row.test.verdict or "no verdict")


def broken_words(result: KeptResult) -> str:
    """Return what is different now: "verdict: pass, now fail; dose: pass, now fail"."""
    if not result.compared:
        return "nothing of what it checked is left"
    return "; ".join(change_words(change) for change in result.changes)


def summary_words(results: Sequence[KeptResult]) -> str:
    """Return how the kept tests stand in a few words: "2 kept tests, both as expected"."""
    count, broken = len(results), sum(1 for result in results if not result.holds)
    tests = "1 kept test" if count == 1 else f"{count} kept tests"
    if not broken:
        how = {1: "as expected", 2: "both as expected"}.get(count, "all as expected")
    elif count == 1:
        how = "comes out differently"
    else:
        how = "1 comes out differently" if broken == 1 else f"{broken} come out differently"
    return f"{tests}, {how}"


def spoken(row: KeptRow) -> str:
    """Return what a screen reader says for a kept test."""
    line = line_of(row)
    return f"{line.check}: expected {line.value}, {line.words}"


def _key(row: KeptRow) -> tuple[str, int]:
    return to_json(kept_test_data(row.test)), row.again


def _name(row: KeptRow) -> str:
    return named(row.test)


def _tip(row: KeptRow) -> str:
    return row.test.text[:2000] or named(row.test)
