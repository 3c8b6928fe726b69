"""A rule of its own as a tree: groups of fields and of groups, each all of, any of, or at least n of."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gradewright.model.template import AllOf, AtLeastN, FieldCheck, Strategy, Template
from gradewright_desktop.panels.template.strategy_edit import (
    Path,
    as_kind,
    kind_of,
    moved,
    node_at,
    with_inserted,
    with_node,
    without,
)
from gradewright_desktop.panels.template.strategy_words import sentence, strategy_words
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets.buttons import tool_button
from gradewright_desktop.widgets.labels import label
from gradewright_desktop.widgets.numbers import NumberField

_PATH_ROLE = Qt.ItemDataRole.UserRole
_KINDS = (("all", "all of"), ("any", "any of"), ("at_least", "at least"))


class StrategyTree(QWidget):
    """``changed`` carries the template with another strategy."""

    changed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._template = Template()
        self.tree = _Nodes(self)
        self.kind = QComboBox(self)
        self.kind.setAccessibleName("The group passes when")
        for key, words in _KINDS:
            self.kind.addItem(words, key)
        self.count = NumberField(self)
        self.count.setAccessibleName("How many of the group must pass")
        self._field_menu = QMenu(self)
        self._add_field = self._menu_button("Field", "Add a field to the group", self._field_menu)
        self._add_group = tool_button(theme, "add", "Group", self._group_added, shows_text=True, parent=self)
        self._remove = tool_button(theme, "remove", "Remove from the rule", self.remove_selected, parent=self)
        self._sentence = label(theme, font="small", role="muted", wraps=True, selectable=True, parent=self)
        self._build()
        self.tree.currentItemChanged.connect(self._selected)
        self.tree.remove_wanted.connect(self.remove_selected)
        self.tree.move_wanted.connect(self.move_selected)
        self.kind.activated.connect(self._kind_chosen)
        self.count.valueChanged.connect(self._counted)
        self._field_menu.triggered.connect(self._field_added)

    def show_template(self, template: Template) -> None:
        """Show the strategy of a template; the selection stays at its place in the tree."""
        path = self.selected_path()
        same = template.strategy == self._template.strategy
        self._template = template
        if not same or self.tree.topLevelItemCount() == 0:
            self._fill(path or ())
        self._sentence.setText(f"Passes when {sentence(template.strategy)}." if template.strategy else "")
        self._selected(self.tree.currentItem(), None)

    def selected_path(self) -> Path | None:
        """The path of the selected node; None without one."""
        item = self.tree.currentItem()
        return tuple(item.data(0, _PATH_ROLE)) if item is not None else None

    def select(self, path: Path) -> None:
        """Select the node at a path."""
        item = self.tree.topLevelItem(0)
        for position in path:
            item = item.child(position) if item is not None else None
        if item is not None:
            self.tree.setCurrentItem(item)

    def _menu_button(self, words: str, name: str, menu: QMenu) -> QToolButton:
        made = tool_button(self._theme, "add", words, shows_text=True, parent=self)
        made.setAccessibleName(name)
        made.setMenu(menu)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return made

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(1))
        for widget in (self.kind, self.count, self._add_field, self._add_group):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self._remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(1))
        column.addLayout(row)
        column.addWidget(self.tree, 1)
        column.addWidget(self._sentence)

    def _fill(self, path: Path) -> None:
        blocked = self.tree.blockSignals(True)
        self.tree.clear()
        strategy = self._template.strategy
        if strategy is not None:
            self.tree.addTopLevelItem(self._item(strategy, ()))
            self.tree.expandAll()
            self._theme_icons(self.tree.topLevelItem(0))
        self.tree.blockSignals(blocked)
        while strategy is not None:
            try:
                node_at(strategy, path)
                break
            except LookupError:
                path = path[:-1]
        self.select(path)

    def _item(self, node: Strategy, path: Path) -> QTreeWidgetItem:
        item = QTreeWidgetItem([strategy_words(node)])
        item.setData(0, _PATH_ROLE, list(path))
        item.setSizeHint(0, QSize(0, self._theme.row_height("tree")))
        if isinstance(node, FieldCheck):
            item.setFont(0, self._theme.font("mono"))
            if self._template.field(node.field) is None:
                item.setText(0, f"{node.field}: there is no such field")
        else:
            for position, condition in enumerate(node.conditions):
                item.addChild(self._item(condition, (*path, position)))
        return item

    def _theme_icons(self, item: QTreeWidgetItem | None) -> None:
        if item is None:
            return
        item.setIcon(0, self._theme.icon("list" if item.childCount() else "dash"))
        for position in range(item.childCount()):
            self._theme_icons(item.child(position))

    # -- edits --------------------------------------------------------------------------------------------------------

    @Slot()
    def remove_selected(self) -> None:
        """Take the selected node out of the rule."""
        path, strategy = self.selected_path(), self._template.strategy
        if path and strategy is not None:
            self._change(without(strategy, path), path)

    @Slot(int)
    def move_selected(self, step: int) -> None:
        """Move the selected node up (-1) or down (1), into and out of groups."""
        path, strategy = self.selected_path(), self._template.strategy
        if path and strategy is not None:
            changed, target = moved(strategy, path, step)
            self._change(changed, target)

    @Slot(QTreeWidgetItem, QTreeWidgetItem)
    def _selected(self, _current: QTreeWidgetItem | None, _previous: QTreeWidgetItem | None) -> None:
        _path, node = self._group_of_selection()
        group = node is not None and not isinstance(node, FieldCheck)
        self.kind.setEnabled(group)
        if node is not None and group:
            self.kind.setCurrentIndex(self.kind.findData(kind_of(node)))
        self.count.setVisible(isinstance(node, AtLeastN))
        if isinstance(node, AtLeastN):
            blocked = self.count.blockSignals(True)
            self.count.setRange(0, max(node.n, len(node.conditions)))
            self.count.setValue(node.n)
            self.count.blockSignals(blocked)
        self._remove.setEnabled(bool(self.selected_path()))
        self._add_field.setEnabled(group)
        self._add_group.setEnabled(group)
        self._fill_menu()

    def _group_of_selection(self) -> tuple[Path, Strategy | None]:
        """The selected group, or the group that the selected field stands in."""
        path, strategy = self.selected_path(), self._template.strategy
        if path is None or strategy is None:
            return (), strategy
        node = node_at(strategy, path)
        if isinstance(node, FieldCheck) and path:
            path = path[:-1]
            node = node_at(strategy, path)
        return path, node

    def _fill_menu(self) -> None:
        names = [field.name for field in self._template.verified_fields]
        shown = [action.text() for action in self._field_menu.actions()]
        if names != shown:
            self._field_menu.clear()
            for name in names:
                self._field_menu.addAction(name)

    @Slot(int)
    def _kind_chosen(self, _row: int) -> None:
        path, node = self._group_of_selection()
        strategy = self._template.strategy
        if strategy is not None and node is not None and not isinstance(node, FieldCheck):
            self._change(with_node(strategy, path, as_kind(node, str(self.kind.currentData()))), path)

    @Slot(int)
    def _counted(self, n: int) -> None:
        path, node = self._group_of_selection()
        if self._template.strategy is not None and isinstance(node, AtLeastN):
            self._change(with_node(self._template.strategy, path, replace(node, n=n)), path)

    @Slot(QAction)
    def _field_added(self, action: QAction) -> None:
        self._insert(FieldCheck(action.text()))

    @Slot()
    def _group_added(self) -> None:
        self._insert(AllOf())

    def _insert(self, node: Strategy) -> None:
        path, group = self._group_of_selection()
        strategy = self._template.strategy
        if strategy is None or group is None or isinstance(group, FieldCheck):
            return
        selected = self.selected_path() or ()
        position = selected[-1] + 1 if len(selected) > len(path) else len(group.conditions)
        self._change(with_inserted(strategy, path, position, node), (*path, position))

    def _change(self, strategy: Strategy, select: Path) -> None:
        template = replace(self._template, strategy=strategy)
        self.changed.emit(template)
        self.select(select)


class _Nodes(QTreeWidget):
    remove_wanted = Signal()
    move_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setAccessibleName("When the template passes")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if event.key() == Qt.Key.Key_Delete:
            self.remove_wanted.emit()
        elif step and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self.move_wanted.emit(step)
        else:
            super().keyPressEvent(event)
