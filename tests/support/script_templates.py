"""Template sources run as classes of a script, with the names that templates find, and what the classes then do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Optional, Union

from conformance.values import decode
from pydantic import Field, ValidationError

from gradewright.schemas import primitives
from gradewright.schemas.entities import BaseAnswer, ConditionalGroundTruth, GroundTruthCase, VerifiedField

SCOPES = frozenset({"LastTurn", "FirstTurn", "TurnAt", "AnyTurn", "AllTurns"})
NOT_RUN = "not run"


def template_names() -> dict[str, Any]:
    """Return the names that a template's source finds without importing (formats specification, section 2.7)."""
    return {
        "__name__": "script",
        "BaseAnswer": BaseAnswer,
        "Field": Field,
        "VerifiedField": VerifiedField,
        "List": list,
        "Dict": dict,
        "Optional": Optional,
        "Union": Union,
        "Any": Any,
        "Literal": Literal,
        "ConditionalGroundTruth": ConditionalGroundTruth,
        "GroundTruthCase": GroundTruthCase,
        **{name: getattr(primitives, name) for name in primitives.__all__ if name not in SCOPES},
    }


def defined_class(source: str) -> type[BaseAnswer] | None:
    """Return the one template class that a source defines, or None where it defines none or several."""
    found: dict[str, Any] = {}
    exec(compile(source, "<template>", "exec", dont_inherit=True), template_names(), found)
    classes = [each for each in found.values() if isinstance(each, type) and issubclass(each, BaseAnswer)]
    leaves = [each for each in classes if not any(o is not each and issubclass(o, each) for o in classes)]
    return leaves[0] if len(leaves) == 1 else None


def observe_declared(case: Mapping[str, Any]) -> dict[str, Any]:
    """Do with a case of ``templates.json`` what the other program did, with a class of a script."""
    try:
        cls = defined_class(case["source"])
    except Exception as error:
        return {"class_ok": False, "class_error": str(error), "template_valid": False}
    usable = cls is not None and (hasattr(cls, "verify") or set(cls.model_fields) == {"id"})
    values: dict[str, Any] = {"class_ok": True, "template_valid": usable}
    if cls is None or not usable:
        return values
    try:
        answer = _made(cls, case)
    except ValidationError as error:
        return {**values, "construct_error": str(error)}
    schema = cls.model_json_schema()
    values["parsed"] = {name: getattr(answer, name, None) for name in cls.model_fields if name != "id"}
    values["schema_properties"] = sorted(schema["properties"])
    values["schema_required"] = sorted(schema.get("required", []))
    kept = {name: value for name, value in (answer.__pydantic_extra__ or {}).items() if name != "correct"}
    if kept:
        values["extra_fields_kept"] = kept
    if hasattr(answer, "correct"):
        values["correct"] = answer.correct
    if case.get("null_fields") is not None:
        values["null_fields_recorded"] = sorted(case["null_fields"])
    _attempt(values, "verify", lambda: answer.verify())
    _attempt(values, "verify_granular", lambda: answer.verify_granular())
    _attempt(values, "field_results", lambda: dict(answer.field_results))
    if "field_results" in values:
        values["field_scores"] = answer.field_scores
    return values


def observe_hand_written(case: Mapping[str, Any]) -> dict[str, Any]:
    """Do with a case of ``handwritten_templates.json`` what the other program did, with a class of a script."""
    cls = defined_class(case["source"])
    assert cls is not None
    values: dict[str, Any] = {"class_name": cls.__name__, "fields": sorted(set(cls.model_fields) - {"id"})}
    try:
        answer = cls.model_validate(decode(case["input"]))
    except Exception as error:
        return {**values, "construct_error": str(error)}
    for name in ("verify", "verify_granular"):
        if hasattr(answer, name):
            _attempt(values, name, getattr(answer, name))
        else:
            values[f"{name}_missing"] = True
    if "verify_regex" in case["expected"]:
        told = answer.verify_regex(case.get("raw_trace") or "")
        values["verify_regex"] = {"success": told["success"], "results": told["results"]}
    return values


def _made(cls: type[BaseAnswer], case: Mapping[str, Any]) -> BaseAnswer:
    given, nulls = decode(case["input"]), case.get("null_fields")
    if nulls is None:
        answer = cls.model_validate(given)
    else:
        # As a run does it: what was not found is left out, and the class is made without validation.
        answer = cls.model_construct(**{**given, **dict.fromkeys(nulls)})
        answer.set_null_fields(nulls)
    if case.get("raw_trace") is not None:
        answer.set_raw_trace(case["raw_trace"])
    answer._scenario_context = decode(case.get("scenario_context"))
    return answer


def _attempt(values: dict[str, Any], name: str, work: Callable[[], Any]) -> None:
    try:
        values[name] = work()
    except Exception as error:
        values[f"{name}_error"] = f"{type(error).__name__}: {error}"
