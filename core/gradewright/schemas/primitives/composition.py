"""How the results of fields make one verdict: ``AllOf``, ``AnyOf``, ``AtLeastN`` over ``FieldCheck``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gradewright.model import template as model
from gradewright.schemas.arguments import BadArgument, refuse_unknown

Condition = model.Strategy | Mapping[str, Any]
"""A node, or a dict as :meth:`model_dump` of a node gives it."""


class FieldCheck(model.FieldCheck):
    """True where that field's result is exactly True."""

    type = "field_check"

    def __init__(self, field: Any = None, **unknown: Any) -> None:
        refuse_unknown("FieldCheck", unknown, ["field"], {"field_name": "It is “field”."})
        if not isinstance(field, str) or not field:
            raise BadArgument("FieldCheck needs the name of a field.", hint="FieldCheck(field='gene')")
        super().__init__(field)

    def model_dump(self) -> dict[str, Any]:
        """Return the node as plain data."""
        return {"type": self.type, "field": self.field}


class AllOf(model.AllOf):
    """True where every condition is; true of no conditions."""

    type = "all_of"

    def __init__(self, conditions: Iterable[Condition] = (), **unknown: Any) -> None:
        refuse_unknown("AllOf", unknown, ["conditions"], {})
        super().__init__(_nodes(conditions))

    def model_dump(self) -> dict[str, Any]:
        """Return the node as plain data."""
        return {"type": self.type, "conditions": _dumped(self.conditions)}


class AnyOf(model.AnyOf):
    """True where a condition is; false of no conditions."""

    type = "any_of"

    def __init__(self, conditions: Iterable[Condition] = (), **unknown: Any) -> None:
        refuse_unknown("AnyOf", unknown, ["conditions"], {})
        super().__init__(_nodes(conditions))

    def model_dump(self) -> dict[str, Any]:
        """Return the node as plain data."""
        return {"type": self.type, "conditions": _dumped(self.conditions)}


class AtLeastN(model.AtLeastN):
    """True where at least ``n`` conditions are."""

    type = "at_least_n"

    def __init__(self, n: int | None = None, conditions: Iterable[Condition] = (), **unknown: Any) -> None:
        refuse_unknown("AtLeastN", unknown, ["n", "conditions"], {})
        if not isinstance(n, int) or isinstance(n, bool) or n < 0:
            raise BadArgument("AtLeastN needs how many conditions: n, a whole number from 0.")
        super().__init__(n, _nodes(conditions))

    def model_dump(self) -> dict[str, Any]:
        """Return the node as plain data."""
        return {"type": self.type, "n": self.n, "conditions": _dumped(self.conditions)}


_NODES: Mapping[str, Any] = {
    "field_check": FieldCheck,
    "all_of": AllOf,
    "any_of": AnyOf,
    "at_least_n": AtLeastN,
}


def _nodes(conditions: Iterable[Condition]) -> tuple[model.Strategy, ...]:
    if isinstance(conditions, str | Mapping) or not isinstance(conditions, Iterable):
        raise BadArgument("“conditions” is a list of conditions.")
    return tuple(_node(condition) for condition in conditions)


def _node(condition: Condition) -> model.Strategy:
    if isinstance(condition, model.Strategy):
        return condition
    if isinstance(condition, Mapping):
        made = _NODES.get(str(condition.get("type")))
        if made is not None:
            node: model.Strategy = made(**{name: value for name, value in condition.items() if name != "type"})
            return node
    raise BadArgument(
        f"{condition!r} is no condition.",
        hint="Conditions are FieldCheck, AllOf, AnyOf and AtLeastN, nested as needed.",
    )


def _dumped(conditions: Iterable[Any]) -> list[dict[str, Any]]:
    return [node.model_dump() for node in conditions]
