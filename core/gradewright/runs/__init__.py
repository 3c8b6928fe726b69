"""Runs: what to check, doing it with progress, stopping, and taking it up again."""

from __future__ import annotations

from gradewright.runs.execute import execute
from gradewright.runs.plan import NeedsJudge, RunPlan, plan_resume, plan_verification
from gradewright.runs.progress import RunProgress

__all__ = ["NeedsJudge", "RunPlan", "RunProgress", "execute", "plan_resume", "plan_verification"]
