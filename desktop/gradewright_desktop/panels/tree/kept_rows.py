"""The rubrics that are kept alone, as rows at the end of the tree, under one row that is there while there are any."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex

from gradewright.store.rows import KeptRubricRow
from gradewright_desktop.models.keyed_rows import RowSteps, update_rows
from gradewright_desktop.panels.tree.nodes import Node, NodeKind


class KeptRows:
    """The rows in their order."""

    def __init__(self) -> None:
        self.rows: list[KeptRubricRow] = []

    def row(self, rubric_id: int) -> KeptRubricRow | None:
        """Return the row of a rubric."""
        return next((row for row in self.rows if row.id == rubric_id), None)

    def position(self, rubric_id: int) -> int:
        """Return where a rubric stands, or -1."""
        return next((at for at, row in enumerate(self.rows) if row.id == rubric_id), -1)

    def node(self, position: int) -> Node:
        """Return the node at a position."""
        return Node(NodeKind.KEPT_RUBRIC, self.rows[position].id)

    def show(self, rows: Sequence[KeptRubricRow], model: QAbstractItemModel, above: int) -> list[Node]:
        """Bring the model to other rows; ``above`` rows stand at the top before these.

        Returns the nodes whose words changed.
        """
        if not rows and self.rows:
            model.beginRemoveRows(QModelIndex(), above, above)
            self.rows.clear()
            model.endRemoveRows()
        elif rows and not self.rows:
            model.beginInsertRows(QModelIndex(), above, above)
            self.rows = list(rows)
            model.endInsertRows()
        elif rows:
            return self._update(rows, model, model.index(above, 0))
        return []

    def _update(self, rows: Sequence[KeptRubricRow], model: QAbstractItemModel, parent: QModelIndex) -> list[Node]:
        def removed(first: int, last: int) -> None:
            model.beginRemoveRows(parent, first, last)
            del self.rows[first : last + 1]
            model.endRemoveRows()

        def inserted(first: int, last: int) -> None:
            model.beginInsertRows(parent, first, last)
            self.rows[first:first] = rows[first : last + 1]
            model.endInsertRows()

        def moved(source: int, target: int) -> None:
            model.beginMoveRows(parent, source, source, parent, target if target < source else target + 1)
            self.rows.insert(target, self.rows.pop(source))
            model.endMoveRows()

        update_rows([row.id for row in self.rows], [row.id for row in rows], RowSteps(removed, moved, inserted))
        changed = [new for old, new in zip(self.rows, rows, strict=True) if old != new]
        self.rows = list(rows)
        return [Node(NodeKind.KEPT_RUBRIC, row.id) for row in changed]
