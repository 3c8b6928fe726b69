"""Random sequences of edits, against content in memory: the same content at every step, back to the start by undo,
forward to the end by redo, and nothing lost by closing in between.
"""

from __future__ import annotations

import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from support import contents
from support.memory_target import MemoryTarget

from gradewright.edits import (
    AddAnswers,
    AddBenchmark,
    AddEntry,
    AddQuestions,
    Compound,
    Edit,
    MoveEntry,
    MoveQuestion,
    RemoveAnswers,
    RemoveBenchmark,
    RemoveEntry,
    RemoveQuestions,
    RemoveRecordedAnswers,
    ReplaceAnswer,
    RestoreAnswers,
    RestoreBenchmark,
    RestoreQuestions,
    RestoreRecordedAnswers,
    RubricOwner,
    SetBenchmark,
    SetEntry,
    SetQuestion,
    dump_edit,
    load_edit,
    repeatable,
)
from gradewright.edits.values import answer_data, benchmark_data, question_data, to_json
from gradewright.errors import InvalidValue, NotFound
from gradewright.model.question import Question
from gradewright.store.library import Library

numbers = st.integers(1, 6)
owners = st.builds(RubricOwner, benchmark_id=st.integers(1, 2)) | st.builds(RubricOwner, question_id=numbers)
some_ids = st.lists(numbers, min_size=1, max_size=3).map(tuple)
some_answers = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple)
new_questions = st.lists(contents.questions, min_size=1, max_size=3).map(tuple)
keyed_questions = st.builds(Question, key=st.sampled_from(["k1", "k2"]), text=contents.texts)


def _settings() -> st.SearchStrategy[Edit]:
    of_benchmark = [
        st.builds(SetBenchmark, st.integers(1, 2), st.just(aspect), value)
        for aspect, value in contents.BENCHMARK_VALUES.items()
    ]
    of_question = [
        st.builds(SetQuestion, numbers, st.just(aspect), value) for aspect, value in contents.QUESTION_VALUES.items()
    ]
    return st.one_of(*of_benchmark, *of_question)


edits: st.SearchStrategy[Edit] = st.one_of(
    _settings(),
    st.builds(SetQuestion, st.just(1), st.just("text"), contents.texts),
    st.builds(AddQuestions, st.integers(1, 2), new_questions, st.none() | numbers),
    st.builds(AddQuestions, st.integers(1, 2), st.lists(keyed_questions, max_size=2).map(tuple)),
    st.builds(RemoveQuestions, some_ids),
    st.builds(RestoreQuestions, some_ids),
    st.builds(MoveQuestion, numbers, st.none() | numbers),
    st.builds(AddEntry, owners, contents.entries, st.none() | st.integers(0, 3)),
    st.builds(RemoveEntry, owners, contents.entry_ids),
    st.builds(MoveEntry, owners, contents.entry_ids, st.integers(0, 3)),
    st.builds(SetEntry, owners, contents.entries),
    st.builds(AddAnswers, st.integers(1, 2), st.lists(contents.answers(["k1", "k2"]), max_size=2).map(tuple)),
    st.builds(RemoveAnswers, st.integers(1, 2)),
    st.builds(RestoreAnswers, st.integers(1, 2)),
    st.builds(RemoveRecordedAnswers, some_answers),
    st.builds(RestoreRecordedAnswers, some_answers),
    st.builds(ReplaceAnswer, st.integers(1, 4), contents.answers(["k1", "k2"])),
    st.builds(AddBenchmark, contents.benchmarks, st.lists(contents.questions, max_size=2).map(tuple)),
    st.builds(RemoveBenchmark, st.integers(1, 2)),
    st.builds(RestoreBenchmark, st.integers(1, 2)),
)
steps = contents.short("steps", edits | st.builds(Compound, contents.texts, st.lists(edits, max_size=3).map(tuple)))


def contents_of(library: Library) -> list[Any]:
    """Return everything in a library that is not removed, in the form of ``MemoryTarget.contents``."""
    return [
        (
            row.id,
            to_json(benchmark_data(library.benchmark(row.id))),
            [(number, to_json(question_data(q))) for number, q in library.iter_numbered_questions(row.id)],
            sorted(to_json(answer_data(stored.answer)) for stored in library.iter_answers(row.id)),
        )
        for row in library.benchmarks()
    ]


class EditSequences(RuleBasedStateMachine):
    """One library and one memory, given the same edits."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.now = datetime(2030, 1, 1, tzinfo=UTC)
        self.library = self.open()
        self.memory = MemoryTarget()
        self.done: list[tuple[Edit, Edit]] = []
        self.undone: list[Edit] = []

    def open(self) -> Library:
        return Library.open(self.folder / "library.gradewright", clock=lambda: self.now)

    @initialize(first=st.builds(AddBenchmark, contents.benchmarks, st.lists(keyed_questions, max_size=3).map(tuple)))
    def begin(self, first: Edit) -> None:
        self.start = self.memory.contents()
        self.apply(first, 60)

    @rule(edit=steps, pause=st.sampled_from([0, 1, 60]))
    def apply(self, edit: Edit, pause: int) -> None:
        """Make an edit in both, or have both refuse it."""
        self.now += timedelta(seconds=pause)
        before, steps_before = contents_of(self.library), self.newest_step()
        try:
            changes = self.library.apply(edit)
        except (NotFound, InvalidValue):
            assert contents_of(self.library) == before
            return
        inverse = edit.apply(self.memory)
        assert dump_edit(load_edit(dump_edit(inverse))) == dump_edit(inverse)
        if changes.title == "" and not changes:
            assert contents_of(self.library) == before
        elif self.newest_step() == steps_before:
            earlier_inverse = self.done.pop()[1]
            self.done.append((edit, earlier_inverse))
        else:
            self.done.append((repeatable(edit, inverse), inverse))
            self.undone.clear()

    @precondition(lambda self: self.done)
    @rule()
    def undo(self) -> None:
        """Take back the last step in both."""
        _, inverse = self.done.pop()
        self.undone.append(inverse.apply(self.memory))
        assert self.library.undo() is not None

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        """Do the last undone step again in both."""
        edit = self.undone.pop()
        self.done.append((edit, edit.apply(self.memory)))
        assert self.library.redo() is not None

    @rule()
    def reopen(self) -> None:
        """Close and open again: typing that follows is a new step, and the rest is as it was."""
        titles = (self.library.undo_title, self.library.redo_title)
        self.library.close()
        self.library = self.open()
        assert (self.library.undo_title, self.library.redo_title) == titles

    @invariant()
    def content_is_the_same(self) -> None:
        """The two hold the same, and both know whether there is something to undo and to redo."""
        assert contents_of(self.library) == self.memory.contents()
        assert (self.library.undo_title is not None) == bool(self.done)
        assert (self.library.redo_title is not None) == bool(self.undone)

    def newest_step(self) -> int:
        newest = self.library.history(limit=1)
        return newest[0].seq if newest else 0

    def teardown(self) -> None:
        """Undo everything, redo everything; then clear away."""
        try:
            if hasattr(self, "start"):
                end = contents_of(self.library)
                redone = len(self.done)
                while self.library.undo() is not None:
                    pass
                assert contents_of(self.library) == self.start
                for _ in range(redone):
                    assert self.library.redo() is not None
                assert contents_of(self.library) == end
        finally:
            self.library.close()
            shutil.rmtree(self.folder)


TestEditSequences = EditSequences.TestCase
TestEditSequences.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
