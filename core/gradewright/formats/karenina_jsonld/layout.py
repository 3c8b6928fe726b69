"""How a JSON file is laid out, found out on reading and followed on writing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any

_OPENING = re.compile(r"\s*\{(\s*)\"(?:[^\"\\]|\\.)*\"(\s*:\s*)")
_NON_ASCII_ESCAPE = re.compile(r"\\u(?:00[89a-fA-F]|0[1-9a-fA-F]|[1-9a-fA-F])")
_SURROGATE = re.compile("[\ud800-\udfff]")

_literal: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=True).encode


@dataclass(frozen=True, slots=True)
class Layout:
    """``indent`` is the blanks of one level, None for a file on one line; ``comma`` and ``colon`` are the separators.

    ``ending`` is what follows the last brace. ``ascii`` says that everything beyond ASCII is escaped.
    """

    indent: str | None = "  "
    comma: str = ","
    colon: str = ": "
    newline: str = "\n"
    ending: str = ""
    ascii: bool = False

    @classmethod
    def of(cls, text: str, escapes: bool = True) -> Layout:
        """Find out the layout of a JSON text whose root is an object; ``escapes``: it may have escaped characters."""
        opening = _OPENING.match(text)
        if opening is None:
            return cls()
        blanks, colon = opening.groups()
        newline = "\r\n" if "\r\n" in blanks else "\n"
        escaped = escapes and text.isascii() and _NON_ASCII_ESCAPE.search(text) is not None
        stripped = text.rstrip()
        ending = text[len(stripped) :]
        if "\n" not in blanks:
            return cls(None, ", " if colon == ": " else ",", colon, newline, ending, escaped)
        return cls(blanks.rpartition("\n")[2], ",", colon, newline, ending, escaped)

    @classmethod
    def from_residue(cls, stored: object) -> Layout:
        """Return the layout that :meth:`residue` described; the format's own layout where that does not make sense."""
        if not isinstance(stored, Mapping):
            return cls()
        try:
            return cls(**stored)
        except TypeError:
            return cls()

    def residue(self) -> dict[str, Any]:
        """Return what differs from the format's own layout, as a JSON object."""
        usual = asdict(Layout())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}

    def break_line(self, level: int) -> str:
        """Return what stands between two values at this depth (without the comma)."""
        return "" if self.indent is None else self.newline + self.indent * level

    def encoder(self) -> Callable[[Any, int], str]:
        """Return a function that writes a value as JSON text at a depth.

        It gives the same text as ``json.dumps`` with the same layout, in about half its time: that one falls back to
        pure Python generators as soon as there is an indent.
        """
        quote = encode_basestring_ascii if self.ascii else encode_basestring
        comma, colon, indent = self.comma, self.colon, self.indent

        def write(value: Any, pad: str) -> str:
            kind = type(value)
            if kind is str:
                return quote(value)
            if kind is dict or (kind is not list and isinstance(value, Mapping)):
                if not value:
                    return "{}"
                inner = pad if indent is None else pad + indent
                members = [f"{quote(key)}{colon}{write(member, inner)}" for key, member in value.items()]
                return f"{{{inner}{(comma + inner).join(members)}{pad}}}"
            if kind is list or isinstance(value, tuple):
                if not value:
                    return "[]"
                inner = pad if indent is None else pad + indent
                return f"[{inner}{(comma + inner).join([write(member, inner) for member in value])}{pad}]"
            return _literal(value)

        def encode(value: Any, level: int) -> str:
            return write(value, self.break_line(level))

        return encode


def to_bytes(text: str) -> bytes:
    """Encode JSON text as UTF-8; half a surrogate pair, which UTF-8 cannot carry, is escaped."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode("utf-8")
