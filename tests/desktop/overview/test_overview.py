"""The overview of a benchmark: its values are edits, its figures are counted, what needs care is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from gradewright.edits import AddBenchmark, RemoveBenchmark, SetBenchmark
from gradewright.jobs.sample import add_sample
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import CallableTrait
from gradewright_desktop.a11y import audit
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.overview import BenchmarkOverview
from gradewright_desktop.panels.overview.words import Summary, care_words, keyword_words, read_summary
from gradewright_desktop.theme import Mode
from gradewright_desktop.workbench import Workbench

HAND_WRITTEN = (
    "class Answer(BaseAnswer):\n    a: str = Field(description='d')\n\n    def verify(self):\n        return True\n"
)


@pytest.fixture
def overview(workbench: Workbench, qtbot: QtBot) -> Iterator[BenchmarkOverview]:
    """The overview of the sample."""
    benchmark_id = add_sample(workbench.session.library).benchmark_id
    workbench.navigator.go(Place("build", "benchmark", benchmark_id))
    made = BenchmarkOverview(workbench)
    qtbot.addWidget(made)
    made.resize(800, 700)
    made.show()
    yield made
    workbench.session.flush()


def _benchmark(overview: Any) -> Benchmark:
    session = overview._workbench.session
    session.flush()
    return session.library.benchmark(overview.benchmark_id)


def _undo(overview: Any) -> None:
    overview._workbench.session.undo()
    overview._workbench.session.flush()


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("name", "Entlassung 出院 💊"),
        ("description", "وصف المعيار"),
        ("version", "2.0.0"),
        ("identifier", "https://example.org/b"),
        ("created", "yesterday"),
    ],
)
def test_values_are_kept_and_undone(overview: Any, field: str, text: str) -> None:
    before = getattr(_benchmark(overview), field)
    edit = getattr(overview, field)
    (edit.setPlainText if field == "description" else edit.setText)(text)
    assert getattr(_benchmark(overview), field) == text
    _undo(overview)
    assert getattr(_benchmark(overview), field) == before
    assert (edit.toPlainText() if field == "description" else edit.text()) == before


def test_a_benchmark_keeps_its_name_when_it_is_emptied(overview: Any) -> None:
    overview.name.setText("  ")
    overview.name.flush()
    assert overview.message.text() == "A benchmark needs a name. The old name stays."
    assert overview.name.text() == "Discharge medication"
    assert _benchmark(overview).name == "Discharge medication"


def test_the_creator_becomes_a_person(overview: Any) -> None:
    overview.creator.lines["email"].setText("a@example.org")
    overview.creator.flush()
    person = {"@type": "Person", "name": "Gradewright sample", "email": "a@example.org"}
    assert _benchmark(overview).creator == person
    _undo(overview)
    assert _benchmark(overview).creator == "Gradewright sample"


def test_custom_properties(overview: Any) -> None:
    model = overview.custom.model()
    model.setData(model.index(model.rowCount() - 1, 0), "count")
    model.setData(model.index(model.rowCount() - 2, 1), "3")
    assert _benchmark(overview).custom["count"] == 3
    assert overview._workbench.session.undo_title == "change custom properties"


def test_figures_are_counted(overview: Any, qtbot: QtBot) -> None:
    figures = overview.summary._figures
    qtbot.waitUntil(lambda: figures[0][0].text() == "12")
    assert [(amount.text(), words.text()) for amount, words in figures][:3] == [
        ("12", "questions"),
        ("10", "finished"),
        ("24", "answers"),
    ]
    assert "metformin (2)" in overview.summary.keywords.text()


def test_scenarios_are_listed_and_said_not_to_run(overview: Any) -> None:
    scenarios = ({"name": "Two turns", "description": "asks\ntwice"}, {})
    session = overview._workbench.session
    session.apply(SetBenchmark(overview.benchmark_id, "scenarios", scenarios))
    session.flush()
    assert overview.scenarios.text() == "Two turns: asks twice\nScenario 2"


def test_what_needs_care_is_said(overview: Any) -> None:
    session = overview._workbench.session
    trait = CallableTrait(name="c", kind="boolean", callable_code=b"x")
    questions = (Question("a", "A", template=HAND_WRITTEN), Question("b", "B", template="class Answer(BaseAnswer"))
    benchmark = Benchmark("returns-eval", rubric=Rubric((RubricEntry("e", trait),)))
    benchmark_id = max(session.library.apply(AddBenchmark(benchmark, questions)).benchmarks)
    summary = read_summary(session.library, benchmark_id)
    said = [words for _severity, words, _filter in care_words(summary)]
    assert said == [
        "1 template cannot be read",
        "2 questions are not finished",
        "2 questions have no reference answer",
        "1 template is written by hand: runs only if allowed",
    ]


def test_nothing_to_say_is_said_with_nothing() -> None:
    assert care_words(Summary(questions=2, finished=2)) == []
    assert keyword_words(Summary()) == ""
    assert keyword_words(Summary(keywords=(("a", 2), ("b", 1)), keyword_count=5)) == "a (2), b and 3 more"


def test_a_removed_benchmark_leaves_quietly(overview: Any) -> None:
    session = overview._workbench.session
    session.apply(RemoveBenchmark(overview.benchmark_id))
    session.flush()
    _undo(overview)
    assert overview.name.text() == "Discharge medication"


@pytest.mark.parametrize("mode", list(Mode))
def test_it_is_painted_and_named(overview: Any, mode: Mode) -> None:
    overview._workbench.theme.set_choice(mode)
    assert not overview.grab().isNull()
    assert audit(overview) == []


def test_a_large_benchmark_is_counted_by_the_database(workbench: Workbench, monkeypatch: Any) -> None:
    entry = RubricEntry("e", CallableTrait(name="c", kind="boolean", callable_code=b"x"))
    questions = [
        Question("a", "A", "\u3000\n", keywords=("one", "\ud800"), template=HAND_WRITTEN, finished=True),
        Question("b", "B", "Yes", keywords=("two", "one"), rubric=Rubric((entry,))),
        Question("c", "C", "", template="class Answer(BaseAnswer"),
    ]
    library = workbench.session.library
    benchmark_id = library.add_checkpoint(Benchmark("B"), questions)
    exact = read_summary(library, benchmark_id)
    monkeypatch.setattr("gradewright_desktop.panels.overview.words.MOST_READ", 2)
    counted = read_summary(library, benchmark_id)
    assert counted.templates_read is False
    # Programs among the templates are known only where these are read.
    assert counted == replace(exact, templates_read=False, broken=0, hand_written=0)
    assert counted.keywords == (("one", 2), ("\ud800", 1), ("two", 1))
    said = [words for _severity, words, _filter in care_words(counted)]
    assert "2 templates: Findings tells which cannot be read" in said
