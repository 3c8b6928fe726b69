"""Python annotations as text, read without running anything, and the validators they stand for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, Optional, Union

from pydantic import Field, PydanticUserError, TypeAdapter
from pydantic_core import SchemaError

from gradewright.errors import InvalidValue
from gradewright.model.python_source import SourceRefused, parse_source

_NAMES: Final[Mapping[str, Any]] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": bool,
    "bytes": bytes,
    "complex": complex,
    "object": object,
    "list": list,
    "dict": dict,
    "set": set,
    "frozenset": frozenset,
    "tuple": tuple,
    "List": list,
    "Dict": dict,
    "Any": Any,
    "Optional": Optional,
    "Union": Union,
    "Literal": Literal,
    "None": None,
}
"""What an annotation may name: the built-in types, and what a template's source finds without importing."""

CONSTRAINTS: Final = frozenset(
    {
        "ge",
        "gt",
        "le",
        "lt",
        "multiple_of",
        "min_length",
        "max_length",
        "pattern",
        "strict",
        "allow_inf_nan",
        "max_digits",
        "decimal_places",
    }
)
"""The pydantic field options that rule which values are accepted."""

_DEEPEST = 20


def read_annotation(text: str) -> Any:
    """Return the type that an annotation names: ``"list[str]"``, ``"Literal['a', 'b']"``, ``"int | None"``.

    Raises:
        InvalidValue: it is no annotation, or it names something that is not known here.
    """
    try:
        return _read(parse_source(text.strip(), "eval").body, _DEEPEST)
    except (SourceRefused, ValueError, RecursionError, MemoryError, TypeError) as error:
        raise InvalidValue(f"“{text}” is no type that can be read.") from error


def value_reader(annotation: str, options: Mapping[str, Any]) -> Callable[[Any], Any]:
    """Return the function that converts a value as pydantic does.

    It raises ``pydantic.ValidationError``, or TypeError for an option that cannot be applied to such a value.

    Raises:
        InvalidValue: the annotation cannot be read, or the options do not fit it.
    """
    constraints = tuple(sorted((name, value) for name, value in options.items() if name in CONSTRAINTS))
    try:
        return _value_reader(annotation, constraints)
    except TypeError:
        # An option that is no plain value cannot be a key of the cache.
        return _make_reader(annotation, constraints)


@lru_cache(maxsize=512)
def _value_reader(annotation: str, constraints: tuple[tuple[str, Any], ...]) -> Callable[[Any], Any]:
    return _make_reader(annotation, constraints)


def _make_reader(annotation: str, constraints: tuple[tuple[str, Any], ...]) -> Callable[[Any], Any]:
    kind = read_annotation(annotation)
    try:
        adapter: TypeAdapter[Any] = TypeAdapter(Annotated[kind, Field(**dict(constraints))] if constraints else kind)
    except (PydanticUserError, SchemaError, TypeError, ValueError, RuntimeError) as error:
        raise InvalidValue(f"The options of type “{annotation}” do not fit it: {error}") from error
    return adapter.validate_python


def _read(node: ast.expr, depth: int) -> Any:
    if depth == 0:
        raise ValueError("too deep")
    if isinstance(node, ast.Name) and node.id in _NAMES:
        return _NAMES[node.id]
    if isinstance(node, ast.Constant):
        if node.value is None:
            return None
        if isinstance(node.value, str):
            return _read(parse_source(node.value, "eval").body, depth - 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return Union[_read(node.left, depth - 1), _read(node.right, depth - 1)]  # noqa: UP007 - built while running
    if isinstance(node, ast.Subscript):
        return _read_subscript(node, depth)
    raise ValueError("unknown")


def _read_subscript(node: ast.Subscript, depth: int) -> Any:
    base = _read(node.value, depth - 1)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if base is Literal:
        return Literal[tuple(ast.literal_eval(part) for part in parts)]
    arguments = tuple(
        ... if isinstance(part, ast.Constant) and part.value is ... else _read(part, depth - 1) for part in parts
    )
    return base[arguments if len(arguments) > 1 else arguments[0]]
