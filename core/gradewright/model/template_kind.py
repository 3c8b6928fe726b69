"""Traits of template kind: a JSON Schema that a judge fills in, and the schema that Karenina rebuilds from it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field, PydanticUserError, create_model
from pydantic_core import SchemaError

_SCALARS: dict[Any, Any] = {"integer": int, "number": float, "string": str, "boolean": bool}
_UNNAMED = "ReconstructedTemplate"


def check_template_kind(kind: Mapping[str, Any]) -> None:
    """Check that a kind is ``{"type": "template", "schema": {…}}`` with a JSON Schema that makes a form.

    Raises:
        ValueError: it is not of that shape, or its fields cannot make a form.
    """
    _rebuild(kind)


def rebuilt_schema(kind: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema as it is after Karenina has made a class of it and dumped that again.

    Whole numbers, numbers, text, yes or no, lists of these, and "or null" survive; anything else becomes text. A field
    that is neither required nor has a default gets the default null (formats specification, section 4.3).

    Raises:
        ValueError: see :func:`check_template_kind`.
    """
    return _rebuild(kind).model_json_schema()


def form_class(kind: Mapping[str, Any]) -> type[BaseModel]:
    """Return the class that checks and converts what a judge fills in.

    Raises:
        ValueError: see :func:`check_template_kind`.
    """
    return _rebuild(kind)


def _rebuild(kind: Mapping[str, Any]) -> type[BaseModel]:
    schema = kind.get("schema")
    if kind.get("type") != "template" or not isinstance(schema, Mapping):
        raise ValueError("the kind is none of boolean, score, literal, nor a template with a schema")
    properties, required = schema.get("properties", {}), schema.get("required", [])
    title = schema.get("title", _UNNAMED)
    if not isinstance(properties, Mapping) or not isinstance(required, list) or not isinstance(title, str):
        raise ValueError("the schema is none of an object with named properties")
    fields: dict[str, Any] = {
        str(name): _field(str(name), described, name in required) for name, described in properties.items()
    }
    try:
        with warnings.catch_warnings():
            # A field may be named like one of pydantic's own methods; nothing calls those on this class.
            warnings.simplefilter("ignore")
            return create_model(title, **fields)
    except (PydanticUserError, SchemaError, NameError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"the schema's fields make no form: {error}") from error


def _field(name: str, described: Any, required: bool) -> tuple[Any, Any]:
    if not isinstance(described, Mapping):
        raise ValueError(f"the schema does not describe its field “{name}”")
    annotation, nullable = _annotation(described)
    if "default" not in described and required:
        if nullable:
            raise ValueError(f"the field “{name}” may be null and needs a default")
        return annotation, Field(description=described.get("description"))
    return annotation, Field(default=described.get("default"), description=described.get("description"))


def _annotation(described: Mapping[str, Any]) -> tuple[Any, bool]:
    """Return the type of a field, and whether null is among its values."""
    alternatives = described.get("anyOf")
    if isinstance(alternatives, list):
        others = [a for a in alternatives if isinstance(a, Mapping) and a.get("type") != "null"]
        if len(others) != 1:
            return str, False
        return _annotation(others[0])[0] | None, True
    kind = described.get("type")
    if kind == "array":
        items = described.get("items")
        inner = _scalar(items.get("type")) if isinstance(items, Mapping) else str
        return list[inner], False  # type: ignore[valid-type]
    return _scalar(kind), False


def _scalar(kind: Any) -> Any:
    return _SCALARS.get(kind, str) if isinstance(kind, str) else str
