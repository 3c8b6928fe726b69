"""Judged runs: answers that judges are asked about, beside the checks that need none.

``plan_judged`` or ``plan_judged_resume`` says what will be asked and what it costs; ``execute_judged`` does it.
"""

from __future__ import annotations

from gradewright.runs.judged.execute import execute_judged
from gradewright.runs.judged.lines import lines_for
from gradewright.runs.judged.plan import JudgedPlan, plan_judged, plan_judged_resume
from gradewright.runs.judged.progress import JudgedProgress
from gradewright.runs.judged.settings import JudgedSettings

__all__ = [
    "JudgedPlan",
    "JudgedProgress",
    "JudgedSettings",
    "execute_judged",
    "lines_for",
    "plan_judged",
    "plan_judged_resume",
]
