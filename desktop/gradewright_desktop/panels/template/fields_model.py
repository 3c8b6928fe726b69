"""The fields of a template as a table: name, type, ground truth, comparison, weight, and a last row for a new name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from gradewright.model.template import Template, TemplateField
from gradewright_desktop.models.keyed_rows import RowSteps, update_rows
from gradewright_desktop.panels.template.words import comparison_words, kind_words, truth_words
from gradewright_desktop.values.words import number_words

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()

COLUMNS: Final = ("Field", "Type", "Ground truth", "Comparison", "Weight")
NAME, TYPE, TRUTH, COMPARISON, WEIGHT = range(5)
FIELD_MIME: Final = "application/x-gradewright-field"
ADD_WORDS: Final = "Type a name to add a field"
_ALIGN_NUMBER: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class FieldsModel(QAbstractTableModel):
    """Shows a template; what people do in the table is asked for by signals and comes back as another template."""

    add_wanted = Signal(str)
    rename_wanted = Signal(str, str)
    weight_wanted = Signal(str, str)
    move_wanted = Signal(str, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fields: list[TemplateField] = []
        self._editable = True

    def set_template(self, template: Template, *, editable: bool = True) -> None:
        """Show another template; rows keep their identity by field name, a renamed field keeps its row."""
        if editable != self._editable:
            self._set_editable(editable)
        new = list(template.fields)
        if len(new) == len(self._fields):
            self._follow_rename(new)
        by_name = {field.name: field for field in new}
        update_rows(
            [field.name for field in self._fields],
            [field.name for field in new],
            RowSteps(self._remove, self._move, lambda first, last: self._insert(first, new[first : last + 1])),
        )
        for row, field in enumerate(self._fields):
            if by_name[field.name] != field:
                self._fields[row] = by_name[field.name]
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(COLUMNS) - 1))

    def field_at(self, row: int) -> TemplateField | None:
        """The field in a row; None in the row that adds one."""
        return self._fields[row] if 0 <= row < len(self._fields) else None

    def row_of(self, name: str) -> int:
        """The row of a field, or -1."""
        return next((row for row, field in enumerate(self._fields) if field.name == name), -1)

    @property
    def add_row(self) -> int:
        """The row in which a new name is typed; -1 where fields cannot be added."""
        return len(self._fields) if self._editable else -1

    # -- changes ------------------------------------------------------------------------------------------------------

    def _set_editable(self, editable: bool) -> None:
        row = len(self._fields)
        if editable:
            self.beginInsertRows(QModelIndex(), row, row)
            self._editable = True
            self.endInsertRows()
        else:
            self.beginRemoveRows(QModelIndex(), row, row)
            self._editable = False
            self.endRemoveRows()

    def _follow_rename(self, new: list[TemplateField]) -> None:
        """Where exactly one name changed in place, it is the same row under another name."""
        changed = [row for row, field in enumerate(self._fields) if field.name != new[row].name]
        names = {field.name for field in self._fields}
        if len(changed) == 1 and new[changed[0]].name not in names:
            row = changed[0]
            self._fields[row] = new[row]
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(COLUMNS) - 1))

    def _remove(self, first: int, last: int) -> None:
        self.beginRemoveRows(QModelIndex(), first, last)
        del self._fields[first : last + 1]
        self.endRemoveRows()

    def _insert(self, first: int, fields: list[TemplateField]) -> None:
        self.beginInsertRows(QModelIndex(), first, first + len(fields) - 1)
        self._fields[first:first] = fields
        self.endInsertRows()

    def _move(self, source: int, target: int) -> None:
        # Qt names the row before which the moved one will stand, counted before the move.
        self.beginMoveRows(QModelIndex(), source, source, QModelIndex(), target if target < source else target + 1)
        self._fields.insert(target, self._fields.pop(source))
        self.endMoveRows()

    # -- Qt -----------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._fields) + (1 if self._editable else 0)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGN_NUMBER if section == WEIGHT else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        field = self.field_at(index.row())
        if field is None:
            return self._add_row_data(index.column(), role)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._cell(field, index.column())
        if role == Qt.ItemDataRole.EditRole:
            return field.name if index.column() == NAME else self._cell(field, index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == WEIGHT:
            return _ALIGN_NUMBER
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[index.column()]}: {self._cell(field, index.column())}"
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled if self._editable else Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        if not self._editable:
            return flags
        field = self.field_at(index.row())
        if field is not None:
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        if index.column() == NAME or (index.column() == WEIGHT and field is not None):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        text = str(value).strip()
        field = self.field_at(index.row())
        if field is None:
            if text and index.column() == NAME:
                self.add_wanted.emit(text)
            return False
        if index.column() == NAME and text != field.name:
            self.rename_wanted.emit(field.name, text)
        elif index.column() == WEIGHT and text != number_words(field.weight):
            self.weight_wanted.emit(field.name, text)
        # The new value comes back with the template that the change leads to.
        return False

    def _cell(self, field: TemplateField, column: int) -> str:
        match column:
            case 0:
                return field.name
            case 1:
                return kind_words(field)
            case 2:
                return truth_words(field)
            case 3:
                return comparison_words(field.primitive)
            case _:
                return number_words(field.weight) if field.primitive is not None else ""

    def _add_row_data(self, column: int, role: int) -> Any:
        if column == NAME and role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ADD_WORDS
        return "" if column == NAME and role == Qt.ItemDataRole.EditRole else None

    # -- drag ---------------------------------------------------------------------------------------------------------

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [FIELD_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        field = self.field_at(indexes[0].row()) if indexes else None
        if field is not None:
            data.setData(FIELD_MIME, QByteArray(field.name.encode()))
        return data

    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        name = bytes(data.data(FIELD_MIME).data()).decode()
        source = self.row_of(name)
        if source < 0:
            return False
        target = parent.row() if row < 0 and parent.isValid() else row if row >= 0 else len(self._fields)
        target = min(target, len(self._fields))
        self.move_wanted.emit(name, target - 1 if target > source else target)
        # False: the view must not take the source row out; the move arrives as a changed template.
        return False
