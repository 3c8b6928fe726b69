"""The inner class that says which fields must pass together."""

from __future__ import annotations

import ast
from typing import Any

from gradewright.formats.template_source.findings import NotDeclarative, Refused, line_of
from gradewright.formats.template_source.literals import literal, shortened
from gradewright.formats.template_source.names import STRATEGY_NODES, called_name
from gradewright.formats.template_source.rules import keyword_arguments
from gradewright.model.template import AllOf, AnyOf, AtLeastN, FieldCheck, Strategy

STRATEGY_CLASS = "VerificationStrategy"

_BY_TYPE = {kind: name for name, kind in STRATEGY_NODES.items()}


def read_strategy(node: ast.ClassDef) -> Strategy | None:
    """Return the strategy of the inner class, None where it names none.

    Raises:
        Refused: the strategy cannot be made.
        NotDeclarative: it is computed, or the class holds something else.
    """
    if node.bases or node.keywords or node.decorator_list:
        raise NotDeclarative(line_of(node), "The strategy class is derived from something.")
    found: Strategy | None = None
    for statement in node.body:
        value = _assigned(statement)
        if value is not None:
            found = _node(value, root=True)
        elif not isinstance(statement, ast.Pass) and not _is_docstring(statement):
            raise NotDeclarative(line_of(statement), "The strategy class holds more than a strategy.")
    return found


def _assigned(statement: ast.stmt) -> ast.expr | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id="verify_strategy")], value=value):
            return value
        case ast.AnnAssign(target=ast.Name(id="verify_strategy"), value=ast.expr() as value):
            return value
    return None


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _node(node: ast.expr, *, root: bool = False) -> Strategy:
    if isinstance(node, ast.Dict) and not root:
        arguments = {
            str(literal(key)): value for key, value in zip(node.keys, node.values, strict=True) if key is not None
        }
        kind = arguments.pop("type", None)
        name = _BY_TYPE.get(str(literal(kind)) if kind is not None else "", "")
    else:
        name = called_name(node)
        arguments = keyword_arguments(node, name) if isinstance(node, ast.Call) and name in STRATEGY_NODES else {}
        arguments.pop("type", None)
    if name not in STRATEGY_NODES:
        if isinstance(node, ast.Constant | ast.Dict | ast.List):
            raise Refused(line_of(node), f"“{shortened(node)}” is no strategy, such as AllOf(conditions=[…]).")
        raise NotDeclarative(line_of(node), f"The strategy “{shortened(node)}” is computed.")
    return _made(name, arguments, node)


def _made(name: str, arguments: dict[str, ast.expr], node: ast.expr) -> Strategy:
    if name == "FieldCheck":
        field = literal(_required(arguments, "field", node))
        if not isinstance(field, str):
            raise Refused(line_of(node), "A FieldCheck names a field by its text.")
        return FieldCheck(field)
    conditions = _conditions(arguments.get("conditions"))
    if name == "AtLeastN":
        return AtLeastN(_count(literal(_required(arguments, "n", node)), node), conditions)
    return AllOf(conditions) if name == "AllOf" else AnyOf(conditions)


def _required(arguments: dict[str, ast.expr], name: str, node: ast.expr) -> ast.expr:
    if name not in arguments:
        raise Refused(line_of(node), f"“{name}” is missing.")
    return arguments[name]


def _conditions(node: ast.expr | None) -> tuple[Strategy, ...]:
    if node is None:
        return ()
    if not isinstance(node, ast.List | ast.Tuple):
        raise NotDeclarative(line_of(node), "The conditions are computed, not written out.")
    return tuple([_node(member) for member in node.elts])


def _count(value: Any, node: ast.expr) -> int:
    try:
        count = int(value)
    except (TypeError, ValueError, OverflowError):
        count = -1
    if count < 0 or (isinstance(value, float) and count != value):
        raise Refused(line_of(node), "AtLeastN needs a whole number from 0.")
    return count


def checked_fields(strategy: Strategy) -> list[str]:
    """Return the names of the fields that a strategy checks, in order."""
    if isinstance(strategy, FieldCheck):
        return [strategy.field]
    return [name for condition in strategy.conditions for name in checked_fields(condition)]
