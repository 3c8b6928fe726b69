"""What is stale, and what a judge does not agree with itself about."""

from __future__ import annotations

import itertools

from gradewright.edits import RubricOwner, SetEntry
from gradewright.endpoints.completion import Request
from gradewright.runs.judged import JudgedSettings, execute_judged, plan_judged
from gradewright.runs.judged.review import stale_judgements, steadiness
from gradewright.store.library import Library
from tests.core.runs.judged.conftest import FEE, FakeJudge, line, usual


def judged(library: Library, benchmark: int, judge: FakeJudge, replicates: int = 1) -> int:
    lines = {"small": line(judge)}
    settings = JudgedSettings(("small",), replicates=replicates)
    return execute_judged(plan_judged(library, benchmark, settings, lines), library, lines)


def test_what_was_judged_by_other_words_is_stale(library: Library, benchmark: int) -> None:
    run = judged(library, benchmark, FakeJudge())
    assert stale_judgements(library, run) == {}
    entry = library.benchmark(benchmark).rubric.entry("fee")
    assert entry is not None
    owner = RubricOwner(benchmark_id=benchmark)
    library.apply(SetEntry(owner, entry.with_trait(FEE.model_copy(update={"name": "The fee", "must": ("Else.",)}))))
    assert stale_judgements(library, run) == {"fee": 6}
    library.undo()

    assert stale_judgements(library, run) == {}


def test_u21_the_flip_rate_of_each_criterion_is_told(library: Library, benchmark: int) -> None:
    turns = itertools.cycle(["pass", "fail"])

    def say(request: Request) -> str:
        said = usual(request)
        return said.replace("pass", next(turns)) if "verdict" in said else said

    run = judged(library, benchmark, FakeJudge(say), replicates=2)
    found = {each.entry: (each.groups, each.flip_rate) for each in steadiness(library, run)}

    assert found["tone"] == (6, 0.0)
    assert found["fee"][0] == 6
    assert found["fee"][1] is not None
    assert steadiness(library, judged(library, benchmark, FakeJudge())) == ()
