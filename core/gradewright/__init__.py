"""The Gradewright engine: everything but the window.

The names below are looked up when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from gradewright.benchmark.benchmark import Benchmark as Benchmark
    from gradewright.errors import UserError as UserError
    from gradewright.model.answer import Answer as Answer
    from gradewright.schemas.entities.question import Question as Question
    from gradewright.schemas.entities.rubric import Rubric as Rubric
    from gradewright.store.library import Library as Library

_HOMES = {
    "Answer": "gradewright.model.answer",
    "Benchmark": "gradewright.benchmark.benchmark",
    "Library": "gradewright.store.library",
    "Question": "gradewright.schemas.entities.question",
    "Rubric": "gradewright.schemas.entities.rubric",
    "UserError": "gradewright.errors",
}

__all__ = ["Answer", "Benchmark", "Library", "Question", "Rubric", "UserError", "__version__"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
