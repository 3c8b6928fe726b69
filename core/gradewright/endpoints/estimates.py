"""How many tokens a text has, without the model's own way of counting: a number below and one above.

In Latin scripts a token is some four characters in English prose and fewer in code, numbers and other languages;
outside ASCII it is from three characters down to less than one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def fewest_tokens(text: str) -> int:
    """Return a number of tokens that the text has at least, in all but odd cases."""
    plain, other = _counted(text)
    return plain // 5 + other // 3


def most_tokens(text: str) -> int:
    """Return a number of tokens that the text has at most, in all but odd cases."""
    plain, other = _counted(text)
    return -(-plain * 2 // 5) + -(-other * 3 // 2) + 1


def likely_tokens(messages: Sequence[Mapping[str, str]]) -> int:
    """Return a number in between for a whole prompt."""
    total = 0
    for each in messages:
        plain, other = _counted(each["content"])
        total += plain // 4 + other + 4
    return total


def _counted(text: str) -> tuple[int, int]:
    if text.isascii():
        return len(text), 0
    other = sum(1 for sign in text if sign > "\x7f")
    return len(text) - other, other
