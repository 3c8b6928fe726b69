"""Versions of a rubric: what an export or an opened file makes of them, and what removing a criterion means then.

The rules are those of the grading rubric's section 4.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry, RubricVersions, VersionStep
from gradewright.rubrics.diff import changed_members
from gradewright.rubrics.fingerprint import fingerprint


def next_version(rubric: Rubric, now: datetime, before: Rubric | None = None) -> RubricVersions:
    """Return the versions that the rubric has once it is exported.

    A rubric without a version becomes version 1. One whose fingerprint is that of the last version keeps it. Any other
    gets the next number and a line in the history that says what was added (or restored), retired (or deleted) and
    changed.

    Args:
        rubric: as it stands.
        now: the time that the history gets, in UTC.
        before: the last version, where its words are known (a library keeps them by fingerprint). Without them the
            history says what was added, and of entries of the last version which are retired, not what was reworded.
    """
    versions, made = rubric.versions, fingerprint(rubric)
    ids = tuple(entry.id for entry in rubric.entries)
    if versions.number and made == versions.fingerprint:
        return replace(versions, ids=ids)
    step = _step(rubric, made, now, before)
    return RubricVersions(step.version, made, (*versions.history, step), ids)


def opened(rubric: Rubric, number: int, history: tuple[VersionStep, ...]) -> Rubric:
    """Return a rubric as it is once it was opened from a file that says it is version ``number`` (0: says nothing).

    The fingerprint is computed from the content: what the file says of it is not trusted.
    """
    if not number:
        return replace(rubric, versions=RubricVersions(history=history))
    ids = tuple(entry.id for entry in rubric.entries)
    return replace(rubric, versions=RubricVersions(number, fingerprint(rubric), history, ids))


def is_new_version(rubric: Rubric) -> bool:
    """Return whether an export would write a version that was not written before."""
    return not rubric.versions.number or fingerprint(rubric) != rubric.versions.fingerprint


def is_kept(rubric: Rubric, entry_id: str) -> bool:
    """Return whether removing this entry retires it: it is in the last version that was exported or opened.

    Only criteria are retired; a trait of another kind is deleted in any case.
    """
    entry = rubric.entry(entry_id)
    return entry is not None and isinstance(entry.trait, Criterion) and entry_id in rubric.versions.ids


def removed(rubric: Rubric, entry_id: str) -> Rubric:
    """Return the rubric without an entry: retired where the last version has it, otherwise deleted, its id spent.

    Raises:
        KeyError: there is no such entry.
    """
    position = rubric.index(entry_id)
    entries = list(rubric.entries)
    if is_kept(rubric, entry_id):
        entries[position] = replace(entries[position], retired=True)
        return rubric.with_entries(entries)
    gone = entries.pop(position)
    spent = (*rubric.spent, gone.id) if isinstance(gone.trait, Criterion) else rubric.spent
    return replace(rubric, entries=tuple(entries), spent=spent)


def restored(rubric: Rubric, entry_id: str) -> Rubric:
    """Return the rubric with a retired entry active again, in its place and under its id.

    Raises:
        KeyError: there is no such entry.
    """
    position = rubric.index(entry_id)
    entries = list(rubric.entries)
    entries[position] = replace(entries[position], retired=False)
    return rubric.with_entries(entries)


def _step(rubric: Rubric, made: str, now: datetime, before: Rubric | None) -> VersionStep:
    versions = rubric.versions
    date = now.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    active = {entry.id: entry for entry in rubric.active}
    if not versions.number:
        retired = tuple(entry.id for entry in rubric.entries if entry.retired)
        return VersionStep(1, made, date, tuple(active), retired)
    # A history that was edited by hand may name later versions than the rubric's own.
    number = max(versions.number, *(step.version for step in versions.history), 0) + 1
    if before is None:
        known, already = frozenset(versions.ids), _retired_before(versions)
        added = tuple(entry_id for entry_id in active if entry_id not in known or entry_id in already)
        retired = tuple(each for each in versions.ids if each not in active and each not in already)
        return VersionStep(number, made, date, added, retired, (), versions.number)
    earlier = {entry.id: entry for entry in before.active}
    added = tuple(entry_id for entry_id in active if entry_id not in earlier)
    retired = tuple(entry_id for entry_id in earlier if entry_id not in active)
    changed = _changed(earlier, active)
    return VersionStep(number, made, date, added, retired, changed, versions.number)


def _retired_before(versions: RubricVersions) -> frozenset[str]:
    """Return what the history leaves retired."""
    gone: set[str] = set()
    for step in versions.history:
        gone.difference_update(step.added)
        gone.update(step.retired)
    return frozenset(gone)


def _changed(
    earlier: dict[str, RubricEntry], active: dict[str, RubricEntry]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = []
    for entry_id, entry in active.items():
        if entry_id in earlier:
            members = changed_members(earlier[entry_id], entry)
            if members:
                found.append((entry_id, members))
    return tuple(found)
