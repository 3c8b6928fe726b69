"""Reading failure lists, as error analyses export them: JSON, under whichever of the usual names (section 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

from gradewright.formats.json_documents import MAX_WHOLE, Place, read_json
from gradewright.formats.karenina_jsonld.checks import kind_of
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.formats.memory import file_read
from gradewright.rubrics.failures import Category, FailureList

LISTS: Final = ("categories", "failures", "taxonomy")
_LABELS: Final = ("label", "name", "title")
_DEFINITIONS: Final = ("definition", "description")
_COUNTS: Final = ("count", "n", "frequency")
_STATES: Final = ("status", "state")
_REVIEWED: Final = ("reviewed", "sample_size")
_ACTIVE: Final = "active"


@dataclass(frozen=True, slots=True)
class _Read:
    category: Category
    is_active: bool
    merged_into: str


def is_failure_list(root: Any) -> bool:
    """Return whether a JSON value can be a failure list: it has a list under one of the usual names."""
    return isinstance(root, dict) and _list_place(root) is not None


def read_failure_list(raw: bytes, name: str = "") -> FailureList:
    """Read a failure list. A list of categories alone is one, too.

    Args:
        raw: what the file holds.
        name: of the file, for messages, and for the source of criteria where the list has no name of its own.

    Raises:
        FileUnreadable: no JSON, no list, a category without a label, a count that is no whole number from 0 up, or a
            member of a wrong type; with its JSON pointer.
    """
    with file_read(name):
        return failure_list(read_json(raw, Remarks()), name)


def failure_list(root: Any, name: str = "") -> FailureList:
    """Return the failure list that a JSON value is; see :func:`read_failure_list`."""
    place, values = _found(root)
    about: Mapping[str, Any] = root if isinstance(root, dict) else {}
    read = [_category(value, place.at(index), index + 1) for index, value in enumerate(values)]
    own = about.get("name") if isinstance(about.get("name"), str) else about.get("title")
    order = about.get("review_order")
    warnings = [*_twice(read), *_merges(read)]
    uncounted = sum(1 for each in read if each.is_active and each.category.count is None)
    if uncounted:
        which = "category has" if uncounted == 1 else "categories have"
        warnings.append(f"{uncounted:,} {which} no count. They come after those that have one.")
    return FailureList(
        own.strip() if isinstance(own, str) and own.strip() else PurePath(name).name,
        tuple(each.category for each in read if each.is_active),
        tuple(each.category.label or each.category.id for each in read if not each.is_active),
        isinstance(order, str) and order.strip().lower() == "random",
        _reviewed(about),
        tuple(warnings),
    )


def _found(root: Any) -> tuple[Place, list[Any]]:
    if isinstance(root, list):
        return Place(), root
    if not isinstance(root, dict):
        Place().refuse(f"A failure list is an object with “categories”, not {kind_of(root)}.")
    steps = _list_place(root)
    if steps is None:
        given = next((name for name in LISTS if root.get(name) is not None), None)
        if given is not None:
            Place().at(given).refuse(f"“{given}” has to be a list of categories, not {kind_of(root[given])}.")
        Place().refuse(
            "This is no failure list: it has no list “categories”.",
            hint="Export the failure list (taxonomy) of the error analysis, not its session.",
        )
    found = root
    for step in steps:
        found = found[step]
    return Place().at(*steps), list(found)


def _list_place(root: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return the keys that lead to the list, which may stand within an object called “taxonomy”."""
    for name in LISTS:
        if isinstance(root.get(name), list):
            return (name,)
    inner = root.get("taxonomy")
    if isinstance(inner, dict):
        for name in LISTS:
            if isinstance(inner.get(name), list):
                return ("taxonomy", name)
    return None


def _category(value: Any, place: Place, number: int) -> _Read:
    here = Place(place.pointer, f"category {number:,}")
    if not isinstance(value, dict):
        here.refuse(f"An object is needed here, not {kind_of(value)}.")
    label = _text(value, _LABELS, here)
    if label.strip():
        here = Place(here.pointer, f"category {number:,} (“{label.strip()[:60]}”)")
    state = _text(value, _STATES, here).strip().lower() or _ACTIVE
    merged_into = _id(value, "merged_into", here)
    active = state == _ACTIVE and not merged_into
    if active and not label.strip():
        here.at(_given(value, _LABELS) or _LABELS[0]).refuse("“label” is missing.")
    category = Category(_id(value, "id", here), label.strip(), _text(value, _DEFINITIONS, here), _count(value, here))
    return _Read(category, active, merged_into)


def _given(value: Mapping[str, Any], names: Sequence[str]) -> str | None:
    return next((name for name in names if name in value), None)


def _text(value: Mapping[str, Any], names: Sequence[str], place: Place) -> str:
    """Return the text under the first of some names that the category has."""
    for name in names:
        found = value.get(name)
        if found is None:
            continue
        if not isinstance(found, str):
            place.at(name).refuse(f"“{name}” has to be a text, not {kind_of(found)}.")
        if found.strip():
            return found
    return ""


def _id(value: Mapping[str, Any], name: str, place: Place) -> str:
    found = value.get(name)
    if found is None:
        return ""
    if isinstance(found, bool) or not isinstance(found, str | int):
        place.at(name).refuse(f"“{name}” has to be a text or a whole number, not {kind_of(found)}.")
    if isinstance(found, int) and abs(found) > MAX_WHOLE:
        place.at(name).refuse(f"“{name}” is too large to be an id.", hint="Write it as a text.")
    return str(found).strip()


def _count(value: Mapping[str, Any], place: Place) -> int | None:
    name = _given(value, _COUNTS)
    return None if name is None else _whole(value[name], name, place)


def _whole(found: Any, name: str, place: Place) -> int:
    """Return a whole number from 0 up, also where it is a text. Raises FileUnreadable: it is none."""
    number: int | None = None
    if isinstance(found, str):
        text = found.strip()
        if text.isascii() and text.isdigit() and len(text) <= len(str(MAX_WHOLE)):
            number = int(text)
    elif isinstance(found, int) and not isinstance(found, bool):
        number = found
    elif isinstance(found, float) and found.is_integer():
        number = int(found)
    if number is None or not 0 <= number <= MAX_WHOLE:
        shown = f"“{found[:40]}”" if isinstance(found, str) else _number_words(found)
        place.at(name).refuse(f"“{name}” has to be a whole number from 0 up, not {shown}.")
    return number


def _number_words(found: Any) -> str:
    if isinstance(found, int | float) and not isinstance(found, bool) and abs(found) <= MAX_WHOLE:
        return f"{found:g}" if isinstance(found, float) else f"{found}"
    return kind_of(found) if not isinstance(found, int | float) or isinstance(found, bool) else "one of that size"


def _reviewed(about: Mapping[str, Any]) -> int | None:
    name = _given(about, _REVIEWED)
    return None if name is None or about[name] is None else _whole(about[name], name, Place())


def _twice(read: Sequence[_Read]) -> list[str]:
    seen: set[str] = set()
    warnings = []
    for each in read:
        key = each.category.id
        if key and key in seen:
            warnings.append(f"Two categories have the id “{key}”.")
        seen.add(key)
    return list(dict.fromkeys(warnings))


def _merges(read: Sequence[_Read]) -> list[str]:
    """Return sentences about merges that go round in a circle, or into a category that the list does not have."""
    by_key: dict[str, int] = {}
    backwards = list(reversed(list(enumerate(read))))
    by_key.update({each.category.label: index for index, each in backwards if each.category.label})
    # Where an id is another category's label, the id is meant.
    by_key.update({each.category.id: index for index, each in backwards if each.category.id})
    into = {index: by_key.get(each.merged_into) for index, each in enumerate(read) if each.merged_into}
    warnings: list[str] = []
    done: set[int] = set()
    for start in into:
        path: list[int] = []
        current: int | None = start
        while current is not None and current in into and current not in done:
            done.add(current)
            path.append(current)
            current = into[current]
        if current is None and path:
            last = read[path[-1]]
            warnings.append(f"“{_shown(last)}” is merged into “{last.merged_into}”, which the list does not have.")
        elif current in path:
            circle = [f"“{_shown(read[index])}”" for index in path[path.index(current) :]]
            warnings.append(f"Merged in a circle, and skipped: {' → '.join([*circle, circle[0]])}.")
    return warnings


def _shown(each: _Read) -> str:
    return each.category.label or each.category.id
