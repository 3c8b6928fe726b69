"""What a trait says about an answer, and which results it accepts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gradewright.model.composed import composed
from gradewright.model.traits import AgenticTrait, CallableTrait, LLMTrait, RegexTrait, Trait

if TYPE_CHECKING:
    from gradewright.workers.patterns import Matcher, PatternError, PatternRunner


def regex_matcher(trait: RegexTrait, patterns: PatternRunner) -> Matcher:
    """Return the matcher of a regex trait.

    Raises:
        PatternInvalid: the pattern does not compile.
    """
    matcher = patterns.matcher(trait.searched, regex_flags(trait))
    return _ComposedTexts(matcher) if trait.normalize else matcher


def regex_flags(trait: RegexTrait) -> int:
    """Return the flags of ``re`` that a regex trait is matched with."""
    return 0 if trait.case_sensitive else int(re.IGNORECASE)


class _ComposedTexts:
    """A matcher that puts each text into NFC first."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher

    def search(self, text: str) -> bool:
        return self._matcher.search(_composed(text))

    def findall(self, text: str) -> list[Any]:
        return self._matcher.findall(_composed(text))

    def search_many(self, texts: Sequence[str]) -> list[bool | PatternError]:
        return self._matcher.search_many([_composed(text) for text in texts])


def _composed(text: Any) -> Any:
    # What is no text is refused by the matcher, in its words.
    return composed(text) if isinstance(text, str) else text


def evaluate_regex(trait: RegexTrait, text: str, patterns: PatternRunner) -> bool:
    """Return a regex trait's result: whether the pattern is found, turned round where the trait says so.

    Raises:
        PatternError: the pattern does not compile, or runs away.
        TypeError: ``text`` is no text.
    """
    return regex_matcher(trait, patterns).search(text) != trait.invert_result


def validate_score(trait: LLMTrait | AgenticTrait, value: Any) -> bool:
    """Tell whether a judge's result is one that the trait can have.

    Booleans only for boolean; whole numbers within the bounds (0 and 5 where there are none) for score; a class's
    number, or -1 for "none of them", for literal; anything for template.
    """
    if isinstance(trait.kind, dict):
        return True
    if trait.kind == "boolean":
        return isinstance(value, bool)
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    if trait.kind == "literal":
        return value == -1 or 0 <= value < len(trait.classes or ())
    low = 0 if trait.min_score is None else trait.min_score
    high = 5 if trait.max_score is None else trait.max_score
    return low <= value <= high


def validate_result(trait: Trait, value: Any) -> bool:
    """Tell whether a result is one that a trait of any kind can have, as Karenina's containers check it.

    Regex and callable traits have booleans there, metric traits are not looked at.
    """
    if isinstance(trait, LLMTrait | AgenticTrait):
        return validate_score(trait, value)
    if isinstance(trait, RegexTrait | CallableTrait):
        return isinstance(value, bool)
    return False
