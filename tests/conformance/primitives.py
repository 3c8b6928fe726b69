"""``primitives.json``: comparison rules, normalisers, pass rules over results, and the scopes of scenario checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from conformance.cases import Observation
from conformance.values import decode
from gradewright.errors import InvalidValue
from gradewright.model.primitives import (
    Primitive,
    SynonymMap,
    dump_primitive,
    is_regex_flag,
    make_primitive,
    read_primitive,
)
from gradewright.model.scopes import SCOPES
from gradewright.model.template import AllOf, AnyOf, AtLeastN, FieldCheck, Strategy
from gradewright.verify.normalize import normalize
from gradewright.verify.primitives import answer_check, comparison
from gradewright.verify.strategies import strategy_test
from gradewright.workers.patterns import PatternRunner, PatternTimeout

UNKNOWN_PARAMETER = "unknown-parameter"
BOUNDED_PATTERN = "bounded-pattern"


def observe(case: Mapping[str, Any], patterns: PatternRunner) -> Observation:
    """Run one case."""
    special = {"normalizer": _normalizer, "composition": _composition, "scope": _scope}.get(case["kind"])
    return special(case) if special else _primitive(case, patterns)


def build(kind: str, params: Mapping[str, Any]) -> tuple[Primitive, str | None]:
    """Return a primitive as a file gives it, and the deviation where a person's script would be told of a misspelling.

    Raises:
        InvalidValue: it cannot be built either way.
    """
    made, unknown = read_primitive(kind, params)
    try:
        make_primitive(kind, params)
    except InvalidValue:
        misspelt = unknown or any(not is_regex_flag(flag) for flag in getattr(made, "flags", ()))
        if not misspelt:
            raise
        return made, UNKNOWN_PARAMETER
    return made, None


def _primitive(case: Mapping[str, Any], patterns: PatternRunner) -> Observation:
    try:
        made, deviation = build(case["kind"], decode(case["params"]))
    except InvalidValue as error:
        return Observation({"construct_error": str(error)})
    parameters = dump_primitive(made)
    del parameters["type"]
    values: dict[str, Any] = {"normalized_params": decode(parameters)}
    value, truth = decode(case["input"]), decode(case.get("ground_truth"))
    if made.reads_answer_text:
        deviation = _attempt(values, "check", lambda: answer_check(made, patterns)(value)) or deviation
        return Observation(values, deviation)
    bound = comparison(made, truth, patterns)
    deviation = _attempt(values, "check", lambda: bound.check(value)) or deviation
    score = bound.score or (lambda given: 1.0 if bound.check(given) else 0.0)
    _attempt(values, "score", lambda: score(value))
    return Observation(values, deviation)


def _attempt(values: dict[str, Any], name: str, work: Callable[[], Any]) -> str | None:
    try:
        values[name] = work()
    except PatternTimeout:
        return BOUNDED_PATTERN
    except Exception as error:
        values[f"{name}_error"] = type(error).__name__
    return None


def _normalizer(case: Mapping[str, Any]) -> Observation:
    steps = [SynonymMap(**step) if isinstance(step, dict) else step for step in case["params"]["normalizers"]]
    try:
        return Observation({"output": normalize(decode(case["input"]), steps)})
    except ValueError as error:
        return Observation({"error": type(error).__name__})


def _composition(case: Mapping[str, Any]) -> Observation:
    results: dict[str, bool | None] = {}
    try:
        return Observation({"result": strategy_test(_tree(decode(case["input"]), results))(results)})
    except InvalidValue as error:
        return Observation({"error": type(error).__name__})


def _tree(node: Any, results: dict[str, bool | None]) -> Strategy:
    if isinstance(node, bool):
        name = f"field_{len(results)}"
        results[name] = node
        return FieldCheck(name)
    conditions = tuple(_tree(condition, results) for condition in node["conditions"])
    if node["type"] == "all_of":
        return AllOf(conditions)
    return AnyOf(conditions) if node["type"] == "any_of" else AtLeastN(node.get("n"), conditions)


def _scope(case: Mapping[str, Any]) -> Observation:
    arguments = dict(decode(case["params"]))
    try:
        return Observation({"dump": SCOPES[arguments.pop("class")](**arguments).model_dump()})
    except (ValidationError, KeyError) as error:
        return Observation({"construct_error": type(error).__name__})
