"""Whether a template passes as a whole, and its partial credit (formats specification, section 2.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from gradewright.errors import InvalidValue
from gradewright.model.template import AllOf, AnyOf, AtLeastN, FieldCheck, Strategy

Results = Mapping[str, bool | None]
Test = Callable[[Results], bool]

_COUNT: TypeAdapter[int] = TypeAdapter(Annotated[int, Field(ge=0)], config=ConfigDict(defer_build=True))


def strategy_test(strategy: Strategy | None) -> Test:
    """Return the function that reads the fields' results. It raises KeyError where a condition names no field.

    Conditions are looked at in order and no further than needed, so a condition on a missing field fails only where
    its turn comes.

    Raises:
        InvalidValue: a strategy asks for fewer than 0 conditions.
    """
    if strategy is None:
        return lambda results: all(result is True for result in results.values())
    if isinstance(strategy, FieldCheck):
        field = strategy.field
        return lambda results: results[field] is True
    tests = [strategy_test(condition) for condition in strategy.conditions]
    if isinstance(strategy, AllOf):
        return lambda results: all(test(results) for test in tests)
    if isinstance(strategy, AnyOf):
        return lambda results: any(test(results) for test in tests)
    needed = _count(strategy.n)
    return lambda results: sum([test(results) for test in tests]) >= needed


def _count(n: object) -> int:
    try:
        return _COUNT.validate_python(n)
    except ValidationError as error:
        raise InvalidValue(f"“At least {n}” of the conditions cannot be asked for.") from error


def granular_score(strategy: Strategy | None, weights: Sequence[float], scores: Sequence[float | None]) -> float:
    """Return the partial credit of a template.

    All compared fields take part, whatever the strategy mentions, and only its outermost node counts: a full pass under
    AnyOf can score a third. Nothing is clamped; without weight the credit is 0. Sums are taken in plain order, so that
    newer Pythons, which sum more exactly, agree with older ones.
    """
    total = 0.0
    shares = []
    for weight, score in zip(weights, scores, strict=True):
        total += weight
        shares.append(0.0 if score is None else weight * score)
    if total == 0:
        return 0.0
    if isinstance(strategy, AnyOf):
        return max(shares) / total
    if isinstance(strategy, AtLeastN):
        shares = sorted(shares, reverse=True)[: strategy.n]
    earned = 0.0
    for share in shares:
        earned += share
    return earned / total
