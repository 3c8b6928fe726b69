"""The answer in reading size, with the words that judgements rest on marked and numbered in the left gutter."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from gradewright.verify.evidence import Mark, numbered
from gradewright_desktop.shown_text import ShownText
from gradewright_desktop.theme import Theme

Selection = QTextEdit.ExtraSelection


class _Gutter(QWidget):
    """The numbers beside the text. It only paints: the list of criteria says the same to a screen reader."""

    def __init__(self, owner: AnswerText) -> None:
        super().__init__(owner)
        self._owner = owner

    def sizeHint(self) -> QSize:
        return QSize(self._owner.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._owner.paint_gutter(self)


class AnswerText(QTextEdit):
    """Read-only text; its direction follows the text itself, paragraph by paragraph."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = ShownText("")
        self._marks: list[tuple[int, Mark]] = []
        self._chosen = ""
        self._search = ""
        self._gutter = _Gutter(self)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(self.tr("Answer"))
        self.setProperty("surface", "reading")
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(theme.space(2))
        self.verticalScrollBar().valueChanged.connect(self._gutter.update)
        self.document().documentLayout().documentSizeChanged.connect(self._size_changed)
        theme.changed.connect(self._restyle)
        self._restyle()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show_answer(self, text: str, marks: Iterable[Mark] = ()) -> None:
        """Show a text from its beginning; marks may follow with :meth:`show_marks` when they were found."""
        self._shown = ShownText(text)
        self.setPlainText(self._shown.text)
        self._space_lines()
        self.show_marks(marks)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_marks(self, marks: Iterable[Mark]) -> None:
        """Mark these words, numbered in the order of the text."""
        self._marks = numbered(marks)
        self._draw_marks()

    def choose(self, check: str, field: str = "") -> None:
        """Show the words of one check, or of one field of it, as the chosen ones and bring the first into sight."""
        self._chosen = f"{check}\n{field}" if field else check
        self._draw_marks()
        chosen = next((mark for _, mark in self._marks if self._is_chosen(mark)), None)
        selected = self.textCursor().selectionStart()
        if chosen is not None and not any(
            self._is_chosen(mark) and self._shown.span(mark)[0] == selected for _, mark in self._marks
        ):
            cursor = self._cursor(chosen)
            cursor.setPosition(cursor.selectionStart())
            self.setTextCursor(cursor)
            self.ensureCursorVisible()

    def next_mark(self) -> str:
        """Put the cursor on the next mark and return its check; after the last mark comes the first."""
        if not self._marks:
            return ""
        position = self.textCursor().selectionStart()
        after = [mark for _, mark in self._marks if self._shown.span(mark)[0] > position]
        mark = after[0] if after else self._marks[0][1]
        self.setTextCursor(self._cursor(mark))
        self.ensureCursorVisible()
        return mark.check

    def find_words(self, words: str) -> None:
        """Mark what the search field of the table looks for."""
        self._search = words.strip()
        self._draw_marks()

    @property
    def marks(self) -> list[tuple[int, Mark]]:
        """The marks with their numbers."""
        return self._marks

    def numbers_of(self, check: str) -> list[tuple[int, str]]:
        """Return number and words of each mark of a check."""
        return [(number, self._cursor(mark).selectedText()) for number, mark in self._marks if mark.check == check]

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _is_chosen(self, mark: Mark) -> bool:
        check, _, field = self._chosen.partition("\n")
        return bool(check) and mark.check == check and (not field or mark.field == field)

    def _cursor(self, mark: Mark) -> QTextCursor:
        start, end = self._shown.span(mark)
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _format(self, tone: str, filled: bool) -> QTextCharFormat:
        look = QTextCharFormat()
        if filled:
            look.setBackground(self._theme.colour(f"evidence.{tone}.bg"))
        look.setForeground(self._theme.colour("text.primary"))
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        look.setUnderlineColor(self._theme.colour(f"evidence.{tone}.line"))
        return look

    def _draw_marks(self) -> None:
        chosen, others = [], []
        covered = 0
        for _, mark in self._marks:
            cursor = self._cursor(mark)
            if self._is_chosen(mark):
                chosen.append(self._selection(cursor, self._format("active", True)))
                continue
            # Of words that overlap, the later ones are only underlined: two backgrounds would hide each other.
            tone = "supports" if mark.supports else "against"
            others.append(self._selection(cursor, self._format(tone, mark.start >= covered)))
            covered = max(covered, mark.end)
        self.setExtraSelections(others + self._found() + chosen)
        self._gutter.update()

    def _found(self) -> list[Selection]:
        found: list[Selection] = []
        if not self._search:
            return found
        look = self._format("search", True)
        cursor = self.document().find(self._search, 0)
        while not cursor.isNull() and len(found) < 200:
            found.append(self._selection(QTextCursor(cursor), look))
            cursor = self.document().find(self._search, cursor)
        return found

    def _selection(self, cursor: QTextCursor, look: QTextCharFormat) -> Selection:
        selection = Selection()
        selection.cursor = cursor
        selection.format = look
        return selection

    def gutter_width(self) -> int:
        """The width of the gutter: a tile and its margins."""
        return self._tile() + self._theme.space(3) + self._theme.space(2)

    def _tile(self) -> int:
        return self.fontMetrics().height() - 1

    def paint_gutter(self, gutter: QWidget) -> None:
        """Draw the number of each mark beside the line in which its words begin, one below the other."""
        painter = QPainter(gutter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font("section"))
        side = self._tile()
        left = self._theme.space(3)
        free = -1.0e9
        seen: set[int] = set()
        for number, mark in self._marks:
            cursor = self._cursor(mark)
            cursor.setPosition(cursor.selectionStart())
            line = self.cursorRect(cursor)
            if number in seen or line.top() > gutter.height():
                continue
            seen.add(number)
            top = max(line.center().y() - side / 2, free)
            free = top + side + 2
            self._paint_tile(painter, QRectF(left, top, side, side), number, mark)
        painter.end()

    def _paint_tile(self, painter: QPainter, box: QRectF, number: int, mark: Mark) -> None:
        verdict = "pass" if mark.supports else "fail"
        if self._is_chosen(mark):
            back, front = self._theme.colour("evidence.active.bg"), self._theme.colour("text.primary")
        else:
            back, front = self._theme.colour(f"verdict.{verdict}.soft"), self._theme.colour(f"verdict.{verdict}.fg")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(back)
        radius = self._theme.radius("badge")
        painter.drawRoundedRect(box, radius, radius)
        painter.setPen(front)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))

    # -- size and style -----------------------------------------------------------------------------------------------

    @Slot()
    def _restyle(self) -> None:
        self.setFont(self._theme.font("reading"))
        self._space_lines()
        self._place_gutter()
        self._draw_marks()

    def _space_lines(self) -> None:
        """Set the line height of reading text; Qt keeps it a paragraph, not a document."""
        look = QTextBlockFormat()
        height = self._theme.tokens.fonts["reading"].line / self._theme.tokens.fonts["base"].line * 100
        look.setLineHeight(height, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(look)

    def _place_gutter(self) -> None:
        width = self.gutter_width()
        if self.isRightToLeft():
            self.setViewportMargins(0, 0, width, 0)
        else:
            self.setViewportMargins(width, 0, 0, 0)
        inner = self.viewport().geometry()
        left = inner.right() + 1 if self.isRightToLeft() else inner.left() - width
        self._gutter.setGeometry(left, inner.top(), width, inner.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._place_gutter()

    @Slot()
    def _size_changed(self) -> None:
        self._gutter.update()
