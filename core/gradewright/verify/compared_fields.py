"""How a class declares fields that are compared: what ``VerifiedField`` keeps in one, and the template read from it.

Shared by the classes of scripts and by source that is run as a program (formats specification, sections 2.2, 2.4, 2.6).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict
from pydantic.fields import FieldInfo

from gradewright.model.primitives import Primitive, dump_primitive, read_primitive
from gradewright.model.template import (
    AllOf,
    AnyOf,
    AtLeastN,
    ConditionalCase,
    ConditionalGroundTruth,
    FieldCheck,
    FieldKind,
    Strategy,
    Template,
    TemplateField,
)
from gradewright.verify.templates import stored_ground_truth

VERIFICATION: Final = "__verification__"
"""The key in a field's ``json_schema_extra`` under which its rule is kept; taken out of every schema."""

STRATEGY_CLASS: Final = "VerificationStrategy"
_CONDITIONAL: Final = "__conditional__"
_NODES: Final = {"field_check": FieldCheck, "all_of": AllOf, "any_of": AnyOf, "at_least_n": AtLeastN}


class GroundTruthCase(BaseModel):
    """The ground truth for one case; ``verify_with`` replaces the field's own rule where it is given."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    value: Any
    verify_with: Primitive | None = None


class ConditionalTruth(BaseModel):
    """A ground truth that depends on an earlier turn of a scenario; ``ConditionalGroundTruth`` in source.

    ``source`` is a dotted path into the scenario's state; ``cases`` are by the text of what is found there.
    """

    model_config = ConfigDict(extra="forbid")

    source: str
    cases: dict[str, GroundTruthCase]
    default: GroundTruthCase


def verification(
    ground_truth: Any, verify_with: Primitive, weight: float, extraction_hint: str | None
) -> dict[str, Any]:
    """Return what a compared field keeps. Raises InvalidValue for a ground truth that cannot be stored."""
    return {
        "ground_truth": _stored(ground_truth),
        "verify_with": dump_primitive(verify_with),
        "weight": weight,
        "extraction_hint": extraction_hint,
    }


def verification_of(info: FieldInfo) -> Mapping[str, Any] | None:
    """Return what a field was declared with, or None for a field that is not compared."""
    extra = info.json_schema_extra
    kept = extra.get(VERIFICATION) if isinstance(extra, dict) else None
    return kept if isinstance(kept, dict) else None


def verified_names(answer: type[BaseModel]) -> list[str]:
    """Return the names of the fields that are compared, in the order of their declaration."""
    return [name for name, info in answer.model_fields.items() if verification_of(info) is not None]


def declared_template(answer: type[BaseModel]) -> Template:
    """Return the compared fields of a class and its strategy; without fields where none is compared."""
    fields = (_field(name, info, verification_of(info)) for name, info in answer.model_fields.items())
    return Template(tuple(field for field in fields if field is not None), _strategy(answer), answer.__name__)


def _field(name: str, info: FieldInfo, kept: Mapping[str, Any] | None) -> TemplateField | None:
    """Return the engine's field. Its annotation says nothing: the class itself converts values."""
    if kept is None:
        return None
    return TemplateField(
        name,
        "Any",
        FieldKind.OTHER,
        description=info.description or "",
        ground_truth=_restored(kept["ground_truth"]),
        primitive=_primitive(kept["verify_with"]),
        weight=kept["weight"],
        extraction_hint=kept["extraction_hint"],
    )


def _primitive(kept: Mapping[str, Any]) -> Primitive:
    params = dict(kept)
    return read_primitive(str(params.pop("type")), params)[0]


def _stored(truth: Any) -> Any:
    if not isinstance(truth, ConditionalTruth):
        return stored_ground_truth(truth)
    return {
        "source": truth.source,
        "cases": {key: _stored_case(case) for key, case in truth.cases.items()},
        "default": _stored_case(truth.default),
        _CONDITIONAL: True,
    }


def _stored_case(case: GroundTruthCase) -> dict[str, Any]:
    rule = None if case.verify_with is None else dump_primitive(case.verify_with)
    return {"value": stored_ground_truth(case.value), "verify_with": rule}


def _restored(kept: Any) -> Any:
    if not (isinstance(kept, dict) and kept.get(_CONDITIONAL) is True):
        return kept
    cases = {key: _restored_case(case) for key, case in kept["cases"].items()}
    return ConditionalGroundTruth(kept["source"], cases, _restored_case(kept["default"]))


def _restored_case(kept: Mapping[str, Any]) -> ConditionalCase:
    rule = kept["verify_with"]
    return ConditionalCase(kept["value"], None if rule is None else _primitive(rule))


def _strategy(answer: type[BaseModel]) -> Strategy | None:
    node = getattr(getattr(answer, STRATEGY_CLASS, None), "verify_strategy", None)
    return _node(node) if isinstance(node, Strategy) else None


def _node(node: Any) -> Strategy:
    """Return a node as the engine has it, which is what files read back."""
    if isinstance(node, dict):
        described = dict(node)
        node = _NODES[described.pop("type")](**described)
    if isinstance(node, FieldCheck):
        return FieldCheck(node.field)
    conditions = tuple(_node(condition) for condition in node.conditions)
    if isinstance(node, AtLeastN):
        return AtLeastN(node.n, conditions)
    return AllOf(conditions) if isinstance(node, AllOf) else AnyOf(conditions)
