"""Statements turned round: a prohibition as what is forbidden, two negations as none. Only where words tell how."""

from __future__ import annotations

import re

from gradewright.lint.reading import Reading
from gradewright.lint.words import WordLists

_AUXILIARY = re.compile(
    r"\b(?P<aux>is|are|was|were|has|have|had|can|will|could|would)(?:n['’]t| not| never)\s+(?P<rest>(?!only\b).+)",
    re.I | re.S,
)
_DO = re.compile(
    r"\b(?:does|do|must|should|shall|may)(?:n['’]t| not| never)\s+(?P<verb>[a-z]+)\b(?P<rest>.*)", re.I | re.S
)
_NEVER = re.compile(r"\b(?:never)\s+(?P<verb>[a-z]+s)\b(?P<rest>.*)", re.I | re.S)
_GERUND = re.compile(
    r"\b(?:should |must |to )?(?:avoids?|refrains? from|abstains? from)\s+(?P<verb>[a-z]+ing)\b(?P<rest>.*)",
    re.I | re.S,
)
_FAILS = re.compile(r"\b(?:fails|fail) to\s+(?P<verb>[a-z]+)\b(?P<rest>.*)", re.I | re.S)
_NO_SUBJECT = re.compile(r"no\s+(?P<rest>.+\b(?:is|are)\b.+)", re.I | re.S)
_CONTAINS_NO = re.compile(
    r"(?P<verb>\b(?:contains|includes|uses|gives|makes|has|mentions|offers|adds))\s+no\s+(?P<rest>.+)", re.I | re.S
)
_NEVER_FAILS = re.compile(
    r"\b(?:never fails to|(?:does|do|must) not fail to|doesn['’]t fail to|cannot fail to|must never fail to)"
    r"\s+(?P<verb>[a-z]+)\b(?P<rest>.*)",
    re.I | re.S,
)


def without_negative_opening(reading: Reading, *, forbids: bool) -> tuple[str, ...]:
    """Return what a prohibition forbids ("Does not name X" as "Names X"), nothing where words do not tell.

    ``forbids`` is True for a must-not statement, which then becomes a must statement.
    """
    text = reading.text
    if len(reading.sentences) != 1 or (text != reading.bare.rstrip("\n") and "\n" in text):
        return ()
    if _negation_count(reading) != 1:
        return ()
    turned = _turned(text, reading.lists, forbids)
    return () if turned is None else (_capital(turned),)


def without_double_negative(reading: Reading) -> tuple[str, ...]:
    """Return "Never fails to name X" as "Names X", nothing for other pairs of negations."""
    if len(reading.sentences) != 1 or _negation_count(reading) != 2:
        return ()
    match = _NEVER_FAILS.search(reading.text)
    third = None if match is None else reading.lists.third_forms.get(match["verb"].lower())
    if match is None or third is None:
        return ()
    return (_capital(reading.text[: match.start()] + third + match["rest"]),)


def _negation_count(reading: Reading) -> int:
    lists = reading.lists
    words = sum(token.low in lists.negations or token.low.endswith("n't") for token in reading.found)
    return words + len(lists.negative_verbs.findall(reading.bare))


def _turned(text: str, lists: WordLists, forbids: bool) -> str | None:
    match = _DO.search(text)
    if match is not None:
        third = "is" if match["verb"].lower() == "be" else lists.third_forms.get(match["verb"].lower())
        return None if third is None else text[: match.start()] + third + match["rest"]
    match = _NEVER.search(text)
    if match is not None and match["verb"].lower() in lists.bases:
        return text[: match.start()] + match["verb"] + match["rest"]
    match = _GERUND.search(text)
    if match is not None:
        third = _third_of_gerund(match["verb"].lower(), lists)
        return None if third is None else text[: match.start()] + third + match["rest"]
    match = _FAILS.search(text)
    if match is not None and forbids:
        third = lists.third_forms.get(match["verb"].lower())
        return None if third is None else text[: match.start()] + third + match["rest"]
    match = _CONTAINS_NO.search(text) or None
    if match is not None:
        return f"{text[: match.start()]}{match['verb']} {match['rest']}"
    match = _AUXILIARY.search(text)
    if match is not None:
        return f"{text[: match.start()]}{match['aux']} {match['rest']}"
    match = _NO_SUBJECT.match(text)
    return None if match is None else match["rest"]


def _third_of_gerund(word: str, lists: WordLists) -> str | None:
    return lists.gerunds.get(word)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
