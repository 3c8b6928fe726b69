"""A run over 60,000 recorded answers, kept in a library: in all cores against in one."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from gradewright.formats.template_source import write_template
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import RegexTrait
from gradewright.runs import execute, plan_verification
from gradewright.runs.workforce import Workforce, usable_cores
from gradewright.store.library import Library
from tests.benchmarks.frame import Figure
from tests.benchmarks.template_verification import answers, template

ANSWERS = 60_000
ANSWERS_EACH = 60
ROUNDS = 3
PATTERNS = ("call", r"dose of \d+ mg", "safe|risk", "(?i)doctor", r"\bmonths?\b", "never")
TEXT = "The dose of 100 mg was given in Paris, and taken again after three hours. " * 20


def run() -> list[Figure]:
    """Measure the seconds of wall time, in turns, and what the writing process itself does of them."""
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "runs.gradewright") as library:
        benchmark_id = _benchmark(library)
        pairs = [(_seconds(library, benchmark_id, None), _seconds(library, benchmark_id, 0)) for _ in range(ROUNDS)]
    cores = usable_cores()
    wall = sorted(((ours[0], alone[0]) for ours, alone in pairs), key=lambda pair: pair[0] / pair[1])[ROUNDS // 2]
    own = [statistics.median(pair[which][1] for pair in pairs) for which in (0, 1)]
    return [
        Figure("run of 60,000 answers, all cores", *wall, "s", 1.0, "ratio", f"{cores} cores, wall time, one core"),
        Figure("the same, the writing process", own[0], own[1], "s", 1.0, "ratio", "its processor time"),
    ]


def _benchmark(library: Library) -> int:
    source = write_template(template())
    entries = tuple(
        RubricEntry(f"e{n}", RegexTrait(name=f"Pattern {n}", pattern=text)) for n, text in enumerate(PATTERNS)
    )
    questions = [Question(f"q{n}", f"Question {n}?", template=source) for n in range(ANSWERS // ANSWERS_EACH)]
    benchmark_id = library.add_checkpoint(Benchmark("Large", rubric=Rubric(entries)), questions)
    values = answers()
    recorded = (
        Answer(f"q{n // ANSWERS_EACH}", "m", f"{TEXT}{n}", n % ANSWERS_EACH + 1, values[n % len(values)])
        for n in range(ANSWERS)
    )
    library.add_answers(benchmark_id, list(recorded))
    return benchmark_id


def _seconds(library: Library, benchmark_id: int, count: int | None) -> tuple[float, float]:
    """Return wall time, and processor time of this process."""
    plan = plan_verification(library, benchmark_id)
    started, used = time.perf_counter(), time.process_time()
    execute(plan, library, workforce=Workforce(count))
    return time.perf_counter() - started, time.process_time() - used
