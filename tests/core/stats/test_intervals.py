"""Wilson's interval against published values, and the effective number of trials against cases worked by hand."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.stats.intervals import effective_trials, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_newcombes_examples(successes: int, trials: int, low: float, high: float) -> None:
    interval = wilson(successes, trials)
    assert interval is not None
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)
    assert interval.value == successes / trials


def test_no_trials_give_no_interval() -> None:
    assert wilson(0, 0) is None


def test_the_ends_are_exact() -> None:
    none_passed, all_passed = wilson(0, 7), wilson(7, 7)
    assert none_passed is not None
    assert all_passed is not None
    assert none_passed.low == 0.0
    assert all_passed.high == 1.0


@pytest.mark.parametrize(("successes", "trials"), [(-1, 5), (6, 5), (0, -1)])
def test_impossible_counts_are_refused(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="is no rate"):
        wilson(successes, trials)


@pytest.mark.parametrize("confidence", [0, 1, 1.5])
def test_impossible_confidence_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="confidence"):
        wilson(1, 2, confidence)


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_solves_the_score_equation(case: tuple[int, int]) -> None:
    """Each bound is the rate whose own standard error reaches exactly to the one observed, which defines it."""
    successes, trials = case
    interval = wilson(successes, trials)
    assert interval is not None
    assert 0 <= interval.low <= interval.value <= interval.high <= 1
    for bound in (interval.low, interval.high):
        if 0 < bound < 1:
            deviation = abs(interval.value - bound) / sqrt(bound * (1 - bound) / trials)
            assert deviation == pytest.approx(1.959963985, rel=1e-4)


@given(st.integers(0, 200), st.integers(1, 200), st.integers(2, 9))
def test_more_of_the_same_narrows_it(successes: int, failures: int, times: int) -> None:
    small, large = wilson(successes, successes + failures), wilson(successes * times, (successes + failures) * times)
    assert small is not None
    assert large is not None
    assert large.high - large.low < small.high - small.low


def test_checks_that_always_agree_are_worth_one_trial_an_answer() -> None:
    # 40 answers of 5 checks each, 30 with all passed, 10 with none: rate 0.75, residuals 1.25 and -3.75.
    residuals = 30 * 1.25**2 + 10 * 3.75**2
    effective = effective_trials(200, 40, residuals, 0.75)
    assert effective == pytest.approx(39)  # 40 clusters with their degree of freedom taken off


def test_checks_that_are_spread_evenly_count_in_full() -> None:
    assert effective_trials(200, 40, 0.0, 0.5) == 200


def test_without_spread_between_answers_the_answers_are_counted() -> None:
    assert effective_trials(200, 40, 0.0, 1.0) == 40
    assert effective_trials(5, 1, 0.0, 0.6) == 1


@pytest.mark.parametrize(("trials", "clusters"), [(3, 4), (3, 0)])
def test_impossible_clusters_are_refused(trials: int, clusters: int) -> None:
    with pytest.raises(ValueError, match="clusters"):
        effective_trials(trials, clusters, 1.0, 0.5)
