"""The names that template source finds when Karenina runs it (formats specification, 2.7)."""

from __future__ import annotations

import ast
import builtins
from typing import Final

from gradewright.model.primitives import PRIMITIVES

STRATEGY_NODES: Final = {"FieldCheck": "field_check", "AllOf": "all_of", "AnyOf": "any_of", "AtLeastN": "at_least_n"}

#: Names at the top of the source do not reach into class bodies and methods; these and the built-in ones do.
INJECTED: Final = frozenset(
    {
        "BaseAnswer",
        "Field",
        "VerifiedField",
        "List",
        "Dict",
        "Optional",
        "Union",
        "Any",
        "Literal",
        "SynonymMap",
        "ConditionalGroundTruth",
        "GroundTruthCase",
        *STRATEGY_NODES,
        *PRIMITIVES,
    }
)
VISIBLE: Final = INJECTED | frozenset(dir(builtins)) | {"__name__", "__qualname__", "__module__"}

#: What pydantic's ``Field`` takes; other keywords are accepted there and have no effect.
FIELD_OPTIONS: Final = frozenset(
    {
        "alias",
        "alias_priority",
        "allow_inf_nan",
        "coerce_numbers_to_str",
        "decimal_places",
        "default",
        "default_factory",
        "deprecated",
        "description",
        "discriminator",
        "examples",
        "exclude",
        "fail_fast",
        "field_title_generator",
        "frozen",
        "ge",
        "gt",
        "init",
        "init_var",
        "json_schema_extra",
        "kw_only",
        "le",
        "lt",
        "max_digits",
        "max_length",
        "min_length",
        "multiple_of",
        "pattern",
        "repr",
        "serialization_alias",
        "strict",
        "title",
        "union_mode",
        "validate_default",
        "validation_alias",
    }
)

VERIFIED_PARAMETERS: Final = ("description", "ground_truth", "verify_with", "weight", "extraction_hint")


def unknown_name(node: ast.AST, defined: frozenset[str]) -> ast.Name | None:
    """Return the first name in an expression that would not be found in a class body, or None.

    ``defined`` are the names that the class body has bound before. Names that the expression binds itself (in a lambda
    or a comprehension) are not looked into.
    """
    for part in ast.walk(node):
        if isinstance(part, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.NamedExpr):
            return None
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id not in VISIBLE and part.id not in defined:
            return part
    return None


def called_name(node: ast.AST) -> str:
    """Return the name that a call calls: ``VerifiedField(…)`` and ``entities.VerifiedField(…)`` give the last word."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""
