"""Fingerprints: what grading rests on, as 64 hexadecimal digits (grading rubric, section 4)."""

from __future__ import annotations

import hashlib
from typing import Any

import rfc8785

from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.rubrics.members import cannot_judge_member, criterion_members, entry_members, normal, trait_members

SHOWN = 12
"""How many characters of a fingerprint are shown; files keep all 64."""


def fingerprint(rubric: Rubric) -> str:
    """Return the fingerprint of a rubric: 64 lower-case hexadecimal digits.

    The order of entries and statements, the rubric's name and check type, failure counts and retired entries leave it
    unchanged; any word, example, anchor, pass line or flag that graders go by changes it.
    """
    return hashlib.sha256(canonical(rubric)).hexdigest()


def criterion_fingerprint(entry: RubricEntry) -> str:
    """Return the fingerprint of one entry, a criterion or any other trait: what its results are kept with."""
    return _hash(entry_members(entry))


def canonical(rubric: Rubric) -> bytes:
    """Return the canonical JSON (RFC 8785, UTF-8) that the fingerprint of a rubric is made of."""
    return rfc8785.dumps(hashed_members(rubric))


def hashed_members(rubric: Rubric) -> dict[str, Any]:
    """Return what of a rubric is hashed, as JSON data. ``traits`` is there only where the rubric has any."""
    criteria = [
        criterion_members(entry.id, entry.trait) for entry in rubric.active if isinstance(entry.trait, Criterion)
    ]
    traits = [
        trait_members(entry.trait, entry.gated) for entry in rubric.active if not isinstance(entry.trait, Criterion)
    ]
    members: dict[str, Any] = {
        "cannot_judge_rule": cannot_judge_member(rubric.terms.cannot_judge),
        "criteria": sorted(criteria, key=lambda members: str(members["id"])),
        "graded_unit": normal(rubric.terms.graded_unit),
        "overall_rule": str(rubric.terms.overall_rule),
    }
    if traits:
        # The ids of traits are made by chance when a file is read, so they say nothing.
        members["traits"] = sorted(traits, key=rfc8785.dumps)
    return members


def shown(full: str) -> str:
    """Return the part of a fingerprint that people are shown."""
    return full[:SHOWN]


def _hash(members: dict[str, Any]) -> str:
    return hashlib.sha256(rfc8785.dumps(members)).hexdigest()
