"""Matching that cannot stop the program."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradewright.workers import pattern_process
from gradewright.workers.pattern_process import PatternProcess, WorkerLost, WorkerStuck, worker_command
from gradewright.workers.patterns import (
    PatternInvalid,
    PatternTimeout,
    QuickPatterns,
    WatchedPatterns,
)

EVIL = "(a+)+$"
RISKY = r"(\w+\s)+(\d)"
FOREVER = "a" * 60 + "b"


@pytest.fixture
def patterns() -> Iterator[WatchedPatterns]:
    with WatchedPatterns(budget=1) as runner:
        yield runner


@pytest.fixture(scope="module")
def shared() -> Iterator[WatchedPatterns]:
    with WatchedPatterns(budget=5) as runner:
        yield runner


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text(max_size=12), max_size=5))
@pytest.mark.parametrize("pattern", ["a", r"\s", RISKY, EVIL, r"(a)(b)?", "(?:b|bb)*c"])
def test_results_are_those_of_re(shared: WatchedPatterns, pattern: str, texts: list[str]) -> None:
    matcher = shared.matcher(pattern)
    found = [[list(f) if isinstance(f, tuple) else f for f in re.findall(pattern, text)] for text in texts]

    assert matcher.search_many(texts) == [re.search(pattern, text) is not None for text in texts]
    assert [matcher.search(text) for text in texts] == matcher.search_many(texts)
    assert [matcher.findall(text) for text in texts] == found


def test_a_runaway_fails_and_the_rest_goes_on(patterns: WatchedPatterns) -> None:
    results = patterns.matcher(EVIL).search_many(["aaa", FOREVER, "b", "a"])

    assert isinstance(results[1], PatternTimeout)
    assert [results[0], *results[2:]] == [True, False, True]


def test_a_pattern_that_keeps_running_away_is_given_up() -> None:
    with WatchedPatterns(budget=0.2) as patterns:
        results = patterns.matcher(EVIL).search_many([FOREVER] * 50)

        assert all(isinstance(result, PatternTimeout) for result in results)
        assert "not tried again" in str(results[-1])
        assert patterns.matcher(r"(b+)+$").search("bb") is True


def test_one_search_raises_what_many_return(patterns: WatchedPatterns) -> None:
    with pytest.raises(PatternTimeout):
        patterns.matcher(EVIL).search(FOREVER)
    with pytest.raises(PatternTimeout):
        patterns.matcher(EVIL).findall(FOREVER)


def test_a_quick_pattern_goes_to_the_worker_for_long_texts(patterns: WatchedPatterns) -> None:
    matcher = patterns.matcher("a*a*b")

    assert matcher.search_many(["aab", "x" * 9_000 + "aab"]) == [True, True]
    # This text takes cubic time, far past the budget.
    assert isinstance(matcher.search_many(["a" * 40_000])[0], PatternTimeout)


@pytest.mark.parametrize("pattern", ["(", "[", r"\p{L}", "(?<n>x)", "(" * 3000, "a" * 3000 + "("])
def test_invalid_patterns_are_refused(patterns: WatchedPatterns, pattern: str) -> None:
    with pytest.raises(PatternInvalid):
        patterns.matcher(pattern).search("x")


@pytest.mark.parametrize("value", [None, 5, b"a", ["a"]])
def test_only_texts_are_searched(patterns: WatchedPatterns, value: object) -> None:
    for pattern in ("a", EVIL):
        matcher = patterns.matcher(pattern)
        for search in (matcher.search, matcher.findall):
            with pytest.raises(TypeError):
                search(value)  # type: ignore[arg-type]


def test_flags_and_odd_texts_cross_to_the_worker(patterns: WatchedPatterns) -> None:
    assert patterns.matcher("(A+)+$", re.IGNORECASE).search_many(["aa", "\ud800a", "\x00"]) == [True, True, False]


def test_large_amounts_cross_in_pieces(patterns: WatchedPatterns) -> None:
    texts = ["x" * 100_000 + "aa"] * 90

    assert patterns.matcher(r"(a+)+\Z").search_many(texts) == [True] * 90


def test_a_worker_that_dies_is_replaced(patterns: WatchedPatterns) -> None:
    matcher = patterns.matcher(EVIL)
    assert matcher.search("a")
    process = patterns._process
    assert process is not None
    process._process.kill()
    process._process.wait()

    assert matcher.search_many(["a", "b", "a"]) == [True, False, True]


def test_texts_are_sent_once_for_several_patterns_and_again_when_they_are_others(patterns: WatchedPatterns) -> None:
    texts = ["aa", "bb"]
    others = ["bb", "aa"]

    assert patterns.matcher("(a+)+$").search_many(texts) == [True, False]
    assert patterns.matcher("(b+)+$").search_many(texts) == [False, True]
    assert patterns.matcher("(b+)+$").search_many(others) == [True, False]
    assert patterns.matcher("(b+)+$").search_many([]) == []


def test_a_runaway_in_the_middle_loses_no_result_before_it(patterns: WatchedPatterns) -> None:
    texts = ["a", "b"] * 500 + [FOREVER] + ["b", "a"] * 500

    results = patterns.matcher(EVIL).search_many(texts)

    assert results[:1000] == [True, False] * 500
    assert isinstance(results[1000], PatternTimeout)
    assert results[1001:] == [False, True] * 500


def test_threads_share_a_runner(shared: WatchedPatterns) -> None:
    matcher = shared.matcher(RISKY)
    results: list[list[object]] = []
    threads = [
        threading.Thread(target=lambda: results.append(list(matcher.search_many(["a b 3", "x"] * 20))))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert results == [[True, False] * 20] * 4


def test_without_a_worker_risky_patterns_fail_at_once() -> None:
    matcher = QuickPatterns().matcher(EVIL)

    assert QuickPatterns().matcher("a").search("a") is True
    assert isinstance(matcher.search_many(["a"])[0], PatternTimeout)
    with pytest.raises(PatternTimeout):
        matcher.search("a")


def test_no_process_is_started_for_quick_patterns() -> None:
    def refuse() -> list[str]:
        raise AssertionError("a process was asked for")

    with WatchedPatterns(command=refuse) as patterns:
        assert patterns.matcher(r"\d+").search_many(["a1", "a"]) == [True, False]


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert worker_command()[0] == sys.executable
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    assert worker_command() == [sys.executable, pattern_process.WORKER_ARGUMENT]


def test_a_process_that_is_silent_or_ends_is_told_apart() -> None:
    silent = PatternProcess(worker_command())
    with pytest.raises(WorkerStuck):
        silent.answer(0.05)
    with pytest.raises(WorkerLost):
        silent.ask({})
    with pytest.raises(WorkerLost):
        PatternProcess([sys.executable, "-c", "raise SystemExit(3)"])
