"""``regex_traits.json``, ``metric.json`` and ``llm_trait_validation.json``: traits and what they yield."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from conformance.cases import Observation
from conformance.primitives import BOUNDED_PATTERN
from conformance.values import decode
from gradewright.model.template_kind import rebuilt_schema
from gradewright.model.traits import AgenticTrait, CallableTrait, LLMTrait, MetricTrait, RegexTrait
from gradewright.verify.metrics import BUCKETS, confusion, metric_values
from gradewright.verify.traits import evaluate_regex, validate_score
from gradewright.workers.patterns import PatternError, PatternRunner, PatternTimeout

TRAITS = {"LLMRubricTrait": LLMTrait, "AgenticRubricTrait": AgenticTrait, "CallableRubricTrait": CallableTrait}
TRIED_SCORES: tuple[Any, ...] = (True, False, -1, 0, 1, 2, 3, 4, 5, 6, 10, 2.0, "1", None)


def observe_regex(case: Mapping[str, Any], patterns: PatternRunner) -> Observation:
    """Run one case of ``regex_traits.json``."""
    try:
        trait = RegexTrait(**{"name": "t", **decode(case["params"])})
    except ValidationError as error:
        return Observation({"construct_error": str(error)})
    values: dict[str, Any] = {"normalized_params": trait.model_dump(exclude={"name", *own_members(trait)})}
    try:
        values["result"] = evaluate_regex(trait, decode(case["input"]), patterns)
    except PatternTimeout:
        return Observation(values, BOUNDED_PATTERN)
    except (PatternError, TypeError) as error:
        values["evaluate_error"] = str(error)
    return Observation(values)


def observe_metric(case: Mapping[str, Any], _patterns: PatternRunner) -> Observation:
    """Run one case of ``metric.json``."""
    params = decode(case["params"])
    if case["kind"] == "confusion":
        found = confusion(decode(case["input"]), params["repeated_extraction"])
        lists = {name: list(getattr(found, name)) for name in BUCKETS}
        metrics = metric_values(found, params["metrics"])
        return Observation({"lists_after_dedup": lists, "counts": found.counts, "metrics": metrics})
    try:
        trait = MetricTrait(**params)
    except ValidationError as error:
        return Observation({"construct_error": str(error)})
    dump = trait.model_dump(exclude={"type"})
    return Observation({"ok": True, "dump": dump, "required_buckets": sorted(trait.required_buckets())})


def observe_trait(case: Mapping[str, Any], _patterns: PatternRunner) -> Observation:
    """Run one case of ``llm_trait_validation.json``, as far as it is about building a trait."""
    try:
        trait = TRAITS[case["kind"]](**decode(case["params"]))
    except ValidationError as error:
        return Observation({"construct_error": str(error)})
    values: dict[str, Any] = {"ok": True, "dump": dump_trait(trait)}
    recorded = case["expected"]
    if isinstance(trait, LLMTrait | AgenticTrait):
        tried = [value for value, _ in recorded.get("validate_score", [])]
        if tried:
            values["validate_score"] = [[value, validate_score(trait, decode(value))] for value in tried]
        if "class_names" in recorded:
            values["class_names"] = trait.class_names()
            values["class_index"] = [[name, trait.class_index(name)] for name, _ in recorded["class_index"]]
    return Observation(values)


def own_members(trait: Any) -> set[str]:
    """Return the members that traits have here alone, as long as they change nothing."""
    return {"type"} if getattr(trait, "normalize", False) else {"type", "normalize"}


def dump_trait(trait: LLMTrait | AgenticTrait | CallableTrait) -> dict[str, Any]:
    """Return a trait's fields under the names of the case files."""
    dumped = trait.model_dump(exclude={"type", "callable_code", "source"})
    if isinstance(trait.kind, dict):
        dumped["kind"] = {"type": "template", "schema": rebuilt_schema(trait.kind)}
    return dumped
