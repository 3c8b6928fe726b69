"""Whether a text is a pattern: what ``re`` says, and in bounded time."""

from __future__ import annotations

import re

import pytest

from gradewright.lint.patterns import matches_every_text, pattern_doubt
from gradewright.model.pattern_text import LONGEST_COMPILED, WIDEST_SETS, pattern_error, set_width
from gradewright.model.traits import RegexTrait, pattern_problem
from gradewright.workers.pattern_cost import safe_length


@pytest.mark.parametrize(
    ("pattern", "error"),
    [
        ("a+b", None),
        ("(a", ("missing ), unterminated subpattern", 0)),
        ("(?<=a+)b", ("look-behind requires fixed-width pattern", None)),
        ("a{4294967295}", ("it is nested too deep or counts too far", None)),
        ("(" * 5000 + ")" * 5000, ("it is nested too deep or counts too far", None)),
    ],
)
def test_what_is_wrong_with_a_pattern(pattern: str, error: tuple[str, int | None] | None) -> None:
    assert pattern_error(pattern) == error


def test_the_sentence_names_the_character() -> None:
    assert pattern_problem("a(b") == ("the pattern does not compile: missing ), unterminated subpattern at character 2")


@pytest.mark.parametrize(
    "pattern",
    [
        "(?i)" + "[a-\uffff]" * 3_000,
        "[^\x00-\U0010ffff]" * 1_000,
        "|".join(["a" * 200_000] * 2),
    ],
    ids=["folded sets", "wide sets", "long alternatives"],
)
def test_patterns_that_take_long_to_compile_are_not_compiled_to_look_at_them(
    pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiled(*_: object) -> None:
        raise AssertionError("it was compiled")

    monkeypatch.setattr(re, "compile", compiled)
    assert pattern_error(pattern) is None
    assert RegexTrait(name="wide", pattern=pattern).pattern == pattern


def test_wide_patterns_are_read_all_the_same() -> None:
    assert pattern_error("[a-\uffff]" * 2 + "(") == ("missing ), unterminated subpattern", 10)


def test_widths() -> None:
    parsed = re._parser.parse  # type: ignore[attr-defined]
    assert set_width(parsed("[a-z]x(?:[0-9]|(?=[a-b])){2}[^c-d]")) == 26 + 10 + 2 + 2
    assert WIDEST_SETS < 0x10FFFF
    assert LONGEST_COMPILED == 20_000


@pytest.mark.parametrize("depth", [20, 150, 390])
def test_groups_in_groups_are_read_in_bounded_time(depth: int) -> None:
    """This took time that grew with the cube of the depth, and more of the stack than the parser."""
    for opening in ("(?i:", "(?:a|", "(?=a", "(a"):
        pattern = opening * depth + "b" + ")" * depth
        assert safe_length(pattern) >= 0
        assert matches_every_text(pattern) is False
        assert pattern_doubt(pattern) is None
    assert safe_length("(?i:" * 390 + "a" + ")" * 390) == 0
    assert safe_length("(?i:" * 10 + "a" + ")" * 10) > 0
