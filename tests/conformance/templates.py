"""``templates.json``: whole templates in their neutral form, and as source where that can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conformance.cases import Observation, differences
from conformance.primitives import BOUNDED_PATTERN, build
from conformance.values import decode
from gradewright.errors import InvalidValue
from gradewright.formats.template_source import read_template
from gradewright.model.primitives import Primitive
from gradewright.model.template import (
    MISSING,
    AllOf,
    AnyOf,
    AtLeastN,
    ConditionalCase,
    ConditionalGroundTruth,
    DeclarativeTemplate,
    FieldCheck,
    FieldKind,
    Strategy,
    Template,
    TemplateField,
)
from gradewright.verify.answers import ValueReader
from gradewright.verify.errors import CheckError, ValuesRejected
from gradewright.verify.schema import answer_schema
from gradewright.verify.templates import CompiledTemplate, compile_template
from gradewright.workers.patterns import PatternRunner, PatternTimeout

ANNOTATIONS = {
    "list_str": "list[str]",
    "list_int": "list[int]",
    "list_float": "list[float]",
    "list_list_int": "list[list[int]]",
    "date": "str",
    "any": "Any",
    "dict": "dict",
    "dict_str_int": "dict[str, int]",
}
OPTIONS = ("ge", "gt", "le", "lt", "min_length", "max_length")


def observe(case: Mapping[str, Any], patterns: PatternRunner) -> Observation:
    """Run one case, in its neutral form and from its source; where the two differ, that is a difference too."""
    try:
        template, deviation = neutral_template(case["template"])
        neutral = observe_template(template, deviation, case, patterns)
    except InvalidValue as error:
        neutral = Observation(_no_class(error))
    said = _source_differences(case, neutral, patterns)
    return replace(neutral, values={**neutral.values, "from_source": said}) if said else neutral


def _source_differences(case: Mapping[str, Any], neutral: Observation, patterns: PatternRunner) -> list[str]:
    reading = read_template(case["source"])
    if not isinstance(reading, DeclarativeTemplate):
        # Reading finds that there is no usable template, not whether the class could be made without being one.
        return ["no template can be read"] if neutral.values["template_valid"] else []
    try:
        source = observe_template(reading.template, None, case, patterns).values
    except InvalidValue as error:
        source = _no_class(error)
    return differences(neutral.values, source)


def _no_class(reason: object) -> dict[str, Any]:
    return {"class_ok": False, "class_error": str(reason), "template_valid": False}


def observe_template(
    template: Template, deviation: str | None, case: Mapping[str, Any], patterns: PatternRunner
) -> Observation:
    """Compile a template and verify the case's answer with it. Raises InvalidValue where it cannot be a class."""
    compiled = compile_template(template, patterns)
    reader = ValueReader(compiled.template)
    compares = bool(compiled.template.verified_fields)
    # A class without anything to verify needs a method of its own for that, unless it has no fields either.
    values: dict[str, Any] = {"class_ok": True, "template_valid": compares or not template.fields}
    if not values["template_valid"]:
        return Observation(values, deviation)
    null_fields = case.get("null_fields")
    try:
        read = reader.construct(decode(case["input"]), frozenset(null_fields or ()))
    except ValuesRejected as error:
        return Observation({**values, "construct_error": str(error)}, deviation)
    values["parsed"] = dict(read.values)
    if null_fields is not None:
        values["null_fields_recorded"] = sorted(read.null_fields)
    schema = answer_schema(compiled.template)
    values["schema_properties"] = sorted(schema["properties"])
    values["schema_required"] = sorted(schema.get("required", []))
    kept = {name: value for name, value in read.extra.items() if name not in ("id", "correct")}
    if kept:
        values["extra_fields_kept"] = kept
    if compares:
        # An answer that brings an attribute of this name keeps it; nothing is compared with it.
        brought = read.extra.get("correct")
        values["correct"] = compiled.ground_truths if brought is None else brought
    timed_out = _verify(compiled, read.values, read.null_fields, case, values)
    return Observation(values, BOUNDED_PATTERN if timed_out else deviation)


def neutral_template(neutral: Mapping[str, Any]) -> tuple[Template, str | None]:
    """Return the template that a case describes, and the deviation where a parameter of it is misspelt.

    Raises:
        InvalidValue: it cannot be built.
    """
    deviation = None
    fields = []
    for described in neutral["fields"]:
        field, misspelt = _field(described)
        deviation = misspelt or deviation
        fields.append(field)
    strategy = _strategy(neutral["strategy"]) if neutral.get("strategy") else None
    return Template(tuple(fields), strategy, neutral.get("class_name") or "Answer"), deviation


def _verify(
    compiled: CompiledTemplate,
    answer: Mapping[str, Any],
    null_fields: frozenset[str],
    case: Mapping[str, Any],
    values: dict[str, Any],
) -> bool:
    """Add what verification yields to ``values``; tell whether a pattern ran out of time."""
    try:
        results, scores = compiled.field_results(
            answer,
            answer_text=case.get("raw_trace"),
            null_fields=null_fields,
            context=decode(case.get("scenario_context")),
        )
    except CheckError as error:
        values.update(dict.fromkeys(("verify_error", "verify_granular_error", "field_results_error"), str(error)))
        return isinstance(error.error, PatternTimeout)
    values["field_results"] = results
    values["field_scores"] = dict(zip(results, scores, strict=True))
    if not compiled.template.verified_fields:
        values.update(verify_error="AttributeError", verify_granular_error="AttributeError")
        return False
    values["verify_granular"] = compiled.score(scores)
    try:
        values["verify"] = compiled.passed(results)
    except CheckError as error:
        values["verify_error"] = str(error)
    return False


def _field(described: Mapping[str, Any]) -> tuple[TemplateField, str | None]:
    primitive, deviation = None, None
    for text in (described["description"] or "", described.get("extraction_hint") or ""):
        if not isinstance(text, str):
            raise InvalidValue("A description or a hint is no text.")
    if described["primitive"] == "$none":
        raise InvalidValue("A compared field needs a rule.")
    if described["primitive"] is not None:
        primitive, deviation = build(described["primitive"], decode(described["params"]))
    truth, misspelt = _ground_truth(described.get("ground_truth"))
    kind = described["type"]
    annotation = ANNOTATIONS.get(kind, kind)
    if kind == "literal":
        annotation = f"Literal{described['literal_values']!r}"
    if described.get("optional"):
        annotation = f"Optional[{annotation}]"
    field = TemplateField(
        name=described["name"],
        annotation=annotation,
        kind=FieldKind.OTHER,
        description=described["description"] or "",
        ground_truth=truth,
        primitive=primitive,
        weight=decode(described.get("weight", 1.0)),
        extraction_hint=described.get("extraction_hint"),
        default=decode(described["default"]) if "default" in described else MISSING,
        options={name: described[name] for name in OPTIONS if name in described},
    )
    return field, deviation or misspelt


def _ground_truth(given: Any) -> tuple[Any, str | None]:
    if not (isinstance(given, dict) and set(given) == {"$conditional"}):
        return decode(given), None
    described = given["$conditional"]
    read = {key: _case(value) for key, value in described["cases"].items()}
    default, misspelt = _case(described["default"])
    deviations = [deviation for _, deviation in read.values() if deviation] + ([misspelt] if misspelt else [])
    cases = {key: case for key, (case, _) in read.items()}
    return ConditionalGroundTruth(described["source"], cases, default), deviations[0] if deviations else None


def _case(described: Mapping[str, Any]) -> tuple[ConditionalCase, str | None]:
    primitive: Primitive | None = None
    deviation = None
    if described.get("primitive"):
        primitive, deviation = build(described["primitive"], decode(described.get("params", {})))
    return ConditionalCase(decode(described["value"]), primitive), deviation


def _strategy(node: Mapping[str, Any]) -> Strategy:
    if node["type"] == "field_check":
        return FieldCheck(node["field"])
    conditions = tuple(_strategy(condition) for condition in node["conditions"])
    if node["type"] == "all_of":
        return AllOf(conditions)
    return AnyOf(conditions) if node["type"] == "any_of" else AtLeastN(node["n"], conditions)
