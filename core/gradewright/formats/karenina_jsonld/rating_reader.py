"""Rating objects of a file to traits (formats specification, 4.1)."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld.checks import (
    kind_of,
    optional_text,
    require_list,
    require_object,
    require_text,
    require_type,
)
from gradewright.formats.karenina_jsonld.own_entries import read_entry
from gradewright.formats.karenina_jsonld.properties import read_properties
from gradewright.formats.karenina_jsonld.remarks import Remarks, pointer
from gradewright.formats.karenina_jsonld.vocabulary import (
    CALLABLE_SOURCE,
    GLOBAL,
    NFC,
    OWN_ENTRY,
    PATTERN_FORM,
    PREFIX,
    RATING_TYPES,
)
from gradewright.model.criterion import slug
from gradewright.model.rubric import RubricEntry, new_entry_id
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)

_DEEP_JUDGMENT = (
    "deep_judgment_enabled",
    "deep_judgment_excerpt_enabled",
    "deep_judgment_search_enabled",
    "deep_judgment_max_excerpts",
    "deep_judgment_fuzzy_match_threshold",
    "deep_judgment_excerpt_retry_attempts",
)
_CONTEXT_KEYS = ("context_mode", "materialize_trace", "persist_trace", "max_turns", "timeout_seconds", "model_override")

Fields = dict[str, Any]
Properties = Mapping[str, Any]


def read_ratings(value: Any, scope: str, place: str, remarks: Remarks) -> tuple[tuple[RubricEntry, ...], list[Any]]:
    """Return the entries of a rating list, and the list's skeleton: None for an entry, else what stands there.

    A global rating inside a question is what Karenina ignores: it is kept in the skeleton and is no entry.

    Raises:
        FileUnreadable: something in the list is not shaped like a rating, or a question's trait stands at the root.
    """
    entries: list[RubricEntry] = []
    skeleton: list[Any] = []
    taken: set[str] = set()
    for index, member in enumerate(require_list(value, place)):
        here = pointer(place, index)
        rating = require_object(member, here)
        found_scope, _ = _type_of(rating, here)
        if found_scope == GLOBAL != scope:
            remarks.add(here, "A global trait inside a question has no effect there. It is kept in the file.")
            skeleton.append(rating)
            continue
        if found_scope != scope:
            raise FileUnreadable(
                "A trait for single questions stands among the global traits.", place=pointer(here, "additionalType")
            )
        entry = read_rating(rating, here, remarks)
        if entry.id in taken:
            # A rating that was copied in another program.
            entry = replace(entry, id=slug(entry.id, taken))
        taken.add(entry.id)
        entries.append(entry)
        skeleton.append(None)
    _remark_names(entries, place, remarks)
    return tuple(entries), skeleton


def _remark_names(entries: list[RubricEntry], place: str, remarks: Remarks) -> None:
    seen: set[str] = set()
    for entry in entries:
        name = entry.trait.name
        if name in seen:
            remarks.add(place, f"Two traits are called “{name}”. Karenina refuses such a rubric.")
        if "." in name:
            remarks.add(place, f"The trait name “{name}” has a dot in it. Karenina refuses such a rubric.")
        seen.add(name)


def _type_of(rating: Mapping[str, Any], place: str) -> tuple[str, str]:
    require_type(rating, "Rating", place)
    name = require_text(rating, "additionalType", place)
    known = RATING_TYPES.get(name.removeprefix(PREFIX))
    if known is None:
        raise FileUnreadable(f"“{name}” is no known kind of trait.", place=pointer(place, "additionalType"))
    return known


def read_rating(rating: dict[str, Any], place: str, remarks: Remarks) -> RubricEntry:
    """Return the rubric entry for a rating object, which becomes its origin.

    Details that make no sense make an :class:`UnreadableTrait` and a remark.

    Raises:
        FileUnreadable: the object is not shaped like a rating.
    """
    _, kind = _type_of(rating, place)
    name = require_text(rating, "name", place)
    best, worst = _number(rating, "bestRating", place), _number(rating, "worstRating", place)
    properties = read_properties(rating.get("additionalProperty"), pointer(place, "additionalProperty"))
    if properties.get(OWN_ENTRY) is not None and kind == "llm":
        own = read_entry(properties[OWN_ENTRY], rating, place, remarks)
        if own is not None:
            return own
    common: Fields = {
        "name": name,
        "description": optional_text(rating, "description", place),
        "summary": properties.get("summary"),
    }
    gated = kind == "dynamic"
    if gated:
        kind = str(properties.get("dynamic_trait_type"))
    trait = build_trait(kind, common, properties, best, worst, place, remarks)
    return RubricEntry(id=new_entry_id(), trait=trait, gated=gated, origin=rating)


def _number(rating: Mapping[str, Any], key: str, place: str) -> float:
    value = rating.get(key)
    try:
        if isinstance(value, int | float | str):
            return float(value)
    except ValueError:
        pass
    except OverflowError as error:
        raise FileUnreadable("The number is too large to be used.", place=pointer(place, key)) from error
    problem = f"“{key}” is missing." if value is None else f"A number is needed here, not {kind_of(value)}."
    raise FileUnreadable(problem, place=pointer(place, key))


def build_trait(
    kind: str, common: Fields, properties: Properties, best: float, worst: float, place: str, remarks: Remarks
) -> Trait:
    """Return the trait of a kind with these properties, or an :class:`UnreadableTrait` that says what is wrong."""
    try:
        match kind:
            case "llm":
                return LLMTrait(**common, **_llm(properties, best, worst, place, remarks))
            case "regex":
                return RegexTrait(**common, **_regex(properties))
            case "callable":
                return CallableTrait(**common, **_callable(properties))
            case "metric":
                return MetricTrait(**common, **_metric(properties))
            case "agentic":
                return AgenticTrait(**common, **_agentic(properties, best, worst, place, remarks))
            case _:
                return unreadable(kind, common, "it does not say which kind of trait it is", place, remarks)
    except ValidationError as error:
        return unreadable(kind, common, _plain(error), place, remarks)
    except (ValueError, RecursionError) as error:
        return unreadable(kind, common, str(error), place, remarks)


def unreadable(kind: str, common: Mapping[str, Any], problem: str, place: str, remarks: Remarks) -> UnreadableTrait:
    """Return a trait that only says why it cannot be used, and remark on it."""
    given, description = common.get("name"), common.get("description")
    name = given if isinstance(given, str) and given else "unnamed"
    remarks.add(place, f"The trait “{name}” cannot be used: {problem}. It is kept as it came.")
    return UnreadableTrait(
        name=name,
        description=description if isinstance(description, str) else None,
        intended=kind,
        problem=problem,
    )


def _plain(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(step) for step in first["loc"] if step not in {"function-after", "function-wrap"})
    message = first["msg"].removeprefix("Value error, ").rstrip(".")
    return f"{where}: {message}" if where else message


def _given(properties: Properties, *names: str) -> Fields:
    return {name: properties[name] for name in names if name in properties}


def _without_null(properties: Properties, *names: str) -> Fields:
    return {name: properties[name] for name in names if properties.get(name) is not None}


def _json_text(value: Any, what: str) -> Any:
    """Return what a property says that may be JSON or JSON text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{what} is a text that is not JSON") from error


def _llm(properties: Properties, best: float, worst: float, place: str, remarks: Remarks) -> Fields:
    kind = properties.get("kind")
    if kind is None:
        kind = "boolean" if (best, worst) == (1.0, 0.0) else "score"
        if kind == "boolean" and (properties.get("min_score"), properties.get("max_score")) == (0, 1):
            remarks.add(place, "A score from 0 to 1 that does not say it is one opens as yes or no, as in Karenina.")
    fields: Fields = {"kind": kind, **_given(properties, "min_score", "max_score", "higher_is_better")}
    if kind == "score":
        fields |= _bounds(properties, best, worst, place, remarks)
    if isinstance(kind, dict):
        fields["higher_is_better"] = None
    else:
        fields |= _without_null(properties, *_DEEP_JUDGMENT, "include_ground_truth")
    if properties.get("classes") is not None:
        fields["classes"] = _json_text(properties["classes"], "classes")
    return fields


def _bounds(properties: Properties, best: float, worst: float, place: str, remarks: Remarks) -> Fields:
    """Return the bounds that only the rating itself tells. Karenina takes 1 and 5 there, whatever the rating says."""
    bounds: Fields = {}
    for name, value, usual in (("min_score", worst, 1), ("max_score", best, 5)):
        if name in properties:
            continue
        if not value.is_integer():
            remarks.add(place, f"The rating's bound {value:g} is not whole; {name} is taken as {usual}.")
            continue
        bounds[name] = int(value)
        if value != usual:
            remarks.add(place, f"The score has no {name}: {value:g} is taken from the rating (Karenina takes {usual}).")
    return bounds


def _regex(properties: Properties) -> Fields:
    pattern = properties.get("pattern")
    flags = _without_null(properties, "case_sensitive", "invert_result")
    if properties.get(PATTERN_FORM) == NFC:
        flags["normalize"] = True
    return {"pattern": "" if pattern is None else pattern, **flags, **_given(properties, "higher_is_better")}


def _callable(properties: Properties) -> Fields:
    fields: Fields = {
        "kind": properties.get("kind") or "boolean",
        "callable_code": decode_code(properties.get("callable_code")),
        **_without_null(properties, "invert_result", "min_score", "max_score"),
        **_given(properties, "higher_is_better"),
    }
    if properties.get("classes") is not None:
        fields["classes"] = _json_text(properties["classes"], "classes")
    if isinstance(properties.get(CALLABLE_SOURCE), str):
        fields["source"] = properties[CALLABLE_SOURCE]
    return fields


def decode_code(value: Any) -> bytes:
    """Return the bytes of a callable. Base64 is read leniently, as Karenina does.

    Raises:
        ValueError: it is no base64 text.
    """
    if value is None:
        return b""
    if not isinstance(value, str):
        raise ValueError("callable_code is no text")
    try:
        return base64.b64decode(value)
    except (binascii.Error, ValueError) as error:
        raise ValueError("callable_code is not base64") from error


def _metric(properties: Properties) -> Fields:
    fields = _without_null(properties, "evaluation_mode", "repeated_extraction")
    for name in ("metrics", "tp_instructions", "tn_instructions"):
        if properties.get(name) is not None:
            fields[name] = _json_text(properties[name], name)
    return {**fields, **_given(properties, "higher_is_better")}


def _agentic(properties: Properties, best: float, worst: float, place: str, remarks: Remarks) -> Fields:
    kind = properties.get("kind") or "boolean"
    fields: Fields = {
        "kind": kind,
        **_without_null(properties, *_CONTEXT_KEYS),
        **_given(properties, "min_score", "max_score", "higher_is_better"),
    }
    if kind == "score":
        fields |= _bounds(properties, best, worst, place, remarks)
    if isinstance(kind, dict) and "higher_is_better" not in properties:
        fields["higher_is_better"] = None
    if properties.get("classes") is not None:
        fields["classes"] = _json_text(properties["classes"], "classes")
    return fields
