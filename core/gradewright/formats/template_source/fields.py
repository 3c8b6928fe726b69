"""Field declarations of a template class."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from gradewright.formats.template_source.annotations import field_kind, unquoted
from gradewright.formats.template_source.findings import NotDeclarative, Refused, line_of
from gradewright.formats.template_source.literals import literal, shortened
from gradewright.formats.template_source.names import (
    FIELD_OPTIONS,
    VERIFIED_PARAMETERS,
    called_name,
    unknown_name,
)
from gradewright.formats.template_source.rules import named_arguments, read_ground_truth, read_rule
from gradewright.model.primitives import nearest
from gradewright.model.python_source import SourceRefused
from gradewright.model.template import MISSING, SourceProblem, TemplateField

_FACTORIES: Mapping[str, Any] = {"list": [], "dict": {}, "str": "", "int": 0, "float": 0.0, "bool": False}


def read_field(
    statement: ast.AnnAssign, defined: frozenset[str], lazy: bool, remarks: list[SourceProblem]
) -> TemplateField:
    """Return the field that an annotated assignment declares.

    ``defined`` are the names that the class has bound before; ``lazy`` says that annotations are not evaluated when the
    class is made (``from __future__ import annotations``).

    Raises:
        Refused: Karenina could not make the class.
        NotDeclarative: something about the field is computed.
    """
    name = _name(statement)
    annotation = _annotation(statement, defined, lazy)
    value = statement.value
    if value is not None:
        refuse_unknown(value, defined)
    called = called_name(value) if value is not None else ""
    if called == "VerifiedField" and isinstance(value, ast.Call):
        return _verified(name, annotation, value, remarks)
    if called == "Field" and isinstance(value, ast.Call):
        return _plain(name, annotation, value, remarks)
    kind, choices = field_kind(annotation, None)
    default = MISSING if value is None else literal(value)
    return TemplateField(name, ast.unparse(annotation), kind, choices=choices, default=default)


def _name(statement: ast.AnnAssign) -> str:
    target = statement.target
    if not isinstance(target, ast.Name):
        raise NotDeclarative(line_of(statement), "The class body does more than declare fields.")
    if target.id == "correct":
        raise Refused(line_of(statement), "A field must not be called “correct”: the ground truth is kept there.")
    if target.id.startswith("_"):
        raise NotDeclarative(line_of(statement), f"“{target.id}” is private to the class.")
    return target.id


def _annotation(statement: ast.AnnAssign, defined: frozenset[str], lazy: bool) -> ast.expr:
    annotation = statement.annotation
    quoted = isinstance(annotation, ast.Constant) and isinstance(annotation.value, str)
    if not lazy and not quoted:
        refuse_unknown(annotation, defined)
    try:
        annotation = unquoted(annotation)
    except SourceRefused as error:
        raise Refused(line_of(statement), "The annotation in quotes is no type.") from error
    match annotation:
        case ast.Subscript(value=ast.Name(id="ClassVar" | "Annotated" | "Final")):
            raise NotDeclarative(line_of(statement), f"“{shortened(annotation)}” is more than a type.")
    return annotation


def refuse_unknown(node: ast.expr, defined: frozenset[str]) -> None:
    """Refuse an expression in a class body with a name that is not to be found there.

    Raises:
        Refused: there is one.
    """
    unknown = unknown_name(node, defined)
    if unknown is not None:
        hint = " Write a date as a text." if unknown.id in {"date", "datetime"} else ""
        raise Refused(
            line_of(unknown),
            f"“{unknown.id}” is not known inside the class: what stands above it does not reach there.{hint}",
        )


def _arguments(call: ast.Call, parameters: tuple[str, ...], what: str) -> dict[str, ast.expr]:
    """Return the arguments of a call by name, the positional ones in the order of ``parameters``."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        raise NotDeclarative(line_of(call), "The options come out of a list.")
    if len(call.args) > len(parameters):
        raise Refused(line_of(call), f"{what} takes at most {len(parameters)} options without a name.")
    found = dict(zip(parameters, call.args, strict=False))
    for name, value in named_arguments(call).items():
        if name in found:
            raise Refused(line_of(call), f"“{name}” is given twice.")
        found[name] = value
    return found


def _verified(name: str, annotation: ast.expr, call: ast.Call, remarks: list[SourceProblem]) -> TemplateField:
    arguments = _arguments(call, VERIFIED_PARAMETERS, "VerifiedField")
    for required in VERIFIED_PARAMETERS[:3]:
        if required not in arguments:
            near = [given for given in arguments if given not in FIELD_OPTIONS and nearest(given, [required])]
            hint = f" “{near[0]}” is not it." if near else ""
            raise Refused(line_of(call), f"The field “{name}” has no “{required}”.{hint}")
    description = literal(arguments["description"])
    if not isinstance(description, str) or not description.strip():
        raise Refused(line_of(call), f"The field “{name}” needs a description.")
    rule = arguments["verify_with"]
    if isinstance(rule, ast.Constant) and rule.value is None:
        raise Refused(line_of(rule), f"The field “{name}” has no comparison rule.")
    primitive, unknown = read_rule(rule, remarks)
    rest = {key: value for key, value in arguments.items() if key not in VERIFIED_PARAMETERS}
    default, options = _options(rest, (*VERIFIED_PARAMETERS, *FIELD_OPTIONS), remarks)
    kind, choices = field_kind(annotation, primitive)
    return TemplateField(
        name=name,
        annotation=ast.unparse(annotation),
        kind=kind,
        description=description,
        ground_truth=read_ground_truth(arguments["ground_truth"], remarks),
        primitive=primitive,
        weight=_weight(arguments.get("weight"), name),
        extraction_hint=_hint(arguments.get("extraction_hint"), name),
        choices=choices,
        default=default,
        options=options,
        unknown=unknown,
    )


def _weight(node: ast.expr | None, name: str) -> float:
    if node is None:
        return 1.0
    value = literal(node)
    try:
        if isinstance(value, int | float | str):
            return float(value)
    except (ValueError, OverflowError):
        pass
    raise Refused(line_of(node), f"The weight of “{name}” is no number.")


def _hint(node: ast.expr | None, name: str) -> str | None:
    value = None if node is None else literal(node)
    if value is None or isinstance(value, str):
        return value
    raise Refused(line_of(node) if node is not None else 0, f"The extraction hint of “{name}” is no text.")


def _plain(name: str, annotation: ast.expr, call: ast.Call, remarks: list[SourceProblem]) -> TemplateField:
    arguments = _arguments(call, ("default",), "Field")
    description = literal(arguments.pop("description")) if "description" in arguments else ""
    default, options = _options(arguments, tuple(FIELD_OPTIONS), remarks)
    kind, choices = field_kind(annotation, None)
    return TemplateField(
        name=name,
        annotation=ast.unparse(annotation),
        kind=kind,
        description=description if isinstance(description, str) else "",
        choices=choices,
        default=default,
        options=options,
    )


def _options(
    arguments: Mapping[str, ast.expr], known: tuple[str, ...], remarks: list[SourceProblem]
) -> tuple[Any, dict[str, Any]]:
    """Return the default, and the other pydantic field options."""
    default: Any = MISSING
    options: dict[str, Any] = {}
    for name, node in arguments.items():
        if name == "default":
            default = literal(node)
        elif name == "default_factory":
            default = _made_by(node)
        else:
            options[name] = literal(node)
            if name not in FIELD_OPTIONS:
                near = nearest(name, known)
                hint = f" Nearest: “{near}”." if near else ""
                remarks.append(SourceProblem(line_of(node), f"“{name}” has no effect on a field.{hint}"))
    return (MISSING if default is ... else default), options


def _made_by(node: ast.expr) -> Any:
    """Return what a default factory makes, for those whose product is known; pydantic copies such defaults."""
    if isinstance(node, ast.Name) and node.id in _FACTORIES:
        made = _FACTORIES[node.id]
        return type(made)(made)
    raise NotDeclarative(line_of(node), f"The default is made by “{shortened(node)}”.")
