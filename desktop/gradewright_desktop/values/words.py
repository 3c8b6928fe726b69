"""Values as a person of this locale would write them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QLocale

from gradewright.model.template import ConditionalGroundTruth


def number_words(value: float) -> str:
    """A number as people of this locale write it, with no more digits than it has."""
    if abs(value) >= 1e15 or (value != 0 and abs(value) < 1e-6):
        return f"{value:g}"
    digits = f"{value:.12f}".rstrip("0").rstrip(".")
    decimals = len(digits.partition(".")[2])
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale.toString(float(value), "f", decimals)


def value_words(value: Any) -> str:
    """A value on one line, as a person would write it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return number_words(value) if isinstance(value, float) or abs(value) < 1e15 else str(value)
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(value_words(item) for item in value)
    if isinstance(value, ConditionalGroundTruth):
        return f"depends on {value.source}"
    return " ".join(str(value).split())
