"""What is done about findings: silencing with a reason, fixing all of a rule, going from one to the next."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gradewright.model.criterion import Criterion
from gradewright.model.question import Benchmark
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import LLMTrait, MetricTrait
from gradewright_desktop.main_window import MainWindow
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.findings import FindingsPanel
from gradewright_desktop.panels.findings.rows import FindingRow, Heading, meta_words, part_words
from gradewright_desktop.panels.rubric import RubricEditor
from gradewright_desktop.workbench import Workbench

BARRELLED = "Names the dose and says when to call the ward."
PAIR = ["Names the dose and says when to call the ward.", "Quotes the leaflet and lists the side effects."]


@pytest.fixture
def benchmark_id(workbench: Workbench) -> int:
    whole = {"pass_examples": ("a",), "fail_examples": ("b",)}
    rubric = Rubric(
        (
            RubricEntry("tone", Criterion(name="Tone", must=("Uses clear wording.", "Names the ward."), **whole)),
            RubricEntry("facts", MetricTrait(name="Facts", metrics=["recall"], tp_instructions=PAIR)),
            RubricEntry("judge", LLMTrait(name="Judge", kind="boolean", description="The tone is clear.")),
        )
    )
    return workbench.session.library.add_checkpoint(Benchmark("B", "d", rubric=rubric), [])


@pytest.fixture
def panel(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> FindingsPanel:
    workbench.navigator.go(Place("build", "rubric", benchmark_id))
    made = FindingsPanel(workbench)
    qtbot.addWidget(made)
    workbench.panels.register("findings", made)
    made.resize(340, 700)
    made.show()
    with qtbot.waitSignal(made.findings_changed):
        pass
    return made


def choose(panel: FindingsPanel, rule: str, entry_id: str) -> None:
    for row in panel._model.records:
        if isinstance(row, FindingRow) and (row.finding.rule, row.finding.place.entry_id) == (rule, entry_id):
            panel.choose(row.finding)
            return
    raise AssertionError(f"no finding {rule} in {entry_id}")


def rows_of(panel: FindingsPanel, entry_id: str) -> list[FindingRow]:
    return [
        row for row in panel._model.records if isinstance(row, FindingRow) and row.finding.place.entry_id == entry_id
    ]


def test_a_silenced_finding_stays_at_the_end_with_the_reason(
    panel: FindingsPanel, workbench: Workbench, qtbot: QtBot
) -> None:
    counts: list[int] = []
    panel.count_changed.connect(counts.append)
    choose(panel, "quality-word", "tone")
    before = int(panel._toggles.buttons["warning"].text())
    panel.silence_current()
    popup = panel._detail._popup
    assert popup.isVisible()
    assert not popup._go.isEnabled()
    qtbot.keyClick(popup.reason, Qt.Key.Key_Return)
    assert popup.isVisible()
    qtbot.keyClicks(popup.reason, "quoted from the leaflet")
    with qtbot.waitSignal(panel.findings_changed):
        qtbot.keyClick(popup.reason, Qt.Key.Key_Return)
    last = rows_of(panel, "tone")[-1]
    assert last.finding.rule == "quality-word"
    assert meta_words(last.finding) == "Silenced: quoted from the leaflet"
    assert panel._toggles.buttons["silenced"].text() == "1"
    assert int(panel._toggles.buttons["warning"].text()) == before - 1
    heading = next(row for row in panel._model.records if isinstance(row, Heading) and row.title == "1. Tone")
    assert heading.counted.endswith(", 1 silenced")
    assert workbench.session.undo_title == "silence quality-word in “Tone”"
    panel._toggles.buttons["silenced"].click()
    assert all(row.finding.silenced is None for row in rows_of(panel, "tone"))
    panel._toggles.buttons["silenced"].click()
    choose(panel, "quality-word", "tone")
    assert not panel._detail._fix.isVisible()
    with qtbot.waitSignal(panel.findings_changed):
        panel._detail._unsilence.click()
    assert all(row.finding.silenced is None for row in rows_of(panel, "tone"))


def test_all_fixes_of_a_rule_are_one_step(
    panel: FindingsPanel, workbench: Workbench, qtbot: QtBot, benchmark_id: int
) -> None:
    choose(panel, "double-barreled", "facts")
    assert panel._detail._fix_all.text() == "Split all 2"
    with qtbot.waitSignal(panel.findings_changed):
        panel._detail._fix_all.click()
    workbench.session.flush()
    entry = workbench.session.library.benchmark(benchmark_id).rubric.entry("facts")
    assert entry is not None
    assert len(entry.trait.tp_instructions) == 4  # type: ignore[union-attr]
    workbench.session.undo()
    workbench.session.flush()
    entry = workbench.session.library.benchmark(benchmark_id).rubric.entry("facts")
    assert entry is not None
    assert entry.trait.tp_instructions == PAIR  # type: ignore[union-attr]


def test_the_first_step_goes_to_the_chosen_finding(panel: FindingsPanel, workbench: Workbench, qtbot: QtBot) -> None:
    editor = RubricEditor(workbench)
    qtbot.addWidget(editor)
    workbench.panels.register("rubric", editor)
    first = panel.current_finding()
    assert first is not None
    panel.step(1)
    assert panel.current_finding() == first
    panel.step(1)
    second = panel.current_finding()
    assert second is not None
    assert second != first
    panel.step(-1)
    assert panel.current_finding() == first


def test_places_are_said_as_people_say_them() -> None:
    words = {
        "must:0": "Must 1",
        "must_not:2": "Must not 3",
        "pass:0": "Pass example 1",
        "anchor:2": "Anchor 2",
        "pass_line": "Pass line",
        "definition": "Definition",
        "cannot_judge": "Cannot-judge rule",
    }
    assert {part: part_words(part) for part in words} == words


def test_the_inspector_says_how_many_there_are(
    workbench: Workbench, benchmark_id: int, window: MainWindow, qtbot: QtBot
) -> None:
    workbench.navigator.go(Place("build", "rubric", benchmark_id))
    page = window.pages.page("build")
    shown = workbench.panels.get("findings")
    assert isinstance(shown, FindingsPanel)
    tab = page.inspector._tabs.button("findings")  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: shown._found is not None and tab.text() == f"Findings  {len(shown._found.rows)}")
