"""Which edit takes a criterion out of a rubric, and which brings a retired one back (grading rubric, section 4)."""

from __future__ import annotations

from dataclasses import replace

from gradewright.edits.rubrics import RemoveEntry, SetEntry, noun
from gradewright.edits.target import RubricOwner
from gradewright.errors import NotFound
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.rubrics.versions import is_kept


def removal(owner: RubricOwner, rubric: Rubric, entry_id: str) -> SetEntry | RemoveEntry:
    """Return the edit that retires an entry of the last version that was exported or opened, or deletes a newer one.

    Raises:
        NotFound: the rubric has no such entry.
    """
    entry = _entry(rubric, entry_id)
    if is_kept(rubric, entry_id):
        return SetEntry(owner, replace(entry, retired=True), f"retire {noun(entry.trait)} “{entry.trait.name}”")
    return RemoveEntry(owner, entry_id, entry.trait.name)


def restoral(owner: RubricOwner, rubric: Rubric, entry_id: str) -> SetEntry:
    """Return the edit that makes a retired entry active again.

    Raises:
        NotFound: the rubric has no such entry.
    """
    entry = _entry(rubric, entry_id)
    return SetEntry(owner, replace(entry, retired=False), f"restore {noun(entry.trait)} “{entry.trait.name}”")


def _entry(rubric: Rubric, entry_id: str) -> RubricEntry:
    entry = rubric.entry(entry_id)
    if entry is None:
        raise NotFound(f"The rubric has no entry “{entry_id}”.")
    return entry
