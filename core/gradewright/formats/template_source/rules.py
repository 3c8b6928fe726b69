"""Comparison rules and ground truths in source: ``ExactMatch(…)``, ``ConditionalGroundTruth(…)``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from gradewright.errors import InvalidValue
from gradewright.formats.template_source.findings import NotDeclarative, Refused, line_of
from gradewright.formats.template_source.literals import literal, shortened, stored
from gradewright.formats.template_source.names import called_name
from gradewright.model.primitives import PRIMITIVES, Primitive, SynonymMap, nearest, read_primitive
from gradewright.model.template import ConditionalCase, ConditionalGroundTruth, SourceProblem

_CONDITIONAL = ("source", "cases", "default")
_CASE = ("value", "verify_with")


def keyword_arguments(node: ast.Call, what: str) -> dict[str, ast.expr]:
    """Return the arguments of a call that takes keywords alone.

    Raises:
        Refused: there are positional ones.
        NotDeclarative: arguments come out of a dict (``**options``).
    """
    if node.args:
        raise Refused(line_of(node), f"{what} takes its options by name only.")
    return named_arguments(node)


def named_arguments(node: ast.Call) -> dict[str, ast.expr]:
    """Return the keyword arguments of a call.

    Raises:
        NotDeclarative: arguments come out of a dict (``**options``).
    """
    found: dict[str, ast.expr] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise NotDeclarative(line_of(keyword), "The options come out of a dict.")
        found[keyword.arg] = keyword.value
    return found


def read_rule(node: ast.expr, remarks: list[SourceProblem]) -> tuple[Primitive, dict[str, Any]]:
    """Return the primitive that an expression makes, and the parameters which it does not know.

    Raises:
        Refused: it is no primitive, or one that cannot be made.
        NotDeclarative: a parameter is computed.
    """
    if isinstance(node, ast.Name) and node.id in PRIMITIVES:
        raise Refused(line_of(node), f"“{node.id}” needs brackets: {node.id}().")
    name = called_name(node)
    if not isinstance(node, ast.Call) or not name:
        raise _no_rule(node)
    if name not in PRIMITIVES:
        raise Refused(line_of(node), f"There is no comparison rule “{name}”.{_hint(name, PRIMITIVES)}")
    given = {key: _parameter(value) for key, value in keyword_arguments(node, name).items()}
    try:
        primitive, unknown = read_primitive(name, given)
    except InvalidValue as error:
        raise Refused(line_of(node), error.message) from error
    for parameter in unknown:
        hint = _hint(parameter, PRIMITIVES[name].parameters())
        remarks.append(SourceProblem(line_of(node), f"“{parameter}” has no effect on {name}.{hint}"))
    return primitive, unknown


def _hint(name: str, known: Iterable[str]) -> str:
    near = nearest(name, known)
    return f" Nearest: “{near}”." if near else ""


def _no_rule(node: ast.expr) -> Refused | NotDeclarative:
    if isinstance(node, ast.Constant | ast.List | ast.Dict | ast.Tuple | ast.Set):
        return Refused(line_of(node), f"“{shortened(node)}” is no comparison rule, such as ExactMatch().")
    return NotDeclarative(line_of(node), f"The comparison rule “{shortened(node)}” is computed.")


def _parameter(node: ast.expr) -> Any:
    if called_name(node) == "SynonymMap" and isinstance(node, ast.Call):
        arguments = {key: literal(value) for key, value in keyword_arguments(node, "SynonymMap").items()}
        mapping = arguments.get("mapping")
        if not isinstance(mapping, dict) or not all(
            isinstance(key, str) and isinstance(value, str) for key, value in mapping.items()
        ):
            raise Refused(line_of(node), "A SynonymMap needs a mapping of texts to texts.")
        return SynonymMap(**arguments)
    if isinstance(node, ast.List | ast.Tuple):
        return [_parameter(member) for member in node.elts]
    return literal(node)


def read_ground_truth(node: ast.expr, remarks: list[SourceProblem]) -> Any:
    """Return a ground truth as a template stores it.

    Raises:
        Refused: it cannot be stored.
        NotDeclarative: it is computed.
    """
    if called_name(node) == "ConditionalGroundTruth" and isinstance(node, ast.Call):
        return _conditional(node, remarks)
    try:
        return stored(literal(node))
    except ValueError as error:
        raise Refused(line_of(node), f"The ground truth cannot be stored: {error}.") from error


def _conditional(node: ast.Call, remarks: list[SourceProblem]) -> ConditionalGroundTruth:
    arguments = _exactly(keyword_arguments(node, "ConditionalGroundTruth"), _CONDITIONAL, _CONDITIONAL, node)
    source, cases = literal(arguments["source"]), arguments["cases"]
    if not isinstance(source, str):
        raise Refused(line_of(node), "The source of a conditional ground truth is a text, a path.")
    if not isinstance(cases, ast.Dict):
        raise _not_written_out(cases, "The cases of a conditional ground truth")
    found: dict[str, ConditionalCase] = {}
    for key, value in zip(cases.keys, cases.values, strict=True):
        name = None if key is None else literal(key)
        if not isinstance(name, str):
            raise Refused(line_of(value), "The cases of a conditional ground truth are named by texts.")
        found[name] = _case(value, remarks)
    return ConditionalGroundTruth(source, found, _case(arguments["default"], remarks))


def _not_written_out(node: ast.expr, what: str) -> NotDeclarative:
    return NotDeclarative(line_of(node), f"{what} are computed, not written out.")


def _case(node: ast.expr, remarks: list[SourceProblem]) -> ConditionalCase:
    """Return a case, which is ``GroundTruthCase(…)`` or a dict of the same names."""
    if isinstance(node, ast.Call) and called_name(node) == "GroundTruthCase":
        arguments = keyword_arguments(node, "GroundTruthCase")
    elif isinstance(node, ast.Dict):
        arguments = {}
        for key, member in zip(node.keys, node.values, strict=True):
            arguments[str(literal(key)) if key is not None else "**"] = member
    else:
        raise NotDeclarative(line_of(node), f"The case “{shortened(node)}” is computed.")
    arguments = _exactly(arguments, _CASE, _CASE[:1], node)
    rule = arguments.get("verify_with")
    primitive = None if rule is None or _is_none(rule) else read_rule(rule, remarks)[0]
    return ConditionalCase(read_ground_truth(arguments["value"], remarks), primitive)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _exactly(
    arguments: Mapping[str, ast.expr], known: tuple[str, ...], required: tuple[str, ...], node: ast.expr
) -> dict[str, ast.expr]:
    for name in arguments:
        if name not in known:
            raise Refused(line_of(node), f"There is no option “{name}”.{_hint(name, known)}")
    for name in required:
        if name not in arguments:
            raise Refused(line_of(node), f"“{name}” is missing.")
    return dict(arguments)
