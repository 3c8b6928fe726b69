"""Rubrics to rubric files: the whole of them, so that the file opens again to an equal rubric."""

from __future__ import annotations

import json
import re
from typing import Any

from gradewright.formats.grading_rubric.criteria import criterion_object
from gradewright.formats.grading_rubric.format_versions import FORMAT, FORMAT_VERSION
from gradewright.formats.grading_rubric.traits import trait_object
from gradewright.formats.json_documents import with_unknown
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, VersionStep
from gradewright.rubrics.fingerprint import fingerprint

_SURROGATE = re.compile("[\ud800-\udfff]")


def write_rubric(rubric: Rubric, warnings: list[str] | None = None) -> bytes:
    """Return a rubric as a file, in UTF-8. Halves of surrogate pairs, which no file can hold, become U+FFFD.

    The version is the one in ``rubric.versions``; the fingerprint is that of the content. Secrets in a trait are left
    out, with a sentence in ``warnings``.
    """
    remarks = Remarks()
    text = json.dumps(rubric_object(rubric, remarks), ensure_ascii=False, indent=2) + "\n"
    if warnings is not None:
        warnings.extend(remarks.lines())
    return _SURROGATE.sub("\ufffd", text).encode("utf-8")


def rubric_object(rubric: Rubric, remarks: Remarks | None = None) -> dict[str, Any]:
    """Return what a file holds, as JSON data. Without a version that is version 0."""
    remarks = remarks or Remarks()
    terms, rule = rubric.terms, rubric.terms.cannot_judge
    written: dict[str, Any] = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "name": terms.name,
        "check_type": terms.check_type,
        "graded_unit": terms.graded_unit,
        "overall_rule": str(terms.overall_rule),
        "cannot_judge_rule": None if rule is None else {"when": rule.when, "word": rule.word},
        "version": rubric.versions.number,
        "fingerprint": fingerprint(rubric),
        "history": [_step(step) for step in rubric.versions.history],
        "criteria": [
            criterion_object(entry, entry.trait) for entry in rubric.entries if isinstance(entry.trait, Criterion)
        ],
    }
    unknown = dict(terms.extra)
    of_traits = unknown.pop("traits", None)
    by_id: dict[str, Any] = of_traits if isinstance(of_traits, dict) else {}
    traits = [
        trait_object(entry, position, by_id.get(entry.id, {}), remarks)
        for position, entry in enumerate(rubric.entries)
        if not isinstance(entry.trait, Criterion)
    ]
    if traits:
        written["traits"] = traits
    if rubric.spent:
        written["spent_ids"] = list(rubric.spent)
    return with_unknown(written, unknown)


def _step(step: VersionStep) -> dict[str, Any]:
    unknown = dict(step.extra)
    of_changes = unknown.pop("changed", None)
    by_id: dict[str, Any] = of_changes if isinstance(of_changes, dict) else {}
    written: dict[str, Any] = {
        "version": step.version,
        "fingerprint": step.fingerprint,
        "date": step.date,
        "added": list(step.added),
        "retired": list(step.retired),
        "changed": [
            with_unknown({"id": entry_id, "members": list(members)}, by_id.get(entry_id, {}))
            for entry_id, members in step.changed
        ],
        "from_version": step.from_version,
    }
    return with_unknown(written, unknown)
