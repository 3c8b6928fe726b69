"""The pattern runner of a script: one watched process for everything that a script evaluates directly.

A script has no composition root that could hand a runner to each trait and template it makes, so there is one for the
process, started when a pattern first needs it and ended with the interpreter.
"""

from __future__ import annotations

import atexit
from functools import cache

from gradewright.workers.patterns import WatchedPatterns


@cache
def script_patterns() -> WatchedPatterns:
    """Return the runner."""
    runner = WatchedPatterns()
    atexit.register(runner.close)
    return runner
