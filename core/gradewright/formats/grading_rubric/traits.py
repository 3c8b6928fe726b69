"""Traits of a file that are no criteria: their own members, beside what belongs to their place in the rubric."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from gradewright.formats.grading_rubric.criteria import entry_members, read_silenced
from gradewright.formats.grading_rubric.names import ACTIVE, ENTRY, RETIRED
from gradewright.formats.json_documents import Members, Place, with_unknown
from gradewright.formats.karenina_jsonld.checks import kind_of
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.formats.karenina_jsonld.secrets import strip_secrets
from gradewright.model.choice import ChoiceTrait
from gradewright.model.rubric import RubricEntry, new_entry_id
from gradewright.model.traits import (
    TRAIT_ADAPTER,
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)

KINDS: Mapping[str, type[BaseModel]] = {
    "llm": LLMTrait,
    "regex": RegexTrait,
    "callable": CallableTrait,
    "metric": MetricTrait,
    "agentic": AgenticTrait,
    "choice": ChoiceTrait,
    "unreadable": UnreadableTrait,
}
"""The kinds of traits that stand under ``traits``."""


def read_trait(
    value: Any, place: Place, number: int, remarks: Remarks
) -> tuple[RubricEntry, int | None, dict[str, Any]]:
    """Return the entry of a trait, its place among all entries where the file says it, and the members nobody knows.

    Raises:
        FileUnreadable: it is no trait, or its members make none.
    """
    here = place.at(words=f"trait {number:,}")
    kind = Members(value, here, (), remarks).text("type")
    if kind not in KINDS:
        what = f"“{kind[:40]}” is no kind of trait." if kind else "“type” is missing."
        here.at("type").refuse(what, hint=f"It can be {', '.join(KINDS)}.")
    own = KINDS[kind].model_fields
    entry = Members(value, here, (*own, *ENTRY), remarks)
    trait = _trait({name: value[name] for name in value if name in own}, here, remarks)
    rating = entry.raw("rating")
    if rating is not None and not isinstance(rating, dict):
        here.at("rating").refuse(f"“rating” has to be an object, not {kind_of(rating)}.")
    made = RubricEntry(
        entry.text("id").strip() or new_entry_id(),
        trait,
        entry.flag("gated"),
        rating,
        entry.choice("status", (ACTIVE, RETIRED)) == RETIRED,
        entry.text("group"),
        read_silenced(entry),
    )
    return made, entry.whole("position"), entry.unknown()


def _trait(fields: dict[str, Any], place: Place, remarks: Remarks) -> Trait:
    cleaned, secrets = strip_secrets(fields, place.pointer)
    for secret in secrets:
        remarks.add(secret.place, f"“{secret.name}” is a secret and is left out.")
    try:
        return TRAIT_ADAPTER.validate_python(cleaned)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        steps = [step for step in first["loc"][1:] if step in fields or isinstance(step, int)]
        message = first["msg"].removeprefix("Value error, ").rstrip(".")
        place.at(*steps).refuse(f"{message[:1].upper()}{message[1:]}.")
    except (ValueError, RecursionError) as error:
        place.refuse(f"Its members make no trait: {error}.")


def trait_object(entry: RubricEntry, position: int, unknown: Mapping[str, Any], remarks: Remarks) -> dict[str, Any]:
    """Return the object that a file has for a trait. A secret in it is left out, with a remark."""
    trait = entry.trait
    usual = type(trait).model_fields
    members: dict[str, Any] = {"id": entry.id, "type": trait.type}
    for name, value in vars(trait).items():
        field = usual.get(name)
        if name == "type" or (field is not None and not field.is_required() and value == field.default):
            continue
        members[name] = _json(value)
    if entry.gated:
        members["gated"] = True
    if entry.origin is not None:
        members["rating"] = _json(entry.origin)
    members |= {"status": RETIRED if entry.retired else ACTIVE, "position": position, **entry_members(entry)}
    cleaned, secrets = strip_secrets(members, "")
    for secret in secrets:
        remarks.add("", f"“{secret.name}” of the trait “{trait.name}” is a secret and is left out.")
    return with_unknown(cleaned, unknown)


def _json(value: Any) -> Any:
    """Return a value as JSON has it: bytes as base64, numbers that are none as text."""
    match value:
        case bytes():
            return base64.b64encode(value).decode("ascii")
        case float():
            return value if math.isfinite(value) else repr(value)
        case BaseModel():
            return _json(vars(value))
        case Mapping():
            return {str(key): _json(each) for key, each in value.items()}
        case list() | tuple():
            return [_json(each) for each in value]
        case _:
            return value
