"""The sample: it comes in, it shows every kind of thing, and its run comes out as its texts are meant."""

from __future__ import annotations

import pytest

from gradewright.formats.template_source import read_template, write_template
from gradewright.jobs.linting import lint_library
from gradewright.jobs.sample import SAMPLE_NAME, add_sample
from gradewright.jobs.verifying import verify
from gradewright.model.primitives import PRIMITIVES
from gradewright.model.template import AllOf, AnyOf, AtLeastN, DeclarativeTemplate
from gradewright.store.library import Library, ResultFilter


@pytest.fixture
def sample(library: Library) -> int:
    report = add_sample(library)
    assert (report.benchmark_name, report.questions, report.answers) == (SAMPLE_NAME, 12, 24)
    return report.benchmark_id


def templates(library: Library, benchmark_id: int) -> list[DeclarativeTemplate]:
    readings = [read_template(question.template) for question in library.iter_questions(benchmark_id)]
    declarative = [reading for reading in readings if isinstance(reading, DeclarativeTemplate)]
    assert len(declarative) == len(readings)
    return declarative


def test_it_uses_every_rule_that_can_be_verified(library: Library, sample: int) -> None:
    used = {type(f.primitive).__name__ for t in templates(library, sample) for f in t.template.verified_fields}
    assert set(PRIMITIVES) - used == {"SemanticMatch"}
    strategies = {type(t.template.strategy) for t in templates(library, sample)}
    assert {AllOf, AtLeastN} <= strategies
    nested = [
        c
        for t in templates(library, sample)
        if isinstance(t.template.strategy, AllOf)
        for c in t.template.strategy.conditions
    ]
    assert any(isinstance(condition, AnyOf) for condition in nested)


def test_its_templates_are_written_the_way_the_form_writes_them(library: Library, sample: int) -> None:
    for question in library.iter_questions(sample):
        reading = read_template(question.template)
        assert isinstance(reading, DeclarativeTemplate)
        assert write_template(reading.template) == question.template
        assert reading.problems == ()


def test_its_traits_are_of_every_kind_that_runs(library: Library, sample: int) -> None:
    traits = [*library.benchmark(sample).rubric.traits]
    for question in library.iter_questions(sample):
        traits += question.rubric.traits
    kinds = {(trait.type, getattr(trait, "kind", None) or getattr(trait, "evaluation_mode", None)) for trait in traits}
    assert kinds == {
        ("regex", None),
        ("llm", "boolean"),
        ("llm", "score"),
        ("llm", "literal"),
        ("metric", "tp_only"),
        ("metric", "full_matrix"),
    }
    regexes = [trait for trait in traits if trait.type == "regex"]
    assert {trait.invert_result for trait in regexes} == {True, False}
    assert {trait.case_sensitive for trait in regexes} == {True, False}


def test_its_run_tells_right_from_wrong_and_unknown(library: Library, sample: int) -> None:
    report = verify(library, sample)
    run = report.run
    assert (run.answers.passed, run.answers.failed, run.answers.not_judged) == (13, 10, 1)
    assert {each.name for each in report.needs_judge} == {"Alcohol", "Side effects", "Register", "Says why"}
    base = library.tally(run.id, ResultFilter(models=("atlas-base",))).answers
    assert (base.passed, base.failed, base.not_judged) == (11, 0, 1)
    null_fields = [
        outcome
        for result_id in library.result_ids(run.id)
        for cell in library.cells_of(result_id)
        for outcome in cell.fields
        if outcome.passed is None
    ]
    assert {outcome.name for outcome in null_fields} >= {"stop_below_egfr", "break_below_mmol"}


def test_its_findings_are_the_ones_that_it_shows_on_purpose(library: Library, sample: int) -> None:
    found = [(each.rule, each.words) for each in lint_library(library, sample).findings]
    assert found == [("double-barreled", "and says"), ("quality-word", "clear"), ("wide-tolerance", "hours_after")]


def test_a_second_one_is_a_copy(library: Library, sample: int) -> None:
    report = add_sample(library)
    assert report.is_copy
    assert report.benchmark_name == f"{SAMPLE_NAME} (2)"
