"""What a callable trait's function may return, and what the result then is (formats specification, section 4.5)."""

from __future__ import annotations

from typing import Any

from gradewright.model.traits import CallableTrait


def callable_result(trait: CallableTrait, returned: Any) -> bool | int | float:
    """Return a callable trait's result for what its function returned.

    Boolean traits need a real bool, which ``invert_result`` turns round; literal ones the exact name of a class, whose
    number is the result; score traits a number within the bounds (a bool passes as one), never turned round.

    Raises:
        TypeError: it is of another type.
        ValueError: it is out of bounds, or no class has that name.
    """
    if trait.kind == "boolean":
        if not isinstance(returned, bool):
            raise TypeError(f"the function returned {_kind(returned)}, and a boolean trait needs True or False")
        return returned != trait.invert_result
    if trait.kind == "literal":
        if not isinstance(returned, str):
            raise TypeError(f"the function returned {_kind(returned)}, and a literal trait needs a class's name")
        if returned not in trait.class_names():
            raise ValueError(f"the function returned “{returned}”, which is none of the classes")
        return trait.class_index(returned)
    if not isinstance(returned, int | float):
        raise TypeError(f"the function returned {_kind(returned)}, and a score trait needs a number")
    low, high = trait.min_score, trait.max_score
    if (low is not None and returned < low) or (high is not None and returned > high):
        raise ValueError(f"the function returned {returned}, which is outside {_bounds(low, high)}")
    return returned


def _kind(value: Any) -> str:
    return "nothing" if value is None else f"a value of type {type(value).__name__}"


def _bounds(low: int | None, high: int | None) -> str:
    if low is None:
        return f"“up to {high}”"
    return f"“{low} or more”" if high is None else f"{low} to {high}"
