"""Whether the words that a judge quotes stand in the answer, and where.

White space, the forms of Unicode, quotation marks, dashes and capitals do not matter. Beyond that a quote may differ in
a few words, which is said; a quote with more differences was made up.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

_MARKS: Final = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‘’‚‛′`´‹›", "'"),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
        "\u00ad": "",
    }
)
_WORD: Final = re.compile(r"\w+(?:['-]\w+)*|[^\w\s]")
_RUN: Final = re.compile(r"\S+")
_GAP: Final = re.compile(r"\s*(?:\[\s*)?\.{3,}(?:\s*\])?\s*")
_MOST_CHANGES: Final = 0.2
_PLACES: Final = 400
_WINDOWS: Final = 6


@dataclass(frozen=True, slots=True)
class QuoteMatch:
    """One quote: where it stands in the answer (code points, end excluded; None where it does not), and how exactly.

    ``changes`` counts the words that differ. A quote with an ellipsis stands from its first to its last words.
    """

    quote: str
    start: int | None
    end: int | None
    changes: int = 0

    @property
    def found(self) -> bool:
        """Whether it stands in the answer."""
        return self.start is not None

    @property
    def said(self) -> str:
        """How exactly it was found, in words."""
        if not self.found:
            return "not in the answer: the judge made up this quote"
        if not self.changes:
            return "found word for word"
        return f"found with {self.changes} {'change' if self.changes == 1 else 'changes'}"


class Evidence:
    """An answer in which quotes are looked for. Make it once for all quotes."""

    def __init__(self, answer: str) -> None:
        self._answer = answer

    def find(self, quote: str) -> QuoteMatch:
        """Return where a quote stands."""
        wanted = quote.strip()
        if not wanted:
            return QuoteMatch(quote, None, None)
        place = self._answer.find(wanted)
        if place >= 0:
            return QuoteMatch(quote, place, place + len(wanted))
        pieces = [piece for piece in _GAP.split(_folded(wanted)) if piece.strip(" \"'")]
        return self._in_order(quote, pieces) if pieces else QuoteMatch(quote, None, None)

    def find_all(self, quotes: Iterable[str]) -> list[QuoteMatch]:
        """Return where the quotes stand, in their order."""
        return [self.find(quote) for quote in quotes]

    def _in_order(self, quote: str, pieces: Sequence[str]) -> QuoteMatch:
        first: int | None = None
        last, changes = 0, 0
        for piece in pieces:
            match = self._piece(piece, last)
            if match is None:
                return QuoteMatch(quote, None, None)
            start, last, differing = match
            first = start if first is None else first
            changes += differing
        assert first is not None
        return QuoteMatch(quote, self._place(first), self._place(last - 1) + 1, changes)

    def _piece(self, piece: str, since: int) -> tuple[int, int, int] | None:
        """Return start, end and number of changed words of a piece in the folded text, from a place on."""
        piece = piece.strip()
        place = self._text.find(piece, since)
        if place < 0:
            # Marks of quotation around a quote are often the judge's own.
            piece = piece.strip("\"' ")
            place = self._text.find(piece, since) if piece else -1
        if place >= 0:
            return place, place + len(piece), 0
        return self._nearly([match[0] for match in _WORD.finditer(piece)], since)

    def _nearly(self, wanted: list[str], since: int) -> tuple[int, int, int] | None:
        """Return the best stretch that differs in few words, found by where the quote's rarest words stand."""
        allowed = max(1, int(len(wanted) * _MOST_CHANGES))
        if len(wanted) < 3:
            return None
        votes: dict[int, int] = {}
        for index, word in enumerate(wanted):
            places = self._places.get(word, ())
            for place in places if len(places) <= _PLACES else ():
                # Words that were left out or put in shift what follows by a few places.
                votes[(place - index) // 4] = votes.get((place - index) // 4, 0) + 1
        if not votes:
            # Nothing but frequent words: the rarest of them has to do.
            known = [(len(self._places[word]), index) for index, word in enumerate(wanted) if word in self._places]
            for place in self._places[wanted[min(known)[1]]][:_PLACES] if known else ():
                votes[(place - min(known)[1]) // 4] = 1
        best: tuple[int, int, int] | None = None
        for bucket in sorted(votes, key=lambda key: -votes[key] - votes.get(key + 1, 0))[:_WINDOWS]:
            begin = max(0, bucket * 4 - allowed)
            window = self._words[begin : bucket * 4 + len(wanted) + allowed + 4]
            found = _closest(wanted, [word for word, _, _ in window], allowed)
            if found is not None and window[found[0]][1] >= since and (best is None or found[2] < best[2]):
                best = window[found[0]][1], window[found[1] - 1][2], found[2]
        return best

    def _place(self, index: int) -> int:
        """Return the place in the answer of a character of the folded text."""
        if self._offsets is not None:
            return self._offsets[index]
        run = bisect_right(self._runs[0], index) - 1
        return self._runs[1][run] + index - self._runs[0][run]

    @cached_property
    def _compared_text(self) -> tuple[str, list[int] | None]:
        return _folded_with_places(self._answer)

    @property
    def _text(self) -> str:
        return self._compared_text[0]

    @property
    def _offsets(self) -> list[int] | None:
        return self._compared_text[1]

    @cached_property
    def _runs(self) -> tuple[list[int], list[int]]:
        """Where the runs of characters without white space begin: in the folded text, and in the answer."""
        here = [match.start() for match in _RUN.finditer(self._text)]
        there = [match.start() for match in _RUN.finditer(self._answer)]
        return here, there

    @cached_property
    def _words(self) -> list[tuple[str, int, int]]:
        return [(match[0], match.start(), match.end()) for match in _WORD.finditer(self._text)]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for index, (word, _, _) in enumerate(self._words):
            places.setdefault(word, []).append(index)
        return places


def _closest(wanted: list[str], window: list[str], allowed: int) -> tuple[int, int, int] | None:
    """Return the part of a window with the fewest words to change (put in, leave out, replace), if few enough."""
    # A row holds for each place of the window the changes up to there and where the part began (Sellers).
    row = [(0, start) for start in range(len(window) + 1)]
    for number, word in enumerate(wanted, start=1):
        previous, row = row, [(number, 0)]
        for place, other in enumerate(window, start=1):
            cost, start = previous[place - 1]
            best = (cost + (word != other), start)
            over = previous[place]
            if over[0] + 1 < best[0]:
                best = (over[0] + 1, over[1])
            left = row[place - 1]
            if left[0] + 1 < best[0]:
                best = (left[0] + 1, left[1])
            row.append(best)
    end = min(range(len(row)), key=lambda place: row[place][0])
    changes, start = row[end]
    return (start, end, changes) if changes <= allowed and end > start else None


def _folded(text: str) -> str:
    return _folded_with_places(text)[0]


def _folded_with_places(text: str) -> tuple[str, list[int] | None]:
    """Return a text as it is compared, and for each of its characters the place in the given text (None for ASCII)."""
    if text.isascii():
        # No character changes its length here, so that places follow from the runs between white space.
        return " ".join(text.translate(_MARKS).lower().split()), None
    characters: list[str] = []
    places: list[int] = []
    for index, character in enumerate(text):
        for one in _compared(character):
            if one != " " or (characters and characters[-1] != " "):
                characters.append(one)
                places.append(index)
    if characters and characters[-1] == " ":
        characters.pop()
        places.pop()
    return "".join(characters), places


@lru_cache(maxsize=8192)
def _compared(character: str) -> str:
    """Return a character as it is compared: decomposed, so that accents in either form are alike; "" if invisible."""
    decomposed = unicodedata.normalize("NFKD", character.translate(_MARKS)).casefold()
    seen = (one for one in decomposed if unicodedata.category(one) != "Cf")
    return "".join(" " if one.isspace() else one for one in seen)
