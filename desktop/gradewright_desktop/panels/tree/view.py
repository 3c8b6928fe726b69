"""The view of the library tree: keys, dragging, and jumping to what is typed."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTreeView, QWidget

from gradewright_desktop.panels.tree.model import LibraryModel
from gradewright_desktop.panels.tree.nodes import Node, NodeKind
from gradewright_desktop.theme import Theme

Index = QModelIndex | QPersistentModelIndex

# So near to the first or last row, those beyond it are fetched.
_NEAR_END = 30


class TreeView(QTreeView):
    """``opened`` carries the node that is to be shown in the centre.

    ``jump_wanted`` carries the letters typed so far. ``dropped`` carries the question that was dragged and the one in
    front of which it was let go, 0 for the end. ``looked_at`` follows every change of what is visible, once it rests.
    """

    opened = Signal(object)
    jump_wanted = Signal(str)
    dropped = Signal(int, int)
    looked_at = Signal()

    def __init__(self, theme: Theme, model: LibraryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._library = model
        self._typed = ""
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.timeout.connect(self._forget_typed)
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(120)
        self._resting.timeout.connect(self.looked_at)
        self._build()
        self.setModel(model)
        for signal in (model.rowsInserted, model.rowsRemoved, model.layoutChanged, self.expanded, self.collapsed):
            signal.connect(self._look_later)
        self.verticalScrollBar().valueChanged.connect(self._look_later)
        self.clicked.connect(self._clicked)

    def _build(self) -> None:
        self.setAccessibleName("Library")
        self.setProperty("surface", "panel")
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(self._theme.tokens.icon["tree_indent"])
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragEnabled(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    # -- what is selected ---------------------------------------------------------------------------------------------

    def current_node(self) -> Node | None:
        """The node of the current row."""
        return self._library.node(self.currentIndex())

    def selected_nodes(self) -> list[Node]:
        """The nodes of all selected rows, top down."""
        indexes = sorted(self.selectedIndexes(), key=lambda index: self.visualRect(index).top())
        return [node for index in indexes if (node := self._library.node(index)) is not None]

    def select(self, node: Node) -> bool:
        """Make a node the current row, open the rows above it, and bring it into view; False where it has no row."""
        index = self._library.index_of(node)
        if not index.isValid():
            return False
        above = index.parent()
        while above.isValid():
            self.expand(above)
            above = above.parent()
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)
        return True

    def visible_nodes(self) -> list[Node]:
        """The nodes whose rows are in view."""
        nodes = []
        index = self.indexAt(QPoint(2, 2))
        bottom = self.viewport().height()
        while index.isValid() and self.visualRect(index).top() < bottom:
            node = self._library.node(index)
            if node is not None:
                nodes.append(node)
            index = self.indexBelow(index)
        return nodes

    # -- keys ---------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._clicked(self.currentIndex())
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        # Qt would ask the model for the words of every row until one fits, in the GUI thread.
        self._typing.start(QApplication.keyboardInputInterval())
        self._typed = (self._typed + search).lstrip()
        if self._typed:
            self.jump_wanted.emit(self._typed)

    @Slot()
    def _forget_typed(self) -> None:
        self._typed = ""

    @Slot(QModelIndex)
    def _clicked(self, index: Index) -> None:
        modifiers = QApplication.keyboardModifiers()
        several = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        node = self._library.node(index)
        if node is not None and not modifiers & several:
            self.opened.emit(node)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self._library.hasChildren(index):
            self.setExpanded(index, not self.isExpanded(index))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    # -- dragging -----------------------------------------------------------------------------------------------------

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        if self._drop_target(event.position().toPoint()) is None:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        target = self._drop_target(event.position().toPoint())
        moved = self.current_node()
        # The rows follow when the library has moved the question, so Qt has nothing to move itself.
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().update()
        if target is not None and moved is not None and target != moved.question_id:
            self.dropped.emit(moved.question_id, target)

    def _drop_target(self, at: QPoint) -> int | None:
        """The question in front of which a drop at this place puts the dragged one, 0 for the end, None for nowhere."""
        moved = self.current_node()
        index = self.indexAt(at)
        node = self._library.node(index)
        if moved is None or moved.kind is not NodeKind.QUESTION or node is None:
            return None
        if node.benchmark_id != moved.benchmark_id:
            return None
        ids = self._library.branch(node.benchmark_id).ids
        if node.kind is NodeKind.QUESTIONS:
            return int(ids[0]) if ids else None
        if node.kind is not NodeKind.QUESTION:
            return None
        row = index.row() + (1 if at.y() > self.visualRect(index).center().y() else 0)
        return int(ids[row]) if row < len(ids) else 0

    def scroll_stretches(self) -> None:
        """Follow the person to questions above and below the ones that are rows."""
        nodes = self.visible_nodes()
        for node in nodes:
            if node.kind is NodeKind.QUESTIONS and self._library.branch(node.benchmark_id).first:
                # The start is in view: what stands there must be the first questions.
                self._library.show_above(node.benchmark_id, from_start=True)
                return
        top = self.indexAt(QPoint(2, 2))
        first = self._library.node(top)
        if first is not None and first.kind is NodeKind.QUESTION and top.row() < _NEAR_END:
            self._library.show_above(first.benchmark_id, from_start=False)
            self._keep_on_top(first)
        for node in reversed(nodes):
            if node.kind is NodeKind.QUESTION:
                branch = self._library.branch(node.benchmark_id)
                before = branch.first
                if branch.below and branch.row_of(node.question_id) > branch.shown - _NEAR_END:
                    self._library.show_below(node.benchmark_id)
                    if branch.first != before and first is not None:
                        self._keep_on_top(first)
                return

    def _keep_on_top(self, node: Node) -> None:
        self.scrollTo(self._library.index_of(node), QAbstractItemView.ScrollHint.PositionAtTop)

    @Slot()
    def _look_later(self, *_what: object) -> None:
        self._resting.start()
