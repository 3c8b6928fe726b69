"""Overall verdicts: what fails, what is blank, what counts, and the words that say so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.rubrics import criterion

from gradewright.model.criterion import Criterion, Scale
from gradewright.model.rubric import CannotJudgeRule, OverallRule, Rubric, RubricTerms
from gradewright.model.traits import LLMTrait
from gradewright.rubrics.fingerprint import criterion_fingerprint, fingerprint
from gradewright.rubrics.result_rows import Graded, result_rows
from gradewright.rubrics.verdicts import Judgement, Outcome, Overall, outcome, verdict

YES, NO, UNCLEAR = Judgement(True, raw="pass"), Judgement(False, raw="fail"), Judgement(cannot_judge=True, raw="?")
SCALED = criterion("scaled", scoring="scale", scale=Scale(points=4, anchors=tuple("abcd"), pass_line=3))
RULE = RubricTerms(cannot_judge=CannotJudgeRule("Cut off.", "unclear"))


def rubric(*, must_pass: bool = False) -> Rubric:
    """Return two criteria and a retired one; only the first is must-pass."""
    rule = OverallRule.FAILS_ON_MUST_PASS if must_pass else OverallRule.FAILS_ON_ANY
    entries = (criterion("one", must_pass=True), criterion("two"), criterion("gone", retired=True, must_pass=True))
    return Rubric(entries, replace(RULE, overall_rule=rule))


@pytest.mark.parametrize(
    ("must_pass", "judgements", "overall", "decided_by"),
    [
        (False, {"one": YES, "two": YES}, Overall.PASS, ("one", "two")),
        (False, {"one": YES, "two": NO}, Overall.FAIL, ("two",)),
        (False, {"one": UNCLEAR, "two": NO}, Overall.FAIL, ("two",)),
        (False, {"one": UNCLEAR, "two": YES}, Overall.BLANK, ("one",)),
        (False, {"one": YES}, Overall.BLANK, ("two",)),
        (False, {}, Overall.BLANK, ("one", "two")),
        (False, {"one": YES, "two": YES, "gone": NO, "unknown": NO}, Overall.PASS, ("one", "two")),
        (True, {"one": YES, "two": NO}, Overall.PASS, ("one",)),
        (True, {"one": NO, "two": YES}, Overall.FAIL, ("one",)),
        (True, {"one": UNCLEAR, "two": NO}, Overall.BLANK, ("one",)),
        (True, {"two": YES}, Overall.BLANK, ("one",)),
    ],
)
def test_the_rule_decides(
    must_pass: bool, judgements: dict[str, Judgement], overall: Overall, decided_by: tuple[str, ...]
) -> None:
    found = verdict(rubric(must_pass=must_pass), judgements)
    assert (found.overall, found.decided_by) == (overall, decided_by)
    assert found.passed is {Overall.PASS: True, Overall.FAIL: False, Overall.BLANK: None}[overall]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (3, Outcome.PASSED), (4, Outcome.PASSED), (2, Outcome.FAILED), (1, Outcome.FAILED), (0, Outcome.NOT_JUDGED),
        (5, Outcome.NOT_JUDGED), (None, Outcome.NOT_JUDGED), (True, Outcome.NOT_JUDGED),
    ],
)  # fmt: skip
def test_a_scale_passes_at_its_line_and_judges_nothing_off_it(answer: Any, expected: Outcome) -> None:
    assert isinstance(SCALED.trait, Criterion)
    assert outcome(SCALED.trait, Judgement(answer)) is expected


def test_a_point_is_no_answer_to_pass_or_fail_and_a_scale_without_a_line_judges_nothing() -> None:
    plain = criterion().trait
    lineless = criterion(scoring="scale", scale=Scale(points=3)).trait
    assert isinstance(plain, Criterion)
    assert isinstance(lineless, Criterion)
    assert outcome(plain, Judgement(1)) is Outcome.NOT_JUDGED
    assert outcome(lineless, Judgement(3)) is Outcome.NOT_JUDGED
    assert outcome(plain, Judgement(True, cannot_judge=True)) is Outcome.CANNOT_JUDGE


def test_why_names_what_decided() -> None:
    assert verdict(rubric(), {"one": NO, "two": NO}).why == "Failed: “One” and “Two”."
    blank = verdict(rubric(), {"one": UNCLEAR}).why
    assert blank == (
        "No counted criterion failed, but cannot judge: “One”; not judged: “Two”. That is neither a pass nor a fail."
    )
    assert verdict(rubric(), {"one": YES, "two": YES}).why == "All 2 counted criteria passed."
    assert verdict(rubric(must_pass=True), {"one": YES}).why == "The one counted criterion passed."


def test_many_failures_are_not_all_named() -> None:
    many = Rubric(tuple(criterion(f"c-{number}") for number in range(9)))
    why = verdict(many, {entry.id: NO for entry in many.entries}).why
    assert why == "Failed: “C 0”, “C 1”, “C 2”, “C 3”, “C 4” and 4 more."


def test_with_nothing_counted_the_rule_is_met_and_it_is_said() -> None:
    unflagged = Rubric((criterion("two"),), RubricTerms(overall_rule=OverallRule.FAILS_ON_MUST_PASS))
    found = verdict(unflagged, {"two": NO})
    assert (found.overall, found.counted) == (Overall.PASS, ())
    assert found.why == "Nothing was counted: no active criterion is must-pass. The rule is met all the same."
    assert "no active criterion." in verdict(Rubric(), {}).why


def test_traits_of_other_kinds_do_not_count() -> None:
    mixed = rubric().with_entries(
        (*rubric().entries[:1], criterion("t").with_trait(LLMTrait(name="T", kind="boolean")))
    )
    assert verdict(mixed, {"one": YES, "t": NO}).counted == ("one",)


def test_rows_are_one_a_criterion_and_grader_and_one_for_the_verdict() -> None:
    graded = rubric().with_entries((*rubric().entries, SCALED))
    judgements = {"one": UNCLEAR, "two": Judgement(False, raw="Fail!", note="wrong"), "scaled": Judgement(4, raw="4/4")}
    rows = list(result_rows(graded, [Graded("reply 1", "Ana", judgements, "2026-01-01")]))
    assert [(row.scorer, row.passed, row.score, row.raw_score) for row in rows] == [
        ("one", None, None, "unclear"),
        ("two", False, None, "Fail!"),
        ("scaled", True, 4, "4/4"),
        ("", False, None, ""),
    ]
    assert {(row.item, row.grader, row.at) for row in rows} == {("reply 1", "Ana", "2026-01-01")}
    assert rows[1].note == "wrong"
    assert rows[-1].fingerprint == fingerprint(graded)


def test_a_score_off_the_scale_stays_as_it_was_written() -> None:
    (row, last) = result_rows(Rubric((SCALED,)), [Graded("i", "g", {"scaled": Judgement(7, raw="7")})])
    assert (row.passed, row.score, row.raw_score, last.passed) == (None, None, "7", None)


def test_without_an_agreed_word_what_the_grader_wrote_stays() -> None:
    row = next(result_rows(Rubric((criterion(),)), [Graded("i", "g", {"names-order": UNCLEAR})]))
    assert row.raw_score == "?"


def test_results_of_other_words_are_stale_and_so_is_a_verdict_that_counts_them() -> None:
    now = {entry.id: criterion_fingerprint(entry) for entry in rubric().active}
    made = {**now, "two": "0" * 64}
    rows = list(result_rows(rubric(), [Graded("i", "g", {"one": YES, "two": YES}, fingerprints=made)]))
    assert [(row.scorer, row.stale) for row in rows] == [("one", False), ("two", True), ("", True)]
    assert rows[1].fingerprint == "0" * 64
    counted = list(result_rows(rubric(must_pass=True), [Graded("i", "g", {"one": YES}, fingerprints=made)]))
    assert counted[-1].stale is False
