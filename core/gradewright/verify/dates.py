"""Dates as Karenina reads them: ``dateutil``, month before day where it is unclear, missing parts from today."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from gradewright.model.primitives import DateMatch, DateRange, DateTolerance

_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def read_moment(value: Any, form: str | None = None) -> datetime | None:
    """Return the moment that a value's text names, or None where it names none.

    ``form`` is a ``strptime`` format; without it anything that dateutil understands is read. Dates and moments are read
    from their usual text too, so a format other than that does not fit them.

    Raises:
        OverflowError: the text holds a number too large for a date.
    """
    text = str(value)
    try:
        if form:
            return datetime.strptime(text, form)
        if _ISO_DAY.fullmatch(text):
            return datetime.fromisoformat(text)
        return _dateutil_parse(text)
    except (ValueError, TypeError):
        return None


def date_check(primitive: DateMatch | DateTolerance | DateRange, expected: Any) -> Callable[[Any], bool]:
    """Return the check of a date rule against a ground truth. It may raise OverflowError."""
    if isinstance(primitive, DateMatch):
        form = primitive.format

        def same_day(value: Any) -> bool:
            ours = read_moment(value, form)
            theirs = read_moment(expected, form) if ours is not None else None
            return ours is not None and theirs is not None and ours.date() == theirs.date()

        return same_day
    if isinstance(primitive, DateTolerance):
        unit, amount = primitive.unit, primitive.tolerance

        def near(value: Any) -> bool:
            ours = read_moment(value)
            if ours is None:
                return False
            theirs = read_moment(expected)
            if theirs is None:
                return False
            allowed = timedelta(**{unit: amount})
            # A moment with a zone and one without cannot be compared: no pass, no error.
            if (ours.utcoffset() is None) != (theirs.utcoffset() is None):
                return False
            return abs(ours - theirs) <= allowed

        return near

    def inside(value: Any) -> bool:
        return _inside(primitive, value)

    return inside


def _inside(primitive: DateRange, value: Any) -> bool:
    moment = read_moment(value)
    if moment is None:
        return False
    for bound, sign in ((primitive.min, 1), (primitive.max, -1)):
        if bound is None:
            continue
        limit = read_moment(bound)
        if limit is None or (limit.utcoffset() is None) != (moment.utcoffset() is None):
            return False
        if (moment < limit) if sign > 0 else (moment > limit):
            return False
    return True


def _dateutil_parse(text: str) -> datetime:
    import warnings

    # dateutil costs more to import than the rest of verification, and few templates hold dates.
    from dateutil import parser

    with warnings.catch_warnings():
        # It warns of time zone names it does not know, and reads on without the zone; so do we.
        warnings.simplefilter("ignore")
        return parser.parse(text)
