"""JSON files whose members are taken one by one: what is of a wrong type is refused by its place, in words.

A place is a JSON pointer (RFC 6901) and the words for it, so that people find what programs name.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld.checks import kind_of
from gradewright.formats.karenina_jsonld.parse import decode, has_escapes, is_deep, parse_json, walk
from gradewright.formats.karenina_jsonld.remarks import Remarks, pointer

MAX_WHOLE = 2**53 - 1
"""Larger whole numbers are rounded by many programs that read JSON."""

_NEAR = 0.75


def read_json(raw: bytes, remarks: Remarks) -> Any:
    """Return the value that a JSON file holds: UTF-8 with or without a byte-order mark, or UTF-16 or UTF-32 with one.

    Halves of surrogate pairs are replaced by U+FFFD, with a remark.

    Raises:
        FileUnreadable: no JSON, a key with two values, numbers that JSON does not know, values nested more than 100
            levels deep, or more of them than fit into memory.
    """
    # What is remarked about the encoding concerns other programs and other files.
    text = decode(raw, Remarks())
    root = parse_json(text, remarks, has_escapes(text))
    if is_deep(root):
        raise FileUnreadable("The values are nested more than 100 levels deep.")
    if "NaN" in text or "Infinity" in text:
        for place, value in walk(root):
            if isinstance(value, float) and not math.isfinite(value):
                raise FileUnreadable("NaN and Infinity are no numbers in JSON.", place=place)
    return root


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: the pointer, and words such as “criterion 4, “tone”” ("" for the file as a whole)."""

    pointer: str = ""
    words: str = ""

    def at(self, *steps: object, words: str = "") -> Place:
        """Return a place further in; ``words`` take the place of those of this one."""
        return Place(pointer(self.pointer, *steps), words or self.words)

    def refuse(self, sentence: str, *, hint: str | None = None) -> NoReturn:
        """Refuse the file for what stands here. Raises FileUnreadable."""
        raise FileUnreadable(self.said(sentence), place=self.pointer or None, hint=hint)

    def said(self, sentence: str) -> str:
        """Return a sentence with the words of the place before it."""
        return f"In {self.words}: {sentence}" if self.words else sentence


class Members:
    """The members of one object, taken by name. A member that is missing or null has its default.

    ``known`` are the names that mean something in this object; what is left under other names is :meth:`unknown`.
    """

    def __init__(self, value: Any, place: Place, known: Sequence[str], remarks: Remarks):
        if not isinstance(value, dict):
            place.refuse(f"An object is needed here, not {kind_of(value)}.")
        self.place = place
        self._values: dict[str, Any] = value
        self._known = known
        self._remarks = remarks

    def has(self, name: str) -> bool:
        """Return whether the member is there and not null."""
        return self._values.get(name) is not None

    def raw(self, name: str) -> Any:
        """Return the member as it stands, None where it is missing."""
        return self._values.get(name)

    def text(self, name: str, default: str = "") -> str:
        """Return a text. Raises FileUnreadable: it is none."""
        value = self._values.get(name)
        if value is None:
            return default
        if not isinstance(value, str):
            self.place.at(name).refuse(f"“{name}” has to be a text, not {kind_of(value)}.")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts. Raises FileUnreadable: it is none."""
        found = self.values(name)
        for index, member in enumerate(found):
            if not isinstance(member, str):
                self.place.at(name, index).refuse(
                    f"{_ordinal(index)} of “{name}” has to be a text, not {kind_of(member)}."
                )
        return tuple(found)

    def values(self, name: str) -> list[Any]:
        """Return a list. Raises FileUnreadable: it is none."""
        value = self._values.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            self.place.at(name).refuse(f"“{name}” has to be a list, not {kind_of(value)}.")
        return value

    def flag(self, name: str) -> bool:
        """Return true or false. Raises FileUnreadable: it is neither."""
        value = self._values.get(name)
        if value is None:
            return False
        if not isinstance(value, bool):
            self.place.at(name).refuse(f"“{name}” has to be true or false, not {kind_of(value)}.")
        return value

    def whole(self, name: str, *, least: int = 0, most: int = MAX_WHOLE) -> int | None:
        """Return a whole number, None where there is none. Raises FileUnreadable: it is none, or out of bounds."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.place.at(name).refuse(f"“{name}” has to be a whole number, not {kind_of(value)}.")
        if isinstance(value, float) and not value.is_integer():
            self.place.at(name).refuse(f"“{name}” has to be a whole number, not {value:g}.")
        if not least <= value <= most:
            self.place.at(name).refuse(f"“{name}” has to be a whole number from {least:,} to {most:,}.")
        return int(value)

    def choice(self, name: str, options: Sequence[str]) -> str:
        """Return one of some words, the first where there is none. Raises FileUnreadable: it is another."""
        value = self.text(name, options[0])
        if value not in options:
            known = " or ".join(f"“{option}”" for option in options)
            self.place.at(name).refuse(f"“{name}” has to be {known}, not “{_short(value)}”.")
        return value

    def inner(self, name: str, known: Sequence[str]) -> Members | None:
        """Return an object, None where there is none. Raises FileUnreadable: it is something else."""
        value = self._values.get(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.place.at(name).refuse(f"“{name}” has to be an object, not {kind_of(value)}.")
        return Members(value, self.place.at(name), known, self._remarks)

    def unknown(self) -> dict[str, Any]:
        """Return the members that nobody here knows, and remark on those that are near to a known name."""
        found = {name: value for name, value in self._values.items() if name not in self._known}
        for name in found:
            near = nearest(name, self._known)
            if near is not None:
                sentence = f"“{_short(name)}” is not known; “{near}” is. It is kept, and has no effect."
                self._remarks.add(self.place.at(name).pointer, self.place.said(sentence))
        return found


def nearest(name: str, known: Sequence[str]) -> str | None:
    """Return the known name that a name was probably meant to be, None where none is near."""
    plain = {_plain(each): each for each in known}
    close = difflib.get_close_matches(_plain(name[:60]), plain, n=1, cutoff=_NEAR)
    return plain[close[0]] if close else None


def with_unknown(written: dict[str, Any], unknown: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object with unknown members added: those of objects within it go into these."""
    for name, value in unknown.items():
        if name not in written:
            written[name] = value
        elif isinstance(written[name], dict) and isinstance(value, Mapping):
            written[name] = with_unknown(dict(written[name]), value)
    return written


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


def _ordinal(index: int) -> str:
    return f"No. {index + 1:,}"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
