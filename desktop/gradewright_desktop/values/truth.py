"""Ground truths as people type them: from text to a value of the field's type, and back."""

from __future__ import annotations

import math
from datetime import date
from typing import Any

from gradewright.errors import InvalidValue
from gradewright.model.template import FieldKind

_YES = frozenset({"true", "yes", "1", "on"})
_NO = frozenset({"false", "no", "0", "off"})


def empty_truth(kind: FieldKind, choices: tuple[Any, ...]) -> Any:
    """The ground truth that a field of this kind begins with."""
    match kind:
        case FieldKind.WHOLE_NUMBER:
            return 0
        case FieldKind.NUMBER:
            return 0.0
        case FieldKind.BOOLEAN:
            return True
        case FieldKind.LIST:
            return []
        case FieldKind.CHOICE:
            return choices[0] if choices else ""
        case _:
            return ""


def parse_truth(text: str, kind: FieldKind) -> Any:
    """Read typed text as a ground truth of ``kind`` (text, numbers, dates; a list has one item a line).

    Raises:
        InvalidValue: the text is not of that kind; the message is a sentence for under the field.
    """
    match kind:
        case FieldKind.WHOLE_NUMBER:
            return parse_whole_number(text)
        case FieldKind.NUMBER:
            return parse_number(text)
        case FieldKind.BOOLEAN:
            return parse_yes_no(text)
        case FieldKind.LIST:
            return [line for line in text.splitlines() if line.strip()]
        case FieldKind.DATE:
            return parse_date(text)
        case _:
            return text


def parse_number(text: str) -> float:
    """Read a finite decimal number.

    Raises:
        InvalidValue: it is none.
    """
    try:
        number = float(text.strip())
    except ValueError:
        raise InvalidValue(f"“{text.strip()}” is not a number.") from None
    if not math.isfinite(number):
        raise InvalidValue("The number must be finite.")
    return number


def parse_whole_number(text: str) -> int:
    """Read a whole number.

    Raises:
        InvalidValue: it is none, or has more digits than Python reads.
    """
    try:
        return int(text.strip())
    except ValueError:
        raise InvalidValue(f"“{text.strip()[:40]}” is not a whole number.") from None


def parse_yes_no(text: str) -> bool:
    """Read yes, no, true, false, 1 or 0.

    Raises:
        InvalidValue: it is none of them.
    """
    word = text.strip().lower()
    if word in _YES or word in _NO:
        return word in _YES
    raise InvalidValue(f"“{text.strip()}” is neither yes nor no.")


def parse_date(text: str) -> str:
    """Check a date written as YYYY-MM-DD, with or without a time behind it, and return it as text.

    Raises:
        InvalidValue: it is not such a date.
    """
    stripped = text.strip()
    try:
        date.fromisoformat(stripped[:10])
    except ValueError:
        raise InvalidValue(f"“{stripped}” is not a date. Write it as 2026-03-31.") from None
    return stripped


def truth_text(value: Any, kind: FieldKind) -> str:
    """A ground truth as the text that :func:`parse_truth` reads."""
    if value is None:
        return ""
    if kind is FieldKind.LIST and isinstance(value, list | tuple):
        return "\n".join(str(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return number_text(value)
    return str(value)


def number_text(value: float) -> str:
    """A number without a needless ".0": 3.0 is "3", 0.25 is "0.25"."""
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value)


def convert_truth(value: Any, kind: FieldKind, choices: tuple[Any, ...]) -> Any:
    """Carry a ground truth over to another kind; None where it has no meaning there."""
    if kind is FieldKind.CHOICE:
        return value if value in choices else None
    if kind is FieldKind.LIST:
        return value if isinstance(value, list) else [str(value)] if value not in (None, "") else []
    text = ", ".join(str(item) for item in value) if isinstance(value, list) else truth_text(value, kind)
    try:
        return parse_truth(text, kind)
    except InvalidValue:
        return None
