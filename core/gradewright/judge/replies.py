"""Reading a judge's reply: tolerant of how it is written, strict about what it says.

The last JSON object counts that has the wanted keys and is not a piece of the graded text. What cannot be read is a
:class:`Unreadable`, which is never a pass, a fail or a zero.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_THOUGHT = re.compile(r"\A\s*<(think|thinking|reasoning)>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_OPEN_THOUGHT = re.compile(r"\A\s*<(think|thinking|reasoning)>", re.IGNORECASE)
_REFUSAL = re.compile(
    r"\A\W*(?:i(?:['’]m| am)(?: really| very)? sorry|sorry|i (?:can(?:no|['’])t|cannot|won['’]t)"
    r"|i(?:['’]m| am) (?:unable|not able))\b",
    re.IGNORECASE,
)
_LONGEST = 2_000_000
_MOST_WORK = 20_000_000
_DEEPEST = 200


class Unreadable(Exception):
    """A reply from which no judgement can be taken. The message is part of a sentence."""


class CutOff(Unreadable):
    """The reply breaks off in the middle of its JSON."""


class OnlyThought(Unreadable):
    """The reply is nothing but reasoning that never ended."""


class Refused(Unreadable):
    """The judge declined."""


@dataclass(frozen=True, slots=True)
class Found:
    """The object that a reply gives; ``repaired`` where its JSON had to be mended."""

    value: Mapping[str, Any]
    repaired: bool


def without_thought(reply: str) -> tuple[str, str]:
    """Return a reply without the reasoning that it begins with, and that reasoning.

    Raises:
        OnlyThought: the reasoning never ends.
    """
    match = _THOUGHT.match(reply)
    if match is not None:
        return reply[match.end() :], match[2].strip()
    if _OPEN_THOUGHT.match(reply):
        raise OnlyThought("all of the reply is reasoning that never ended")
    return reply, ""


def read_object(
    reply: str, keys: Collection[str], evidence: str = "", accepts: Callable[[Mapping[str, Any]], object] | None = None
) -> Found:
    """Return the last object in a reply that has all the ``keys`` and that ``accepts`` does not refuse by Unreadable.

    An object that stands in ``evidence``, the graded text, counts only where the reply is that object and nothing else
    stands around it.

    Raises:
        Refused: the reply declines.
        Unreadable: there is no such object; the message says what came nearest.
    """
    text = visible(without_thought(reply)[0])
    if len(text) > _LONGEST:
        raise Unreadable("the reply is too long to be read")
    problem = "there is no JSON object in it"
    for piece in reversed(list(_pieces(text))):
        loaded = _loaded(piece)
        if loaded is None:
            continue
        loaded = _unwrapped(loaded, keys)
        missing = [key for key in keys if key not in loaded.value]
        if missing:
            problem = f"it lacks {', '.join(missing)}"
            continue
        if _bare(piece) in _bare(visible(evidence)) and _bare(text).strip("`json") != _bare(piece):
            problem = "it only quotes the graded text"
            continue
        if accepts is not None:
            try:
                accepts(loaded.value)
            except Unreadable as unfit:
                problem = str(unfit)
                continue
        return loaded
    if declines(text):
        raise Refused("the judge declined")
    if not text.strip():
        raise Unreadable("it is empty")
    raise CutOff(problem) if ends_open(text) else Unreadable(problem)


def declines(text: str) -> bool:
    """Return whether a reply without a verdict begins as people and models begin to decline."""
    return "{" not in text and _REFUSAL.match(text) is not None


def ends_open(text: str) -> bool:
    """Return whether the last object of a text is begun and not ended, as where a reply was cut off."""
    start = text.find("{", text.rfind("}") + 1)
    return start >= 0 and '"' in text[start:]


def visible(text: str) -> str:
    """Return a text without its invisible format characters, which can hide a key or a word."""
    if text.isascii():
        return text
    return "".join(character for character in text if unicodedata.category(character) != "Cf")


def _bare(text: str) -> str:
    """Return a text without its white space."""
    return "".join(text.split())


def _pieces(text: str) -> Iterator[str]:
    """Yield the outermost balanced objects. A brace in a string does not count; one that is never closed is skipped."""
    position, work = 0, 0
    while work < _MOST_WORK:
        start = text.find("{", position)
        if start < 0:
            return
        end = _end_of_object(text, start)
        work += (len(text) if end is None else end) - start
        if end is None:
            # Prose with a lone brace before the object: try the next one.
            position = start + 1
            continue
        yield text[start:end]
        position = end


def _end_of_object(text: str, start: int) -> int | None:
    depth, quoted, escaped = 0, False, False
    for index in range(start, len(text)):
        character = text[index]
        if quoted:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                quoted = False
        elif character == '"':
            quoted = True
        elif character == "{":
            depth += 1
            if depth > _DEEPEST:
                return None
        elif character == "}":
            depth -= 1
            if depth == 0:
                return index + 1
    return None


def _loaded(piece: str) -> Found | None:
    for repaired, text in ((False, piece), (True, None)):
        try:
            value = json.loads(_mended(piece) if text is None else text, parse_constant=_no_number)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return Found(value, repaired)
    return None


def _no_number(word: str) -> Any:
    """Refuse NaN and infinities, which are no JSON and pass checks that a number would fail."""
    raise ValueError(word)


def _unwrapped(found: Found, keys: Collection[str]) -> Found:
    """Return what stands in an object that only wraps the wanted one: ``{"result": {…}}``."""
    values = list(found.value.values())
    if len(values) == 1 and isinstance(values[0], dict) and keys and not any(key in found.value for key in keys):
        return Found(values[0], found.repaired)
    return found


def _mended(piece: str) -> str:
    """Return almost-JSON as JSON: comments go, line ends in strings are escaped, escapes that JSON lacks lose their
    backslash, commas before a closing bracket go. Nothing is added that could be a value.
    """
    out: list[str] = []
    index, quoted = 0, False
    while index < len(piece):
        character = piece[index]
        following = piece[index + 1 : index + 2]
        if quoted:
            if character == "\\":
                out.append(character + following if following in '"\\/bfnrtu' and following else following)
                index += 2
                continue
            if character in "\n\r\t":
                character = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[character]
            elif character == '"':
                quoted = False
        elif character == '"':
            quoted = True
        elif character == "/" and following in ("/", "*"):
            index = _after_comment(piece, index)
            continue
        elif character in "}]":
            _drop_comma(out)
        out.append(character)
        index += 1
    return "".join(out)


def _drop_comma(out: list[str]) -> None:
    """Take the comma away that stands last but for blanks."""
    last = next((index for index in range(len(out) - 1, -1, -1) if not out[index].isspace()), None)
    if last is not None and out[last] == ",":
        del out[last]


def _after_comment(piece: str, start: int) -> int:
    ending, extra = ("\n", 0) if piece[start + 1] == "/" else ("*/", 2)
    end = piece.find(ending, start + 2)
    return len(piece) if end < 0 else end + extra
