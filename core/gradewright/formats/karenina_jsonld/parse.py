"""Bytes to a JSON object: encodings, repeated keys, half surrogates, depth. Every refusal names its place."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.json_size import MAX_DEPTH, refuse_large
from gradewright.formats.karenina_jsonld.remarks import Remarks, pointer
from gradewright.formats.whole_files import refuse_size

_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
# Texts are stepped over, so that what stands in them is not counted. Possessive, so that digits are looked at once.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]|\d++', re.DOTALL)
_MAX_DIGITS = 4300
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode(raw: bytes, remarks: Remarks) -> str:
    """Return the text of a JSON file: UTF-8, with or without a byte-order mark, or UTF-16/32 with one.

    Raises:
        FileUnreadable: another encoding, or more than a gigabyte.
    """
    refuse_size(len(raw))
    if raw.startswith(b"\xef\xbb\xbf"):
        remarks.add("", "The file begins with a byte-order mark, which Karenina cannot read. It is left out on saving.")
        raw = raw[3:]
    for mark, name in (
        (b"\xff\xfe\x00\x00", "utf-32"),
        (b"\x00\x00\xfe\xff", "utf-32"),
        (b"\xff\xfe", "utf-16"),
        (b"\xfe\xff", "utf-16"),
    ):
        if raw.startswith(mark):
            remarks.add("", f"The file is in {name.upper()}, which Karenina cannot read. It is saved as UTF-8.")
            return _decode(raw, name)
    if b"\x00" in raw[:4]:
        raise FileUnreadable(
            "The text is in UTF-16 or UTF-32 without a byte-order mark.", hint="Save it as UTF-8 and open it again."
        )
    return _decode(raw, "utf-8")


def _decode(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise FileUnreadable(
            f"The text is not {encoding.upper()}.",
            place=f"byte {error.start + 1:,}",
            hint="Save it as UTF-8 and open it again.",
        ) from error


def has_escapes(text: str) -> bool:
    """Return whether characters are written by their numbers. Karenina writes none, and much need not be looked for."""
    return "\\u" in text


def parse_object(text: str, remarks: Remarks, escapes: bool = True) -> dict[str, Any]:
    """Parse JSON text whose root is an object. ``escapes`` is what :func:`has_escapes` says of it.

    Raises:
        FileUnreadable: not JSON, not an object, a repeated key whose values differ, or nesting beyond all use, or
            more values than fit into memory.
    """
    root = parse_json(text, remarks, escapes)
    if not isinstance(root, dict):
        raise FileUnreadable("The file holds no JSON object.")
    return root


def parse_json(text: str, remarks: Remarks, escapes: bool = True) -> Any:
    """Parse JSON text whose root is any value; see :func:`parse_object`."""
    refuse_large(text)
    repeated: list[tuple[dict[str, Any], str, bool]] = []

    def pairs(members: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(members)
        if len(found) != len(members):
            repeated.append((found, *_repeated_key(members)))
        return found

    try:
        root: Any = json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        raise FileUnreadable(
            f"The file is not JSON: {_reason(error.msg)}.", place=f"line {error.lineno}, column {error.colno}"
        ) from error
    except RecursionError as error:
        raise FileUnreadable("The values are nested too deeply.", place=_place_of(text, deeper=True)) from error
    except ValueError as error:
        # Python declines to convert integers of more than 4,300 digits.
        place = _place_of(text, deeper=False)
        raise FileUnreadable("The file holds a whole number that is too long to be one.", place=place) from error
    if repeated:
        _judge_repeated(root, repeated, remarks)
    return _mend_surrogates(root, remarks) if escapes and _HALF_PAIR.search(text) else root


def _place_of(text: str, deeper: bool) -> str | None:
    """Return where values get deeper than is read, or else where a number of thousands of digits stands."""
    depth = 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        depth += (token in "[{") - (token in "]}")
        if depth > MAX_DEPTH if deeper else token[0].isdigit() and len(token) > _MAX_DIGITS:
            line = text.count("\n", 0, found.start()) + 1
            return f"line {line:,}, column {found.start() - text.rfind(chr(10), 0, found.start()):,}"
    return None


def _reason(message: str) -> str:
    return message[0].lower() + message[1:]


def _repeated_key(members: list[tuple[str, Any]]) -> tuple[str, bool]:
    """Return the first repeated key whose values differ and True, or the first repeated key and False."""
    counts = Counter(key for key, _ in members)
    several = {key: "" for key, count in counts.items() if count > 1}
    for key, value in members:
        if key in several:
            form = json.dumps(value)
            several[key] = several[key] or form
            if several[key] != form:
                return key, True
    return next(iter(several)), False


def _judge_repeated(root: Any, repeated: list[tuple[dict[str, Any], str, bool]], remarks: Remarks) -> None:
    places = {id(holder): place for place, holder in walk(root) if isinstance(holder, dict)}
    for holder, key, differs in repeated:
        # A holder that is no longer in the tree was itself the loser of a repeated key further out.
        place = pointer(places.get(id(holder), ""), key)
        if differs:
            raise FileUnreadable(
                f"The key “{key}” stands there twice with different values.",
                place=place,
                hint="Remove one of them and open the file again.",
            )
        remarks.add(place, f"The key “{key}” stands there twice with the same value; one is kept.")


def walk(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value in a JSON tree with its JSON pointer, parents before children, without recursion."""
    stack = [(place, value)]
    while stack:
        here, current = stack.pop()
        yield here, current
        if isinstance(current, dict):
            stack.extend((pointer(here, key), member) for key, member in reversed(current.items()))
        elif isinstance(current, list):
            stack.extend((pointer(here, index), member) for index, member in reversed(list(enumerate(current))))


def is_deep(value: Any) -> bool:
    """Return whether a value is nested deeper than :data:`MAX_DEPTH`. Uses no recursion."""
    level: list[Any] = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_DEPTH):
        if not level:
            return False
        level = [
            member
            for container in level
            for member in (container.values() if isinstance(container, dict) else container)
            if isinstance(member, dict | list)
        ]
    return bool(level)


def refuse_depth(value: Any, place: str) -> None:
    """Refuse a value that is nested deeper than :data:`MAX_DEPTH`.

    Raises:
        FileUnreadable: it is.
    """
    if is_deep(value):
        raise FileUnreadable(f"The value is nested more than {MAX_DEPTH} levels deep.", place=place)


def _mend_surrogates(root: Any, remarks: Remarks) -> Any:
    """Return the tree with halves of surrogate pairs replaced: no database and no UTF-8 file can hold them."""

    def mend(value: Any, place: str) -> Any:
        if isinstance(value, str):
            if not _SURROGATE.search(value):
                return value
            remarks.add(place, "Half of a surrogate pair, which is no character, was replaced by “\ufffd”.")
            return _SURROGATE.sub("\ufffd", value)
        if isinstance(value, dict):
            return {mend(key, place): mend(member, pointer(place, key)) for key, member in value.items()}
        if isinstance(value, list):
            return [mend(member, pointer(place, index)) for index, member in enumerate(value)]
        return value

    refuse_depth(root, "")
    return mend(root, "")
