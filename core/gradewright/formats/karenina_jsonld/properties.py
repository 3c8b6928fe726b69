"""Lists of PropertyValue objects: reading them by name, and changing single ones without touching the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gradewright.formats.karenina_jsonld.checks import require_list, require_object, require_text, require_type, same
from gradewright.formats.karenina_jsonld.parse import refuse_depth
from gradewright.formats.karenina_jsonld.remarks import pointer


def property_value(name: str, value: Any) -> dict[str, Any]:
    """Return a new PropertyValue; null is written as a property without a value, as Karenina does."""
    if value is None:
        return {"@type": "PropertyValue", "name": name}
    return {"@type": "PropertyValue", "name": name, "value": value}


def read_properties(value: Any, place: str) -> dict[str, Any]:
    """Return the values of a property list by name, None where a property has no value. The last of a name counts.

    Raises:
        FileUnreadable: the list or a property in it is not shaped like one.
    """
    found: dict[str, Any] = {}
    for index, member in enumerate(require_list(value, place)):
        here = pointer(place, index)
        entry = require_object(member, here)
        require_type(entry, "PropertyValue", here)
        content = entry.get("value")
        if isinstance(content, dict | list):
            refuse_depth(content, pointer(here, "value"))
        found[require_text(entry, "name", here)] = content
    return found


def put_properties(
    properties: Iterable[Mapping[str, Any]], wanted: Mapping[str, Any], removed: Iterable[str] = ()
) -> list[dict[str, Any]]:
    """Return a property list in which the ``wanted`` values stand and the ``removed`` names do not.

    Properties that already say what is wanted stay as they are, in their places; new ones go to the end.
    """
    gone = set(removed)
    left = dict(wanted)
    result: list[dict[str, Any]] = []
    for entry in properties:
        name = entry["name"]
        if name in gone and name not in wanted:
            continue
        if name in wanted:
            value = wanted[name]
            left.pop(name, None)
            if not same(entry.get("value"), value):
                entry = {key: member for key, member in entry.items() if key != "value"}
                if value is not None:
                    entry["value"] = value
        result.append(dict(entry))
    result.extend(property_value(name, value) for name, value in left.items())
    return result


def put_member(holder: dict[str, Any], key: str, value: Any, order: tuple[str, ...]) -> dict[str, Any]:
    """Return ``holder`` with ``key`` set: in its place where it stands already, else where the format has it."""
    if key in holder:
        return {**holder, key: value}
    rank = order.index(key)
    result: dict[str, Any] = {}
    placed = False
    for name, member in holder.items():
        if not placed and name in order and order.index(name) > rank:
            result[key] = value
            placed = True
        result[name] = member
    if not placed:
        result[key] = value
    return result
