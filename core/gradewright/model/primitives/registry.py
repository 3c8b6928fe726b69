"""Making primitives from names and parameters, and turning them back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from gradewright.errors import InvalidValue
from gradewright.model.primitives import lists_and_dates, numbers, texts, traces
from gradewright.model.primitives.base import Primitive, SynonymMap

PRIMITIVES: dict[str, type[Primitive]] = {
    cls.type_name(): cls
    for cls in (
        texts.ExactMatch,
        texts.ContainsAny,
        texts.ContainsAll,
        texts.RegexMatch,
        texts.SemanticMatch,
        texts.BooleanMatch,
        texts.LiteralMatch,
        numbers.NumericExact,
        numbers.NumericTolerance,
        numbers.NumericRange,
        numbers.NumericMinimum,
        numbers.NumericMaximum,
        numbers.NumericGraded,
        numbers.NumericRangeGraded,
        numbers.NumericThresholdGraded,
        lists_and_dates.SetContainment,
        lists_and_dates.OrderedMatch,
        lists_and_dates.DateMatch,
        lists_and_dates.DateTolerance,
        lists_and_dates.DateRange,
        traces.TraceRegex,
        traces.TraceContains,
        traces.TraceLength,
    )
}
"""All 23 comparison rules by the name that files and sources use, in the order in which forms list them."""


def make_primitive(type: str, params: Mapping[str, Any]) -> Primitive:
    """Make a primitive from what a person or a script set.

    ``params`` are the parameters by name; a ``type`` among them is ignored. Values are converted as Karenina does.

    Raises:
        InvalidValue: no such type, an unknown parameter or pattern flag (the nearest known name is in the hint), a
            missing parameter, or a value that does not fit.
    """
    cls = _class_named(type)
    known = cls.parameters()
    for name in params:
        if name != "type" and name not in known:
            raise InvalidValue(f"No option “{name}” for {cls.label}.", hint=_nearest_parameter(cls, name))
    made = _build(cls, {name: value for name, value in params.items() if name != "type"})
    _refuse_unknown_words(made)
    return made


def read_primitive(type: str, params: Mapping[str, Any]) -> tuple[Primitive, dict[str, Any]]:
    """Make a primitive from a file, and return with it the parameters it does not know, which have no effect.

    Raises:
        InvalidValue: no such type, a missing parameter, or a value that does not fit.
    """
    cls = _class_named(type)
    known = cls.parameters()
    made = _build(cls, {name: value for name, value in params.items() if name in known})
    return made, {name: value for name, value in params.items() if name not in known and name != "type"}


def dump_primitive(primitive: Primitive) -> dict[str, Any]:
    """Return the parameters as plain lists, dicts and scalars, in their order, with ``type`` last."""
    dumped: dict[str, Any] = {name: _plain(getattr(primitive, name)) for name in primitive.parameters()}
    dumped["type"] = primitive.type_name()
    return dumped


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like ``name``, or None where none is."""
    import difflib

    by_fold = {candidate.casefold(): candidate for candidate in known}
    found = difflib.get_close_matches(name.casefold(), by_fold, n=1, cutoff=0.5)
    return by_fold[found[0]] if found else None


def _class_named(type: str) -> type[Primitive]:
    cls = PRIMITIVES.get(type)
    if cls is None:
        near = nearest(type, PRIMITIVES)
        hint = f"Nearest: “{near}”." if near else f"Known: {', '.join(PRIMITIVES)}."
        raise InvalidValue(f"No comparison rule “{type}”.", hint=hint)
    return cls


def _nearest_parameter(cls: type[Primitive], name: str) -> str:
    known = list(cls.parameters())
    near = nearest(name, known)
    if near is None:
        return f"Known: {', '.join(f'“{parameter}”' for parameter in known)}." if known else "It has no options."
    words = list(cls.choices(near))
    if not words:
        return f"Nearest: “{near}”."
    listed = " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
    return f"Nearest: “{near}” ({listed})."


def _refuse_unknown_words(primitive: Primitive) -> None:
    if isinstance(primitive, texts.RegexMatch):
        for flag in primitive.flags:
            if not is_regex_flag(flag):
                near = nearest(flag, primitive.choices("flags"))
                hint = f"Nearest: “{near}”." if near else f"Known: {', '.join(primitive.choices('flags'))}."
                raise InvalidValue(f"No pattern flag “{flag}”.", hint=hint)
    for normalizer in getattr(primitive, "normalize", ()):
        if isinstance(normalizer, SynonymMap) and normalizer.model_extra:
            name = next(iter(normalizer.model_extra))
            raise InvalidValue(f"No option “{name}” for a synonym map.", hint="Known: “mapping”.")


def is_regex_flag(name: str) -> bool:
    """Tell whether Python's ``re`` has a flag of this name (``"IGNORECASE"``, ``"I"`` …)."""
    import re

    return isinstance(getattr(re, name, None), re.RegexFlag)


def _build(cls: type[Primitive], params: Mapping[str, Any]) -> Primitive:
    try:
        return cls(**params)
    except ValidationError as error:
        raise InvalidValue(f"{cls.label}: {_first_problem(error)}.") from error


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"] if not str(part).startswith(("function-", "SynonymMap")))
    if first["type"] == "missing":
        return f"“{place}” is missing"
    if first["type"] == "value_error":
        return str(first["ctx"]["error"]) if "ctx" in first else str(first["msg"])
    message = str(first["msg"])
    return f"“{place}” does not fit: {message[:1].lower()}{message[1:]}"


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, SynonymMap):
        return value.model_dump()
    return value
