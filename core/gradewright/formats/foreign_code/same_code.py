"""Whether a text is really the source of a pickled function: compiled again, it has to give the same instructions.

Compiling runs nothing. Without this a file could show one function and hold another.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from textwrap import dedent
from typing import Any, Final

from gradewright.formats.foreign_code.pickles import Called, Global, PickleReading
from gradewright.model.python_source import SourceRefused, parse_source, without_remarks

# What cloudpickle calls to put a plain function together; none of it does anything by itself.
_INERT: Final = frozenset(
    {
        "_make_function",
        "_builtin_type",
        "_make_empty_cell",
        "_make_cell",
        "_function_setstate",
        "_empty_cell_value",
        "subimport",
        "CodeType",
        "cell_set",
    }
)
_PLAIN_TYPES: Final = frozenset(
    {
        "CodeType",
        "bool",
        "bytes",
        "complex",
        "dict",
        "float",
        "frozenset",
        "int",
        "list",
        "object",
        "set",
        "str",
        "tuple",
    }
)
_HOMES: Final = ("cloudpickle.cloudpickle", "cloudpickle.cloudpickle_fast", "cloudpickle", "types", "builtins", "")


def is_source_of(source: str, reading: PickleReading) -> bool:
    """Tell whether every function in a pickle is in a source, and the pickle does nothing but put functions together.

    False where that cannot be told: another version of Python made it, or the source does not stand for itself.
    """
    if reading.problem or not reading.code:
        return False
    if not all(_is_inert(name) for name in reading.globals):
        return False
    try:
        with without_remarks():
            # Calls of what a module's imports bind compile differently, and the imports may stand outside the source.
            imports = "".join(f"import {name}\n" for name in reading.modules if name.isidentifier())
            trees = [parse_source(text) for text in _variants(imports, source)]
            compiled = [compile(tree, "<source>", "exec", dont_inherit=True) for tree in trees]
    except (SourceRefused, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    known = {_shape(_parts(code)) for whole in compiled for code in _inner(whole)}
    try:
        return all(_shape(arguments) in known for arguments in reading.code)
    except (TypeError, IndexError, RecursionError):
        return False


def _variants(imports: str, source: str) -> list[str]:
    source = dedent(source)
    return [source, imports + source] if imports else [source]


def _is_inert(name: Global) -> bool:
    if name.module == "builtins":
        # Plain types stand in annotations; nothing among them runs a text or opens a file.
        return name.name in _PLAIN_TYPES
    return name.module in _HOMES and name.name in _INERT


def _inner(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _inner(constant)


def _parts(code: types.CodeType) -> tuple[Any, ...]:
    return (
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        code.co_nlocals,
        code.co_stacksize,
        code.co_flags,
        code.co_code,
        code.co_consts,
        code.co_names,
        code.co_varnames,
        "",
        code.co_name,
    )


def _shape(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*parts[:3], parts[5], bytes(parts[6]), _constants(parts[7]), *map(tuple, parts[8:10]), parts[11])


def _constants(values: Any) -> tuple[Any, ...]:
    return tuple(_constant(value) for value in values)


def _constant(value: Any) -> Any:
    if isinstance(value, types.CodeType):
        return ("code", *_shape(_parts(value)))
    if isinstance(value, Called):
        if value.arguments and len(value.arguments) > 12:
            return ("code", *_shape(tuple(value.arguments)))
        raise TypeError("a constant that is made by a call")
    if isinstance(value, tuple | frozenset | list):
        items = [_constant(item) for item in value]
        return ("group", *sorted(items, key=repr)) if isinstance(value, frozenset) else ("group", *items)
    return (type(value).__name__, repr(value))
