"""Changing the rule of a field: what of the old rule's parameters the new one takes over."""

from __future__ import annotations

from typing import Any, Final

from gradewright.errors import InvalidValue
from gradewright.model.primitives import PRIMITIVES, Primitive, dump_primitive, make_primitive

# What a rule begins with where its parameters have no default: values that change no verdict by surprise.
_BEGINNINGS: Final[dict[str, dict[str, Any]]] = {
    "ContainsAny": {"substrings": []},
    "ContainsAll": {"substrings": []},
    "RegexMatch": {"pattern": ""},
    "NumericTolerance": {"tolerance": 0.0, "mode": "absolute"},
    "NumericGraded": {"cutoff": 1.0, "mode": "absolute"},
    "NumericRangeGraded": {"min": 0.0, "max": 1.0, "margin": 1.0},
    "NumericThresholdGraded": {"direction": "max", "margin": 1.0, "mode": "absolute"},
    "DateTolerance": {"tolerance": 0},
    "TraceRegex": {"pattern": ""},
    "TraceContains": {"substring": ""},
}


def begin_rule(name: str, before: Primitive | None, truth: Any) -> Primitive:
    """Make the rule ``name``, with the parameters of the rule before that mean the same in it.

    Words, patterns, ranges and distances stay; a text ground truth becomes the first word or pattern to look for, so
    that the new rule accepts what it is about.
    """
    params = dict(_BEGINNINGS.get(name, {}))
    params.update(_from_truth(name, truth))
    if before is not None:
        known = PRIMITIVES[name].parameters()
        carried = {key: value for key, value in dump_primitive(before).items() if key in known and key != "type"}
        if "tolerance" in known or "min" in known:
            # A number rule and a date rule share these names, not their meaning.
            carried = carried if before.group == PRIMITIVES[name].group else {}
        return _made_or_none(name, params | carried) or make_primitive(name, params)
    return make_primitive(name, params)


def _made_or_none(name: str, params: dict[str, Any]) -> Primitive | None:
    """The rule with these parameters, None where values of the old rule make no sense in the new one."""
    try:
        return make_primitive(name, params)
    except InvalidValue:
        return None


def _from_truth(name: str, truth: Any) -> dict[str, Any]:
    number = float(truth) if isinstance(truth, int | float) and not isinstance(truth, bool) else None
    if name == "NumericRange" and number is not None:
        return {"min": number, "max": number}
    if name == "NumericRangeGraded" and number is not None:
        return {"min": number, "max": number + 1}
    if isinstance(truth, str) and truth and name in ("ContainsAny", "ContainsAll"):
        return {"substrings": [truth]}
    if isinstance(truth, str) and truth and name == "DateRange":
        return {"min": truth, "max": truth}
    return {}
