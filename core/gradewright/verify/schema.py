"""The JSON Schema of a template's fields: what a judge fills in."""

from __future__ import annotations

import warnings
from typing import Annotated, Any

from pydantic import BaseModel, Field, PydanticUserError, create_model
from pydantic_core import SchemaError

from gradewright.errors import InvalidValue
from gradewright.model.template import MISSING, Template
from gradewright.verify.annotations import CONSTRAINTS, read_annotation


class _Answer(BaseModel):
    id: str | None = None


def answer_schema(template: Template) -> dict[str, Any]:
    """Return the JSON Schema of a template's answer object, the question's ``id`` among its properties.

    Fields without a default are required. Ground truths are not in it.

    Raises:
        InvalidValue: a field's type or its options cannot be read, or a default cannot be written.
    """
    fields: dict[str, Any] = {}
    for f in {f.name: f for f in template.fields}.values():
        options = {name: value for name, value in f.options.items() if name in CONSTRAINTS}
        default = {} if f.default is MISSING else {"default": f.default}
        described = Field(description=f.description or None, **default, **options)
        fields[f.name] = (Annotated[read_annotation(f.annotation), described], ... if not default else f.default)
    try:
        with warnings.catch_warnings():
            # Fields may be named like pydantic's own methods; nothing here calls those on the class.
            warnings.simplefilter("ignore")
            made = create_model(template.class_name or "Answer", __base__=_Answer, **fields)
            return made.model_json_schema()
    except (PydanticUserError, SchemaError, NameError, TypeError, ValueError) as error:
        raise InvalidValue(f"The template's fields make no schema: {error}") from error
