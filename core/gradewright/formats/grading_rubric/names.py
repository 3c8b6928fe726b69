"""The names of members in a rubric file, object by object, in the order in which they are written."""

from __future__ import annotations

from typing import Final

from gradewright.rubrics.members import CRITERION_MEMBERS

ROOT: Final = (
    "format",
    "format_version",
    "name",
    "check_type",
    "graded_unit",
    "overall_rule",
    "cannot_judge_rule",
    "version",
    "fingerprint",
    "history",
    "criteria",
    "traits",
    "spent_ids",
)
RULE: Final = ("when", "word")
STEP: Final = ("version", "fingerprint", "date", "added", "retired", "changed", "from_version")
CHANGE: Final = ("id", "members")
CRITERION: Final = ("id", *CRITERION_MEMBERS, "source", "status", "group", "silenced")
EXAMPLES: Final = ("pass", "fail")
SCALE: Final = ("points", "anchors", "pass_line")
SOURCE: Final = ("list", "id", "count")
ENTRY: Final = ("id", "status", "group", "gated", "position", "rating", "silenced")
"""What stands beside the members of a trait that is no criterion."""

ACTIVE: Final = "active"
RETIRED: Final = "retired"
