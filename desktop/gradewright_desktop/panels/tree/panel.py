"""The library tree: head, filter, tree, counts. What is chosen in it is opened in the centre."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QLocale, QModelIndex, QPoint, Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from gradewright.edits import MoveQuestion, SetBenchmark
from gradewright.store.library import Changes
from gradewright.store.rows import BenchmarkRow, KeptRubricRow, QuestionRow
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.tree.delegate import TreeDelegate
from gradewright_desktop.panels.tree.filter_bar import FilterBar
from gradewright_desktop.panels.tree.kept_actions import renaming
from gradewright_desktop.panels.tree.menus import ADD_COMMANDS, MENU_COMMANDS, fill_menu
from gradewright_desktop.panels.tree.model import LibraryModel
from gradewright_desktop.panels.tree.nodes import KEPT, Node, NodeKind
from gradewright_desktop.panels.tree.searching import Contents, Filter, find_typed, read_contents, read_ids
from gradewright_desktop.panels.tree.survey import Survey
from gradewright_desktop.panels.tree.view import TreeView
from gradewright_desktop.panels.tree.words import footer_words
from gradewright_desktop.widgets import BannerStack, EmptyState, label, line, tool_button
from gradewright_desktop.workbench import Workbench

_PLACES = {
    NodeKind.BENCHMARK: ("benchmark", ""),
    NodeKind.GLOBAL_RUBRIC: ("rubric", ""),
    NodeKind.QUESTIONS: ("questions", ""),
    NodeKind.QUESTION: ("question", ""),
    NodeKind.TEMPLATE: ("question", "template"),
    NodeKind.OWN_RUBRIC: ("question", "rubric"),
    NodeKind.KEPT_RUBRIC: ("rubric", ""),
}


class LibraryTree(QWidget):
    """The side panel of Build."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tree")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._workbench = workbench
        session, theme = workbench.session, workbench.theme
        self.model = LibraryModel(self._read_rows, self)
        self.view = TreeView(theme, self.model, self)
        self.view.setItemDelegate(TreeDelegate(theme, self._is_current, self.view))
        self._survey = Survey(session, self)
        self._shown_filter = Filter()
        # What is open while nothing is filtered; a filter opens everything that it finds.
        self._opened: set[Node] = set()
        self._wanted: Node | None = None
        self._first = True
        self._selecting = False
        # The benchmarks as they were read last; None where they have to be read again.
        self._known: tuple[BenchmarkRow, ...] | None = None
        self._known_kept: tuple[KeptRubricRow, ...] = ()
        self.filter = FilterBar(theme, self)
        self._footer = label(theme, font="small", role="muted", parent=self)
        self._pages = QStackedWidget(self)
        self._build()
        self._connect()
        self.reload()

    def focus_filter(self) -> None:
        """Put the caret into the filter."""
        self.filter.focus_field()

    def selected_nodes(self) -> list[Node]:
        """What is selected, top down."""
        return self.view.selected_nodes()

    def current_node(self) -> Node | None:
        """The current row's node."""
        return self.view.current_node()

    def rename_current(self) -> None:
        """Edit the name of the current benchmark or kept rubric in its row."""
        node = self.view.current_node()
        if node is not None and node.kind is not NodeKind.KEPT_RUBRICS:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            kind = NodeKind.KEPT_RUBRIC if node.is_kept else NodeKind.BENCHMARK
            index = self.model.index_of(Node(kind, node.benchmark_id))
            self.view.setCurrentIndex(index)
            self.view.edit(index)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._workbench.theme
        head = QHBoxLayout()
        head.setContentsMargins(theme.space("panel_margin"), theme.space(1), theme.space(1), 0)
        head.setSpacing(0)
        head.addWidget(label(theme, "Library", font="strong", parent=self))
        head.addStretch(1)
        head.addWidget(self._menu_button("add", "Add to the library", ADD_COMMANDS))
        head.addWidget(self._menu_button("more", "More for what is chosen", MENU_COMMANDS))
        empty = EmptyState(
            theme,
            "No benchmark yet",
            "A benchmark holds questions, a rubric and, if you like, templates.",
            ("New benchmark", partial(self._run, "benchmark.new")),
            ("Import…", partial(self._run, "file.import")),
            icon="empty-tree",
            parent=self,
        )
        self._nothing_fits = EmptyState(
            theme,
            "Nothing fits this filter",
            "",
            ("Clear the filter", self.clear_filter),
            icon="empty-search",
            parent=self,
        )
        for page in (self.view, empty, self._nothing_fits):
            self._pages.addWidget(page)
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.space("panel_margin"), theme.space(1), theme.space(2), theme.space(1))
        foot.addWidget(self._footer)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addLayout(head)
        column.addWidget(self.filter)
        column.addWidget(BannerStack(theme, self._workbench.notices, "tree", self))
        column.addWidget(self._pages, 1)
        column.addWidget(line(parent=self))
        column.addLayout(foot)

    def _menu_button(self, icon: str, name: str, commands: tuple[str, ...]) -> QToolButton:
        made = tool_button(self._workbench.theme, icon, name, parent=self)
        menu = QMenu(made)
        menu.aboutToShow.connect(partial(fill_menu, menu, self._workbench.commands, commands))
        made.setMenu(menu)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return made

    def _connect(self) -> None:
        session = self._workbench.session
        session.changed.connect(self._changed)
        session.library_switched.connect(self._switched)
        self._workbench.navigator.moved.connect(self._moved)
        self.model.ids_wanted.connect(self._read_ids)
        self.model.rename_wanted.connect(self._rename)
        self.view.opened.connect(self.open_node)
        self.view.expanded.connect(self._remember_open)
        self.view.collapsed.connect(self._remember_open)
        self.view.jump_wanted.connect(self._jump)
        self.view.dropped.connect(self._dropped)
        self.view.looked_at.connect(self._look)
        self.view.customContextMenuRequested.connect(self._context_menu)
        self.view.selectionModel().selectionChanged.connect(self._selection_changed)
        self._survey.found.connect(self.model.set_marks)
        self._workbench.code.changed.connect(self._survey.forget_all)
        self._workbench.code.changed.connect(self._look)
        self.filter.changed.connect(self._filter_changed)

    # -- reading ------------------------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read the benchmarks and the ids of the open ones again, off the GUI thread."""
        open_ids = frozenset(row.id for row in self.model.benchmarks() if self.model.branch(row.id).known)
        work = partial(
            read_contents,
            wanted=self.filter.filter,
            open_benchmarks=open_ids,
            known=self._known,
            known_kept=self._known_kept,
        )
        self._workbench.session.query(work, self._take, key="tree.contents")

    @Slot(object)
    def _take(self, contents: Contents) -> None:
        before = self.view.current_node()
        self._known, self._known_kept = contents.every_benchmark, contents.every_kept
        self.model.set_editable(not self._workbench.session.read_only)
        self.model.set_benchmarks(contents.benchmarks)
        self.model.set_kept_rubrics(contents.kept)
        for benchmark_id, ids in contents.questions.items():
            self.model.set_questions(benchmark_id, ids)
        self._footer.setText(footer_words(*contents.totals, QLocale()))
        self._show_page(contents)
        if not contents.filter.is_empty:
            for row in contents.benchmarks:
                self._open_benchmark(row.id)
            self.view.expand(self.model.index_of(KEPT))
        elif not self._shown_filter.is_empty:
            self._open_as_before()
        self._shown_filter = contents.filter
        if self._first and contents.benchmarks:
            self._first = False
            self._open_benchmark(contents.benchmarks[0].id)
            self.view.expand(self.model.index_of(KEPT))
        if self._wanted is not None or (before is not None and self.view.current_node() is None):
            self._select(self._wanted or before)
        self._look()

    def _show_page(self, contents: Contents) -> None:
        if not contents.every_benchmark and not contents.every_kept:
            self._pages.setCurrentIndex(1)
        elif not contents.benchmarks and not contents.kept:
            sentence = f"{footer_words(*contents.totals, QLocale())}, none fits"
            words = f" “{contents.filter.words.strip()}”." if contents.filter.words.strip() else "."
            self._nothing_fits.set_words("Nothing fits this filter", sentence + words)
            self._pages.setCurrentWidget(self._nothing_fits)
        else:
            self._pages.setCurrentWidget(self.view)

    def _open_as_before(self) -> None:
        """Open again what was open before the filter, and close what it opened."""
        for row in self.model.benchmarks():
            for kind in (NodeKind.BENCHMARK, NodeKind.QUESTIONS):
                node = Node(kind, row.id)
                self.view.setExpanded(self.model.index_of(node), node in self._opened)

    @Slot(QModelIndex)
    def _remember_open(self, index: QModelIndex) -> None:
        node = self.model.node(index)
        if node is not None and self.filter.filter.is_empty and self._shown_filter.is_empty:
            if self.view.isExpanded(index):
                self._opened.add(node)
            else:
                self._opened.discard(node)

    def _open_benchmark(self, benchmark_id: int) -> None:
        for kind in (NodeKind.BENCHMARK, NodeKind.QUESTIONS):
            index = self.model.index_of(Node(kind, benchmark_id))
            if not self.view.isExpanded(index):
                self.view.expand(index)

    @Slot(int)
    def _read_ids(self, benchmark_id: int) -> None:
        self._workbench.session.query(
            partial(read_ids, benchmark_id=benchmark_id, wanted=self.filter.filter),
            self._take_ids,
            key=("tree.ids", benchmark_id),
        )

    @Slot(object)
    def _take_ids(self, found: tuple[int, array[int]]) -> None:
        benchmark_id, ids = found
        self.model.set_questions(benchmark_id, ids)
        if self._wanted is not None and self._wanted.benchmark_id == benchmark_id:
            self._select(self._wanted)

    def _read_rows(self, ids: Sequence[int]) -> Sequence[QuestionRow]:
        return self._workbench.session.library.question_rows(ids)

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        self._survey.forget(changes)
        self.model.refresh_questions(changes.questions)
        if changes:
            self._known = None
        if changes.structure or changes.benchmarks or changes.questions or changes.rubrics:
            self.reload()

    @Slot()
    def _switched(self) -> None:
        self._survey.forget_all()
        self.model.set_benchmarks(())
        self.model.set_kept_rubrics(())
        self._known = None
        self._first = True
        self.clear_filter()
        self.reload()

    @Slot()
    def _look(self) -> None:
        self.view.scroll_stretches()
        self._survey.look_at(self.view.visible_nodes())

    @Slot(object)
    def _filter_changed(self, _wanted: Filter) -> None:
        self.reload()

    @Slot()
    def clear_filter(self) -> None:
        """Show everything again."""
        self.filter.clear()

    # -- choosing -----------------------------------------------------------------------------------------------------

    @Slot(object)
    def open_node(self, node: Node) -> None:
        """Go to the place of a node."""
        if node.kind is NodeKind.KEPT_RUBRICS:
            index = self.model.index_of(node)
            self.view.setExpanded(index, not self.view.isExpanded(index))
            return
        kind, tab = _PLACES[node.kind]
        if node.kind is NodeKind.KEPT_RUBRIC:
            self._workbench.navigator.go(Place("build", kind, kept_id=node.benchmark_id))
            return
        place = Place("build", kind, node.benchmark_id, node.question_id or None, tab=tab)
        self._workbench.navigator.go(place)

    @Slot(object)
    def _moved(self, place: Place) -> None:
        self.view.viewport().update()
        if place.workspace != "build":
            return
        node = node_of(place)
        current = self.view.current_node()
        if node is not None and node != current:
            # Another tab of the question that is chosen already leaves the row where it is.
            same_question = current is not None and node.question_id and current.question_id == node.question_id
            if not (same_question and current is not None and current.kind is NodeKind.QUESTION and not place.tab):
                self._select(node)

    def _select(self, node: Node | None) -> None:
        """Select a node; where its benchmark's ids were not read yet, once they are."""
        if node is None:
            return
        self._wanted = node
        is_there = self.model.kept_rubric if node.is_kept else self.model.benchmark
        if is_there(node.benchmark_id) is None:
            return
        branch = self.model.branch(node.benchmark_id)
        if node.question_id and not branch.known:
            self.model.fetchMore(self.model.index_of(Node(NodeKind.QUESTIONS, node.benchmark_id)))
            return
        if node.question_id:
            self.model.show_question(node.benchmark_id, node.question_id)
        self._selecting = True
        if self.view.select(node):
            self._wanted = None
        self._selecting = False

    def _is_current(self, benchmark_id: int) -> bool:
        return self._workbench.navigator.current.benchmark_id == benchmark_id

    @Slot(str)
    def _jump(self, typed: str) -> None:
        branches = [(row.id, self.model.branch(row.id).ids) for row in self.model.benchmarks()]
        work = partial(find_typed, typed=typed, start=self.view.current_node(), branches=branches)
        self._workbench.session.query(work, self._jumped, key="tree.jump")

    @Slot(object)
    def _jumped(self, node: Node | None) -> None:
        if node is not None:
            self._select(node)

    @Slot()
    def _selection_changed(self, *_ranges: object) -> None:
        if not self._selecting and self.view.hasFocus():
            # The person went on by hand: what was still to be selected is no longer wanted.
            self._wanted = None
        nodes = self.view.selected_nodes()
        self._workbench.commands.set_fact("tree.kinds", tuple(node.kind.name for node in nodes))

    # -- doing --------------------------------------------------------------------------------------------------------

    @Slot(object, str)
    def _rename(self, node: Node, name: str) -> None:
        session = self._workbench.session
        if node.is_kept:
            session.apply(renaming(session.library, node.benchmark_id, name))
        else:
            session.apply(SetBenchmark(node.benchmark_id, "name", name))

    @Slot(int, int)
    def _dropped(self, question_id: int, before_id: int) -> None:
        self._workbench.session.apply(MoveQuestion(question_id, before_id or None))

    @Slot(QPoint)
    def _context_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fill_menu(menu, self._workbench.commands, MENU_COMMANDS)
        menu.popup(self.view.viewport().mapToGlobal(at))

    def _run(self, command_id: str) -> None:
        if command_id in self._workbench.commands:
            self._workbench.commands.run(command_id)


def node_of(place: Place) -> Node | None:
    """The row of the tree that a place stands for."""
    if place.kept_id is not None:
        return Node(NodeKind.KEPT_RUBRIC, place.kept_id)
    if place.benchmark_id is None:
        return None
    if place.kind == "question" and place.question_id is not None:
        kind = {"template": NodeKind.TEMPLATE, "rubric": NodeKind.OWN_RUBRIC}.get(place.tab, NodeKind.QUESTION)
        return Node(kind, place.benchmark_id, place.question_id)
    kinds = {
        "benchmark": NodeKind.BENCHMARK,
        "rubric": NodeKind.GLOBAL_RUBRIC,
        "questions": NodeKind.QUESTIONS,
    }
    return Node(kinds[place.kind], place.benchmark_id) if place.kind in kinds else None
