"""Template classes and template text: what goes into a question when a script adds one."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any

from gradewright.errors import InvalidValue
from gradewright.formats.template_source import read_template, write_template
from gradewright.model.template import BrokenTemplate, FieldKind, NoTemplate, Template, TemplateField
from gradewright.schemas.arguments import BadArgument
from gradewright.schemas.entities.answer import BaseAnswer
from gradewright.verify import answer_class

_KINDS = {
    "str": FieldKind.TEXT,
    "int": FieldKind.WHOLE_NUMBER,
    "float": FieldKind.NUMBER,
    "bool": FieldKind.BOOLEAN,
}


def template_text(template: Any) -> str:
    """Return the source that stands for a template: text as it is, or that of a class.

    Raises:
        BadArgument: it is neither, it is no template, or the source of a class cannot be found.
    """
    if isinstance(template, type) and issubclass(template, BaseAnswer):
        return class_source(template)
    if not isinstance(template, str):
        raise BadArgument(f"A template is source text or a BaseAnswer class, not {type(template).__name__}.")
    reading = read_template(template)
    if isinstance(reading, BrokenTemplate):
        line = f"line {reading.problem.line}" if reading.problem.line else None
        raise BadArgument(f"The template cannot be used: {reading.problem.message}", place=line)
    if isinstance(reading, NoTemplate) and not reading.is_stub:
        raise BadArgument("The template is empty.")
    return template


def class_source(cls: type[BaseAnswer]) -> str:
    """Return the source of a template class, the class being called ``Answer``.

    Where Python finds the class's text, that is it. Where not (in a notebook, or fed to Python through a pipe), a class
    that only declares compared fields is written anew from them.

    Raises:
        BadArgument: the class has code of its own, and Python cannot find it.
    """
    try:
        found = textwrap.dedent(inspect.getsource(cls))
        return _renamed(found, cls.__name__)
    except (OSError, TypeError, SyntaxError):
        pass
    return _written(cls)


def _renamed(source: str, name: str) -> str:
    tree = ast.parse(source)
    node = tree.body[0] if len(tree.body) == 1 else None
    if not isinstance(node, ast.ClassDef) or node.name != name:
        # Older Pythons look for the class by its name and may find another one.
        raise SyntaxError("another text")
    if any(isinstance(base, ast.Name) and base.id not in ("BaseAnswer",) for base in node.bases):
        raise BadArgument(
            f"“{name}” builds on another class, whose text would be missing.",
            hint="Give the whole template as source text.",
        )
    lines = source.splitlines(keepends=True)
    first = lines[node.lineno - 1]
    lines[node.lineno - 1] = first.replace(f"class {name}", "class Answer", 1)
    return "".join(lines)


def _written(cls: type[BaseAnswer]) -> str:
    own = {
        name for base in cls.__mro__ if issubclass(base, BaseAnswer) and base is not BaseAnswer for name in vars(base)
    }
    methods = {name for name in own if name in ("ground_truth", "verify_regex") or _is_own_method(cls, name)}
    declared = cls.declared_template()
    if declared is None or methods or set(cls.model_fields) - {field.name for field in declared.fields} - {"id"}:
        raise BadArgument(
            f"Python cannot find the text of “{cls.__name__}”.", hint="Give the template as source text instead."
        )
    fields = tuple(_annotated(field, cls.model_fields[field.name]) for field in declared.fields)
    try:
        return write_template(Template(fields, declared.strategy, "Answer"))
    except InvalidValue as error:
        raise BadArgument(f"“{cls.__name__}” cannot be written as source: {error.message}") from error


def _is_own_method(cls: type[BaseAnswer], name: str) -> bool:
    if name not in ("verify", "verify_granular", "model_post_init"):
        return False
    made = getattr(cls, name)
    return bool(inspect.unwrap(made).__module__ != answer_class.__name__)


def _annotated(field: TemplateField, info: Any) -> TemplateField:
    from dataclasses import replace

    from gradewright.model.template import MISSING

    annotation = info.annotation
    text = (
        annotation.__name__ if isinstance(annotation, type) and not hasattr(annotation, "__args__") else str(annotation)
    )
    text = text.replace("typing.", "")
    default = MISSING if info.is_required() else info.default
    return replace(field, annotation=text, kind=_KINDS.get(text, FieldKind.OTHER), default=default)
