"""Criteria: which rule looks at which text, what is missing, fixes, spans, and texts that nobody foresaw."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradewright.edits import Compound, Edit, RubricOwner, SetEntry
from gradewright.lint.changes import fix_all
from gradewright.lint.checks import lint_rubric
from gradewright.lint.completeness import COMPLETENESS_RULES
from gradewright.lint.demand import Demand, Kind
from gradewright.lint.finding import Finding, Place, Severity
from gradewright.lint.memory import LintMemory
from gradewright.lint.overlap import OverlapIndex, content_words, likeness
from gradewright.lint.rules import SWITCHABLE, hits
from gradewright.lint.silencing import silence
from gradewright.lint.words import word_lists
from gradewright.model.criterion import Criterion, Scale
from gradewright.model.rubric import (
    CannotJudgeRule,
    OverallRule,
    Rubric,
    RubricEntry,
    RubricTerms,
    RubricVersions,
)

PLACE = Place(1)
TERMS = RubricTerms(cannot_judge=CannotJudgeRule("When the order is not shown.", "N/A"))


def criterion(**members: Any) -> Criterion:
    whole = {
        "name": "Dose",
        "must": ("States the dose in mg.",),
        "pass_examples": ("5 mg",),
        "fail_examples": ("a bit",),
    }
    return Criterion(**{**whole, **members})


def rubric(*criteria: Criterion, terms: RubricTerms = TERMS, **more: Any) -> Rubric:
    entries = tuple(RubricEntry(f"c{number}", each) for number, each in enumerate(criteria))
    return Rubric(entries, terms, **more)


def changed_by(edit: Edit | None) -> Criterion:
    """The criterion that an edit of one entry puts in its place."""
    (step,) = edit.edits if isinstance(edit, Compound) else (edit,)
    assert isinstance(step, SetEntry)
    assert isinstance(step.entry.trait, Criterion)
    return step.entry.trait


def rules_of(found: list[Finding]) -> list[str]:
    return [each.rule for each in found]


def test_a_whole_criterion_has_no_finding() -> None:
    assert lint_rubric(rubric(criterion()), PLACE) == []


@pytest.mark.parametrize(
    ("members", "rule", "part"),
    [
        ({"must": (" ", "\ufeff")}, "no-statement", "must"),
        ({"pass_examples": ("\t",)}, "no-pass-example", "pass"),
        ({"fail_examples": ()}, "no-fail-example", "fail"),
        (
            {"scoring": "scale", "scale": Scale(points=3, anchors=("a", "", "c"), pass_line=2)},
            "missing-anchor",
            "anchor:2",
        ),
        (
            {"scoring": "scale", "scale": Scale(points=3, anchors=("Partly met.", "b", " partly  met"), pass_line=2)},
            "same-anchors",
            "anchor:1",
        ),
        ({"scoring": "scale", "scale": Scale(points=3, anchors=("a", "b", "c"))}, "no-pass-line", "pass_line"),
    ],
)
def test_what_is_missing_is_one_finding(members: dict[str, Any], rule: str, part: str) -> None:
    (found,) = lint_rubric(rubric(criterion(**members)), PLACE)
    assert (found.rule, found.place.part, found.place.entry_id) == (rule, part, "c0")


def test_two_places_of_anchors_are_named() -> None:
    scale = Scale(points=4, anchors=("", "Same", "", "same!"), pass_line=3)
    missing, same = lint_rubric(rubric(criterion(scoring="scale", scale=scale)), PLACE)
    assert [place.part for place in (missing.place, *missing.also)] == ["anchor:1", "anchor:3"]
    assert [(place.part, place.end) for place in (same.place, *same.also)] == [("anchor:2", 4), ("anchor:4", 5)]


def test_a_scale_that_is_left_over_counts_for_nothing() -> None:
    assert lint_rubric(rubric(criterion(scale=Scale(points=3))), PLACE) == []


def test_the_cannot_judge_rule_matters_more_once_a_version_is_out() -> None:
    for rule in (None, CannotJudgeRule("When it is cut off.", " "), CannotJudgeRule("", "N/A")):
        terms = RubricTerms(cannot_judge=rule)
        (found,) = lint_rubric(rubric(criterion(), terms=terms), PLACE)
        assert (found.rule, found.severity, found.place.part) == (
            "no-cannot-judge-rule",
            Severity.WARNING,
            "cannot_judge",
        )
        (found,) = lint_rubric(rubric(criterion(), terms=terms, versions=RubricVersions(1, "f" * 64)), PLACE)
        assert found.severity is Severity.ERROR


def test_must_pass_needs_an_active_criterion_that_is_one() -> None:
    terms = RubricTerms(overall_rule=OverallRule.FAILS_ON_MUST_PASS, cannot_judge=TERMS.cannot_judge)
    (found,) = lint_rubric(rubric(criterion(), terms=terms), PLACE)
    assert (found.rule, found.severity) == ("no-must-pass", Severity.ERROR)
    assert lint_rubric(rubric(criterion(must_pass=True), terms=terms), PLACE) == []


def test_an_empty_rubric_and_retired_criteria_have_nothing_to_check() -> None:
    retired = RubricEntry("old", Criterion(name="Is ChatGPT nice?"), retired=True)
    assert lint_rubric(Rubric((), RubricTerms(overall_rule=OverallRule.FAILS_ON_MUST_PASS)), PLACE) == []
    assert lint_rubric(Rubric((retired,)), PLACE) == []


def test_every_text_has_its_rules() -> None:
    text = "Does not say whether ChatGPT is nice."
    fired = {kind: {hit.rule for hit in hits(Demand(text, kind))} for kind in Kind}
    assert fired[Kind.MUST] == fired[Kind.MUST_NOT] == {"negative-opening", "model-name"}
    assert fired[Kind.DEFINITION] == fired[Kind.NAME] == {"model-name"}
    assert fired[Kind.ANCHOR] == set()
    assert [hit.rule for hit in hits(Demand("Score 7 for a nice reply.", Kind.ANCHOR, points=5))] == ["scale-number"]
    assert hits(Demand("Score 7 for a full reply.", Kind.MUST)) == ()


def test_what_to_check_against_may_stand_elsewhere_in_the_criterion() -> None:
    alone = criterion(must=("The dose is correct.",))
    assert rules_of(lint_rubric(rubric(alone), PLACE)) == ["ungrounded"]
    grounded = alone.model_copy(update={"definition": "Doses are compared with the package leaflet."})
    assert lint_rubric(rubric(grounded), PLACE) == []


def test_rules_can_be_switched_off() -> None:
    loose = criterion(must=("The dose is correct.", "Names at least two drugs."))
    assert set(rules_of(lint_rubric(rubric(loose), PLACE))) == {"ungrounded", "hackable"}
    assert lint_rubric(rubric(loose), PLACE, off=SWITCHABLE) == []


@pytest.mark.parametrize(
    ("members", "title", "must", "must_not"),
    [
        ({"must": ("Names the drug and states the dose.",)}, "Split", ("Names the drug.", "States the dose."), ()),
        (
            {"must_not": ("Blames the caller or names the agent.",)},
            "Split",
            (),
            ("Blames the caller.", "Names the agent."),
        ),
        ({"must": ("Does not name the agent.",)}, "Move to Must not", (), ("Names the agent.",)),
        ({"must": ("Avoids naming the agent.",)}, "Move to Must not", (), ("Names the agent.",)),
        ({"must": ("The reply never names the agent.",)}, "Move to Must not", (), ("The reply names the agent.",)),
        ({"must_not": ("Fails to greet the caller.",)}, "Move to Must", ("Greets the caller.",), ()),
        ({"must_not": ("The letter does not state the fee.",)}, "Move to Must", ("The letter states the fee.",), ()),
    ],
)
def test_fixes(members: dict[str, Any], title: str, must: tuple[str, ...], must_not: tuple[str, ...]) -> None:
    whole = rubric(criterion(**{"must": (), **members}))
    (found,) = [each for each in lint_rubric(whole, PLACE) if each.rule in ("double-barreled", "negative-opening")]
    assert found.fix is not None
    assert found.fix.title == title
    fixed = changed_by(found.fix.edit)
    assert (fixed.must, fixed.must_not) == (must, must_not)
    assert lint_rubric(rubric(fixed), PLACE) == []


def test_two_negations_are_turned_round_in_place() -> None:
    whole = rubric(criterion(must=("States the fee.", "Never fails to name the court.")))
    found = [each for each in lint_rubric(whole, PLACE) if each.rule == "double-negative"]
    assert [place.start for place in (found[0].place, *found[0].also)] == [0, 6]
    assert found[0].fix is not None
    assert found[0].fix.title == "Turn round"
    fixed = changed_by(found[0].fix.edit)
    assert fixed.must == ("States the fee.", "Names the court.")


def test_what_would_ask_for_something_else_has_no_fix() -> None:
    for text in ("Names the drug or states the dose.", "Avoids jargon.", "Does not name the agent without asking."):
        (found, *_) = lint_rubric(rubric(criterion(must=(text,))), PLACE)
        assert found.fix is None, text


def test_all_fixes_of_a_rule_in_a_criterion_are_one_edit() -> None:
    whole = rubric(criterion(must=("Does not name A.", "States the fee.", "Never names B."), must_not=("Names C.",)))
    edit = fix_all(lint_rubric(whole, PLACE), "negative-opening")
    fixed = changed_by(edit)
    assert fixed.must == ("States the fee.",)
    assert fixed.must_not == ("Names C.", "Names A.", "Names B.")


def test_an_overlap_is_said_once_with_both_places_and_silenced_from_either() -> None:
    one, two = criterion(name="Dose"), criterion(name="Dose of it", must=("Names the dose in mg.",))
    (found,) = lint_rubric(rubric(one, two), PLACE)
    assert (found.rule, found.place.entry_id, found.also[0].entry_id) == ("overlap", "c0", "c1")
    assert "dose, mg" in found.message
    whole = rubric(one, two)
    silenced = silence(RubricOwner(benchmark_id=1), whole.entries[1], "overlap", "two drugs").entry
    (found,) = lint_rubric(whole.with_entries((whole.entries[0], silenced)), PLACE)
    assert found.silenced == "two drugs"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Quickly cites sources", {"quick", "cite", "source"}),
        ("The fly is as his gas", {"fly", "gas"}),
        ("Its 2nd answer: don’t", {"nd", "answer"}),
        ("Nennt die Größe ½ ГОРОДА", {"nennt", "die", "größe", "города"}),
        ("lilys allys", {"lily", "ally"}),
        ("friendlys assly", {"friendly", "ass"}),
    ],
)
def test_content_words(text: str, words: set[str]) -> None:
    assert content_words(Criterion(name=text), word_lists().stop_words) == words


WORDS = st.frozensets(st.sampled_from([f"w{n}" for n in range(12)]), max_size=8)


@settings(deadline=None)
@given(st.dictionaries(st.integers(0, 30), WORDS, max_size=14), st.randoms(use_true_random=False))
def test_overlaps_are_those_of_every_pair_in_any_order(sets: dict[int, frozenset[str]], chance: Any) -> None:
    expected = {frozenset((a, b)) for a, b in itertools.combinations(sets, 2) if likeness(sets[a], sets[b]).dice >= 0.5}
    keys = list(sets)
    chance.shuffle(keys)
    for order in (list(sets), keys):
        found = list(OverlapIndex({key: sets[key] for key in order}).pairs())
        assert {frozenset((a, b)) for a, b, _ in found} == expected
        assert len(found) == len(expected)
        assert all(order.index(a) < order.index(b) for a, b, _ in found)


TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            [
                "Does",
                "not",
                "names",
                "the",
                "drug",
                "and",
                "at",
                "least",
                "three",
                "words",
                "“quoted",
                "ChatGPT",
                "no",
                "nor",
                "without",
                "correct",
                "clear",
                "é",
                "é",
                ",",
                ";",
                ".",
                "(",
                "Score",
                "7",
                "avoids",
                "if",
                "that",
                "to",
                "fail",
                "fails",
                ",",
                "unclear",
                "100",
                "%",
                "İ",
            ]
        ),
        max_size=14,
    ).map(" ".join),
)


@settings(deadline=None, max_examples=150)
@given(TEXTS, st.sampled_from(list(Kind)), st.sampled_from([None, 3, 5]))
def test_any_text_can_be_checked_and_spans_are_the_words_named(text: str, kind: Kind, points: int | None) -> None:
    import unicodedata

    for hit in hits(Demand(text, kind, points)):
        for span in (hit.span, *hit.also):
            assert 0 <= span.start < span.end <= len(text)
            assert unicodedata.normalize("NFC", text[span.start : span.end]) == span.words


@settings(deadline=None, max_examples=60)
@given(st.lists(TEXTS, min_size=1, max_size=3), st.lists(TEXTS, max_size=2))
def test_a_fix_changes_its_statement_alone(must: list[str], must_not: list[str]) -> None:
    whole = rubric(criterion(must=tuple(must), must_not=tuple(must_not), name="A", definition="B"))
    for found in lint_rubric(whole, PLACE):
        if found.fix is not None:
            fixed = changed_by(found.fix.edit)
            kept = [*must, *must_not]
            kept.remove(found.fix.before)
            after = [*fixed.must, *fixed.must_not]
            assert all(text in after for text in kept)
            assert (fixed.name, fixed.definition) == ("A", "B")


def test_a_memory_says_what_a_fresh_look_says() -> None:
    memory = LintMemory()
    texts = [
        "Names the drug.",
        "Names the drug and its dose.",
        "Does not name it.",
        "The tone is nice.",
        "Cites a court.",
    ]
    whole = rubric(*(criterion(name=text[:9], must=(text,)) for text in texts))
    steps = [whole]
    changed = whole.entries[2].with_trait(criterion(name="Names the", must=("Names the drug again.",)))
    steps.append(whole.with_entries((*whole.entries[:2], changed, *whole.entries[3:])))
    steps.append(steps[-1].with_entries(reversed(steps[-1].entries)))
    steps.append(steps[-1].with_entries(steps[-1].entries[1:]))
    steps.append(whole)
    for step in steps:
        assert lint_rubric(step, PLACE, memory=memory) == lint_rubric(step, PLACE)


def test_the_rules_of_completeness_are_eight() -> None:
    assert len(COMPLETENESS_RULES) == 8
