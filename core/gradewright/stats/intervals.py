"""Intervals for a rate.

The score interval of E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
the American Statistical Association 22 (1927), 209-212. R. G. Newcombe, "Two-sided confidence intervals for the single
proportion: comparison of seven methods", Statistics in Medicine 17 (1998), 857-872, compares it with six others (it is
method 3 there, without continuity correction): it keeps its promise with few cases and near 0 and 1, where the usual
"plus or minus" leaves the range between 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Interval:
    """A rate with its interval, all three between 0 and 1."""

    value: float
    low: float
    high: float
    confidence: float = 0.95


def wilson(successes: float, trials: float, confidence: float = 0.95) -> Interval | None:
    """Return the Wilson score interval of ``successes`` out of ``trials``, or None where there was no trial.

    Both may be fractions: an effective number of trials (:func:`effective_trials`) seldom is whole.

    Raises:
        ValueError: negative counts, more successes than trials, or a confidence outside 0 to 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, not {confidence}")
    if trials < 0 or not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no rate")
    if trials == 0:
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = successes / trials
    spread = z * z / trials
    middle = (rate + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    # At 0 and at all of them the formula gives the end itself but for rounding in its last digit.
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return Interval(rate, low, high, confidence)


def effective_trials(trials: int, clusters: int, squared_residuals: float, rate: float) -> float:
    """Return how many independent trials are worth as much as ``trials`` that came in ``clusters``.

    The checks of one answer are not independent of each other: an answer that is wrong tends to fail several. The
    variance of a rate over clusters is taken as that of a ratio estimate,
    ``clusters / (clusters - 1) * sum((passes_i - rate * trials_i) ** 2) / trials ** 2``, and set against the variance
    of independent trials; the quotient is the design effect (L. Kish, Survey Sampling, Wiley 1965, section 8.2).
    Korn and Graubard (Survey Methodology 24 (1998), 193-201) put the effective number into the interval of independent
    trials, and never let it exceed the number of trials.

    ``squared_residuals`` is that sum. One cluster, or a rate of 0 or 1, tells nothing about the spread between
    clusters: then the number of clusters is taken, which is the cautious end.

    Raises:
        ValueError: fewer than one cluster, or fewer trials than clusters.
    """
    if clusters < 1 or trials < clusters:
        raise ValueError(f"{trials} trials cannot come in {clusters} clusters")
    if clusters == 1 or not 0 < rate < 1:
        return float(clusters)
    clustered = clusters / (clusters - 1) * squared_residuals / trials**2
    if clustered <= 0:
        return float(trials)
    return min(float(trials), rate * (1 - rate) / clustered)
