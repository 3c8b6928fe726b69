"""Edits of benchmarks and questions: their values, their being there, their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from gradewright.edits.compound import NOTHING, Compound
from gradewright.edits.target import EditTarget
from gradewright.edits.values import checked
from gradewright.errors import InvalidValue
from gradewright.model.question import Benchmark, Question

_BENCHMARK_WORDS = {
    "name": "rename benchmark",
    "rubric": "change global rubric",
    "custom": "change custom properties",
}
_QUESTION_WORDS = {
    "text": "change question",
    "reference": "change reference answer",
    "rubric": "change own rubric",
    "few_shot": "change examples",
    "workspace_path": "change workspace",
    "kept_tests": "change kept tests",
    "custom": "change custom properties",
}


def _counted(verb: str, count: int, noun: str) -> str:
    return f"{verb} {noun}" if count == 1 else f"{verb} {count} {noun}s"


def _named(verb: str, noun: str, name: str) -> str:
    return f"{verb} {noun} “{name}”" if name else f"{verb} {noun}"


@dataclass(frozen=True, slots=True)
class SetBenchmark:
    """Set one field of a benchmark; ``aspect`` is the field's name. ``label`` replaces the words for undo."""

    kind: ClassVar[str] = "set_benchmark"
    benchmark_id: int
    aspect: str
    value: Any
    label: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return self.label or _BENCHMARK_WORDS.get(self.aspect, f"change {self.aspect}")

    def apply(self, target: EditTarget) -> SetBenchmark:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such benchmark.
            InvalidValue: the field does not exist or does not hold such values.
        """
        value = checked("benchmark", self.aspect, self.value)
        before = target.benchmark_value(self.benchmark_id, self.aspect)
        target.set_benchmark_value(self.benchmark_id, self.aspect, value)
        return SetBenchmark(self.benchmark_id, self.aspect, before, self.label)


@dataclass(frozen=True, slots=True)
class SetQuestion:
    """Set one field of a question; ``aspect`` is the field's name. ``label`` replaces the words for undo."""

    kind: ClassVar[str] = "set_question"
    question_id: int
    aspect: str
    value: Any
    label: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        if self.aspect == "finished" and not self.label:
            return "mark question as finished" if self.value else "mark question as unfinished"
        return self.label or _QUESTION_WORDS.get(self.aspect, f"change {self.aspect}")

    def apply(self, target: EditTarget) -> SetQuestion:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such question.
            InvalidValue: the field does not exist or does not hold such values.
        """
        value = checked("question", self.aspect, self.value)
        before = target.question_value(self.question_id, self.aspect)
        target.set_question_value(self.question_id, self.aspect, value)
        return SetQuestion(self.question_id, self.aspect, before, self.label)


@dataclass(frozen=True, slots=True)
class AddBenchmark:
    """Add a benchmark with its questions. A name that is taken becomes “NAME (2)”."""

    kind: ClassVar[str] = "add_benchmark"
    benchmark: Benchmark
    questions: tuple[Question, ...] = ()

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return _named("add", "benchmark", self.benchmark.name)

    def apply(self, target: EditTarget) -> RemoveBenchmark:
        """Make the change and return its inverse.

        Raises:
            InvalidValue: the benchmark has no name.
        """
        checked("benchmark", "name", self.benchmark.name)
        return RemoveBenchmark(target.add_benchmark(self.benchmark, self.questions), self.benchmark.name)


@dataclass(frozen=True, slots=True)
class RemoveBenchmark:
    """Take a benchmark out of the library. It is kept and can be restored; ``name`` is for the words only."""

    kind: ClassVar[str] = "remove_benchmark"
    benchmark_id: int
    name: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return _named("remove", "benchmark", self.name)

    def apply(self, target: EditTarget) -> RestoreBenchmark | Compound:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such benchmark.
        """
        changed = target.set_benchmark_removed(self.benchmark_id, True)
        return RestoreBenchmark(self.benchmark_id, self.name) if changed else NOTHING


@dataclass(frozen=True, slots=True)
class RestoreBenchmark:
    """Put a removed benchmark back; ``name`` is for the words only."""

    kind: ClassVar[str] = "restore_benchmark"
    benchmark_id: int
    name: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return _named("restore", "benchmark", self.name)

    def apply(self, target: EditTarget) -> RemoveBenchmark | Compound:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such benchmark.
        """
        changed = target.set_benchmark_removed(self.benchmark_id, False)
        return RemoveBenchmark(self.benchmark_id, self.name) if changed else NOTHING


@dataclass(frozen=True, slots=True)
class AddQuestions:
    """Add questions to a benchmark, in front of the question ``before_id`` or at the end."""

    kind: ClassVar[str] = "add_questions"
    benchmark_id: int
    questions: tuple[Question, ...]
    before_id: int | None = None

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return _counted("add", len(self.questions), "question")

    def apply(self, target: EditTarget) -> RemoveQuestions | Compound:
        """Make the change and return its inverse, which holds the new ids in order.

        Raises:
            NotFound: there is no such benchmark, or ``before_id`` is not in it.
        """
        if not self.questions:
            return NOTHING
        return RemoveQuestions(tuple(target.add_questions(self.benchmark_id, self.questions, self.before_id)))


@dataclass(frozen=True, slots=True)
class RemoveQuestions:
    """Take questions out of their benchmark. They are kept and can be restored."""

    kind: ClassVar[str] = "remove_questions"
    question_ids: tuple[int, ...]

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return _counted("remove", len(self.question_ids), "question")

    def apply(self, target: EditTarget) -> RestoreQuestions | Compound:
        """Make the change and return its inverse; questions that are removed already stay as they are.

        Raises:
            NotFound: there is no such question.
        """
        changed = target.set_questions_removed(self.question_ids, True)
        return RestoreQuestions(tuple(changed)) if changed else NOTHING


@dataclass(frozen=True, slots=True)
class RestoreQuestions:
    """Put removed questions back, each in its old place."""

    kind: ClassVar[str] = "restore_questions"
    question_ids: tuple[int, ...]

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return _counted("restore", len(self.question_ids), "question")

    def apply(self, target: EditTarget) -> RemoveQuestions | Compound:
        """Make the change and return its inverse; questions that are there already stay as they are.

        Raises:
            NotFound: there is no such question.
        """
        changed = target.set_questions_removed(self.question_ids, False)
        return RemoveQuestions(tuple(changed)) if changed else NOTHING


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """Put a question directly in front of another one of its benchmark, or at the end (None)."""

    kind: ClassVar[str] = "move_question"
    question_id: int
    before_id: int | None

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return "move question"

    def apply(self, target: EditTarget) -> MoveQuestion | Compound:
        """Make the change and return its inverse.

        The inverse names the row that came next, removed or not: an undo that goes on to restore that row must find
        the two in their old order.

        Raises:
            NotFound: there is no such question, or ``before_id`` is not in its benchmark.
            InvalidValue: a question cannot stand in front of itself.
        """
        if self.before_id == self.question_id:
            raise InvalidValue("A question cannot be moved in front of itself.")
        after = target.question_after(self.question_id)
        if after == self.before_id:
            return NOTHING
        target.move_question(self.question_id, self.before_id)
        return MoveQuestion(self.question_id, after)
