"""The schema's history: numbered steps, forward only. ``PRAGMA user_version`` says how many a library has had.

A step is never changed once it was released. A library's tables come from here alone; ``store/tables.py`` describes
where they end, and a test compares the two.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gradewright.store.migrations import (
    m0001_initial,
    m0002_allowed_code,
    m0003_kept_tests,
    m0004_rubrics,
    m0005_endpoints,
    m0006_judgements,
    m0007_sheets,
)


@dataclass(frozen=True, slots=True)
class Migration:
    """One step. ``apply`` runs in a transaction that the step itself neither begins nor ends."""

    number: int
    title: str
    apply: Callable[[sqlite3.Connection], None]


MIGRATIONS: Sequence[Migration] = (
    Migration(1, "initial", m0001_initial.apply),
    Migration(2, "allowed code", m0002_allowed_code.apply),
    Migration(3, "kept tests", m0003_kept_tests.apply),
    Migration(4, "rubrics", m0004_rubrics.apply),
    Migration(5, "endpoints", m0005_endpoints.apply),
    Migration(6, "judgements", m0006_judgements.apply),
    Migration(7, "rater sheets", m0007_sheets.apply),
)
