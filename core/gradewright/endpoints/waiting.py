"""How long a server asks to wait: in headers, in two forms of date, and in the middle of its sentences."""

from __future__ import annotations

import email.utils
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

_TEXT: Final = re.compile(
    r"(?:try again|retry|retry again|available again)\s+(?:in|after)\s+"
    r"((?:\d{1,9}(?:\.\d{1,9})?\s*(?:milliseconds?|ms|seconds?|sec|s|minutes?|min|m|hours?|h)\s*)+)",
    re.IGNORECASE,
)
_PART: Final = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s*([a-z]+)", re.IGNORECASE)
_MOST: Final = 366 * 86_400.0


@dataclass(frozen=True, slots=True)
class Told:
    """What the headers of a reply say about the rest of a minute: what is left, and seconds until it is full again."""

    requests_left: int | None = None
    requests_reset: float | None = None
    tokens_left: int | None = None
    tokens_reset: float | None = None


def wait_of(headers: Mapping[str, str], text: str, now: float) -> float | None:
    """Return the seconds for which a server asks to wait, or None where it does not say.

    ``headers`` have names in small letters; ``now`` is the time as :func:`time.time` tells it, for dates. A wait is
    never below 0 nor above a year.
    """
    found = _milliseconds(headers.get("retry-after-ms", ""))
    if found is None:
        found = _retry_after(headers.get("retry-after", ""), now)
    if found is None:
        match = _TEXT.search(text)
        found = seconds_of(match[1]) if match else None
    if found is None:
        told = told_by(headers, now)
        empty = [(told.requests_left, told.requests_reset), (told.tokens_left, told.tokens_reset)]
        found = max((reset for left, reset in empty if left == 0 and reset is not None), default=None)
    return None if found is None else min(_MOST, max(0.0, found))


def told_by(headers: Mapping[str, str], now: float) -> Told:
    """Return what the headers of OpenAI, Anthropic and their like say about what is left."""
    if not any("ratelimit" in name for name in headers):
        return Told()
    return Told(
        _count(headers, "x-ratelimit-remaining-requests", "anthropic-ratelimit-requests-remaining"),
        _reset(headers, now, "x-ratelimit-reset-requests", "anthropic-ratelimit-requests-reset"),
        _count(headers, "x-ratelimit-remaining-tokens", "anthropic-ratelimit-tokens-remaining"),
        _reset(headers, now, "x-ratelimit-reset-tokens", "anthropic-ratelimit-tokens-reset"),
    )


def seconds_of(text: str) -> float | None:
    """Return the seconds of ``26.604s``, ``340ms``, ``6m0s`` or ``1 minute 3 seconds``; None for anything else."""
    total, found = 0.0, False
    for number, unit in _PART.findall(text):
        unit = unit.lower()
        if unit in ("ms", "millisecond", "milliseconds"):
            factor = 0.001
        elif unit in ("s", "sec", "second", "seconds"):
            factor = 1.0
        elif unit in ("m", "min", "minute", "minutes"):
            factor = 60.0
        elif unit in ("h", "hour", "hours"):
            factor = 3600.0
        else:
            return None
        total, found = total + float(number) * factor, True
    return total if found else None


def _milliseconds(value: str) -> float | None:
    number = _number(value)
    return None if number is None else number / 1000


def _retry_after(value: str, now: float) -> float | None:
    number = _number(value)
    if number is not None:
        return number
    try:
        when = email.utils.parsedate_to_datetime(value.strip())
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return when.timestamp() - now


def _number(value: str) -> float | None:
    bare = value.strip()
    if not re.fullmatch(r"\d{1,15}(?:\.\d{1,15})?", bare, re.ASCII):
        return None
    return float(bare)


def _count(headers: Mapping[str, str], *names: str) -> int | None:
    for name in names:
        value = headers.get(name, "").strip()
        if re.fullmatch(r"\d{1,15}", value, re.ASCII):
            return int(value)
    return None


def _reset(headers: Mapping[str, str], now: float, *names: str) -> float | None:
    for name in names:
        value = headers.get(name, "").strip()
        if not value:
            continue
        number = _number(value)
        if number is not None:
            # Some tell a moment in place of a time to wait: in seconds or in milliseconds since 1970.
            since = number / 1000 if number > 1e11 else number
            return since - now if since > 1e9 else number
        seconds = seconds_of(value)
        if seconds is not None:
            return seconds
        try:
            return datetime.fromisoformat(value).timestamp() - now
        except ValueError:
            continue
    return None
