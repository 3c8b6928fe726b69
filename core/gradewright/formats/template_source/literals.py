"""Values written out in source: reading them from the syntax tree, and writing them."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Mapping
from typing import Any

from gradewright.formats.template_source.findings import NotDeclarative, Refused, line_of
from gradewright.formats.template_source.names import called_name

_EMPTY_CALLS: dict[str, type] = {"list": list, "dict": dict, "tuple": tuple, "set": set, "str": str}
# A product of two such numbers still has fewer than the 4,300 digits that Python writes out.
_MAX_BITS = 7_000


def literal(node: ast.AST) -> Any:
    """Return the value that an expression writes out, without evaluating anything that could do something.

    Beyond constants and containers of them it knows signs, ``float('nan')`` and its like, ``list()`` and other empty
    containers, joined strings and sums of numbers.

    Raises:
        NotDeclarative: the value is computed.
        Refused: evaluating it would fail (an unhashable key, adding a text to a number).
    """
    match node:
        case ast.Constant(value=value):
            return value
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            number = literal(operand)
            if not isinstance(number, int | float | complex):
                raise Refused(line_of(node), "Only numbers have a sign.")
            return -number if isinstance(sign, ast.USub) else +number
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not literal(operand)
        case ast.List(elts=members):
            return [literal(member) for member in members]
        case ast.Tuple(elts=members):
            return tuple([literal(member) for member in members])
        case ast.Set(elts=members):
            return _hashed(node, [literal(member) for member in members])
        case ast.Dict(keys=keys, values=values):
            return _mapping(node, keys, values)
        case ast.BinOp():
            return _sum(node)
        case ast.JoinedStr(values=parts) if all(isinstance(part, ast.Constant) for part in parts):
            return "".join(str(literal(part)) for part in parts)
        case ast.Call():
            return _call(node)
    raise NotDeclarative(line_of(node), f"“{shortened(node)}” is computed, not written out.")


def shortened(node: ast.AST) -> str:
    """Return the start of an expression as text, for a message."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else text[:57] + "…"


def _hashed(node: ast.AST, members: Iterable[Any]) -> Any:
    """Return a set. Where its members came from source its order is theirs, so it is kept as a dict until stored."""
    try:
        return SetInOrder(dict.fromkeys(members))
    except TypeError as error:
        raise Refused(line_of(node), "A list or a dict cannot be in a set.") from error


class SetInOrder(tuple[Any, ...]):
    """The members of a set in the order in which the source names them, each once."""

    def __repr__(self) -> str:
        return "{" + ", ".join(map(repr, self)) + "}" if self else "set()"


def _mapping(node: ast.AST, keys: list[ast.expr | None], values: list[ast.expr]) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for key, value in zip(keys, values, strict=True):
        if key is None:
            raise NotDeclarative(line_of(node), "The dict is put together from another one.")
        try:
            found[literal(key)] = literal(value)
        except TypeError as error:
            raise Refused(line_of(key), "A list or a dict cannot be a key.") from error
    return found


def _sum(node: ast.BinOp) -> Any:
    left, right = literal(node.left), literal(node.right)
    if isinstance(node.op, ast.Add) and isinstance(left, str) and isinstance(right, str):
        return left + right
    if _is_number(left) and _is_number(right):
        try:
            match node.op:
                case ast.Add():
                    return left + right
                case ast.Sub():
                    return left - right
                case ast.Mult():
                    return left * right
                case ast.Div():
                    return left / right
        except (ZeroDivisionError, OverflowError) as error:
            raise Refused(line_of(node), f"“{shortened(node)}” has no value.") from error
    raise NotDeclarative(line_of(node), f"“{shortened(node)}” is computed, not written out.")


def _is_number(value: Any) -> bool:
    return isinstance(value, float) or (isinstance(value, int) and value.bit_length() < _MAX_BITS)


def _call(node: ast.Call) -> Any:
    name = called_name(node) if isinstance(node.func, ast.Name) else ""
    if node.keywords or len(node.args) > 1 or any(isinstance(argument, ast.Starred) for argument in node.args):
        raise NotDeclarative(line_of(node), f"“{shortened(node)}” is computed, not written out.")
    if name in _EMPTY_CALLS and not node.args:
        return _EMPTY_CALLS[name]() if name != "set" else SetInOrder()
    if node.args and name in {"float", "int"}:
        return _number(name, node)
    if node.args and name in {"set", "frozenset", "list", "tuple"}:
        members = literal(node.args[0])
        if isinstance(members, list | tuple | str):
            made = {"list": list, "tuple": tuple}.get(name)
            return made(members) if made else _hashed(node, members)
    raise NotDeclarative(line_of(node), f"“{shortened(node)}” is computed, not written out.")


def _number(name: str, node: ast.Call) -> Any:
    value = literal(node.args[0])
    try:
        if isinstance(value, str | int | float):
            return float(value) if name == "float" else int(value)
    except (ValueError, OverflowError):
        pass
    raise Refused(line_of(node), f"“{shortened(node)}” is no number.")


def stored(value: Any) -> Any:
    """Return a ground truth as a template stores it: as JSON would carry it.

    Tuples and sets become lists, bytes become text, keys become texts, and numbers that JSON lacks become None.

    Raises:
        ValueError: there is no such form (a complex number, bytes that are no UTF-8).
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, list | tuple):
        return [stored(member) for member in value]
    if isinstance(value, Mapping):
        return {_key(key): stored(member) for key, member in value.items()}
    if isinstance(value, bytes):
        return value.decode("utf-8")
    raise ValueError(f"{type(value).__name__} is no value that a file can hold")


def _key(key: Any) -> str:
    if isinstance(key, bool):
        return "true" if key else "false"
    if isinstance(key, bytes):
        return key.decode("utf-8")
    return key if isinstance(key, str) else str(key)


def write_literal(value: Any) -> str:
    """Return a value as source text that :func:`literal` reads back.

    Raises:
        TypeError: the value has no such text.
    """
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else f"float('{value}')"
    if value is None or value is ... or isinstance(value, bool | int | str | bytes | complex):
        return "..." if value is ... else repr(value)
    if isinstance(value, SetInOrder):
        return "{" + ", ".join(map(write_literal, value)) + "}" if value else "set()"
    if isinstance(value, tuple):
        inner = ", ".join(map(write_literal, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, list):
        return "[" + ", ".join(map(write_literal, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{write_literal(key)}: {write_literal(member)}" for key, member in value.items()) + "}"
    raise TypeError(f"no source text for {type(value).__name__}")
