"""What the commands of the library tree do with the rows that are chosen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from gradewright.edits import (
    AddBenchmark,
    AddQuestions,
    Compound,
    Edit,
    MoveQuestion,
    RemoveBenchmark,
    RemoveKeptRubric,
    RemoveQuestions,
)
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric, new_entry_id
from gradewright.store.library import Library
from gradewright_desktop.panels.tree import kept_actions
from gradewright_desktop.panels.tree.nodes import Node, NodeKind
from gradewright_desktop.question_keys import new_question_key
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright_desktop.panels.tree.panel import LibraryTree


_THINGS = (NodeKind.BENCHMARK, NodeKind.QUESTION, NodeKind.KEPT_RUBRIC)


class TreeActions:
    """Acts on the tree of a workbench; nothing happens while there is none."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench

    def open(self) -> None:
        """Show the current row in the centre."""
        tree = self._tree()
        node = tree.current_node() if tree is not None else None
        if tree is not None and node is not None:
            tree.open_node(node)

    def rename(self) -> None:
        """Edit a benchmark's name in its row, or go to the text of a question."""
        tree = self._tree()
        node = tree.current_node() if tree is not None else None
        if tree is None or node is None:
            return
        if node.question_id and not node.is_kept:
            tree.open_node(Node(NodeKind.QUESTION, node.benchmark_id, node.question_id))
            editor = self._workbench.panels.get("question")
            if editor is not None:
                editor.setFocus()
        else:
            tree.rename_current()

    def duplicate(self) -> None:
        """Put a copy of the chosen questions behind them, or a copy of the benchmark at the end."""
        nodes = self._chosen()
        if nodes:
            work = partial(copies_of, nodes=tuple(nodes))
            self._workbench.session.query(work, self._workbench.session.apply, key="tree.duplicate")

    def move(self, step: int) -> None:
        """Move the current question up (-1) or down (1) among the questions of its benchmark."""
        tree = self._tree()
        node = tree.current_node() if tree is not None else None
        if tree is None or node is None or not node.question_id:
            return
        branch = tree.model.branch(node.benchmark_id)
        position = branch.position_of(node.question_id)
        target = position + step
        if position < 0 or not 0 <= target < len(branch.ids):
            return
        before = branch.ids[target] if step < 0 else branch.ids[target + 1] if target + 1 < len(branch.ids) else None
        self._workbench.session.apply(MoveQuestion(node.question_id, before))

    def remove(self) -> None:
        """Take the chosen questions or benchmarks out; undo puts them back."""
        nodes = self._chosen()
        if not nodes:
            return
        if nodes[0].kind is NodeKind.QUESTION:
            self._workbench.session.apply(RemoveQuestions(tuple(node.question_id for node in nodes)))
            return
        tree = self._tree()
        edits: list[Edit] = []
        for node in nodes:
            if node.is_kept:
                kept = tree.model.kept_rubric(node.benchmark_id) if tree is not None else None
                edits.append(RemoveKeptRubric(node.benchmark_id, kept.name if kept is not None else ""))
                continue
            row = tree.model.benchmark(node.benchmark_id) if tree is not None else None
            edits.append(RemoveBenchmark(node.benchmark_id, row.name if row is not None else ""))
        title = f"remove {len(edits)} {'rubrics' if nodes[0].is_kept else 'benchmarks'}"
        self._workbench.session.apply(edits[0] if len(edits) == 1 else Compound(title, tuple(edits)))

    def _chosen(self) -> list[Node]:
        tree = self._tree()
        nodes = tree.selected_nodes() if tree is not None else []
        things = [node for node in nodes if node.kind in _THINGS]
        return things if len({node.kind for node in things}) == 1 else []

    def _tree(self) -> LibraryTree | None:
        from gradewright_desktop.panels.tree.panel import LibraryTree

        tree = self._workbench.panels.get("tree")
        return tree if isinstance(tree, LibraryTree) else None


def copies_of(library: Library, nodes: tuple[Node, ...]) -> Edit:
    """Return the edit that adds copies: of questions behind the last of them, of benchmarks and rubrics whole."""
    if nodes[0].is_kept:
        return kept_actions.copies_of(library, [node.benchmark_id for node in nodes])
    if nodes[0].kind is NodeKind.QUESTION:
        last = nodes[-1]
        ids = library.question_ids(last.benchmark_id)
        position = ids.index(last.question_id) + 1
        before = ids[position] if position < len(ids) else None
        chosen = library.questions([node.question_id for node in nodes])
        return AddQuestions(last.benchmark_id, tuple(copy_of(question) for question in chosen), before)
    edits = []
    for node in nodes:
        benchmark = library.benchmark(node.benchmark_id)
        copy = replace(benchmark, rubric=_with_new_ids(benchmark.rubric), identifier="")
        # In a benchmark of their own the questions keep their keys.
        questions = tuple(_with_own_rubric(question) for question in library.iter_questions(node.benchmark_id))
        edits.append(AddBenchmark(copy, questions))
    return edits[0] if len(edits) == 1 else Compound(f"duplicate {len(edits)} benchmarks", tuple(edits))


def copy_of(question: Question) -> Question:
    """A question with the same content under a key of its own, with rubric entries of its own."""
    return replace(_with_own_rubric(question), key=new_question_key())


def _with_own_rubric(question: Question) -> Question:
    return replace(question, rubric=_with_new_ids(question.rubric))


def _with_new_ids(rubric: Rubric) -> Rubric:
    return Rubric(tuple(replace(entry, id=new_entry_id()) for entry in rubric.entries))
