"""Warnings met while reading or writing, with the place each is about."""

from __future__ import annotations

from collections.abc import Sequence


class Remarks:
    """Collects warnings. The same sentence is listed for the first places only, and counted after that."""

    def __init__(self, listed: int = 5):
        self._listed = listed
        self._places: dict[str, list[str]] = {}

    def add(self, place: str, sentence: str) -> None:
        """Note ``sentence`` about ``place`` (a JSON pointer; ``""`` is the file as a whole)."""
        self._places.setdefault(sentence, []).append(place)

    def lines(self) -> list[str]:
        """Return the warnings, one line each, in the order in which their sentences came up."""
        lines: list[str] = []
        for sentence, places in self._places.items():
            lines.extend(f"{place}: {sentence}" if place else sentence for place in places[: self._listed])
            more = len(places) - self._listed
            if more > 0:
                lines.append(f"The same in {more:,} more {'place' if more == 1 else 'places'}: {sentence}")
        return lines


def pointer(parent: str, *steps: object) -> str:
    """Extend a JSON pointer (RFC 6901) by keys and positions."""
    return parent + "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def sentence_list(names: Sequence[str]) -> str:
    """Return names as quoted words for a sentence: ``“a”, “b”``."""
    return ", ".join(f"“{name}”" for name in names)
