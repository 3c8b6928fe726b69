"""Counts and verdicts in words."""

from __future__ import annotations


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun: ``"1 question"``, ``"1,200 answers"``."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def verdict(value: bool | None) -> str:
    """Return ``"pass"``, ``"fail"`` or ``"blank"``."""
    return "blank" if value is None else "pass" if value else "fail"


def percent(rate: float) -> str:
    """Return a rate in percent with one decimal."""
    return f"{rate * 100:.1f} %"
