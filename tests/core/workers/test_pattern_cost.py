"""Which patterns are certain to be quick, and up to which length of text."""

from __future__ import annotations

import re
import time
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradewright.workers.pattern_cost import LONGEST_PATTERN, safe_length

USUAL_ANSWER = 1_500

USUAL = [
    "hello",
    r"\bparis\b",
    r"\d{4}-\d{2}-\d{2}",
    r"(?i)source:\s*\w+",
    r"https?://\S+",
    r"(?m)^\s*-\s",
    r"[A-Z]{3,}",
    r"(foo|bar)+",
    r"\w+@\w+\.\w+",
    r"\s+$",
    r"(?:\d{1,3}\.){3}\d{1,3}",
    r"\b(?:sorry|apolog\w+)\b",
    r"(?=.*\d).{8,}",
    r"^(?:a|b)+$",
    r"\b(\d+)\s*(?:mg|ml)\b",
    "[^\x00-\x7f]",
    "x*",
]

EVIL = [
    "(a+)+$",
    "(a*)*b",
    "(a|a)*b",
    "(a|ab)*c",
    "(?:a?){30}b",
    r"(\w+\s?)+$",
    r"(.*?,){11}P",
    r"(.+)+x",
    r"((a|b)*c*)*d",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    r"(?:(?:a{1,16}){1,16}){1,16}b",
    r"(a)?(?(1)b+|c)+d",
]

FALLING = [
    "a*a*a*a*b",
    ".*foo.*bar.*baz",
    "a?" * 24 + "a" * 24,
    r"(\w+)\s+\1",
    r"\d+\d+\d+x",
]


@pytest.mark.parametrize("pattern", USUAL)
def test_usual_patterns_are_quick_on_usual_answers(pattern: str) -> None:
    assert safe_length(pattern) >= USUAL_ANSWER


@pytest.mark.parametrize("pattern", EVIL)
def test_patterns_that_run_away_are_never_called_quick(pattern: str) -> None:
    assert safe_length(pattern) == 0


@pytest.mark.parametrize("pattern", FALLING)
def test_patterns_that_slow_down_with_the_text_are_quick_on_short_ones_only(pattern: str) -> None:
    assert safe_length(pattern) < USUAL_ANSWER


def test_very_long_patterns_and_wide_folded_sets_are_not_quick() -> None:
    assert safe_length("a" * (LONGEST_PATTERN + 1)) == 0
    assert safe_length("[\x00-\U0010ffff]", re.IGNORECASE) == 0
    assert safe_length("(?i:[\x00-\U0010ffff])") == 0
    assert safe_length("[\x00-\U0010ffff]") > 0


def test_deep_nesting_is_read_in_time() -> None:
    nested = "a"
    for _ in range(60):
        nested = f"(?:{nested}b?){{1,3}}"

    assert safe_length(nested) == 0


def test_invalid_patterns_raise_what_re_raises() -> None:
    with pytest.raises(re.error):
        safe_length("(")


pieces = st.sampled_from(["a", "b", ".", r"\w", r"\s", "[ab]", "[^a]", "(?:a|b)", "(?:ab|c)", "^", "$", r"\b", "(?=a)"])
repeats = st.sampled_from(["", "", "*", "+", "?", "{2,3}", "*?", "{0,40}"])
parts = st.tuples(pieces, repeats).map("".join)
bodies = st.lists(parts, min_size=1, max_size=5).map("".join)
wrapped = st.tuples(bodies, repeats, bodies).map(lambda t: f"(?:{t[0]}){t[1]}{t[2]}")


@settings(max_examples=150, deadline=None)
@given(bodies | wrapped, st.sampled_from(["a", "ab", "aab", "a b", "b"]))
def test_what_is_called_quick_is(pattern: str, unit: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compiled = re.compile(pattern)
        except re.error:
            return
    length = min(safe_length(pattern), 3_000)
    text = (unit * length)[: max(0, length - 1)] + "!"
    started = time.process_time()
    compiled.search(text)

    # A bound on a runaway, not a measure: the slowest seen is a hundredth of it.
    assert time.process_time() - started < 20
