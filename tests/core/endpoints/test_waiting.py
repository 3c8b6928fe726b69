"""How long servers ask to wait."""

from __future__ import annotations

from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.endpoints.waiting import Told, seconds_of, told_by, wait_of

NOW = 1_790_000_000.0


@pytest.mark.parametrize(
    ("headers", "text", "wait"),
    [
        ({"retry-after": "12"}, "", 12.0),
        ({"retry-after": "0.5"}, "", 0.5),
        ({"retry-after": formatdate(NOW + 90, usegmt=True)}, "", 90.0),
        ({"retry-after": formatdate(NOW - 90, usegmt=True)}, "", 0.0),
        ({"retry-after-ms": "340", "retry-after": "1"}, "", 0.34),
        ({}, "Please try again in 26.604s. Visit", 26.604),
        ({}, "Please try again in 340ms.", 0.34),
        ({}, "Please try again in 6m0s.", 360.0),
        ({}, "Please retry in 51.7s.", 51.7),
        ({}, "Try again after 1 minute 3 seconds", 63.0),
        ({}, "Slow down.", None),
        ({"retry-after": "soon"}, "", None),
        ({"retry-after": "-5"}, "", None),
        ({"retry-after": "86400"}, "", 86_400.0),
        ({"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "7.5s"}, "", 7.5),
        ({"x-ratelimit-remaining-tokens": "9", "x-ratelimit-reset-tokens": "7.5s"}, "", None),
    ],
)
def test_waits(headers: dict[str, str], text: str, wait: float | None) -> None:
    assert wait_of(headers, text, NOW) == (None if wait is None else pytest.approx(wait, abs=1e-6))


def test_what_is_left() -> None:
    said = {
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "1m2s",
        "anthropic-ratelimit-tokens-remaining": "40",
        "anthropic-ratelimit-tokens-reset": "2026-09-21T14:13:30Z",
    }
    assert told_by(said, NOW) == Told(0, 62.0, 40, 10.0)
    assert told_by({"x-ratelimit-reset-requests": str(int((NOW + 5) * 1000))}, NOW).requests_reset == 5.0
    assert told_by({"content-type": "x"}, NOW) == Told()


@given(st.text(max_size=40), st.text(max_size=200))
def test_any_text_is_a_wait_or_none(header: str, text: str) -> None:
    wait = wait_of({"retry-after": header, "x-ratelimit-reset-tokens": header}, text, NOW)
    assert wait is None or 0 <= wait <= 366 * 86_400
    seconds_of(text)
