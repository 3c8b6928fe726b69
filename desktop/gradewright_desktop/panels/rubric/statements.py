"""A list of statements, each a growing field: Enter adds one below, Backspace in an empty one takes it out.

At most :data:`MOST_FIELDS` of them are fields at a time; of a longer list a stretch is shown, which follows the work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from gradewright.lint.finding import Finding
from gradewright_desktop.panels.rubric.statement_row import StatementRow
from gradewright_desktop.panels.rubric.statement_words import StatementWords
from gradewright_desktop.panels.rubric.underlines import underline
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import GrowingTextEdit, button

MOST_FIELDS = 12


class StatementList(QWidget):
    """``edited`` carries the statements, without empty ones, each time that they should be kept.

    ``other_wanted`` carries the number (from 0) of a statement that is to go to the other list; ``dropped_outside`` the
    same of one that was let go outside of this list, with the place on the screen. ``entered`` carries the row that
    took the focus, ``leaving`` one that is about to go, ``glyph_clicked`` the row whose finding is asked about.
    """

    edited = Signal(object)
    other_wanted = Signal(int)
    dropped_outside = Signal(int, QPoint)
    entered = Signal(object)
    leaving = Signal(object)
    glyph_clicked = Signal(object)

    def __init__(self, theme: Theme, words: StatementWords, parent: QWidget | None = None, *, most: int = MOST_FIELDS):
        super().__init__(parent)
        self._theme = theme
        self._words = words
        self._most = most
        # What the library holds, as it is shown: without blank ones and without space around; and where each of them
        # stands there, which is how findings name it.
        self._kept: list[str] = []
        self._numbers: list[int] = []
        self._above: list[str] = []
        self._rows: list[StatementRow] = []
        self._below: list[str] = []
        self._findings: dict[int, list[Finding]] = {}
        self._editable = True
        self._add: QPushButton | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.space(1) + 2)
        self._show_above = button(theme, "", self._page_up, kind="link", icon="previous", parent=self)
        self._show_below = button(theme, "", self._page_down, kind="link", icon="collapse", parent=self)
        for each in (self._show_above, self._show_below):
            self._column.addWidget(each, 0, Qt.AlignmentFlag.AlignLeft)
            each.hide()
        self._drop_line = QFrame(self)
        self._drop_line.setProperty("line", "drop")
        self._drop_line.hide()
        self._fill([""])

    # -- what is shown ------------------------------------------------------------------------------------------------

    def add_button(self, words: str) -> QPushButton:
        """Return the button that adds a statement at the end, for the heading."""
        self._add = button(self._theme, words, self.add_last, kind="link", icon="add")
        return self._add

    @property
    def rows(self) -> Sequence[StatementRow]:
        """The rows whose statements are fields now."""
        return self._rows

    def fields(self) -> list[tuple[int, GrowingTextEdit]]:
        """The fields of statements that are kept, each with its number (from 0) in what the library holds."""
        found: list[tuple[int, GrowingTextEdit]] = []
        position = len(self._above)
        for row in self._rows:
            if row.field.toPlainText().strip():
                number = self._numbers[position] if position < len(self._numbers) else position
                found.append((number, row.field))
                position += 1
        return found

    def statements(self) -> list[str]:
        """All statements as they stand, without empty ones."""
        return [*self._above, *self._texts(), *self._below]

    def set_statements(self, statements: Sequence[str], *, other: bool) -> None:
        """Show what the library holds. What is being typed stays, unless it is another list or came from elsewhere."""
        numbers = [number for number, text in enumerate(statements) if text.strip()]
        kept = [statements[number].strip() for number in numbers]
        self._numbers = numbers
        if not other and kept == self._kept:
            return
        self._kept = kept
        if other:
            self._findings = {}
        if not other and self.statements() == kept:
            return
        focused = -1 if other else next((at for at, row in enumerate(self._rows) if row.field.hasFocus()), -1)
        first = 0 if other else min(len(self._above), max(0, len(kept) - self._most))
        self._show_stretch(kept, first)
        if 0 <= focused < len(self._rows):
            self._rows[focused].field.setFocus()

    def set_editable(self, editable: bool) -> None:
        """Let the statements be edited, or only be read."""
        self._editable = editable
        for row in self._rows:
            row.set_editable(editable)
        if self._add is not None:
            self._add.setVisible(editable)

    def show_findings(self, findings: Sequence[tuple[int, Finding]]) -> None:
        """Underline words and show glyphs. Each finding comes with the number (from 0) of its statement."""
        self._findings = {}
        for number, found in findings:
            self._findings.setdefault(number, []).append(found)
        self._show_findings()

    def findings_of(self, row: StatementRow) -> Sequence[Finding]:
        """The findings that a row shows."""
        number = next((number for number, field in self.fields() if field is row.field), -1)
        return self._findings.get(number, ())

    def field_of(self, number: int) -> GrowingTextEdit | None:
        """Return the field of a statement by its number in what the library holds, making it one where it is none."""
        position = self._numbers.index(number) if number in self._numbers else -1
        if position < 0:
            return None
        if not len(self._above) <= position < len(self._above) + len(self._rows):
            self.flush()
            self._show_stretch(self._kept, max(0, position - self._most // 2))
        return next((field for at, field in self.fields() if at == number), None)

    @Slot()
    def flush(self) -> None:
        """Hand what was typed on."""
        texts = self.statements()
        if texts != self._kept:
            self._kept = texts
            self._numbers = list(range(len(texts)))
            self.edited.emit(list(texts))

    # -- rows ---------------------------------------------------------------------------------------------------------

    def _texts(self) -> list[str]:
        return [text for row in self._rows if (text := row.field.toPlainText().strip())]

    def _show_stretch(self, statements: Sequence[str], first: int) -> None:
        """Make the statements from ``first`` on fields, as many as may be, and only remember the others."""
        last = min(len(statements), first + self._most)
        first = max(0, last - self._most)
        self._above, self._below = list(statements[:first]), list(statements[last:])
        self._fill(list(statements[first:last]) or [""])

    def _fill(self, texts: Sequence[str]) -> None:
        while len(self._rows) > len(texts):
            self._drop(self._rows[-1])
        for position, text in enumerate(texts):
            if position == len(self._rows):
                self._insert(position)
            field = self._rows[position].field
            if field.toPlainText() != text or field.has_unkept:
                field.replace_text(text)
        self._renumber()

    def _insert(self, position: int, text: str = "") -> StatementRow:
        row = StatementRow(self._theme, self._words, self)
        if text:
            row.field.replace_text(text)
        row.set_editable(self._editable)
        row.field.committed.connect(self.flush)
        row.field.textChanged.connect(self._words_changed)
        row.field.cursorPositionChanged.connect(self._cursor_moved)
        row.below_wanted.connect(self._add_below)
        row.removal_wanted.connect(self._remove)
        row.move_wanted.connect(self._move)
        row.other_wanted.connect(self._to_other)
        row.lines_pasted.connect(self._pasted)
        row.dragged.connect(self._dragged)
        row.entered.connect(self.entered)
        row.glyph_clicked.connect(self.glyph_clicked)
        self._rows.insert(position, row)
        # Behind the button that shows what is above.
        self._column.insertWidget(position + 1, row)
        return row

    def _drop(self, row: StatementRow) -> None:
        self.leaving.emit(row)
        self._rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _renumber(self) -> None:
        above, count = len(self._above), len(self._above) + len(self._rows) + len(self._below)
        for position, row in enumerate(self._rows, above + 1):
            row.show_place(position, count)
        # Tab goes through the fields in the order in which they stand.
        for row, below in zip(self._rows, self._rows[1:], strict=False):
            QWidget.setTabOrder(row.field, below.field)
        plural = f"{self._words.noun}s"
        for each, hidden, where in ((self._show_above, self._above, "above"), (self._show_below, self._below, "below")):
            each.setText(f"{len(hidden)} {plural if len(hidden) != 1 else self._words.noun} {where}")
            each.setVisible(bool(hidden))
        self._show_findings()

    def _show_findings(self) -> None:
        shown = {id(field): number for number, field in self.fields()}
        for row in self._rows:
            number = shown.get(id(row.field), -1)
            findings = self._findings.get(number, [])
            row.show_findings(underline(row.field, findings, self._theme))

    @Slot()
    def _words_changed(self) -> None:
        # What was underlined may stand elsewhere now; the next look underlines again.
        field = self.sender()
        if isinstance(field, GrowingTextEdit) and field.extraSelections():
            field.setExtraSelections([])

    @Slot()
    def _cursor_moved(self) -> None:
        row = next((row for row in self._rows if row.field is self.sender()), None)
        if row is not None and row.field.extraSelections():
            underline(row.field, self.findings_of(row), self._theme)

    # -- doing --------------------------------------------------------------------------------------------------------

    @Slot()
    def add_last(self) -> None:
        """Add an empty statement at the end and go there; to the empty one that stands there already, if one does."""
        self.flush()
        if self._below:
            self._show_stretch(self._kept, len(self._kept))
        if self._rows and not self._rows[-1].field.toPlainText().strip():
            self._rows[-1].field.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._focus_new(len(self._rows))

    @Slot(object)
    def _add_below(self, row: StatementRow) -> None:
        self.flush()
        self._focus_new(self._rows.index(row) + 1)

    def _focus_new(self, position: int) -> None:
        row = self._insert(position)
        self._slide(row)
        self._renumber()
        row.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _slide(self, row: StatementRow) -> None:
        """Give up fields at the end that is farther from a row, where there are too many."""
        while len(self._rows) > self._most:
            if self._rows.index(row) > len(self._rows) // 2:
                leaving = self._rows[0]
                self._above += [text for text in [leaving.field.toPlainText().strip()] if text]
            else:
                leaving = self._rows[-1]
                self._below[:0] = [text for text in [leaving.field.toPlainText().strip()] if text]
            self._drop(leaving)

    @Slot(object)
    def _remove(self, row: StatementRow) -> None:
        position = self._rows.index(row)
        if len(self._rows) == 1:
            row.field.replace_text("")
        else:
            self._drop(row)
            before = self._rows[max(0, position - 1)].field
            before.setFocus(Qt.FocusReason.OtherFocusReason)
            before.moveCursor(before.textCursor().MoveOperation.End)
        self._renumber()
        self.flush()

    @Slot(object, int)
    def _move(self, row: StatementRow, step: int) -> None:
        self._put(row, self._rows.index(row) + step)

    def _put(self, row: StatementRow, target: int) -> None:
        if not 0 <= target < len(self._rows) or self._rows[target] is row:
            return
        self._rows.remove(row)
        self._rows.insert(target, row)
        self._column.removeWidget(row)
        self._column.insertWidget(target + 1, row)
        self._renumber()
        row.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.flush()

    @Slot(object)
    def _to_other(self, row: StatementRow) -> None:
        self._leave(row, self.other_wanted.emit)

    def _leave(self, row: StatementRow, go: Callable[[int], None]) -> None:
        if self._words.other and row.field.toPlainText().strip():
            self.flush()
            go(len(self._above) + sum(bool(r.field.toPlainText().strip()) for r in self._rows[: self._rows.index(row)]))

    @Slot(object, list)
    def _pasted(self, row: StatementRow, lines: list[str]) -> None:
        position = self._rows.index(row)
        for offset, line in enumerate(lines, 1):
            row = self._insert(position + offset, line)
        self._slide(row)
        self._renumber()
        row.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.flush()

    @Slot()
    def _page_up(self) -> None:
        self.flush()
        self._show_stretch(self._kept, max(0, len(self._above) - self._most))

    @Slot()
    def _page_down(self) -> None:
        self.flush()
        self._show_stretch(self._kept, len(self._above) + len(self._rows))

    # -- dragging -----------------------------------------------------------------------------------------------------

    @Slot(object, QPoint, bool)
    def _dragged(self, row: StatementRow, at: QPoint, is_end: bool) -> None:
        here = self.mapFromGlobal(at)
        inside = self.rect().adjusted(0, -self._theme.space(2), 0, self._theme.space(2)).contains(here)
        target = self._target(here.y())
        self._drop_line.setVisible(inside and not is_end)
        if not is_end:
            self._show_drop_line(target)
        elif inside:
            self._put(row, target - (target > self._rows.index(row)))
        else:
            self._leave(row, lambda number: self.dropped_outside.emit(number, at))

    def _target(self, y: int) -> int:
        """The position in front of which a drop at this height puts a statement."""
        return sum(y > row.geometry().center().y() for row in self._rows)

    def _show_drop_line(self, target: int) -> None:
        rect = self._rows[min(target, len(self._rows) - 1)].geometry()
        y = rect.top() - 3 if target < len(self._rows) else rect.bottom() + 2
        self._drop_line.setGeometry(0, max(0, y), self.width(), 2)
        self._drop_line.raise_()
