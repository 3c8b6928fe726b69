"""A short list of records with keys, brought from one content to the next without a reset."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gradewright_desktop.models.keyed_rows import RowSteps, update_rows

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
RECORD_ROLE = Qt.ItemDataRole.UserRole + 1
R = TypeVar("R")


class RecordListModel(QAbstractListModel, Generic[R]):
    """Records of any kind: ``key`` tells them apart, ``text`` is their name, ``spoken`` what a screen reader says.

    ``selectable`` may be False for rows that are only headings. Delegates read the record itself by
    :data:`RECORD_ROLE`.
    """

    def __init__(
        self,
        key: Callable[[R], Hashable],
        text: Callable[[R], str],
        spoken: Callable[[R], str] | None = None,
        tip: Callable[[R], str] | None = None,
        selectable: Callable[[R], bool] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._key, self._text = key, text
        self._spoken, self._tip, self._selectable = spoken or text, tip, selectable
        self._records: list[R] = []

    @property
    def records(self) -> Sequence[R]:
        """The records in their order."""
        return self._records

    def record(self, position: int) -> R | None:
        """Return the record at a position, or None outside the list."""
        return self._records[position] if 0 <= position < len(self._records) else None

    def position_of(self, key: Hashable) -> int:
        """Return where the record with this key stands, or -1."""
        return next((position for position, record in enumerate(self._records) if self._key(record) == key), -1)

    def set_records(self, records: Sequence[R]) -> None:
        """Show these records. Those that were there keep their place in selections."""
        by_key = {self._key(record): record for record in records}
        order = list(by_key)

        def removed(first: int, last: int) -> None:
            self.beginRemoveRows(ROOT, first, last)
            del self._records[first : last + 1]
            self.endRemoveRows()

        def inserted(first: int, last: int) -> None:
            self.beginInsertRows(ROOT, first, last)
            self._records[first:first] = [by_key[key] for key in order[first : last + 1]]
            self.endInsertRows()

        def moved(source: int, target: int) -> None:
            self.beginMoveRows(ROOT, source, source, ROOT, target)
            self._records.insert(target, self._records.pop(source))
            self.endMoveRows()

        update_rows([self._key(record) for record in self._records], order, RowSteps(removed, moved, inserted))
        for position, record in enumerate(by_key.values()):
            if self._records[position] != record:
                self._records[position] = record
                index = self.index(position)
                self.dataChanged.emit(index, index)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._records)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        record = self.record(index.row()) if index.isValid() else None
        if record is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(record)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(record)
        if role == Qt.ItemDataRole.ToolTipRole and self._tip is not None:
            return self._tip(record)
        return record if role == RECORD_ROLE else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        record = self.record(index.row()) if index.isValid() else None
        if record is None:
            return Qt.ItemFlag.NoItemFlags
        if self._selectable is not None and not self._selectable(record):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
