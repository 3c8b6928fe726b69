"""The findings panel over a real library: what it lists, what its keys do, and that it follows changes."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gradewright.edits import AddEntry, RubricOwner, SetQuestion
from gradewright.lint.finding import Severity
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import LLMTrait
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.findings import FindingsPanel
from gradewright_desktop.panels.findings.ledger import Group, Scope, Target, found_of
from gradewright_desktop.panels.findings.rows import MOST_ROWS, FindingRow, Heading, build_rows
from gradewright_desktop.workbench import Workbench

CLEAR = LLMTrait(name="Tone", kind="boolean", description="The tone is clear.")


@pytest.fixture
def benchmark_id(workbench: Workbench) -> int:
    rubric = Rubric((RubricEntry("e1", CLEAR), RubricEntry("e2", LLMTrait(name="Empty", kind="boolean"))))
    questions = [Question("k1", "How much?", "500 mg"), Question("k2", "When?", "")]
    return workbench.session.library.add_checkpoint(Benchmark("B", "About doses", rubric=rubric), questions)


@pytest.fixture
def panel(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> FindingsPanel:
    workbench.navigator.go(Place("build", "rubric", benchmark_id))
    made = FindingsPanel(workbench)
    qtbot.addWidget(made)
    workbench.panels.register("findings", made)
    with qtbot.waitSignal(made.findings_changed):
        pass
    return made


def rules(panel: FindingsPanel) -> set[str]:
    return {row.finding.rule for row in panel._model.records if isinstance(row, FindingRow)}


def test_rubric_scope_lists_findings_under_their_traits(panel: FindingsPanel) -> None:
    headings = [row.title for row in panel._model.records if isinstance(row, Heading)]
    assert headings == ["1. Tone", "2. Empty"]
    assert "quality-word" in rules(panel)


def test_model_keeps_the_rules_of_qt(panel: FindingsPanel, qtmodeltester: object) -> None:
    qtmodeltester.check(panel._model)  # type: ignore[attr-defined]


def test_severity_toggles_hide_and_count(panel: FindingsPanel) -> None:
    before = panel._model.rowCount()
    panel._toggles.buttons["warning"].click()
    assert all(
        row.finding.severity is not Severity.WARNING for row in panel._model.records if isinstance(row, FindingRow)
    )
    assert panel._model.rowCount() < before
    panel._toggles.buttons["warning"].click()
    assert panel._model.rowCount() == before


def test_follows_an_edit_and_empties(
    panel: FindingsPanel, workbench: Workbench, qtbot: QtBot, benchmark_id: int
) -> None:
    better = LLMTrait(name="Tone", kind="boolean", description="Names the dose in mg.")
    edit = AddEntry(RubricOwner(benchmark_id=benchmark_id), RubricEntry("e3", better))
    with qtbot.waitSignal(panel.findings_changed):
        workbench.session.apply(edit)
    assert any(isinstance(row, Heading) and row.title == "3. Tone" for row in panel._model.records)
    assert "name-conflict" in rules(panel)


def test_step_goes_to_the_place_of_the_finding(panel: FindingsPanel, workbench: Workbench) -> None:
    panel.step(1)
    first = panel.current_finding()
    assert first is not None
    assert workbench.navigator.current.entry_id == first.place.entry_id
    panel.step(1)
    assert panel.current_finding() is not first


def test_benchmark_scope_names_questions_and_survives_edits(
    panel: FindingsPanel, workbench: Workbench, qtbot: QtBot, benchmark_id: int
) -> None:
    with qtbot.waitSignal(panel.findings_changed):
        workbench.navigator.go(Place("build", "benchmark", benchmark_id))
    assert "2. When?" in [row.title for row in panel._model.records if isinstance(row, Heading)]
    assert "no-reference" in rules(panel)
    (_first, second) = workbench.session.library.question_ids(benchmark_id)
    with qtbot.waitSignal(panel.findings_changed):
        workbench.session.apply(SetQuestion(second, "reference", "at eight"))
    assert "no-reference" not in rules(panel)


def test_long_lists_are_cut_and_say_how_much_is_left() -> None:
    from gradewright.lint.finding import Finding
    from gradewright.lint.finding import Place as Where

    group = Group((0, 0), "g", "G")
    many = [(group, Finding("r", Severity.HINT, Where(1), f"w{n}", "y", "m")) for n in range(MOST_ROWS + 7)]
    rows, left = build_rows(found_of(Target(Scope.PLACE, 1), many, 0), set(Severity))
    assert (len(rows), left) == (MOST_ROWS + 1, 7)
