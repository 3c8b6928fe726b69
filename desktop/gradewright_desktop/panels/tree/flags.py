"""What can be done with the rows of the tree."""

from __future__ import annotations

from PySide6.QtCore import Qt

from gradewright_desktop.panels.tree.nodes import LEAVES, NAMED, Node, NodeKind


def flags_of(node: Node, *, editable: bool) -> Qt.ItemFlag:
    """Return what can be done with a row."""
    flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
    if editable and node.kind in NAMED:
        flags |= Qt.ItemFlag.ItemIsEditable
    if editable and node.kind is NodeKind.QUESTION:
        flags |= Qt.ItemFlag.ItemIsDragEnabled
    if editable and node.kind is NodeKind.QUESTIONS:
        flags |= Qt.ItemFlag.ItemIsDropEnabled
    return flags | Qt.ItemFlag.ItemNeverHasChildren if node.kind in LEAVES else flags
