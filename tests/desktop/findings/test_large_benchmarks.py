"""Benchmarks with more questions than are looked at unasked: what is said, what is checked, and when."""

from __future__ import annotations

from array import array

import pytest
from pytestqt.qtbot import QtBot

from gradewright.edits import AddQuestions, RemoveQuestions, RubricOwner, SetEntry, SetQuestion
from gradewright.jobs.control import Cancelled, JobControl, Progress
from gradewright.lint.finding import Finding, Severity
from gradewright.lint.finding import Place as Where
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import LLMTrait
from gradewright.store.library import Library
from gradewright_desktop.commands.findings import findings_commands
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.findings import FindingsPanel
from gradewright_desktop.panels.findings.ledger import Found, Ledger, Scope, Target
from gradewright_desktop.panels.findings.whole import LIVE, SMALL, check_all, look_at_benchmark
from gradewright_desktop.workbench import Workbench

COUNT = LIVE + 100
TONE = LLMTrait(name="Tone", kind="boolean", description="Names the dose in mg.")


def questions(count: int = COUNT) -> list[Question]:
    """Questions without a template, every tenth without a reference answer."""
    return [Question(f"k{n}", f"What about {n}?", "" if n % 10 == 0 else "This.") for n in range(count)]


@pytest.fixture
def benchmark_id(library: Library) -> int:
    return library.add_checkpoint(Benchmark("Large"), questions())


@pytest.fixture
def ledger(benchmark_id: int) -> Ledger:
    return Ledger(Target(Scope.BENCHMARK, benchmark_id))


def look(library: Library, ledger: Ledger) -> Found:
    return look_at_benchmark(library, ledger, JobControl())


def check(library: Library, ledger: Ledger) -> Found:
    return check_all(library, ledger, lambda _found: None, JobControl())


def rules(found: Found) -> list[str]:
    return [finding.rule for _group, finding in found.rows]


def test_looks_at_the_benchmark_itself_and_counts_the_rest(library: Library, ledger: Ledger) -> None:
    found = look(library, ledger)
    assert rules(found) == ["no-benchmark-description"]
    assert (found.questions, found.unchecked) == (COUNT, COUNT)


def test_benchmarks_up_to_the_limit_are_looked_at_unasked(library: Library) -> None:
    for count in (0, 3, SMALL, LIVE):
        made = library.add_checkpoint(Benchmark("B", "About it"), questions(count))
        found = look(library, Ledger(Target(Scope.BENCHMARK, made)))
        assert (found.questions, found.unchecked) == (count, 0)
        assert rules(found).count("no-template") == count
        assert rules(found).count("no-question") == (count == 0)


def test_checking_all_leaves_nothing_unchecked(library: Library, ledger: Ledger) -> None:
    look(library, ledger)
    found = check(library, ledger)
    assert found.unchecked == 0
    assert rules(found).count("no-template") == COUNT
    assert rules(found).count("no-reference") == COUNT // 10
    assert sum(found.counts[severity] for severity in Severity) == len(found.rows)
    numbers = [group.order[0] for group, _finding in found.rows if group.order[0] > 0]
    assert numbers == sorted(numbers)
    assert numbers[-1] == COUNT


def test_finds_what_was_asked_twice_however_far_apart(library: Library) -> None:
    made = library.add_checkpoint(Benchmark("B", "b"), [*questions(), Question("again", "What about 0?", "This.")])
    found = check(library, Ledger(Target(Scope.BENCHMARK, made)))
    (twice,) = [finding for _group, finding in found.rows if finding.rule == "duplicate-question"]
    assert twice.place.question_id == library.question_ids(made)[-1]
    assert twice.why == "is asked in question 1, too"


def test_a_stopped_check_keeps_what_it_found_and_goes_on_from_there(library: Library, ledger: Ledger) -> None:
    control = JobControl(lambda progress: control.cancel() if progress.done >= 128 else None)
    with pytest.raises(Cancelled):
        check_all(library, ledger, lambda _found: None, control)
    found = ledger.found(library.question_ids(ledger.target.benchmark_id))
    assert found.questions - found.unchecked == 192
    assert check(library, ledger).unchecked == 0


def test_a_changed_question_is_looked_at_alone(library: Library, ledger: Ledger) -> None:
    first, second, *_rest = library.question_ids(ledger.target.benchmark_id)
    look(library, ledger)
    ledger.touch([second])
    found = look(library, ledger)
    assert (found.unchecked, rules(found)) == (COUNT - 1, ["no-benchmark-description", "no-template"])
    check(library, ledger)
    library.apply(SetQuestion(first, "reference", "That."))
    ledger.touch([first])
    found = look(library, ledger)
    assert found.unchecked == 0
    assert [f.rule for _g, f in found.rows if f.place.question_id == first] == ["no-template"]


def test_new_and_removed_questions(library: Library, ledger: Ledger) -> None:
    check(library, ledger)
    ids = library.question_ids(ledger.target.benchmark_id)
    library.apply(RemoveQuestions(tuple(ids[:10])))
    library.apply(AddQuestions(ledger.target.benchmark_id, (Question("new", "New?", ""),), None))
    found = look(library, ledger)
    assert (found.questions, found.unchecked) == (COUNT - 9, 0)
    assert found.rows[-1][0].title == f"{COUNT - 9}. New?"
    assert rules(found).count("no-reference") == COUNT // 10


def test_another_name_in_the_global_rubric_is_held_against_the_questions(library: Library) -> None:
    entry = RubricEntry("own", LLMTrait(name="Voice", kind="boolean", description="Names the dose."))
    many = [*questions(), Question("own", "Own?", "Yes.", rubric=Rubric((entry,)))]
    rubric = Rubric((RubricEntry("e1", TONE),))
    made = library.add_checkpoint(Benchmark("B", "b", rubric=rubric), many)
    ledger = Ledger(Target(Scope.BENCHMARK, made))
    look(library, ledger)
    assert "name-conflict" not in rules(check(library, ledger))
    renamed = RubricEntry("e1", LLMTrait(name="Voice", kind="boolean", description="Names the dose in mg."))
    library.apply(SetEntry(RubricOwner(benchmark_id=made), renamed))
    found = look(library, ledger)
    assert (found.unchecked, rules(found).count("name-conflict")) == (0, 1)


def test_what_changed_meanwhile_is_not_taken() -> None:
    ledger = Ledger(Target(Scope.BENCHMARK, 1))
    ids = array("q", [7, 8])
    moment = ledger.now()
    ledger.touch([7])
    for question_id in ids:
        ledger.put(question_id, "t", [Finding("r", Severity.HINT, Where(1, question_id), "w", "y", "m")], moment)
    found = ledger.found(ids)
    assert [finding.place.question_id for _group, finding in found.rows] == [8]
    assert found.unchecked == 1


def test_progress_counts_questions(library: Library, ledger: Ledger) -> None:
    told: list[Progress] = []
    check_all(library, ledger, lambda _found: None, JobControl(told.append))
    assert [progress.done for progress in told] == sorted(progress.done for progress in told)
    assert {progress.total for progress in told} == {COUNT}


# -- the panel --------------------------------------------------------------------------------------------------------


@pytest.fixture
def panel(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> FindingsPanel:
    workbench.navigator.go(Place("build", "benchmark", benchmark_id))
    made = FindingsPanel(workbench)
    qtbot.addWidget(made)
    workbench.panels.register("findings", made)
    made.resize(340, 600)
    made.show()
    with qtbot.waitSignal(made.findings_changed):
        pass
    return made


def test_the_panel_says_what_is_not_checked_and_checks_it(
    panel: FindingsPanel, workbench: Workbench, qtbot: QtBot
) -> None:
    bar = panel._unchecked
    assert bar.isVisible()
    assert bar.accessibleName() == f"{panel.locale().toString(COUNT)} questions are not checked yet"
    workbench.commands.add(findings_commands(workbench))
    assert workbench.commands.run("findings.check_all")
    qtbot.waitUntil(lambda: not workbench.session.jobs and not bar.isVisible())
    assert panel._toggles.buttons["hint"].text() != "0"
    assert workbench.commands.reason("findings.check_all")


def test_what_was_found_is_there_when_one_comes_back(
    panel: FindingsPanel, workbench: Workbench, qtbot: QtBot, benchmark_id: int
) -> None:
    panel.check_all()
    qtbot.waitUntil(lambda: not workbench.session.jobs and not panel._unchecked.isVisible())
    with qtbot.waitSignal(panel.findings_changed):
        workbench.navigator.go(Place("build", "rubric", benchmark_id))
    assert not panel._unchecked.isVisible()
    with qtbot.waitSignal(panel.findings_changed):
        workbench.navigator.go(Place("build", "benchmark", benchmark_id))
    assert not panel._unchecked.isVisible()
    assert "2." in [row.title[:2] for row in panel._model.records if hasattr(row, "title")]


def test_a_check_can_be_stopped(panel: FindingsPanel, workbench: Workbench, qtbot: QtBot) -> None:
    panel.check_all()
    assert panel._unchecked._stop.isVisible()
    assert not panel._unchecked._check.isVisible()
    panel._unchecked._stop.click()
    qtbot.waitUntil(lambda: not workbench.session.jobs and panel._watch.checked_benchmark is None)
    qtbot.waitUntil(lambda: panel._unchecked._check.isVisible() or not panel._unchecked.isVisible())


def test_a_fresh_large_benchmark_without_findings_does_not_claim_to_have_none(
    workbench: Workbench, library: Library, qtbot: QtBot
) -> None:
    made = library.add_checkpoint(Benchmark("B", "About it"), questions())
    workbench.navigator.go(Place("build", "benchmark", made))
    panel = FindingsPanel(workbench)
    qtbot.addWidget(panel)
    with qtbot.waitSignal(panel.findings_changed):
        pass
    assert panel._nothing._title.text() == "No finding so far"
    words = f"{panel.locale().toString(COUNT)} questions are not checked yet"
    assert words in panel._nothing._sentence.text()
