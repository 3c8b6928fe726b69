"""The patterns that a hand-written template checks on the answer's text (formats specification, section 2.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gradewright.workers.patterns import PatternError

if TYPE_CHECKING:
    from gradewright.workers.patterns import PatternRunner


def regex_checks(checks: Any, text: str, patterns: PatternRunner) -> dict[str, Any]:
    """Return what became of each pattern, and whether all of them held.

    ``checks`` is by name ``{"pattern", "expected", "match_type"}``; anything but a mapping with members holds.
    The result has ``success``, ``results`` (name to bool) and ``details`` (name to what was looked for and found).
    A pattern that does not compile or runs away does not hold, with an ``error`` in its details.
    """
    results: dict[str, bool] = {}
    details: dict[str, dict[str, Any]] = {}
    if isinstance(checks, Mapping):
        for name, check in checks.items():
            results[name], details[name] = _check(check, text, patterns)
    return {"success": all(results.values()), "results": results, "details": details}


def _check(check: Any, text: str, patterns: PatternRunner) -> tuple[bool, dict[str, Any]]:
    described = check if isinstance(check, Mapping) else {}
    pattern, expected = described.get("pattern", ""), described.get("expected")
    kind = described.get("match_type", "exact")
    detail: dict[str, Any] = {"pattern": pattern, "expected": expected, "match_type": kind}
    try:
        found = [tuple(match) if isinstance(match, list) else match for match in _found(pattern, text, patterns)]
    except (PatternError, TypeError) as error:
        return False, {**detail, "matches_found": [], "match_count": 0, "error": str(error)}
    detail |= {"matches_found": found, "match_count": len(found)}
    holds, why = _holds(kind, expected, found)
    return holds, {**detail, "success_reason" if holds else "failure_reason": why}


def _found(pattern: str, text: str, patterns: PatternRunner) -> list[Any]:
    return patterns.matcher(pattern).findall(text)


def _holds(kind: Any, expected: Any, found: list[Any]) -> tuple[bool, str]:
    if kind == "exact":
        return len(found) == 1 and found[0] == expected, f"one match, {expected!r}, is needed; there are {len(found)}"
    if kind == "contains":
        return expected in found, f"{expected!r} has to be among the {len(found)} matches"
    if kind == "count":
        return isinstance(expected, int) and len(found) == expected, f"{expected} matches are needed, not {len(found)}"
    if kind == "all":
        holds = isinstance(expected, list) and all(each in found for each in expected)
        return holds, f"each of {expected!r} has to be among the {len(found)} matches"
    return False, f"there is no match type “{kind}”"
