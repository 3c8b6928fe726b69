"""``VerifiedField``: a field of an answer template with its ground truth and the rule that compares."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field
from pydantic.fields import FieldInfo

from gradewright.errors import InvalidValue
from gradewright.model.primitives import Primitive, dump_primitive, read_primitive
from gradewright.model.template import ConditionalCase, FieldKind, TemplateField
from gradewright.model.template import ConditionalGroundTruth as ModelConditional
from gradewright.schemas.arguments import BadArgument, refuse_unknown
from gradewright.schemas.rule import told_of_range
from gradewright.verify.templates import stored_ground_truth

METADATA = "__verification__"
"""The key, in a field's ``json_schema_extra``, of what it is verified with; taken out of every schema."""

CONDITIONAL = "__conditional__"

_OWN = ("description", "ground_truth", "verify_with", "weight", "extraction_hint")
_PYDANTIC = tuple(name for name in inspect.signature(Field).parameters if name not in ("extra", "description"))


@dataclass(frozen=True)
class GroundTruthCase:
    """A ground truth for one case; ``verify_with`` replaces the field's own rule where it is given."""

    value: Any
    verify_with: Primitive | None = None


@dataclass(frozen=True)
class ConditionalGroundTruth:
    """A ground truth that depends on an earlier turn of a scenario.

    ``source`` is a dotted path into the scenario's state; ``cases`` are by the text of what is found there.
    """

    source: str
    cases: Mapping[str, GroundTruthCase]
    default: GroundTruthCase


def VerifiedField(  # noqa: N802 - the name of the function that Karenina's templates call
    description: Any = None,
    ground_truth: Any = ...,
    verify_with: Primitive | None = None,
    weight: float = 1.0,
    extraction_hint: str | None = None,
    **field_kwargs: Any,
) -> Any:
    """Declare a field that is compared.

    ``description`` tells the judge what to look for, ``weight`` is the field's part in the partial credit, further
    arguments (``default``, ``ge``, ``min_length`` …) go to pydantic's ``Field``.

    Raises:
        BadArgument: the description, the ground truth or the rule is missing, a value does not fit, or an argument is
            unknown.
    """
    refuse_unknown("VerifiedField", field_kwargs, (*_OWN, *_PYDANTIC), {})
    if not isinstance(description, str) or not description.strip():
        raise BadArgument("VerifiedField needs a description; the judge reads it.")
    if ground_truth is ...:
        raise BadArgument("VerifiedField needs a ground_truth, which may be None.")
    if isinstance(verify_with, type):
        raise BadArgument(f"verify_with is a rule, not its class: {verify_with.__name__}(…).")
    if not isinstance(verify_with, Primitive):
        raise BadArgument("VerifiedField needs a rule: verify_with=ExactMatch(), for example.")
    if extraction_hint is not None and not isinstance(extraction_hint, str):
        raise BadArgument("“extraction_hint” is a text.")
    told_of_range(verify_with, ground_truth)
    metadata = {
        "ground_truth": _stored(ground_truth),
        "verify_with": dump_primitive(verify_with),
        "weight": _weight(weight),
        "extraction_hint": extraction_hint,
    }
    given = field_kwargs.pop("json_schema_extra", None)
    extra = {**given, METADATA: metadata} if isinstance(given, Mapping) else {METADATA: metadata}
    return Field(description=description, json_schema_extra=extra, **field_kwargs)


def verification_of(info: FieldInfo) -> Mapping[str, Any] | None:
    """Return what a field was declared with, or None for a field that is not compared."""
    extra = info.json_schema_extra
    found = extra.get(METADATA) if isinstance(extra, dict) else None
    return found if isinstance(found, Mapping) else None


def template_field(name: str, info: FieldInfo) -> TemplateField | None:
    """Return the engine's field for a declared one, or None for a field that is not compared.

    Its annotation says nothing: the class itself converts values.
    """
    declared = verification_of(info)
    if declared is None:
        return None
    rule, _ = _rule(declared["verify_with"])
    return TemplateField(
        name=name,
        annotation="Any",
        kind=FieldKind.OTHER,
        description=info.description or "",
        ground_truth=_read(declared["ground_truth"]),
        primitive=rule,
        weight=declared["weight"],
        extraction_hint=declared["extraction_hint"],
    )


def _weight(weight: Any) -> float:
    if isinstance(weight, int | float | str):
        try:
            return float(weight)
        except (ValueError, OverflowError):
            pass
    raise BadArgument(f"“weight” is a number, not {weight!r}.")


def _stored(ground_truth: Any) -> Any:
    if not isinstance(ground_truth, ConditionalGroundTruth):
        try:
            return stored_ground_truth(ground_truth)
        except InvalidValue as error:
            raise BadArgument(error.message) from error
    return {
        "source": ground_truth.source,
        "cases": {str(key): _stored_case(case) for key, case in ground_truth.cases.items()},
        "default": _stored_case(ground_truth.default),
        CONDITIONAL: True,
    }


def _stored_case(case: GroundTruthCase) -> dict[str, Any]:
    if not isinstance(case, GroundTruthCase):
        raise BadArgument("The cases of a conditional ground truth are GroundTruthCase(value=…).")
    rule = None if case.verify_with is None else dump_primitive(case.verify_with)
    return {"value": stored_ground_truth(case.value), "verify_with": rule}


def _read(stored: Any) -> Any:
    if not (isinstance(stored, Mapping) and stored.get(CONDITIONAL) is True):
        return stored
    cases = {key: _read_case(case) for key, case in stored["cases"].items()}
    return ModelConditional(stored["source"], cases, _read_case(stored["default"]))


def _read_case(stored: Mapping[str, Any]) -> ConditionalCase:
    rule = stored["verify_with"]
    return ConditionalCase(stored["value"], None if rule is None else _rule(rule)[0])


def _rule(dumped: Mapping[str, Any]) -> tuple[Primitive, dict[str, Any]]:
    parameters = {name: value for name, value in dumped.items() if name != "type"}
    return read_primitive(str(dumped["type"]), parameters)
