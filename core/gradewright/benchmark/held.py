"""What a benchmark of a script holds, and the few steps by which everything in it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from gradewright.errors import NotFound
from gradewright.formats.question_keys import Keys
from gradewright.model.primitives import nearest
from gradewright.model.question import Benchmark as ModelBenchmark
from gradewright.model.question import Question as ModelQuestion
from gradewright.schemas.entities.answer import BaseAnswer
from gradewright.schemas.entities.callable_trait import Function

CREATOR = "Karenina Benchmarking System"
"""The creator that Karenina writes where none is given; kept so that files look the same."""


def local_time() -> str:
    """Return the time as Karenina stamps things: local, ISO 8601, without a zone."""
    return datetime.now().isoformat()


class Held:
    """The engine's values of one benchmark, in memory.

    ``_classes`` are the script's own template classes by the source that stands for them, ``_functions`` its own
    functions by their pickles: those may run, what came with a file may not.
    """

    def __init__(self, benchmark: ModelBenchmark, *, now: Callable[[], str] = local_time) -> None:
        self._benchmark = benchmark
        self._questions: dict[str, ModelQuestion] = {}
        self._keys = Keys()
        self._classes: dict[str, type[BaseAnswer]] = {}
        self._functions: dict[bytes, Function] = {}
        self._now = now

    def _question(self, question_id: Any) -> ModelQuestion:
        found = self._questions.get(question_id) if isinstance(question_id, str) else None
        if found is None:
            near = nearest(str(question_id), self._questions) if len(self._questions) <= 1000 else None
            hint = f"Nearest: “{near}”." if near else None
            raise NotFound(f"The benchmark has no question “{question_id}”.", hint=hint)
        return found

    def _change(self, question_id: str, **aspects: Any) -> None:
        """Put other values into a question, and note when."""
        question = self._question(question_id)
        self._questions[question_id] = replace(question, modified=self._now(), **aspects)

    def _change_benchmark(self, **aspects: Any) -> None:
        """Put other values into the benchmark itself."""
        self._benchmark = replace(self._benchmark, **aspects)

    def _chosen(self, question_ids: Any) -> list[ModelQuestion]:
        """Return the questions with these ids, or all."""
        if question_ids is None:
            return list(self._questions.values())
        return [self._question(question_id) for question_id in question_ids]


def plain(value: Any) -> Any:
    """Return a value that a script may change without changing the benchmark."""
    if isinstance(value, Mapping):
        return {key: plain(member) for key, member in value.items()}
    return [plain(member) for member in value] if isinstance(value, list | tuple) else value
