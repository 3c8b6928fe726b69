"""Libraries with questions and recorded answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import LLMTrait, MetricTrait, RegexTrait, Trait
from gradewright.store.library import Library

TEMPLATE = (
    "class Answer(BaseAnswer):\n"
    "    dose: int = VerifiedField(description='Dose in mg', ground_truth={0}, verify_with=NumericExact())\n"
)

MakeBenchmark = Callable[..., int]


def rubric(*traits: Trait) -> Rubric:
    return Rubric(tuple(RubricEntry(f"e{number}", trait) for number, trait in enumerate(traits)))


CALLS = RegexTrait(name="Calls", pattern="call")
WHY = LLMTrait(name="Why", kind="boolean", description="Gives one reason.")
SIGNS = MetricTrait(name="Signs", metrics=["f1"], tp_instructions=["bleeding"])


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "runs.gradewright") as opened:
        yield opened


@pytest.fixture
def benchmark(library: Library) -> MakeBenchmark:
    """Make a benchmark of ``questions`` questions with ``replicates`` answers each of two models, b wrong, a right."""

    def make(questions: int = 3, replicates: int = 1, own: tuple[Trait, ...] = (SIGNS,), answers: bool = True) -> int:
        made = [
            Question(f"q{number}", f"How much of {number}?", "10 mg", TEMPLATE.format(number), rubric(*own))
            for number in range(questions)
        ]
        benchmark_id = library.add_checkpoint(Benchmark("Doses", rubric=rubric(CALLS, WHY)), made)
        recorded = [
            Answer(f"q{number}", model, f"Take {number} and call.", replicate, {"dose": number + (model == "b")})
            for number in range(questions)
            for model in ("a", "b")
            for replicate in range(1, replicates + 1)
        ]
        if answers:
            library.add_answers(benchmark_id, recorded)
        return benchmark_id

    return make
