"""Pairs of a name and a value as an editable table, with a last empty row in which a new pair begins."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Pair = tuple[str, str]


class PairsModel(QAbstractTableModel):
    """``changed`` follows every edit by a person, never :meth:`set_pairs`.

    ``refuse`` may say in a sentence why a pair cannot be; ``refused`` then carries it and nothing changes.
    """

    changed = Signal()
    refused = Signal(str)

    def __init__(
        self,
        headers: tuple[str, str],
        add_words: str,
        refuse: Callable[[Sequence[Pair]], str | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._headers = headers
        self._add_words = add_words
        self._refuse = refuse
        self._pairs: list[Pair] = []
        self._editable = True

    def pairs(self) -> list[Pair]:
        """The pairs in their order, without the empty row."""
        return list(self._pairs)

    def set_pairs(self, pairs: Sequence[Pair]) -> None:
        """Show other pairs; rows that stay the same stay selected."""
        for row in range(min(len(pairs), len(self._pairs))):
            if self._pairs[row] != pairs[row]:
                self._pairs[row] = pairs[row]
                self.dataChanged.emit(self.index(row, 0), self.index(row, 1))
        if len(pairs) > len(self._pairs):
            self.beginInsertRows(QModelIndex(), len(self._pairs), len(pairs) - 1)
            self._pairs.extend(pairs[len(self._pairs) :])
            self.endInsertRows()
        elif len(pairs) < len(self._pairs):
            self.beginRemoveRows(QModelIndex(), len(pairs), len(self._pairs) - 1)
            del self._pairs[len(pairs) :]
            self.endRemoveRows()

    def set_editable(self, editable: bool) -> None:
        """Allow or stop editing; the empty row is there only while it is allowed."""
        if editable == self._editable:
            return
        row = len(self._pairs)
        if editable:
            self.beginInsertRows(QModelIndex(), row, row)
            self._editable = True
            self.endInsertRows()
        else:
            self.beginRemoveRows(QModelIndex(), row, row)
            self._editable = False
            self.endRemoveRows()

    def remove(self, row: int) -> None:
        """Take a pair out, as a person's edit."""
        if 0 <= row < len(self._pairs):
            self.beginRemoveRows(QModelIndex(), row, row)
            del self._pairs[row]
            self.endRemoveRows()
            self.changed.emit()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._pairs) + (1 if self._editable else 0)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else 2

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole and section in (0, 1):
            return self._headers[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if index.row() >= len(self._pairs):
            shown = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return self._add_words if shown and index.column() == 0 else None
        value = self._pairs[index.row()][index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole, Qt.ItemDataRole.ToolTipRole):
            return value
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._headers[index.column()]}: {value}"
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsEditable if self._editable else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        text, row = str(value), index.row()
        is_new = row >= len(self._pairs)
        old = ("", "") if is_new else self._pairs[row]
        pair = (text.strip(), old[1]) if index.column() == 0 else (old[0], text)
        if pair == old or (is_new and not pair[0] and not pair[1]):
            return False
        wanted = [*self._pairs, pair] if is_new else [*self._pairs[:row], pair, *self._pairs[row + 1 :]]
        reason = self._refuse(wanted)
        if reason is not None:
            self.refused.emit(reason)
            return False
        if is_new:
            self.beginInsertRows(QModelIndex(), row, row)
            self._pairs.append(pair)
            self.endInsertRows()
        else:
            self._pairs[row] = pair
            self.dataChanged.emit(index, index)
        self.changed.emit()
        return True


def refuse_double_names(pairs: Sequence[Pair]) -> str | None:
    """The sentence about a name that is missing or there twice; None where all is well."""
    names = [name for name, _value in pairs]
    if any(not name for name in names):
        return "A value needs a name before it."
    double = next((name for name in names if names.count(name) > 1), None)
    return None if double is None else f"“{double}” is there already."


def json_text(value: Any) -> str:
    """A JSON value as editable text. Plain text stands as it is; text that would read as JSON is shown in quotes."""
    if isinstance(value, str) and not _reads_as_json(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def json_value(text: str) -> Any:
    """Read what :func:`json_text` wrote: JSON where it is that, else the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def json_pairs(values: Mapping[str, Any]) -> list[Pair]:
    """A mapping of JSON values as pairs of texts."""
    return [(name, json_text(value)) for name, value in values.items()]


def _reads_as_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
