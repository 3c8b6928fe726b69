"""Patterns that can take forever and patterns that cannot match, and many that only look like it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.lint.checks import lint_rubric
from gradewright.lint.finding import Place
from gradewright.lint.pattern_risk import can_explode, cannot_match, without_nested_repeats
from gradewright.lint.patterns import matches_every_text, pattern_error
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import RegexTrait

RISKY = [
    "(a+)+$",
    "(a*)*b",
    "(.*)*x",
    "(.+)+x",
    "(a|a)*b",
    "(a|aa)+$",
    "(x+x+)+y",
    r"^(\w+\s?)*$",
    r"([a-zA-Z]+)*\d$",
    r"(\s*\w*)*;",
    r"(.*?,){11}P",
    r"([\s\S]*?,)*end",
    "(?:a?){30}b",
    "(?:a{1,16}){1,16}b",
    "((a|b)*c*)*d",
    "(?i:(a+)+)$",
    "(?=(a+)+$)a",
    "(?:(?:a+)b?)+c",
    r"\d+\d+\d+x",
    ".*.*x",
    r"(.*?)\s*(.*)$",
    "a*a*a*a*b",
]

HARMLESS = [
    "hello",
    r"(?:\w+\s+)+",
    r"^(?:\d+\.)+\d+$",
    r"(?:[A-Z][a-z]+\s)+X",
    r"(\w+,)*\w+$",
    r"(?:,\s*\w+)*\.",
    # Nothing behind the repetition can fail, so nothing is tried again.
    r"(\w+\s?)+",
    "(a+)+",
    "(a|ab)*c",
    "(foo|bar)+$",
    r".*foo.*bar.*baz",
    r'"(?:[^"\\]|\\.)*"',
    r'"[^"]*"\s*:\s*\d+',
    r"\b\w+\b(?:\s+\b\w+\b){0,5}\s+dose",
    r"(?:https?://)?(?:www\.)?[\w.-]+\.[a-z]{2,}",
    r"\w+@\w+\.\w+",
    r"(?:\d{1,3}\.){3}\d{1,3}",
    r"(?=.*\d)(?=.*[a-z]).{8,}",
    r"(\w+)\s+\1",
    r"\s+$",
    "x*",
]

IMPOSSIBLE = [
    "a^",
    "$x",
    r"[^\s\S]",
    r"a[^\w\W]b",
    r"\Zx",
    r"a\Ab",
    "(?!)",
    r"\b\B",
    r"\w\b\w",
    r"\s\B\w",
    "(?=a)b",
    "(?m)a^b",
    r"x(?!)|y(?!)",
]

POSSIBLE = [
    "$\n",
    "(?m)a$\n^b",
    r"\w\b\W",
    r"\w\B\w",
    "(?=a)a",
    "(?=a*)b",
    "(?m)$^",
    "a|a^",
    r"(?a)é\b",
    r"(?a)é\B",
    "(?i)(?=A)a",
    "(?<=a)b",
    r"(?<!\w)x",
    r"\A\Z",
    r"[^\w\s]",
    "(?i:K)",
    r"(a)?(?(1)b|c)",
]


@pytest.mark.parametrize("pattern", RISKY)
def test_what_can_take_forever(pattern: str) -> None:
    assert can_explode(pattern)


@pytest.mark.parametrize("pattern", HARMLESS)
def test_what_only_looks_like_it(pattern: str) -> None:
    assert not can_explode(pattern)


@pytest.mark.parametrize("pattern", IMPOSSIBLE)
def test_what_no_text_matches(pattern: str) -> None:
    assert cannot_match(pattern)


@pytest.mark.parametrize("pattern", [*POSSIBLE, *HARMLESS, *RISKY])
def test_what_some_text_matches(pattern: str) -> None:
    assert not cannot_match(pattern)


PATTERNS = st.lists(
    st.sampled_from(["a", "b", "^", "$", "\\b", "\\B", "\\w", "\\s", "(?=", "(?!", "(?:", "(", ")", "*", "+", "?", "|",
                     "[^ab]", "[^\\s\\S]", "\\Z", "\\A", "(?m)", "(?i:", "{2}", "\n", "é"]),
    max_size=9,
).map("".join)  # fmt: skip


@given(PATTERNS, st.text(alphabet="ab \né_A", max_size=5))
def test_a_pattern_that_cannot_match_matches_nothing(pattern: str, text: str) -> None:
    if pattern_error(pattern) is None and cannot_match(pattern):
        assert re.search(pattern, text) is None
        assert not matches_every_text(pattern)


@given(st.one_of(PATTERNS, st.text(max_size=30)))
def test_any_pattern_can_be_looked_at(pattern: str) -> None:
    assert isinstance(can_explode(pattern), bool)
    assert isinstance(cannot_match(pattern), bool)


@given(PATTERNS, st.text(alphabet="ab \n", max_size=6))
def test_a_simpler_pattern_is_found_in_the_same_texts(pattern: str, text: str) -> None:
    nested = f"(?:a+)+{pattern}(b*)+$"
    simpler = without_nested_repeats(nested) if pattern_error(nested) is None else None
    if simpler is not None:
        assert bool(re.search(nested, text)) is bool(re.search(simpler, text))


@pytest.mark.parametrize(
    ("pattern", "simpler"),
    [
        ("(a+)+$", "a+$"),
        (r"(?:\w*)+x", r"\w*x"),
        ("([^)]+)*;", "[^)]*;"),
        (r"(a+)+\1$", None),
        ("(a|a)*b", None),
        (r"(\w+\s?)+$", None),
        ("a+$", None),
    ],
)
def test_nested_repetitions_become_one(pattern: str, simpler: str | None) -> None:
    assert without_nested_repeats(pattern) == simpler


def findings(trait: RegexTrait) -> list[tuple[str, str]]:
    found = lint_rubric(Rubric((RubricEntry("a", trait),)), Place(1))
    return [(each.rule, each.message) for each in found]


def test_what_follows_for_the_answers_is_said() -> None:
    ((rule, message),) = findings(RegexTrait(name="a", pattern="x^"))
    assert rule == "regex-never"
    assert message.endswith("It is found in no answer, so every answer fails.")
    ((_, inverted),) = findings(RegexTrait(name="a", pattern="x^", invert_result=True))
    assert inverted.endswith("so every answer passes.")


def test_a_risk_can_be_fixed_where_that_changes_no_result() -> None:
    rubric = Rubric((RubricEntry("a", RegexTrait(name="Rows", pattern="(a+)+$")),))
    (found,) = lint_rubric(rubric, Place(1))
    assert (found.rule, found.place.start, found.place.end) == ("regex-risk", 0, 6)
    assert found.fix is not None
    assert (found.fix.before, found.fix.after) == ("(a+)+$", "a+$")
