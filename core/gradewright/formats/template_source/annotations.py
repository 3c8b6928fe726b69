"""What an annotation says about a field: the kind of form it gets, and its choices."""

from __future__ import annotations

import ast
from typing import Any

from gradewright.formats.template_source.findings import NotDeclarative, Refused
from gradewright.formats.template_source.literals import literal
from gradewright.model.primitives import Primitive
from gradewright.model.python_source import parse_source
from gradewright.model.template import FieldKind

_SIMPLE = {
    "str": FieldKind.TEXT,
    "int": FieldKind.WHOLE_NUMBER,
    "float": FieldKind.NUMBER,
    "bool": FieldKind.BOOLEAN,
    "list": FieldKind.LIST,
    "List": FieldKind.LIST,
    "date": FieldKind.DATE,
}


def unquoted(node: ast.expr) -> ast.expr:
    """Return the expression inside a quoted annotation, or the annotation itself.

    Raises:
        SourceRefused: the text in the quotes is no expression.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        inner = parse_source(node.value.strip(), "eval").body
        return ast.copy_location(inner, node)
    return node


def field_kind(annotation: ast.expr, primitive: Primitive | None) -> tuple[FieldKind, tuple[Any, ...]]:
    """Return the kind of form for an annotation, and the choices of a ``Literal``.

    A text that is compared as a date is a date.
    """
    node = _without_none(annotation)
    match node:
        case ast.Name(id=name) if name in _SIMPLE:
            kind = _SIMPLE[name]
        case ast.Subscript(value=ast.Name(id="list" | "List")):
            kind = FieldKind.LIST
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inside):
            choices = _choices(inside)
            return (FieldKind.CHOICE, choices) if choices else (FieldKind.OTHER, ())
        case _:
            kind = FieldKind.OTHER
    if kind is FieldKind.TEXT and primitive is not None and primitive.group == "date":
        kind = FieldKind.DATE
    return kind, ()


def _without_none(node: ast.expr) -> ast.expr:
    """Return the other side of ``X | None``, ``Optional[X]`` and ``Union[X, None]``; any other annotation as it is."""
    match node:
        case ast.BinOp(op=ast.BitOr(), left=left, right=ast.Constant(value=None)):
            return _without_none(left)
        case ast.BinOp(op=ast.BitOr(), left=ast.Constant(value=None), right=right):
            return _without_none(right)
        case ast.Subscript(value=ast.Name(id="Optional"), slice=inside):
            return _without_none(inside)
        case ast.Subscript(value=ast.Name(id="Union"), slice=ast.Tuple(elts=members)):
            rest = [member for member in members if not (isinstance(member, ast.Constant) and member.value is None)]
            return _without_none(rest[0]) if len(rest) == 1 else node
    return node


def _choices(inside: ast.expr) -> tuple[Any, ...]:
    members = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    try:
        return tuple([literal(member) for member in members])
    except (NotDeclarative, Refused):
        return ()


def dummy_fits(annotation: ast.expr, options: frozenset[str]) -> bool:
    """Return whether the dummy value fits with which Karenina tries out a template that has a post-init method.

    It is 0, "", 0.0, False, [] or the first of the choices for a plain annotation, and "" for every other one.
    """
    match annotation:
        case ast.Name(id="int" | "float"):
            return not options & {"gt", "ge", "lt", "le", "multiple_of"}
        case ast.Name(id="str"):
            return not options & {"min_length", "pattern"}
        case ast.Name(id="bool" | "Any"):
            return True
        case ast.Name(id="list") | ast.Subscript(value=ast.Name(id="list" | "List")):
            return "min_length" not in options
        case ast.Name(id="List"):
            return "min_length" not in options
        case ast.Subscript(value=ast.Name(id="Literal")):
            return True
        case ast.Subscript(value=ast.Name(id="Optional"), slice=inside):
            return _takes_text(inside)
    return _takes_text(annotation)


def _takes_text(node: ast.expr) -> bool:
    """Return whether a value of this annotation can be an empty text. Unknown names may; nothing runs to find out."""
    match node:
        case ast.Name(id=name):
            return name not in {"int", "float", "bool", "list", "List", "dict", "Dict", "tuple", "set"}
        case ast.Constant(value=None):
            return False
        case ast.Constant():
            return True
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _takes_text(left) or _takes_text(right)
        case ast.Subscript(value=ast.Name(id="Optional"), slice=inside):
            return _takes_text(inside)
        case ast.Subscript(value=ast.Name(id="Union"), slice=ast.Tuple(elts=members)):
            return any(_takes_text(member) for member in members)
        case ast.Subscript(value=ast.Name(id="list" | "List" | "dict" | "Dict" | "tuple" | "set")):
            return False
    return True
