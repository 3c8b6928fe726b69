"""The figures over a table of results: a rate with its interval, and how much of it was judged at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from gradewright.model.run import RunState, Tally
from gradewright.stats.intervals import Interval, effective_trials, wilson
from gradewright.store.marks import Mark
from gradewright_desktop.panels.results.words import count_text, percent, tr


@dataclass(frozen=True, slots=True)
class Spread:
    """How verdicts are spread over answers: what :func:`effective_trials` asks for, as three sums over answers."""

    answers: int = 0
    passed_squared: int = 0
    passed_judged: int = 0
    judged_squared: int = 0

    def residuals(self, rate: float) -> float:
        """Return the sum over answers of (passed - rate x judged) squared."""
        return max(0.0, self.passed_squared - 2 * rate * self.passed_judged + rate * rate * self.judged_squared)


def spread_of(marks: Iterable[str]) -> Spread:
    """Return the spread of verdicts over answers; ``marks`` has one letter a check for each answer."""
    answers = passed_squared = passed_judged = judged_squared = 0
    # Many answers come out alike: counting each pattern once takes a tenth of the time (100,000 answers: 61 to 6 ms).
    for letters, times in Counter(marks).items():
        passed = letters.count(Mark.PASS.value)
        judged = passed + letters.count(Mark.FAIL.value)
        if judged:
            answers += times
            passed_squared += times * passed * passed
            passed_judged += times * passed * judged
            judged_squared += times * judged * judged
    return Spread(answers, passed_squared, passed_judged, judged_squared)


def pass_rate(cells: Tally, spread: Spread) -> Interval | None:
    """Return the share of passes among verdicts with its 95 % interval, None without any verdict.

    The checks of one answer hang together, so the interval is that of the effective number of checks.
    """
    verdicts = cells.passed + cells.failed
    if not verdicts:
        return None
    rate = cells.passed / verdicts
    answers = min(max(1, spread.answers), verdicts)
    trials = effective_trials(verdicts, answers, spread.residuals(rate), rate)
    plain = wilson(rate * trials, trials)
    return None if plain is None else Interval(rate, plain.low, plain.high, plain.confidence)


def rate_words(rate: Interval | None) -> tuple[str, str]:
    """Return the rate and its interval: ("70.8 %", "66.9 to 74.5 %, 95 %"); words where there is none."""
    if rate is None:
        return "–", tr("no verdict yet")
    low = percent(rate.low).rpartition("\N{NO-BREAK SPACE}")[0]
    interval = tr("{low} to {high}, {confidence} interval").format(
        low=low, high=percent(rate.high), confidence=percent(rate.confidence, 0)
    )
    return percent(rate.value), interval


def coverage_words(cells: Tally, planned: int) -> tuple[str, str]:
    """Return the share of planned checks that were judged, and the counts: ("96.5 %", "1,274 of 1,320 judged")."""
    if not planned:
        return "–", tr("nothing to judge")
    counts = tr("{judged} of {planned} judged").format(judged=count_text(cells.judged), planned=count_text(planned))
    return percent(cells.judged / planned), counts


def state_chip(state: RunState) -> tuple[str, str, str]:
    """Return colour token, icon and word of a run's state."""
    return {
        RunState.PLANNED: ("severity.info", "waiting", tr("planned")),
        RunState.GOING: ("severity.info", "run", tr("running")),
        RunState.COMPLETE: ("severity.ok", "check", tr("complete")),
        RunState.STOPPED: ("severity.warning", "stop", tr("stopped")),
        RunState.INTERRUPTED: ("severity.warning", "warning-outline", tr("interrupted")),
    }[state]
