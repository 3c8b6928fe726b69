"""The library as a tree of benchmarks and questions. Questions are ids; their words are read in pages when painted."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from gradewright.store.rows import BenchmarkRow, KeptRubricRow, QuestionRow
from gradewright_desktop.models.keyed_rows import RowSteps, update_rows
from gradewright_desktop.panels.tree.branch import CHUNK, MOST_ROWS, Branch
from gradewright_desktop.panels.tree.flags import flags_of
from gradewright_desktop.panels.tree.kept_rows import KeptRows
from gradewright_desktop.panels.tree.nodes import KEPT, NAMED, UNDER, Marks, Node, NodeKind, kind_of, pack, unpack
from gradewright_desktop.panels.tree.question_pages import QuestionPages
from gradewright_desktop.panels.tree.words import accessible_words, counts_of, title_of

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()

NODE_ROLE = Qt.ItemDataRole.UserRole
MARKS_ROLE = Qt.ItemDataRole.UserRole + 1
COUNT_ROLE = Qt.ItemDataRole.UserRole + 2
DONE_ROLE = Qt.ItemDataRole.UserRole + 3


class LibraryModel(QAbstractItemModel):
    """``ids_wanted`` asks for the question ids of a benchmark, which come back by :meth:`set_questions`.

    ``rename_wanted`` carries the node of a benchmark or of a kept rubric and its new name.
    """

    ids_wanted = Signal(int)
    rename_wanted = Signal(object, str)

    def __init__(
        self, read_rows: Callable[[Sequence[int]], Sequence[QuestionRow]], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._benchmarks: list[BenchmarkRow] = []
        self._kept = KeptRows()
        self._branches: dict[int, Branch] = {}
        self._pages = QuestionPages(read_rows)
        self._marks: dict[Node, Marks] = {}
        self._asked: set[int] = set()
        self._editable = True

    # -- content ------------------------------------------------------------------------------------------------------

    def benchmarks(self) -> list[BenchmarkRow]:
        """The benchmarks that are shown, in their order."""
        return list(self._benchmarks)

    def benchmark(self, benchmark_id: int) -> BenchmarkRow | None:
        """One of the benchmarks that are shown."""
        return next((row for row in self._benchmarks if row.id == benchmark_id), None)

    def branch(self, benchmark_id: int) -> Branch:
        """The questions of a benchmark as far as they are known."""
        return self._branches.setdefault(benchmark_id, Branch())

    def set_editable(self, editable: bool) -> None:
        """Say whether names can be changed here."""
        self._editable = editable

    def set_benchmarks(self, rows: Sequence[BenchmarkRow]) -> None:
        """Show these benchmarks; those that stay keep their place in selections."""
        rows = list(rows)
        update_rows(
            [row.id for row in self._benchmarks],
            [row.id for row in rows],
            RowSteps(
                self._remove_benchmarks,
                self._move_benchmark,
                lambda first, last: self._insert_benchmarks(first, rows[first : last + 1]),
            ),
        )
        for position, row in enumerate(rows):
            if self._benchmarks[position] != row:
                self._benchmarks[position] = row
                self._tell_benchmark(row.id)

    def kept_rubric(self, rubric_id: int) -> KeptRubricRow | None:
        """One of the kept rubrics that are shown."""
        return self._kept.row(rubric_id)

    def set_kept_rubrics(self, rows: Sequence[KeptRubricRow]) -> None:
        """Show these rubrics that are kept alone."""
        for node in self._kept.show(rows, self, len(self._benchmarks)):
            self.dataChanged.emit(self.index_of(node), self.index_of(node))

    def set_questions(self, benchmark_id: int, ids: array[int]) -> None:
        """Show these questions of a benchmark in this order. Selections stay with the questions."""
        self._asked.discard(benchmark_id)
        if self.benchmark(benchmark_id) is None:
            return
        branch = self.branch(benchmark_id)
        first_time, branch.known = not branch.known, True
        if first_time:
            branch.set_rows(ids, 0, 0)
            self._grow(benchmark_id, branch, branch.next_chunk())
            return
        self._show_stretch(benchmark_id, branch, ids, *branch.stretch_in(ids))

    def show_question(self, benchmark_id: int, question_id: int) -> QModelIndex:
        """Make sure that a question is a row, if its benchmark's ids are known and hold it; return its index."""
        branch = self.branch(benchmark_id)
        position = branch.position_of(question_id)
        end = branch.first + branch.shown
        if end <= position < end + CHUNK:
            self._grow(benchmark_id, branch, position + 1 - end)
        elif position >= 0 and not branch.first <= position < end:
            first = max(0, position - CHUNK // 2)
            self._show_stretch(benchmark_id, branch, branch.ids, first, min(CHUNK, len(branch.ids) - first))
        return self.index_of(Node(NodeKind.QUESTION, benchmark_id, question_id))

    def show_above(self, benchmark_id: int, *, from_start: bool) -> None:
        """Make the questions above the rows rows as well, or show the beginning in place of a stretch further down."""
        branch = self.branch(benchmark_id)
        if not branch.first:
            return
        if from_start:
            self._show_stretch(benchmark_id, branch, branch.ids, 0, min(CHUNK, len(branch.ids)))
            return
        first = branch.first - min(branch.first, CHUNK)
        self._slide(benchmark_id, branch, first, min(MOST_ROWS, branch.first + branch.shown - first))

    def show_below(self, benchmark_id: int) -> None:
        """Make more of the questions below the rows rows as well; where there are many rows, the first ones go."""
        branch = self.branch(benchmark_id)
        if not branch.below:
            return
        end = branch.first + branch.shown + branch.next_chunk()
        first = max(branch.first, end - MOST_ROWS)
        self._slide(benchmark_id, branch, first, end - first)

    def refresh_questions(self, ids: Iterable[int]) -> None:
        """Read these questions again when they are painted next."""
        for question_id in self._pages.forget(ids):
            self._tell_question(question_id)

    def set_marks(self, marks: Mapping[Node, Marks]) -> None:
        """Take what was found out about nodes."""
        for node, mark in marks.items():
            if self._marks.get(node) != mark:
                self._marks[node] = mark
                index = self.index_of(node)
                if index.isValid():
                    self.dataChanged.emit(index, index)

    def marks(self, node: Node) -> Marks | None:
        """What is known about a node, None where nobody looked yet."""
        return self._marks.get(node)

    def node(self, index: Index) -> Node | None:
        """The node of an index, None for the invalid one."""
        return unpack(index.internalId()) if index.isValid() else None

    def index_of(self, node: Node | None) -> QModelIndex:
        """The index of a node; invalid where it has no row."""
        row = self._row_of(node) if node is not None else -1
        return self.createIndex(row, 0, node.packed) if node is not None and row >= 0 else QModelIndex()

    def question_row(self, benchmark_id: int, question_id: int) -> QuestionRow | None:
        """The words of a question, read now with its neighbours if nobody has yet; None where it is gone."""
        branch = self.branch(benchmark_id)
        return self._pages.row(question_id, branch.ids, branch.first + max(0, branch.row_of(question_id)))

    # -- steps --------------------------------------------------------------------------------------------------------

    def _remove_benchmarks(self, first: int, last: int) -> None:
        self.beginRemoveRows(QModelIndex(), first, last)
        for row in self._benchmarks[first : last + 1]:
            self._branches.pop(row.id, None)
        del self._benchmarks[first : last + 1]
        self.endRemoveRows()

    def _move_benchmark(self, source: int, target: int) -> None:
        before = target if target < source else target + 1
        self.beginMoveRows(QModelIndex(), source, source, QModelIndex(), before)
        self._benchmarks.insert(target, self._benchmarks.pop(source))
        self.endMoveRows()

    def _insert_benchmarks(self, first: int, rows: Sequence[BenchmarkRow]) -> None:
        self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
        self._benchmarks[first:first] = rows
        self.endInsertRows()

    def _show_stretch(self, benchmark_id: int, branch: Branch, ids: array[int], first: int, shown: int) -> None:
        """Bring the rows of a branch to another stretch of other ids: what leaves goes to the end and out, what is new
        comes last and then to its place. Four steps at most, however many rows there are."""
        old, new = branch.rows, ids[first : first + shown]
        parent = self.index_of(Node(NodeKind.QUESTIONS, benchmark_id))
        if old != new:
            wanted, present = set(new), set(old)
            kept = array("q", [i for i in new if i in present])
            leaving = array("q", [i for i in old if i not in wanted])
            self._rearrange(branch, kept + leaving, parent)
            if leaving:
                self.beginRemoveRows(parent, len(kept), len(kept) + len(leaving) - 1)
                branch.set_rows(kept, 0, len(kept))
                self.endRemoveRows()
            coming = array("q", [i for i in new if i not in present])
            if coming:
                self.beginInsertRows(parent, len(kept), len(new) - 1)
                branch.set_rows(kept + coming, 0, len(new))
                self.endInsertRows()
            self._rearrange(branch, new, parent)
        branch.set_rows(ids, first, shown)

    def _rearrange(self, branch: Branch, order: array[int], parent: QModelIndex) -> None:
        if order == branch.rows:
            branch.set_rows(order, 0, len(order))
            return
        # PySide knows these signals without arguments alone: they stand for the whole tree.
        self.layoutAboutToBeChanged.emit()
        before = [index for index in self.persistentIndexList() if self._is_row_of(index, parent)]
        branch.set_rows(order, 0, len(order))
        after = [self.index_of(self.node(index)) for index in before]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _is_row_of(self, index: Index, parent: QModelIndex) -> bool:
        node, above = self.node(index), self.node(parent)
        return node is not None and above is not None and node.parent == above

    def _slide(self, benchmark_id: int, branch: Branch, first: int, shown: int) -> None:
        """Bring the rows of a branch to a stretch of the same ids that the present one overlaps."""
        parent = self.index_of(Node(NodeKind.QUESTIONS, benchmark_id))
        if (gone := first - branch.first) > 0:
            self.beginRemoveRows(parent, 0, gone - 1)
            branch.set_rows(branch.ids, first, branch.shown - gone)
            self.endRemoveRows()
        if (gone := branch.first + branch.shown - first - shown) > 0:
            self.beginRemoveRows(parent, branch.shown - gone, branch.shown - 1)
            branch.set_rows(branch.ids, branch.first, branch.shown - gone)
            self.endRemoveRows()
        if (new := branch.first - first) > 0:
            self._insert_rows(benchmark_id, branch, 0, new, first)
        if (new := shown - branch.shown) > 0:
            self._insert_rows(benchmark_id, branch, branch.shown, new, first)

    def _grow(self, benchmark_id: int, branch: Branch, count: int) -> None:
        count = min(branch.below, max(count, branch.next_chunk()))
        if count <= 0:
            return
        self._insert_rows(benchmark_id, branch, branch.shown, count, branch.first)

    def _insert_rows(self, benchmark_id: int, branch: Branch, row: int, count: int, first: int) -> None:
        self.beginInsertRows(self.index_of(Node(NodeKind.QUESTIONS, benchmark_id)), row, row + count - 1)
        branch.set_rows(branch.ids, first, branch.shown + count)
        self.endInsertRows()

    def _tell_benchmark(self, benchmark_id: int) -> None:
        for kind in (NodeKind.BENCHMARK, NodeKind.GLOBAL_RUBRIC, NodeKind.QUESTIONS):
            index = self.index_of(Node(kind, benchmark_id))
            self.dataChanged.emit(index, index)

    def _tell_question(self, question_id: int) -> None:
        for benchmark_id, branch in self._branches.items():
            if branch.row_of(question_id) < 0:
                continue
            for kind in (NodeKind.QUESTION, *UNDER[NodeKind.QUESTION]):
                index = self.index_of(Node(kind, benchmark_id, question_id))
                self.dataChanged.emit(index, index)

    # -- Qt: shape ----------------------------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        number = parent.internalId() if parent.isValid() else 0
        if kind_of(number) is NodeKind.QUESTIONS:
            # Asked for once a row whenever a view lays out an open benchmark.
            benchmark_id = unpack(number).benchmark_id
            branch = self._branches.get(benchmark_id)
            if branch is None or column != 0 or not 0 <= row < branch.shown:
                return QModelIndex()
            return self.createIndex(row, 0, pack(NodeKind.QUESTION, benchmark_id, branch.id_at(row)))
        if column != 0 or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        node = self._child(self.node(parent), row)
        return self.createIndex(row, 0, node.packed) if node is not None else QModelIndex()

    def parent(self, index: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        node = self.node(index)
        return self.index_of(node.parent) if node is not None else QModelIndex()

    def rowCount(self, parent: Index = ROOT) -> int:
        if parent.column() > 0:
            return 0
        node = self.node(parent)
        if node is None:
            return len(self._benchmarks) + bool(self._kept.rows)
        if node.kind is NodeKind.KEPT_RUBRICS:
            return len(self._kept.rows)
        if node.kind is NodeKind.BENCHMARK:
            return 2
        if node.kind is NodeKind.QUESTIONS:
            return self.branch(node.benchmark_id).shown
        return 2 if node.kind is NodeKind.QUESTION else 0

    def columnCount(self, parent: Index = ROOT) -> int:
        return 1

    def hasChildren(self, parent: Index = ROOT) -> bool:
        if parent.isValid() and kind_of(parent.internalId()) is NodeKind.QUESTION:
            return True
        node = self.node(parent)
        if node is None:
            return bool(self._benchmarks or self._kept.rows)
        if node.kind is NodeKind.QUESTIONS:
            branch = self.branch(node.benchmark_id)
            row = self.benchmark(node.benchmark_id)
            return bool(branch.ids) if branch.known else row is not None and row.question_count > 0
        return node.kind in (NodeKind.BENCHMARK, NodeKind.QUESTION, NodeKind.KEPT_RUBRICS)

    def canFetchMore(self, parent: Index) -> bool:
        node = self.node(parent)
        if node is None or node.kind is not NodeKind.QUESTIONS:
            return False
        # Views fetch whenever they lay out an open branch, whether somebody looks at its end or not; once the ids are
        # known, the rows follow the scrolling instead, see show_below.
        return not self.branch(node.benchmark_id).known and node.benchmark_id not in self._asked

    def fetchMore(self, parent: Index) -> None:
        node = self.node(parent)
        if node is not None and self.canFetchMore(parent):
            self._asked.add(node.benchmark_id)
            self.ids_wanted.emit(node.benchmark_id)

    def _child(self, parent: Node | None, row: int) -> Node | None:
        if parent is None:
            return Node(NodeKind.BENCHMARK, self._benchmarks[row].id) if row < len(self._benchmarks) else KEPT
        match parent.kind:
            case NodeKind.QUESTIONS:
                return Node(NodeKind.QUESTION, parent.benchmark_id, self.branch(parent.benchmark_id).id_at(row))
            case NodeKind.KEPT_RUBRICS:
                return self._kept.node(row)
            case NodeKind.BENCHMARK | NodeKind.QUESTION:
                return Node(UNDER[parent.kind][row], parent.benchmark_id, parent.question_id)
            case _:
                return None

    def _row_of(self, node: Node) -> int:
        match node.kind:
            case NodeKind.BENCHMARK:
                return next((row for row, shown in enumerate(self._benchmarks) if shown.id == node.benchmark_id), -1)
            case NodeKind.KEPT_RUBRICS:
                return len(self._benchmarks) if self._kept.rows else -1
            case NodeKind.KEPT_RUBRIC:
                return self._kept.position(node.benchmark_id)
            case NodeKind.QUESTION:
                return self.branch(node.benchmark_id).row_of(node.question_id)
            case NodeKind.GLOBAL_RUBRIC | NodeKind.QUESTIONS:
                return UNDER[NodeKind.BENCHMARK].index(node.kind)
            case _:
                return UNDER[NodeKind.QUESTION].index(node.kind)

    # -- Qt: data -----------------------------------------------------------------------------------------------------

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.node(index)
        if node is None:
            return None
        if role == NODE_ROLE:
            return node
        if role == MARKS_ROLE:
            return self._marks.get(node)
        owner = self._owner(node)
        question = self.question_row(node.benchmark_id, node.question_id) if node.question_id else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return title_of(node, owner, question)
        if role == Qt.ItemDataRole.EditRole and node.kind in NAMED:
            return owner.name if owner is not None else ""
        if role == COUNT_ROLE:
            return counts_of(node, owner, question, self._marks.get(node), QLocale())
        if role == DONE_ROLE:
            return question.finished if node.kind is NodeKind.QUESTION and question is not None else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return accessible_words(node, owner, question, self._marks.get(node), QLocale())
        return None

    def _owner(self, node: Node) -> BenchmarkRow | KeptRubricRow | None:
        return self._kept.row(node.benchmark_id) if node.is_kept else self.benchmark(node.benchmark_id)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        node = self.node(index)
        owner = self._owner(node) if node is not None else None
        if node is None or owner is None or node.kind not in NAMED or role != Qt.ItemDataRole.EditRole:
            return False
        name = " ".join(str(value).split())
        if name and name != owner.name:
            self.rename_wanted.emit(node, name)
        # The new name comes back with the change that it leads to.
        return False

    def flags(self, index: Index) -> Qt.ItemFlag:
        node = self.node(index)
        return flags_of(node, editable=self._editable) if node is not None else Qt.ItemFlag.NoItemFlags
