"""What a start makes of the rubric that is there: the whole outcome, before anything is changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from gradewright.formats.rubric_starts import RubricStart, StartKind
from gradewright.model.criterion import Criterion, slug
from gradewright.model.rubric import Rubric, RubricEntry, RubricTerms, new_entry_id
from gradewright.rubrics.failures import open_failures


class Way(StrEnum):
    """Where what comes in goes."""

    REPLACE = "replace"
    APPEND = "append"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The rubric as it would be, the names of what is new in it, and sentences about what was left out or guessed."""

    rubric: Rubric
    names: tuple[str, ...]
    remarks: tuple[str, ...]
    changed: int = 0


def outcome(there: Rubric, start: RubricStart, way: Way) -> Outcome:
    """Return what a start makes of a rubric. Nothing that is deleted gives its id away again."""
    base = there if way is Way.APPEND else _emptied(there)
    if start.kind is StartKind.FAILURES and start.failures is not None:
        opened = open_failures(base, start.failures)
        remarks = [*start.warnings, *opened.warnings]
        if opened.left_out:
            remarks.append(f"The rubric is full at 20 active criteria, so these stay out: {_listed(opened.left_out)}.")
        if opened.skipped:
            remarks.append(f"Merged or set aside in the list, so not taken: {_listed(opened.skipped)}.")
        names = [_name(opened.rubric, entry_id) for entry_id in opened.added]
        return Outcome(opened.rubric, tuple(names), tuple(dict.fromkeys(remarks)), len(opened.refreshed))
    remarks = list(start.warnings)
    if start.edited_outside:
        remarks.append("Edited outside the app: the stored fingerprint does not fit the content. The content is used.")
    if way is Way.REPLACE:
        spent = tuple(dict.fromkeys((*start.rubric.spent, *base.spent)))
        taken = {entry.id for entry in start.rubric.entries}
        # A text says nothing about the grading as a whole, so what was said before stays.
        terms = base.terms if start.rubric.terms == RubricTerms() else start.rubric.terms
        made = replace(start.rubric, terms=terms, spent=tuple(each for each in spent if each not in taken))
        return Outcome(made, _names(made.active), tuple(remarks))
    added = _renumbered(start.rubric, base)
    return Outcome(base.with_entries((*base.entries, *added)), _names(added), tuple(remarks))


def _emptied(rubric: Rubric) -> Rubric:
    gone = tuple(entry.id for entry in rubric.entries if isinstance(entry.trait, Criterion))
    return Rubric(terms=rubric.terms, spent=tuple(dict.fromkeys((*rubric.spent, *rubric.versions.ids, *gone))))


def _renumbered(rubric: Rubric, base: Rubric) -> tuple[RubricEntry, ...]:
    """Return the active entries of a rubric under ids that another one has not used."""
    taken = set(base.taken_ids())
    added = []
    for entry in rubric.active:
        if not isinstance(entry.trait, Criterion):
            added.append(replace(entry, id=new_entry_id(), origin=None))
            continue
        made = slug(entry.trait.name or entry.id, taken)
        taken.add(made)
        added.append(replace(entry, id=made))
    return tuple(added)


def _names(entries: tuple[RubricEntry, ...]) -> tuple[str, ...]:
    return tuple(entry.trait.name.strip() or entry.id for entry in entries)


def _name(rubric: Rubric, entry_id: str) -> str:
    entry = rubric.entry(entry_id)
    return (entry.trait.name.strip() if entry is not None else "") or entry_id


def _listed(labels: tuple[str, ...]) -> str:
    shown = ", ".join(f"“{each}”" for each in labels[:5])
    return f"{shown} and {len(labels) - 5:,} more" if len(labels) > 5 else shown
