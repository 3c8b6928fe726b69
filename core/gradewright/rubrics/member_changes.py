"""What changed in one member of a rubric or of one of its entries, and in which words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gradewright.rubrics.words import Piece, TextPiece, text_changes, words

# Statements that share less than this part of their words are not one statement reworded.
_REWORDED = 0.5
# Of longer lists each statement is only compared with those of the same place.
_MOST_COMPARED = 60


class Level(StrEnum):
    """How much a change matters to those who grade, from least to most."""

    SAME = "same"
    COSMETIC = "cosmetic"
    SUBSTANTIVE = "substantive"
    BREAKING = "breaking"


_RANK = {level: rank for rank, level in enumerate(Level)}


def highest(levels: Iterable[Level]) -> Level:
    """Return the level that matters most; SAME where there is none."""
    return max(levels, key=_RANK.__getitem__, default=Level.SAME)


class TextEvent(StrEnum):
    """What happened to one text of a member."""

    ADDED = "added"
    REMOVED = "removed"
    REWORDED = "reworded"


@dataclass(frozen=True, slots=True)
class TextChange:
    """One text of a member that changed: a statement, an example, an anchor, or the member itself.

    ``part`` says which, where the member has several ("pass example", "anchor of point 2"), and is "" otherwise.
    """

    event: TextEvent
    part: str
    pieces: tuple[TextPiece, ...]

    @property
    def before(self) -> str:
        """The text as it was; "" for an added one."""
        return "".join(piece.text for piece in self.pieces if piece.kind is not Piece.ADDED)

    @property
    def after(self) -> str:
        """The text as it is; "" for a removed one."""
        return "".join(piece.text for piece in self.pieces if piece.kind is not Piece.REMOVED)


@dataclass(frozen=True, slots=True)
class MemberChange:
    """A member that differs: its name in files, its value before and after as JSON data, and how much that matters.

    The words are compared only when they are asked for.
    """

    member: str
    before: Any
    after: Any
    level: Level

    @property
    def texts(self) -> tuple[TextChange, ...]:
        """The texts that changed, with the words. Empty where only an order did."""
        return tuple(_texts(self.member, self.before, self.after))


def _texts(member: str, before: Any, after: Any) -> list[TextChange]:
    if member == "examples":
        lists = [(before["pass"], after["pass"], "pass example"), (before["fail"], after["fail"], "fail example")]
        return [change for old, new, part in lists for change in _listed(old, new, part)]
    if _is_texts(before) and _is_texts(after):
        return _listed(before, after, "")
    if isinstance(before, Mapping) or isinstance(after, Mapping):
        return _by_key(before or {}, after or {})
    return _one(_text(before), _text(after), "")


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _by_key(before: Any, after: Any) -> list[TextChange]:
    """Compare two objects, such as scales, member by member."""
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return _one(_text(before), _text(after), "")
    found: list[TextChange] = []
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if key == "anchors":
            found += _anchors(old or [], new or [])
        else:
            found += _one(_text(old), _text(new), str(key).replace("_", " "))
    return found


def _anchors(before: Sequence[str], after: Sequence[str]) -> list[TextChange]:
    found: list[TextChange] = []
    for point in range(max(len(before), len(after))):
        old = before[point] if point < len(before) else ""
        new = after[point] if point < len(after) else ""
        found += _one(old, new, f"anchor of point {point + 1}")
    return found


def _one(before: str, after: str, part: str) -> list[TextChange]:
    if before == after:
        return []
    if not before:
        return [TextChange(TextEvent.ADDED, part, (TextPiece(Piece.ADDED, after),))]
    if not after:
        return [TextChange(TextEvent.REMOVED, part, (TextPiece(Piece.REMOVED, before),))]
    return [TextChange(TextEvent.REWORDED, part, text_changes(before, after))]


def _listed(before: Sequence[str], after: Sequence[str], part: str) -> list[TextChange]:
    """Compare two lists of texts: what is in both, in any order, has not changed; the nearest others were reworded."""
    gone = list((Counter(before) - Counter(after)).elements())
    come = list((Counter(after) - Counter(before)).elements())
    pairs = _pairs(gone, come)
    taken = set(pairs.values())
    found: list[TextChange] = []
    for index, text in enumerate(gone):
        found += _one(text, come[pairs[index]], part) if index in pairs else _one(text, "", part)
    for index, text in enumerate(come):
        if index not in taken:
            found += _one("", text, part)
    return found


def _pairs(gone: Sequence[str], come: Sequence[str]) -> dict[int, int]:
    """Return which of the texts that are gone became which of the new ones: the nearest first."""
    if not gone or not come:
        return {}
    old, new = [_bag(text) for text in gone], [_bag(text) for text in come]
    near = len(gone) <= _MOST_COMPARED and len(come) <= _MOST_COMPARED
    places = (
        ((i, j) for i in range(len(gone)) for j in range(len(come)))
        if near
        else ((i, i) for i in range(min(len(gone), len(come))))
    )
    scored = sorted((-_alike(old[i], new[j]), i, j) for i, j in places)
    found: dict[int, int] = {}
    taken: set[int] = set()
    for score, i, j in scored:
        if -score < _REWORDED:
            break
        if i not in found and j not in taken:
            found[i] = j
            taken.add(j)
    return found


def _bag(text: str) -> Counter[str]:
    return Counter(word.lower() for word in words(text) if word[0].isalnum())


def _alike(one: Counter[str], other: Counter[str]) -> float:
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return "; ".join(_text(each) for each in value)
        case Mapping():
            return "; ".join(f"{key}: {_text(each)}" for key, each in value.items())
        case _:
            return str(value)
