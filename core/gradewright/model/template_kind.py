"""Traits of template kind: a JSON Schema that a judge fills in, and the schema that Karenina rebuilds from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field, create_model

_SCALARS: dict[Any, Any] = {"integer": int, "number": float, "string": str, "boolean": bool}


def read_template_kind(kind: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the JSON Schema inside a template kind ``{"type": "template", "schema": {…}}``.

    Raises:
        ValueError: it is not of that shape, or its fields cannot make a form.
    """
    schema = kind.get("schema")
    if kind.get("type") != "template" or not isinstance(schema, Mapping):
        raise ValueError("the kind is none of boolean, score, literal, nor a template with a schema")
    fields = schema.get("properties", {})
    if not isinstance(fields, Mapping):
        raise ValueError("the schema's properties are no object")
    for name in fields:
        if not isinstance(name, str) or not name.isidentifier() or name.startswith("_"):
            raise ValueError(f"the schema's field “{name}” has no usable name")
    return schema


def rebuilt_schema(kind: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema as it is after Karenina has made a class of it and dumped that again.

    Whole numbers, numbers, text, yes or no, lists and "or null" survive; anything else becomes text. A field that is
    neither required nor has a default gets the default null (formats specification, section 4.3).

    Raises:
        ValueError: see :func:`read_template_kind`.
    """
    schema = read_template_kind(kind)
    required = schema.get("required", [])
    fields: dict[str, Any] = {}
    for name, described in schema.get("properties", {}).items():
        details = described if isinstance(described, Mapping) else {}
        annotation = _annotation(details)
        options = {"description": details["description"]} if isinstance(details.get("description"), str) else {}
        if name in required:
            fields[name] = (annotation, Field(**options))
        else:
            fields[name] = (annotation, Field(default=details.get("default"), **options))
    title = schema.get("title")
    made: type[BaseModel] = create_model(title if isinstance(title, str) else "ReconstructedTemplate", **fields)
    return made.model_json_schema()


def _annotation(details: Mapping[str, Any]) -> Any:
    kind = details.get("type")
    alternatives = details.get("anyOf")
    if isinstance(alternatives, list):
        known = [a for a in alternatives if isinstance(a, Mapping)]
        others = [_annotation(a) for a in known if a.get("type") != "null"]
        annotation = others[0] if others else str
        return annotation | None if len(others) < len(known) else annotation
    if kind == "array":
        items = details.get("items")
        return list[_annotation(items)] if isinstance(items, Mapping) else list[str]  # type: ignore[misc]
    return _SCALARS.get(kind, str)
