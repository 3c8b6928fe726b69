"""The table of fields: rows are dragged at the handle, the last row takes a new name."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QDropEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from gradewright_desktop.panels.template.fields_model import COMPARISON, NAME, TRUTH, TYPE, WEIGHT, FieldsModel
from gradewright_desktop.theme import Mode, Theme

Index = QModelIndex | QPersistentModelIndex

# Shares of the width by column: names and ground truths are what people look for.
_WIDTHS = {NAME: 0.28, TYPE: 0.16, TRUTH: 0.22, COMPARISON: 0.24, WEIGHT: 0.10}


class FieldsTable(QTableView):
    """``field_chosen`` carries the name of the current field, an empty text on the row that adds one."""

    field_chosen = Signal(str)
    remove_wanted = Signal(str)
    duplicate_wanted = Signal(str)
    step_wanted = Signal(str, int)
    open_wanted = Signal(str)

    def __init__(self, theme: Theme, model: FieldsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fields = model
        self.setModel(model)
        self.setItemDelegate(FieldDelegate(theme, self))
        self.setAccessibleName("Fields of the template")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragDropOverwriteMode(False)
        self.setDropIndicatorShown(True)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        theme.changed.connect(self._follow_theme)
        self._follow_theme()

    def current_field(self) -> str:
        """The name of the field that the current row shows, or an empty text."""
        field = self._fields.field_at(self.currentIndex().row())
        return field.name if field is not None else ""

    def choose(self, name: str) -> None:
        """Make the row of a field the current one."""
        row = self._fields.row_of(name)
        if row >= 0 and row != self.currentIndex().row():
            self.setCurrentIndex(self._fields.index(row, NAME))

    def begin_add(self) -> None:
        """Open the editor for a new name."""
        if self._fields.add_row >= 0:
            index = self._fields.index(self._fields.add_row, NAME)
            self.setCurrentIndex(index)
            self.scrollTo(index)
            self.edit(index)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.row() != previous.row():
            self.field_chosen.emit(self.current_field())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, name = event.key(), self.current_field()
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(key), 0)
        on_add = self.currentIndex().row() == self._fields.add_row
        if step and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            if name:
                self.step_wanted.emit(name, step)
        elif key == Qt.Key.Key_Delete and name:
            self.remove_wanted.emit(name)
        elif key == Qt.Key.Key_D and event.modifiers() == Qt.KeyboardModifier.ControlModifier and name:
            self.duplicate_wanted.emit(name)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not on_add and name:
            self.open_wanted.emit(name)
        elif on_add and (key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or _is_letter(event)):
            self.begin_add()
            editor = self.findChild(QLineEdit)
            if editor is not None and _is_letter(event):
                editor.setText(event.text())
        else:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        # The model asks for the move and gets another template; Qt must not also take the source row out.
        super().dropEvent(event)
        event.setDropAction(Qt.DropAction.IgnoreAction)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._set_widths()

    def sizeHint(self) -> QSize:
        rows = max(3, self._fields.rowCount() + 1)
        return QSize(super().sizeHint().width(), rows * self._theme.row_height("table") + 2)

    def _set_widths(self) -> None:
        # The weight needs its heading's width; the others share the rest.
        least = self.horizontalHeader().sectionSizeHint(WEIGHT)
        width = self.viewport().width()
        weight = max(least, int(width * _WIDTHS[WEIGHT]))
        self.setColumnWidth(WEIGHT, weight)
        for column, share in _WIDTHS.items():
            if column != WEIGHT:
                self.setColumnWidth(column, int((width - weight) * share / (1 - _WIDTHS[WEIGHT])))

    @Slot()
    def _follow_theme(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.row_height("table"))
        self.horizontalHeader().setFixedHeight(self._theme.row_height("table"))


class FieldDelegate(QStyledItemDelegate):
    """Paints the handle before a name, names in mono, and the row that adds a field in quiet words."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def handle_width(self) -> int:
        """The room before a name."""
        return self._theme.icon_size() + 2 * self._theme.space(2)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.column() == NAME and self._is_field(index):
            option.font = self._theme.font("mono")

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        text = str(shown.text)
        rect = QRect(option.rect)
        painter.save()
        self._paint_ground(painter, shown, rect, index)
        self._paint_words(painter, shown, rect, text, index)
        painter.restore()

    def _paint_ground(self, painter: QPainter, shown: QStyleOptionViewItem, rect: QRect, index: Index) -> None:
        """One ground and, in the contrast theme, one frame for a whole row; the style would frame every cell."""
        if shown.state & QStyle.StateFlag.State_Selected:
            focused = bool(shown.widget.hasFocus())
            painter.fillRect(rect, self._theme.colour("selection.active" if focused else "selection.inactive"))
        elif shown.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, self._theme.colour("surface.hover"))
        painter.setPen(QPen(self._theme.colour("border.subtle"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if shown.state & QStyle.StateFlag.State_Selected and self._theme.mode is Mode.CONTRAST:
            painter.setPen(QPen(self._theme.colour("accent.focus"), 2))
            frame = rect.adjusted(0, 1, 0, -1)
            painter.drawLine(frame.topLeft(), frame.topRight())
            painter.drawLine(frame.bottomLeft(), frame.bottomRight())
            if index.column() == NAME:
                painter.drawLine(frame.left() + 1, frame.top(), frame.left() + 1, frame.bottom())
            elif index.column() == WEIGHT:
                painter.drawLine(frame.right(), frame.top(), frame.right(), frame.bottom())

    def _paint_words(
        self, painter: QPainter, shown: QStyleOptionViewItem, rect: QRect, text: str, index: Index
    ) -> None:
        selected = bool(shown.state & QStyle.StateFlag.State_Selected)
        quiet = not self._is_field(index)
        role = "selection.text" if selected else "text.muted" if quiet else "text.primary"
        painter.setPen(self._theme.colour(role))
        painter.setFont(shown.font)
        inner = rect.adjusted(self._theme.space(2), 0, -self._theme.space(2), 0)
        if index.column() == NAME:
            size = self._theme.icon_size("inline")
            centre = QPointF(rect.left() + self.handle_width() / 2, rect.center().y() + 0.5)
            glyph = "add" if quiet else "drag"
            self._theme.paint_icon(
                painter, glyph, centre, size, self._theme.colour("text.muted" if not selected else role)
            )
            inner.setLeft(rect.left() + self.handle_width())
        align = Qt.AlignmentFlag.AlignVCenter | (
            Qt.AlignmentFlag.AlignRight if index.column() == WEIGHT else Qt.AlignmentFlag.AlignLeft
        )
        elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, align, elided)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setFrame(True)
        editor.setAccessibleName("Name of the field" if index.column() == NAME else "Weight")
        if index.column() == NAME:
            editor.setFont(self._theme.font("mono"))
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRect(option.rect)
        if index.column() == NAME:
            rect.setLeft(rect.left() + self.handle_width() - self._theme.space(2))
        editor.setGeometry(rect)

    @staticmethod
    def _is_field(index: Index) -> bool:
        model = index.model()
        return isinstance(model, FieldsModel) and model.field_at(index.row()) is not None


def _is_letter(event: QKeyEvent) -> bool:
    blocked = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    return bool(event.text()) and event.text().isprintable() and not event.modifiers() & blocked
