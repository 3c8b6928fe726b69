"""Global traits of old files, kept as JSON text in root properties (formats specification, 1.2 and 4.8)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from gradewright.formats.karenina_jsonld.rating_reader import decode_code, unreadable
from gradewright.formats.karenina_jsonld.remarks import Remarks, pointer
from gradewright.formats.karenina_jsonld.vocabulary import LEGACY_TRAITS
from gradewright.model.rubric import Rubric, RubricEntry, new_entry_id
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
)

#: The key of an entry's origin that names the root property which the trait came from.
LEGACY = "legacyProperty"

_MODELS: dict[str, type[LLMTrait | RegexTrait | CallableTrait | MetricTrait | AgenticTrait]] = {
    "llm": LLMTrait,
    "regex": RegexTrait,
    "callable": CallableTrait,
    "metric": MetricTrait,
    "agentic": AgenticTrait,
}


def read_legacy_entries(
    properties: Mapping[str, Any], known: Iterable[str], place: str, remarks: Remarks
) -> tuple[RubricEntry, ...]:
    """Return the entries of the legacy root properties; a trait that a rating already describes is passed over."""
    names = set(known)
    entries: list[RubricEntry] = []
    for name, kind in LEGACY_TRAITS.items():
        for index, described in enumerate(_listed(properties.get(name), pointer(place, name), remarks)):
            trait = trait_from_object(kind, described, pointer(place, name, index), remarks)
            if trait.name in names:
                continue
            names.add(trait.name)
            origin = {LEGACY: name, "trait": described}
            entries.append(RubricEntry(id=new_entry_id(), trait=trait, origin=origin))
    return tuple(entries)


def _listed(value: Any, place: str, remarks: Remarks) -> list[Any]:
    if value is None:
        return []
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            value = None
    if not isinstance(value, list):
        remarks.add(place, "This old property holds no list of traits. It is kept in the file.")
        return []
    return value


def trait_from_object(kind: str, described: Any, place: str, remarks: Remarks) -> Trait:
    """Return the trait that an object with the names of the trait's own fields describes."""
    if not isinstance(described, dict):
        return unreadable(kind, {}, "it is not an object", place, remarks)
    fields = dict(described)
    if kind == "regex" and "invert" in fields:
        fields.setdefault("invert_result", fields.pop("invert"))
    if kind == "llm" and fields.get("kind") == "binary":
        fields["kind"] = "boolean"
    try:
        if kind == "callable":
            fields["callable_code"] = decode_code(fields.get("callable_code"))
            fields.setdefault("kind", "boolean")
        return _MODELS[kind].model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        problem = f"{where}: {first['msg'].removeprefix('Value error, ')}" if where else first["msg"]
        return unreadable(kind, described, problem, place, remarks)
    except (ValueError, TypeError) as error:
        return unreadable(kind, described, str(error), place, remarks)


def is_legacy(entry: RubricEntry) -> bool:
    """Return whether an entry came from a legacy root property."""
    return entry.origin is not None and LEGACY in entry.origin


def legacy_untouched(properties: Mapping[str, Any], rubric: Rubric) -> bool:
    """Return whether the entries from legacy properties still are what those properties say, after all ratings."""
    ours = [entry for entry in rubric if is_legacy(entry)]
    if not ours or list(rubric.entries[-len(ours) :]) != ours:
        return False
    ratings = [entry.trait.name for entry in rubric if not is_legacy(entry)]
    read = read_legacy_entries(properties, ratings, "", Remarks())
    return [entry.trait for entry in read] == [entry.trait for entry in ours]
