"""Checks of the structure of a checkpoint. What they refuse has no reading at all; each names its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld.remarks import pointer


def same(left: Any, right: Any) -> bool:
    """Return whether two JSON values are the same to the letter: ``1`` is not ``1.0`` and order counts."""
    if left is right:
        return True
    if type(left) is str or type(right) is str:
        return bool(left == right)
    return json.dumps(left) == json.dumps(right)


def kind_of(value: Any) -> str:
    """Return what a JSON value is, in words."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"


def require_object(value: Any, place: str) -> dict[str, Any]:
    """Return ``value``, an object.

    Raises:
        FileUnreadable: it is something else.
    """
    if not isinstance(value, dict):
        raise FileUnreadable(f"An object is needed here, not {kind_of(value)}.", place=place)
    return value


def require_list(value: Any, place: str) -> list[Any]:
    """Return ``value``, a list; None counts as an empty one.

    Raises:
        FileUnreadable: it is something else.
    """
    if value is None:
        return []
    if not isinstance(value, list):
        raise FileUnreadable(f"A list is needed here, not {kind_of(value)}.", place=place)
    return value


def require_text(holder: Mapping[str, Any], key: str, place: str) -> str:
    """Return the text under ``key``.

    Raises:
        FileUnreadable: the key is missing or holds no text.
    """
    value = holder.get(key)
    if value is None:
        raise FileUnreadable(f"“{key}” is missing.", place=pointer(place, key))
    if not isinstance(value, str):
        raise FileUnreadable(f"A text is needed here, not {kind_of(value)}.", place=pointer(place, key))
    return value


def optional_text(holder: Mapping[str, Any], key: str, place: str) -> str | None:
    """Return the text under ``key``, None where there is none.

    Raises:
        FileUnreadable: the key holds something that is no text.
    """
    return None if holder.get(key) is None else require_text(holder, key, place)


def require_type(holder: Mapping[str, Any], wanted: str, place: str) -> None:
    """Check that ``@type``, where it stands, is ``wanted``.

    Raises:
        FileUnreadable: it is another type.
    """
    found = holder.get("@type", wanted)
    if found is not None and found != wanted:
        shown = found if isinstance(found, str) else kind_of(found)
        raise FileUnreadable(f"“{wanted}” is needed here, not “{shown}”.", place=pointer(place, "@type"))


def require_texts(value: Any, place: str) -> tuple[str, ...]:
    """Return a list of texts as a tuple.

    Raises:
        FileUnreadable: it is no list, or something in it is no text.
    """
    members = require_list(value, place)
    for index, member in enumerate(members):
        if not isinstance(member, str):
            raise FileUnreadable(f"A text is needed here, not {kind_of(member)}.", place=pointer(place, index))
    return tuple(members)
