"""Paints the rows of the library tree: kind, name, findings, counts. Nothing in a row is a widget."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gradewright_desktop.panels.tree.model import COUNT_ROLE, DONE_ROLE, MARKS_ROLE, NODE_ROLE
from gradewright_desktop.panels.tree.nodes import Marks, Node, NodeKind
from gradewright_desktop.theme import Mode, Theme

Index = QModelIndex | QPersistentModelIndex

_ICONS = {
    NodeKind.BENCHMARK: "benchmark",
    NodeKind.GLOBAL_RUBRIC: "rubric",
    NodeKind.QUESTIONS: "question",
    NodeKind.TEMPLATE: "template",
    NodeKind.OWN_RUBRIC: "rubric",
    NodeKind.KEPT_RUBRICS: "folder",
    NodeKind.KEPT_RUBRIC: "rubric",
}
# Below this width of the view, counts are said short: "31/48" in place of "31 of 48 done".
_SHORT_BELOW = 240


class TreeDelegate(QStyledItemDelegate):
    """``is_current`` tells whether a benchmark is the one that is worked on, which stands in bold."""

    def __init__(self, theme: Theme, is_current: Callable[[int], bool], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_current = is_current

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, self._theme.row_height("tree"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        text = shown.text
        shown.text = ""
        shown.state &= ~QStyle.StateFlag.State_HasFocus
        shown.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, shown, painter, shown.widget)
        node = index.data(NODE_ROLE)
        if not isinstance(node, Node):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(shown.state & QStyle.StateFlag.State_Selected)
        self._paint_focus(painter, shown, selected)
        rect = QRect(shown.rect)
        name_left = self._paint_icon(painter, rect, node, index, selected)
        name_right = self._paint_right(painter, rect, node, index, selected, shown.widget.width())
        self._paint_name(
            painter, QRect(name_left, rect.top(), name_right - name_left, rect.height()), node, text, selected
        )
        painter.restore()

    def _paint_focus(self, painter: QPainter, shown: QStyleOptionViewItem, selected: bool) -> None:
        has_focus = bool(shown.widget.hasFocus())
        if not selected or (not has_focus and self._theme.mode is not Mode.CONTRAST):
            return
        painter.setPen(QPen(self._theme.colour("accent.focus"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(shown.rect.adjusted(1, 1, -2, -2), 3, 3)

    def _paint_icon(self, painter: QPainter, rect: QRect, node: Node, index: Index, selected: bool) -> int:
        name = _ICONS.get(node.kind, "")
        if node.kind is NodeKind.QUESTION:
            name = "question-done" if index.data(DONE_ROLE) else "question-open"
        size = self._theme.icon_size()
        role = "selection.text" if selected else "text.secondary"
        centre = QPointF(rect.left() + 4 + size / 2, rect.center().y() + 0.5)
        self._theme.paint_icon(painter, name, centre, size, self._theme.colour(role))
        return rect.left() + size + 4 + self._theme.space(2)

    def _paint_right(self, painter: QPainter, rect: QRect, node: Node, index: Index, selected: bool, width: int) -> int:
        """Paint findings, else counts; return where the room for the name ends."""
        right = rect.right() - self._theme.space(2)
        marks = index.data(MARKS_ROLE)
        font = self._theme.font("small")
        painter.setFont(font)
        if isinstance(marks, Marks) and (marks.errors or marks.warnings):
            return self._paint_marks(painter, rect, marks, right, QFontMetrics(font), narrow=width < _SHORT_BELOW)
        long_words, short_words = index.data(COUNT_ROLE)
        words = short_words if width < _SHORT_BELOW else long_words
        if not words:
            return right
        advance = painter.fontMetrics().horizontalAdvance(words)
        painter.setPen(self._theme.colour("selection.text" if selected else "text.muted"))
        painter.drawText(
            QRect(right - advance, rect.top(), advance + 1, rect.height()), Qt.AlignmentFlag.AlignVCenter, words
        )
        return right - advance - self._theme.space(2)

    def _paint_marks(
        self, painter: QPainter, rect: QRect, marks: Marks, right: int, metrics: QFontMetrics, *, narrow: bool
    ) -> int:
        size = self._theme.icon_size("inline")
        shown = [("warning", marks.warnings), ("error", marks.errors)]
        if narrow and marks.errors:
            # In a narrow panel only the gravest is said.
            shown = shown[1:]
        for kind, count in shown:
            if not count:
                continue
            words = str(count)
            advance = metrics.horizontalAdvance(words)
            colour = self._theme.colour(f"severity.{kind}.fg")
            painter.setPen(colour)
            painter.drawText(
                QRect(right - advance, rect.top(), advance + 1, rect.height()), Qt.AlignmentFlag.AlignVCenter, words
            )
            right -= advance + 4 + size
            self._theme.paint_icon(painter, kind, QPointF(right + size / 2, rect.center().y() + 0.5), size, colour)
            right -= self._theme.space(2)
        return right

    def _paint_name(self, painter: QPainter, rect: QRect, node: Node, text: str, selected: bool) -> None:
        font = QFont(self._theme.font("base"))
        if node.kind is NodeKind.BENCHMARK and self._is_current(node.benchmark_id):
            font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(self._theme.colour("selection.text" if selected else "text.primary"))
        # The text's own direction orders its letters; it still begins where all names begin.
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        elided = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, max(0, rect.width()))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(rect, flags.value | Qt.TextFlag.TextSingleLine.value, elided)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = super().createEditor(parent, option, index)
        node = index.data(NODE_ROLE)
        is_kept = isinstance(node, Node) and node.is_kept
        editor.setAccessibleName("Name of the rubric" if is_kept else "Name of the benchmark")
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(option.rect.adjusted(self._theme.icon_size() + 8, 0, 0, 0))
