"""An end to code that does not end: a limit on the lines that are run, which is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class TooManySteps(BaseException):
    """More lines were run than the input is worth. No ``except Exception`` of the code under test takes it."""


@contextmanager
def at_most(steps: int) -> Iterator[None]:
    """Raise :class:`TooManySteps` after so many lines of Python, those of the standard library included."""
    left = steps
    before = sys.gettrace()

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooManySteps(f"{steps} lines, at {frame.f_code.co_filename}:{frame.f_lineno}")
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)
