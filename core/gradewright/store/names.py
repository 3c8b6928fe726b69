"""Names of benchmarks: free ones for new benchmarks, near ones for misspelt."""

from __future__ import annotations

import sqlite3

from sqlalchemy import select

from gradewright.store.columns import text_out
from gradewright.store.statements import Statement
from gradewright.store.tables import BENCHMARK

_NAMES = Statement(select(BENCHMARK.c.name).where(BENCHMARK.c.removed == 0))


def free_name(db: sqlite3.Connection, name: str) -> str:
    """Return ``name``, or ``NAME (2)``, ``NAME (3)`` … where it is taken."""
    taken = {text_out(row[0]) for row in _NAMES.run(db)}
    return unique_name(name, taken)


def unique_name(name: str, taken: set[str]) -> str:
    """Return ``name``, or the first of ``NAME (2)``, ``NAME (3)`` … that is not taken."""
    if name not in taken:
        return name
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"
