"""Values of case files that JSON cannot carry, and comparing them type by type."""

from __future__ import annotations

import base64
import math
from datetime import date, datetime
from decimal import Decimal
from typing import Any

_MANY_DIGITS = 4000


def decode(value: Any) -> Any:
    """Return what a value of a case file stands for: ``{"$float": "nan"}``, ``{"$int": "…"}``, ``{"$tuple": […]}`` …"""
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        (tag, content) = next(iter(value.items()))
        if tag in _TAGS:
            return _TAGS[tag](content)
    return {name: decode(item) for name, item in value.items()}


def _whole_number(digits: str) -> int:
    # Python refuses to read very long numbers at once; by pieces it does.
    sign, digits = (-1, digits[1:]) if digits.startswith("-") else (1, digits)
    number = 0
    for start in range(0, len(digits), _MANY_DIGITS):
        piece = digits[start : start + _MANY_DIGITS]
        number = number * 10 ** len(piece) + int(piece)
    return sign * number


_TAGS = {
    "$float": float,
    "$int": _whole_number,
    "$tuple": lambda items: tuple(decode(items)),
    "$set": lambda items: set(decode(items)),
    "$bytes": base64.b64decode,
    "$date": date.fromisoformat,
    "$datetime": datetime.fromisoformat,
    "$decimal": Decimal,
    "$dict": lambda pairs: {_key(decode(name)): decode(item) for name, item in pairs},
}


def _key(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def same(left: Any, right: Any) -> bool:
    """Tell whether two values are equal and of the same types: 1, 1.0 and True differ, NaN equals NaN, -0.0 not 0.0."""
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if type(left) is not type(right):
        return False
    if isinstance(left, float):
        return (math.isnan(left) and math.isnan(right)) or (
            left == right and math.copysign(1, left) == math.copysign(1, right)
        )
    return bool(left == right)
