"""A declarative template as Python source that Karenina can load.

There are no imports: Karenina hands every name in it to the source it runs, and an import of a name that the installed
version does not offer would break the template.
"""

from __future__ import annotations

import ast
import keyword
import unicodedata
from typing import Any

from gradewright.errors import InvalidValue
from gradewright.formats.template_source.literals import write_literal
from gradewright.model.primitives import Primitive, SynonymMap
from gradewright.model.python_source import SourceRefused, parse_source
from gradewright.model.template import (
    MISSING,
    AtLeastN,
    ConditionalCase,
    ConditionalGroundTruth,
    FieldCheck,
    Strategy,
    Template,
    TemplateField,
)

_WIDTH = 100


def write_template(template: Template) -> str:
    """Return a template as source; reading it gives an equal template.

    Raises:
        InvalidValue: a name is no Python name, an annotation no type, or a value has no source text.
    """
    lines = [f"class {_name(template.class_name)}(BaseAnswer):"]
    if template.docstring:
        lines += [f"    {_docstring(template.docstring)}", ""]
    for field in template.fields:
        lines += _field(field)
    if template.strategy is not None:
        if template.fields:
            lines.append("")
        lines += ["    class VerificationStrategy:", f"        verify_strategy = {_strategy(template.strategy)}"]
    if not template.fields and template.strategy is None:
        lines = [lines[0], "    pass"] if not template.docstring else lines[:2]
    return "\n".join(lines) + "\n"


def _name(name: str) -> str:
    if not name.isidentifier() or keyword.iskeyword(name) or unicodedata.normalize("NFKC", name) != name:
        raise InvalidValue(f"“{name}” is no name for a field.", hint="Use letters, digits and underscores.")
    return name


def _docstring(text: str) -> str:
    """Return a docstring in triple quotes where that reads back as the same text, else as a plain literal."""
    quoted = f'"""{text}"""'
    try:
        if ast.literal_eval(quoted) == text and "\\" not in text and "\r" not in text:
            return quoted
    except (SyntaxError, ValueError):
        pass
    return repr(text)


def _field(field: TemplateField) -> list[str]:
    declared = f"{_name(field.name)}: {_annotation(field)}"
    try:
        arguments = _verified(field) if field.primitive is not None else _plain(field)
    except TypeError as error:
        raise InvalidValue(f"The field “{field.name}” cannot be written: {error}.") from error
    if field.primitive is None and not arguments:
        return [f"    {declared}"]
    called = "Field" if field.primitive is None else "VerifiedField"
    line = f"    {declared} = {called}({', '.join(arguments)})"
    if field.primitive is None and len(line) <= _WIDTH:
        return [line]
    return [f"    {declared} = {called}(", *[f"        {argument}," for argument in arguments], "    )"]


def _annotation(field: TemplateField) -> str:
    try:
        return ast.unparse(parse_source(field.annotation.strip(), "eval"))
    except (SourceRefused, ValueError, RecursionError, MemoryError) as error:
        raise InvalidValue(f"“{field.annotation}”, the type of “{field.name}”, is no type.") from error


def _verified(field: TemplateField) -> list[str]:
    assert field.primitive is not None
    arguments = [
        f"description={write_literal(field.description)}",
        f"ground_truth={_ground_truth(field.ground_truth)}",
        f"verify_with={_rule(field.primitive, field.unknown)}",
    ]
    if field.weight != 1.0:
        arguments.append(f"weight={write_literal(field.weight)}")
    if field.extraction_hint is not None:
        arguments.append(f"extraction_hint={write_literal(field.extraction_hint)}")
    return arguments + _options(field)


def _plain(field: TemplateField) -> list[str]:
    described = [f"description={write_literal(field.description)}"] if field.description else []
    return described + _options(field)


def _options(field: TemplateField) -> list[str]:
    default = [] if field.default is MISSING else [f"default={write_literal(field.default)}"]
    return default + [f"{_name(name)}={write_literal(value)}" for name, value in field.options.items()]


def _ground_truth(value: Any) -> str:
    if not isinstance(value, ConditionalGroundTruth):
        return write_literal(value)
    cases = ", ".join(f"{write_literal(name)}: {_case(case)}" for name, case in value.cases.items())
    source = write_literal(value.source)
    return f"ConditionalGroundTruth(source={source}, cases={{{cases}}}, default={_case(value.default)})"


def _case(case: ConditionalCase) -> str:
    rule = "" if case.primitive is None else f", verify_with={_rule(case.primitive, {})}"
    return f"GroundTruthCase(value={write_literal(case.value)}{rule})"


def _rule(primitive: Primitive, unknown: Any) -> str:
    """Return a comparison rule with the options that were written out or differ from what it does by itself."""
    given = [
        f"{name}={_parameter(getattr(primitive, name))}"
        for name, about in primitive.parameters().items()
        # A default that somebody wrote out says that it is meant, so it stays written.
        if about.is_required()
        or name in primitive.model_fields_set
        or not _same(getattr(primitive, name), about.get_default())
    ]
    kept = [f"{_name(name)}={_parameter(value)}" for name, value in unknown.items()]
    return f"{primitive.type_name()}({', '.join(given + kept)})"


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and bool(left == right)


def _parameter(value: Any) -> str:
    if isinstance(value, SynonymMap):
        extra = [f", {_name(name)}={_parameter(member)}" for name, member in (value.model_extra or {}).items()]
        return f"SynonymMap(mapping={write_literal(value.mapping)}{''.join(extra)})"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_parameter, value)) + "]"
    return write_literal(value)


def _strategy(node: Strategy) -> str:
    if isinstance(node, FieldCheck):
        return f"FieldCheck(field={write_literal(node.field)})"
    conditions = f"conditions=[{', '.join(map(_strategy, node.conditions))}]"
    if isinstance(node, AtLeastN):
        return f"AtLeastN(n={node.n}, {conditions})"
    return f"{type(node).__name__}({conditions})"
