"""What can be read of a template that is a program: its fields, its ground truth, and what would go wrong with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from gradewright.formats.template_source.annotations import dummy_fits, field_kind, unquoted
from gradewright.formats.template_source.classes import Outline, bound_names
from gradewright.formats.template_source.fields import read_field
from gradewright.formats.template_source.findings import NotDeclarative, Refused, line_of
from gradewright.formats.template_source.literals import literal
from gradewright.formats.template_source.names import VISIBLE, called_name
from gradewright.model.python_source import SourceRefused
from gradewright.model.template import HandWrittenTemplate, SourceProblem, TemplateField

_HOOKS = ("ground_truth", "model_post_init")
_NOT_FIELDS = frozenset({"correct", "regex"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


def read_hand_written(found: Outline, reason: SourceProblem) -> HandWrittenTemplate:
    """Return what a program of a template shows; ``reason`` is why it is one.

    Raises:
        Refused: Karenina would not take it as a template.
    """
    remarks: list[SourceProblem] = [reason]
    fields: dict[str, TemplateField] = {}
    methods: dict[str, ast.stmt] = {}
    for node in found.chain:
        _read_class(node, found.lazy_annotations, fields, methods, remarks)
    if not found.guessed:
        _refuse_without_verify(found, fields, methods)
        _refuse_untryable(found.leaf, found.lazy_annotations)
    remarks += _unreachable_names(found)
    return HandWrittenTemplate(
        class_name=found.leaf.name,
        fields=tuple(fields.values()),
        correct=_correct(found.chain),
        problems=tuple(dict.fromkeys(remarks)),
    )


def _read_class(
    node: ast.ClassDef,
    lazy: bool,
    fields: dict[str, TemplateField],
    methods: dict[str, ast.stmt],
    remarks: list[SourceProblem],
) -> None:
    defined: set[str] = set()
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            read = _field(statement, frozenset(defined), lazy, remarks)
            if read is not None:
                fields[read.name] = read
        for name in bound_names(statement) if not isinstance(statement, Function) else {statement.name}:
            methods[name] = statement
        defined |= bound_names(statement)


def _field(
    statement: ast.AnnAssign, defined: frozenset[str], lazy: bool, remarks: list[SourceProblem]
) -> TemplateField | None:
    """Return a field with whatever can be read of it; None for a name that is no field."""
    name = statement.target.id if isinstance(statement.target, ast.Name) else ""
    annotation = statement.annotation
    if name.startswith("_") or (isinstance(annotation, ast.Subscript) and _is_class_variable(annotation)):
        return None
    try:
        return read_field(statement, defined, lazy, remarks)
    except NotDeclarative as reason:
        remarks.append(reason.problem)
        kind, choices = field_kind(annotation, None)
        return TemplateField(name, ast.unparse(annotation), kind, choices=choices)


def _is_class_variable(annotation: ast.Subscript) -> bool:
    value = annotation.value
    return (isinstance(value, ast.Name) and value.id == "ClassVar") or (
        isinstance(value, ast.Attribute) and value.attr == "ClassVar"
    )


def _refuse_without_verify(
    found: Outline, fields: Mapping[str, TemplateField], methods: Mapping[str, ast.stmt]
) -> None:
    if any(_is_compared(statement) for node in found.chain for statement in node.body):
        return
    verify = methods.get("verify")
    if verify is None:
        if set(fields) - _NOT_FIELDS - {"id"}:
            raise Refused(line_of(found.leaf), "The template has no verify method and no field that is compared.")
        return
    called = isinstance(verify, Function) and not any(
        isinstance(mark, ast.Name) and mark.id in {"property", "cached_property"} for mark in verify.decorator_list
    )
    literal_value = isinstance(verify, ast.Assign | ast.AnnAssign) and isinstance(verify.value, ast.Constant)
    if not called and (isinstance(verify, Function) or literal_value):
        raise Refused(line_of(verify), "“verify” is no method that can be called.")


def _is_compared(statement: ast.stmt) -> bool:
    """Return whether a statement declares a compared field, even one whose details are computed."""
    return isinstance(statement, ast.AnnAssign) and called_name(statement.value or statement) == "VerifiedField"


def _refuse_untryable(leaf: ast.ClassDef, lazy: bool) -> None:
    """Refuse a template whose own post-init method Karenina would try out with dummy values that do not fit."""
    hook = next((node for node in leaf.body if isinstance(node, Function) and node.name in _HOOKS), None)
    if hook is None:
        return
    for statement in leaf.body:
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        name, annotation = statement.target.id, statement.annotation
        if name.startswith("_") or (isinstance(annotation, ast.Subscript) and _is_class_variable(annotation)):
            continue
        options = _option_names(statement.value)
        try:
            fits = dummy_fits(unquoted(annotation), options)
        except SourceRefused:
            fits = True
        if not fits and not lazy:
            raise Refused(
                line_of(statement),
                f"Karenina tries “{hook.name}” out with dummy values, and “{name}” takes none of this type.",
            )


def _option_names(value: ast.expr | None) -> frozenset[str]:
    if not isinstance(value, ast.Call):
        return frozenset()
    return frozenset(keyword.arg for keyword in value.keywords if keyword.arg)


def _correct(chain: list[ast.ClassDef]) -> Mapping[str, Any]:
    """Return the dict that the post-init method assigns to ``self.correct``, as far as it is written out."""
    found: dict[str, Any] = {}
    for node in chain:
        for value in _assigned_to_correct(node):
            if not isinstance(value, ast.Dict):
                continue
            found = {}
            for key, member in zip(value.keys, value.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    try:
                        found[key.value] = literal(member)
                    except (NotDeclarative, Refused):
                        continue
    return found


def _assigned_to_correct(node: ast.ClassDef) -> Iterator[ast.expr]:
    for method in node.body:
        if not isinstance(method, Function) or method.name not in _HOOKS:
            continue
        for part in ast.walk(method):
            match part:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(), attr="correct")], value=value):
                    yield value
                case ast.AnnAssign(target=ast.Attribute(value=ast.Name(), attr="correct"), value=ast.expr() as value):
                    yield value


def _unreachable_names(found: Outline) -> list[SourceProblem]:
    """Return a remark for each name that a method uses and that only the top of the source defines.

    Karenina runs the source with separate global and local names, so methods do not find those.
    """
    top = {name for statement in found.others for name in bound_names(statement)} - VISIBLE
    remarks: list[SourceProblem] = []
    for node in found.chain:
        for method in node.body:
            if not isinstance(method, Function):
                continue
            local = {argument.arg for argument in ast.walk(method.args) if isinstance(argument, ast.arg)}
            for statement in method.body:
                local |= bound_names(statement)
            unreachable = top - local
            for part in ast.walk(method):
                if isinstance(part, ast.Name) and part.id in unreachable:
                    sentence = f"“{part.id}” is defined at the top, where “{method.name}” will not find it in Karenina."
                    remarks.append(SourceProblem(line_of(part), sentence))
    return remarks
