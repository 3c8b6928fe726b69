"""The figures of a run: rate, interval, coverage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.model.run import RunState, Tally
from gradewright.stats.intervals import wilson
from gradewright_desktop.panels.results.summary import (
    Spread,
    coverage_words,
    pass_rate,
    rate_words,
    spread_of,
    state_chip,
)


def test_spread_counts_answers_with_verdicts() -> None:
    assert spread_of(["PPF-", "VN--", "FFF", ""]) == Spread(2, 4, 6, 18)


@given(st.lists(st.text(alphabet="PFVN-", max_size=8), min_size=1, max_size=30))
def test_residuals_are_those_of_the_definition(marks: list[str]) -> None:
    counts = [(m.count("P"), m.count("P") + m.count("F")) for m in marks]
    judged = sum(n for _, n in counts)
    if not judged:
        return
    rate = sum(p for p, _ in counts) / judged
    expected = sum((p - rate * n) ** 2 for p, n in counts)
    assert spread_of(marks).residuals(rate) == pytest.approx(expected, abs=1e-6)


def test_no_verdict_is_no_rate() -> None:
    assert pass_rate(Tally(total=4, valued=2, not_judged=2), Spread()) is None
    assert rate_words(None) == ("–", "no verdict yet")


def test_one_check_an_answer_gives_the_plain_interval() -> None:
    marks = ["P"] * 30 + ["F"] * 10
    rate = pass_rate(Tally(total=40, passed=30, failed=10), spread_of(marks))
    plain = wilson(30, 40)
    assert rate is not None
    assert plain is not None
    assert rate.value == 0.75
    # One degree of freedom goes into the rate that the residuals are taken from.
    assert (rate.low, rate.high) == pytest.approx((plain.low, plain.high), abs=0.005)


def test_checks_that_hang_together_widen_the_interval() -> None:
    together = pass_rate(Tally(total=200, passed=150, failed=50), spread_of(["PPPPP"] * 30 + ["FFFFF"] * 10))
    plain = wilson(150, 200)
    assert together is not None
    assert plain is not None
    assert together.value == plain.value
    assert together.high - together.low > 2 * (plain.high - plain.low)


def test_words() -> None:
    rate = pass_rate(Tally(total=40, passed=30, failed=10), spread_of(["P"] * 30 + ["F"] * 10))
    assert rate_words(rate) == ("75.0\u00a0%", "59.6 to 85.9\u00a0%, 95\u00a0% interval")
    assert coverage_words(Tally(total=40, passed=20, failed=8, valued=2, not_judged=10), 40) == (
        "75.0\u00a0%",
        "30 of 40 judged",
    )
    assert coverage_words(Tally(), 0) == ("–", "nothing to judge")


def test_every_state_has_a_chip() -> None:
    words = {state_chip(state)[2] for state in RunState}
    assert len(words) == len(RunState)
