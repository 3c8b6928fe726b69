"""Strategies of hypothesis and small builders that the tests of verification share."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from gradewright.model.primitives import PRIMITIVES, Primitive, make_primitive
from gradewright.model.template import (
    MISSING,
    AllOf,
    AnyOf,
    AtLeastN,
    FieldCheck,
    FieldKind,
    Strategy,
    Template,
    TemplateField,
)

numbers = st.one_of(st.integers(), st.floats(), st.booleans())
scalars = st.one_of(st.none(), numbers, st.text(), st.integers().map(str), st.dates().map(str))
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
)
normalizers = st.lists(
    st.sampled_from(["lowercase", "strip", "remove_punctuation", "collapse_whitespace", "unknown"]), max_size=3
)
modes = st.sampled_from(["relative", "absolute"])
decays = st.sampled_from(["linear", "quadratic"])
above_zero = st.floats(min_value=0, exclude_min=True, allow_nan=False, width=32)
patterns = st.sampled_from(["a", "(", "^x$", r"\d+", "(a+)+$", "", "[", r"(\w)\1"])


def params(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return parameters with which this primitive constructs, sensible ones and odd ones."""
    optional_number = st.none() | st.floats()
    known: dict[str, st.SearchStrategy[dict[str, Any]]] = {
        "ExactMatch": st.fixed_dictionaries({}, optional={"normalize": normalizers}),
        "OrderedMatch": st.fixed_dictionaries({}, optional={"normalize": normalizers}),
        "ContainsAny": st.fixed_dictionaries({"substrings": st.lists(st.text(max_size=3)), "normalize": normalizers}),
        "ContainsAll": st.fixed_dictionaries({"substrings": st.lists(st.text(max_size=3)), "normalize": normalizers}),
        "RegexMatch": st.fixed_dictionaries({"pattern": patterns, "flags": st.just([]) | st.just(["I", "DOTALL"])}),
        "SemanticMatch": st.just({}),
        "NumericTolerance": st.fixed_dictionaries({"tolerance": st.floats(), "mode": modes}),
        "NumericRange": st.fixed_dictionaries({"min": optional_number, "max": optional_number}),
        "NumericGraded": st.fixed_dictionaries({"cutoff": above_zero, "mode": modes, "decay": decays}),
        "NumericRangeGraded": st.fixed_dictionaries(
            {"min": st.floats(-10, 0), "max": st.floats(1, 10), "margin": above_zero, "mode": modes, "decay": decays}
        ),
        "NumericThresholdGraded": st.fixed_dictionaries(
            {"direction": st.sampled_from(["min", "max"]), "margin": above_zero, "mode": modes, "decay": decays}
        ),
        "SetContainment": st.fixed_dictionaries(
            {"mode": st.sampled_from(["exact", "subset", "superset", "overlap", "odd"])},
            optional={"min_overlap": st.none() | st.integers(-1, 3)},
        ),
        "DateMatch": st.fixed_dictionaries({}, optional={"format": st.sampled_from([None, "%Y-%m-%d", "%Q"])}),
        "DateTolerance": st.fixed_dictionaries({"tolerance": st.integers()}),
        "DateRange": st.fixed_dictionaries({"min": st.none() | st.dates().map(str), "max": st.none() | st.text()}),
        "TraceRegex": st.fixed_dictionaries({"pattern": patterns, "count_min": st.none() | st.integers(-1, 3)}),
        "TraceContains": st.fixed_dictionaries({"substring": st.text(max_size=3)}),
        "TraceLength": st.fixed_dictionaries({"min": st.none() | st.integers(0, 9), "unit": st.text(max_size=5)}),
    }
    return known.get(name, st.just({}))


primitives: st.SearchStrategy[Primitive] = st.sampled_from(sorted(PRIMITIVES)).flatmap(
    lambda name: params(name).map(lambda chosen: make_primitive(name, chosen))
)


def field(
    name: str,
    rule: str | None = "ExactMatch",
    truth: Any = "x",
    *,
    annotation: str = "Any",
    weight: float = 1.0,
    default: Any = MISSING,
    **parameters: Any,
) -> TemplateField:
    """Return a template field; ``rule`` None makes one that is not compared."""
    primitive = None if rule is None else make_primitive(rule, parameters)
    return TemplateField(name, annotation, FieldKind.OTHER, f"the {name}", truth, primitive, weight, default=default)


def template(*fields: TemplateField, strategy: Strategy | None = None) -> Template:
    """Return a template of these fields."""
    return Template(fields, strategy)


def strategies(names: list[str]) -> st.SearchStrategy[Strategy]:
    """Return pass rules over fields of these names."""
    leaf = st.sampled_from(names).map(FieldCheck)

    def grow(inner: st.SearchStrategy[Strategy]) -> st.SearchStrategy[Strategy]:
        conditions = st.lists(inner, max_size=4).map(tuple)
        return st.one_of(
            conditions.map(AllOf), conditions.map(AnyOf), st.builds(AtLeastN, st.integers(0, 5), conditions)
        )

    return st.recursive(leaf, grow, max_leaves=8)
