"""Template source to a reading of it, by its syntax alone."""

from __future__ import annotations

import ast
import re

from gradewright.formats.template_source.classes import Outline, bound_names, outline
from gradewright.formats.template_source.fields import read_field, refuse_unknown
from gradewright.formats.template_source.findings import NotDeclarative, Refused, line_of
from gradewright.formats.template_source.hand_written import read_hand_written
from gradewright.formats.template_source.names import called_name
from gradewright.formats.template_source.strategy import STRATEGY_CLASS, checked_fields, read_strategy
from gradewright.model.python_source import MAX_CHARACTERS, SourceRefused, parse_source
from gradewright.model.template import (
    BrokenTemplate,
    DeclarativeTemplate,
    HandWrittenTemplate,
    NoTemplate,
    SourceProblem,
    Strategy,
    Template,
    TemplateField,
    TemplateReading,
)

_STUB = re.compile(
    r'class Answer\(BaseAnswer\):\n    """Answer template for: .*"""\n\n'
    r'    response: str = Field\(description="The answer response"\)\n\n'
    r"    def verify\(self\) -> bool:\n"
    r"        # Default template: returns False to indicate custom verification needed\n"
    r"        return False\s*",
    re.DOTALL,
)


def read_template(source: str) -> TemplateReading:
    """Read template source without running it.

    Returns a :class:`DeclarativeTemplate` where the source only declares fields and a strategy, a
    :class:`HandWrittenTemplate` where it is a program, a :class:`BrokenTemplate` where Karenina could not load it
    either (or where it is too large or too deeply nested to be read safely), and :class:`NoTemplate` for no source and
    for the stub that Karenina puts in its place. Nothing that the text can hold makes it raise.
    """
    if not source.strip():
        return NoTemplate()
    if len(source) <= MAX_CHARACTERS and _STUB.fullmatch(source.replace("\r\n", "\n")):
        return NoTemplate(is_stub=True)
    try:
        return _read(source)
    except Refused as refused:
        return BrokenTemplate(refused.problem)
    except SourceRefused as refused:
        return BrokenTemplate(SourceProblem(refused.line, refused.message))
    except (RecursionError, MemoryError):
        return BrokenTemplate(SourceProblem(0, "The source is nested too deeply to be read."))


def _read(source: str) -> TemplateReading:
    tree = parse_source(source)
    try:
        found = outline(tree)
    except NotDeclarative as reason:
        return HandWrittenTemplate(class_name=_assigned_class(tree), problems=(reason.problem,))
    remarks: list[SourceProblem] = []
    try:
        if found.guessed:
            raise NotDeclarative(line_of(found.leaf), "The base class is made by code.")
        if found.others:
            raise NotDeclarative(line_of(found.others[0]), "The source does more than declare a template.")
        template = _declared(found, remarks)
    except NotDeclarative as reason:
        return read_hand_written(found, reason.problem)
    remarks += _doubts(template)
    return DeclarativeTemplate(template, tuple(dict.fromkeys(remarks)))


def _assigned_class(tree: ast.Module) -> str:
    """Return the name that a call of ``type`` gives to the class it makes, "" where there is none."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call) if called_name(call) == "type":
                return name
    return ""


def _declared(found: Outline, remarks: list[SourceProblem]) -> Template:
    fields: dict[str, TemplateField] = {}
    strategy: Strategy | None = None
    docstring = ""
    for node in found.chain:
        if node.keywords or node.decorator_list:
            raise NotDeclarative(line_of(node), "The class is changed by a decorator or an option.")
        # A docstring is not inherited; fields and the strategy are.
        docstring = ast.get_docstring(node, clean=False) or ""
        own = _declared_class(node, found.lazy_annotations, fields, remarks)
        strategy = own or strategy
    if fields and not any(field.primitive is not None for field in fields.values()):
        raise Refused(line_of(found.leaf), "The template has no verify method and no field that is compared.")
    return Template(tuple(fields.values()), strategy, found.leaf.name, docstring)


def _declared_class(
    node: ast.ClassDef, lazy: bool, fields: dict[str, TemplateField], remarks: list[SourceProblem]
) -> Strategy | None:
    strategy: Strategy | None = None
    defined: set[str] = set()
    for index, statement in enumerate(node.body):
        if isinstance(statement, ast.AnnAssign):
            field = read_field(statement, frozenset(defined), lazy, remarks)
            fields[field.name] = field
        elif isinstance(statement, ast.ClassDef) and statement.name == STRATEGY_CLASS:
            strategy = _strategy(statement, defined)
        else:
            _pass_over(statement, index)
        defined |= bound_names(statement)
    return strategy


def _strategy(node: ast.ClassDef, defined: set[str]) -> Strategy | None:
    for statement in node.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            refuse_unknown(statement.value, frozenset(defined))
    return read_strategy(node)


def _pass_over(statement: ast.stmt, index: int) -> None:
    """Accept a statement that declares nothing: ``pass``, ``...`` and the docstring.

    Raises:
        NotDeclarative: it is code.
        Refused: it is a field without an annotation, which pydantic does not accept.
    """
    if isinstance(statement, ast.Pass):
        return
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        if value is ... or (index == 0 and isinstance(value, str)):
            return
        raise NotDeclarative(line_of(statement), "There is a text between the fields.")
    if isinstance(statement, ast.Assign) and called_name(statement.value) in {"VerifiedField", "Field"}:
        raise Refused(line_of(statement), "A field needs a type: “name: str = VerifiedField(…)”.")
    raise NotDeclarative(line_of(statement), "The class body does more than declare fields.")


def _doubts(template: Template) -> list[SourceProblem]:
    remarks: list[SourceProblem] = []
    if template.field("id") is not None:
        remarks.append(SourceProblem(0, "Karenina keeps the question's identifier in “id”; call the field otherwise."))
    if template.strategy is not None:
        known = {field.name for field in template.verified_fields}
        remarks += [
            SourceProblem(0, f"The strategy checks “{name}”, which is no compared field.")
            for name in dict.fromkeys(checked_fields(template.strategy))
            if name not in known
        ]
    return remarks
