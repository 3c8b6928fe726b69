"""Field values that a judge read from an answer, converted as the template's types say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from gradewright.model.template import MISSING, Template, TemplateField
from gradewright.verify.annotations import value_reader
from gradewright.verify.errors import ValuesRejected


@dataclass(frozen=True, slots=True)
class FieldValues:
    """Values by field, converted; ``null_fields`` were looked for and not found, ``extra`` are not the template's."""

    values: Mapping[str, Any]
    null_fields: frozenset[str]
    extra: Mapping[str, Any]


class ValueReader:
    """Reads values for one template; made once, used for many answers."""

    def __init__(self, template: Template) -> None:
        """Prepare the converters.

        Raises:
            InvalidValue: a field's type cannot be read, or its options do not fit it.
        """
        by_name: dict[str, TemplateField] = {f.name: f for f in template.fields}
        self._fields = [_Field(f) for f in by_name.values()]
        self._has_id = "id" in by_name

    def read(self, raw: Mapping[str, Any]) -> FieldValues:
        """Read values as the judging pipeline does: null and missing values of compared fields count as not found.

        Fields that read the answer's text need no value, and are never among the null ones.

        Raises:
            ValuesRejected: a value does not fit its type; ``place`` names the field.
        """
        values, extra = self._start(raw)
        null_fields = set()
        for f in self._fields:
            given = raw.get(f.key)
            if f.reads_answer:
                continue
            if given is not None:
                values[f.name] = f.read(given)
            elif f.compared:
                null_fields.add(f.name)
        return FieldValues(values, frozenset(null_fields), extra)

    def construct(self, raw: Mapping[str, Any], without: frozenset[str] = frozenset()) -> FieldValues:
        """Read values as the template's class takes them: defaults are filled in, a missing value is an error.

        ``without`` names fields that are left out and counted as null.

        Raises:
            ValuesRejected: a value is missing or does not fit its type; ``place`` names the field.
        """
        values, extra = self._start(raw)
        for f in self._fields:
            if f.name in without:
                values[f.name] = None
                continue
            if f.key in raw:
                values[f.name] = f.read(raw[f.key])
            elif f.default is not MISSING:
                values[f.name] = f.default
            else:
                raise ValuesRejected("No value is given.", place=f.name)
        return FieldValues(values, without, extra)

    def _start(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        if not isinstance(raw, Mapping):
            raise ValuesRejected("The field values are no object of names and values.")
        known = {f.key for f in self._fields}
        extra = {name: value for name, value in raw.items() if name not in known}
        if not self._has_id and not isinstance(extra.get("id"), str | None):
            raise ValuesRejected("The value is no text.", place="id")
        return {}, extra


def read_values(template: Template, raw: Mapping[str, Any]) -> FieldValues:
    """Read the values of one answer, see :meth:`ValueReader.read`.

    Raises:
        InvalidValue: a field's type cannot be read.
        ValuesRejected: a value does not fit its type.
    """
    return ValueReader(template).read(raw)


class _Field:
    """One field, prepared for reading."""

    __slots__ = ("_reader", "compared", "default", "key", "name", "reads_answer")

    def __init__(self, f: TemplateField) -> None:
        self.name = f.name
        alias = f.options.get("validation_alias", f.options.get("alias"))
        self.key = alias if isinstance(alias, str) else f.name
        self.compared = f.primitive is not None
        self.reads_answer = f.primitive is not None and f.primitive.reads_answer_text
        self.default = f.default
        self._reader: Callable[[Any], Any] = value_reader(f.annotation, f.options)

    def read(self, value: Any) -> Any:
        """Convert one value. Raises ValuesRejected."""
        try:
            return self._reader(value)
        except ValidationError as error:
            said = str(error.errors(include_url=False, include_input=False)[0]["msg"])
            raise ValuesRejected(f"{said}.", place=self.name) from error
        except TypeError as error:
            raise ValuesRejected(f"The field's options do not fit the value: {error}.", place=self.name) from error
