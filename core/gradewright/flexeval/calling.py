"""Calling a function metric: what form of the object it takes, what its result means (FlexEval's page, section 8)."""

from __future__ import annotations

import inspect
import math
import typing
from collections.abc import Callable, Mapping
from typing import Any

from gradewright.flexeval.objects import CLASSES, MetricObject, ToolCall, entries_of

Value = tuple[str, float | None]
"""A named value of a metric; None is a result that is no number."""

_LONGEST_NAME = 500


class NoResult(Exception):
    """What a function took or returned is none that counts; the words say why."""


def call(function: Callable[..., Any], found: MetricObject, level: str, kwargs: Mapping[str, Any]) -> list[Value]:
    """Call a function metric with an object and return its named values.

    Raises:
        NoResult: the function takes nothing that this level has, or returned nothing that counts.
        BaseException: what the function itself raises.
    """
    argument = _argument(function, found, level)
    return values_of(function.__name__, function(argument, **kwargs))


def values_of(name: str, result: Any) -> list[Value]:
    """Return a result as named values: a number under the function's name, a mapping or a list of pairs as it is.

    Raises:
        NoResult: it is neither.
    """
    if isinstance(result, bool | int | float):
        return [(name, _number(result))]
    if isinstance(result, Mapping):
        return [(_name(key), _number(value)) for key, value in result.items()]
    if isinstance(result, list):
        try:
            return [(_name(each["name"]), _number(each["value"])) for each in result]
        except (TypeError, KeyError) as error:
            raise NoResult("It returned a list whose members have no “name” and “value”.") from error
    raise NoResult(f"It returned a value of type {type(result).__name__[:60]}, which is no number.")


def _argument(function: Callable[..., Any], found: MetricObject, level: str) -> Any:
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters:
        raise NoResult("It takes no argument, so it cannot look at anything.")
    kinds = _kinds(function, parameters[0])
    if not kinds or CLASSES[level] in kinds:
        return found
    if dict in kinds and isinstance(found, ToolCall):
        return found.as_dict()
    if list in kinds and level in ("Turn", "Thread"):
        return entries_of(found)
    if str in kinds and not isinstance(found, ToolCall):
        return found.text
    raise NoResult(f"It takes nothing that is there at {level} level.")


def _kinds(function: Callable[..., Any], parameter: inspect.Parameter) -> set[Any]:
    """Return the plain types that an annotation names, none of them where there is no annotation."""
    if parameter.annotation is inspect.Parameter.empty:
        return set()
    try:
        annotation = typing.get_type_hints(function).get(parameter.name, parameter.annotation)
    except Exception:
        annotation = parameter.annotation
    found: set[Any] = set()
    waiting = [annotation]
    while waiting:
        each = waiting.pop()
        arguments = typing.get_args(each)
        origin = typing.get_origin(each)
        if origin in (list, dict):
            found.add(origin)
        elif arguments:
            waiting += [argument for argument in arguments if not isinstance(argument, str)]
        else:
            found.add(each)
    return found


def _name(key: Any) -> str:
    return str(key)[:_LONGEST_NAME]


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise NoResult(f"It returned a value of type {type(value).__name__[:60]}, which is no number.") from error
    return None if math.isnan(number) else number
