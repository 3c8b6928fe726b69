"""How edits stand in the journal: what is done again on redo, what counts as no change, what merges into one step."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any

from gradewright.edits.codec import edit_data
from gradewright.edits.compound import Compound
from gradewright.edits.content import (
    AddBenchmark,
    AddQuestions,
    RemoveBenchmark,
    RemoveQuestions,
    RestoreBenchmark,
    RestoreQuestions,
    SetBenchmark,
    SetQuestion,
)
from gradewright.edits.recorded import AddAnswers, RemoveAnswers, ReplaceAnswer, RestoreAnswers, replaced_again
from gradewright.edits.rubric_values import entry_data, terms_data
from gradewright.edits.rubrics import AddKeptRubric, RemoveKeptRubric, RestoreKeptRubric, SetEntry, SetTerms
from gradewright.edits.values import to_json

if TYPE_CHECKING:
    from gradewright.edits import Edit


def repeatable(edit: Edit, inverse: Edit) -> Edit:
    """Return the edit that brings about again, after an undo, what ``edit`` did.

    What was added is only marked as removed by an undo, so doing it again restores it under its old ids: later edits
    in the journal go on meaning the same things, and the journal does not hold a second copy of everything added.
    """
    if isinstance(edit, Compound) and isinstance(inverse, Compound):
        pairs = zip(edit.edits, reversed(inverse.edits), strict=True)
        return Compound(edit.title, tuple(repeatable(part, undone) for part, undone in pairs))
    if isinstance(edit, AddBenchmark) and isinstance(inverse, RemoveBenchmark):
        return RestoreBenchmark(inverse.benchmark_id, inverse.name)
    if isinstance(edit, AddQuestions) and isinstance(inverse, RemoveQuestions):
        return RestoreQuestions(inverse.question_ids)
    if isinstance(edit, AddAnswers) and isinstance(inverse, RemoveAnswers):
        return RestoreAnswers(inverse.batch_id, inverse.source)
    if isinstance(edit, AddKeptRubric) and isinstance(inverse, RemoveKeptRubric):
        return RestoreKeptRubric(inverse.rubric_id, inverse.name)
    if isinstance(edit, ReplaceAnswer) and isinstance(inverse, Compound):
        return replaced_again(inverse)
    return edit


def changes_nothing(edit: Edit, inverse: Edit) -> bool:
    """Return whether ``edit``, with the inverse it gave, left everything as it was."""
    if isinstance(inverse, Compound):
        if not isinstance(edit, Compound):
            return not inverse.edits
        pairs = zip(edit.edits, reversed(inverse.edits), strict=True)
        return all(changes_nothing(part, undone) for part, undone in pairs)
    # Compared as text, because 1, 1.0 and True are equal in Python and different in a file.
    return type(edit) is type(inverse) and _json(edit) == _json(inverse)


def merged(earlier: Edit, earlier_inverse: Edit, later: Edit) -> Edit | None:
    """Return the one edit that stands for two successive ones, or None where they are separate steps.

    Only typing merges: the same text of the same thing under the same title. The inverse of the merged edit is
    ``earlier_inverse``.
    """
    if isinstance(later, (SetBenchmark, SetQuestion)):
        same = type(earlier) is type(later) and _place_of(earlier) == _place_of(later)
        return later if same and isinstance(later.value, str) else None
    if isinstance(later, SetEntry) and isinstance(earlier, SetEntry) and isinstance(earlier_inverse, SetEntry):
        same = (earlier.owner, earlier.entry.id, earlier.label) == (later.owner, later.entry.id, later.label)
        entries = [entry_data(edit.entry) for edit in (earlier_inverse, earlier, later)]
        return later if same and _typed_on(*entries) else None
    if isinstance(later, SetTerms) and isinstance(earlier, SetTerms) and isinstance(earlier_inverse, SetTerms):
        terms = [terms_data(edit.terms) for edit in (earlier_inverse, earlier, later)]
        return later if (earlier.owner, earlier.label) == (later.owner, later.label) and _typed_on(*terms) else None
    return None


def _place_of(edit: Edit) -> tuple[Any, ...]:
    if isinstance(edit, SetBenchmark):
        return (edit.benchmark_id, edit.aspect, edit.label)
    if isinstance(edit, SetQuestion):
        return (edit.question_id, edit.aspect, edit.label)
    return ()


def _typed_on(first: Any, second: Any, third: Any) -> bool:
    """Return whether three states of a value differ, one from the next, by the same single text and nothing else."""
    place = _changed_text(first, second)
    return place is not None and place == _changed_text(second, third)


def _changed_text(old: Any, new: Any) -> tuple[str | int, ...] | None:
    """Return the place of the one text by which two pieces of JSON data differ, or None."""
    if isinstance(old, dict) and isinstance(new, dict):
        if old.keys() != new.keys():
            return None
        pairs: list[tuple[str | int, Any, Any]] = [(key, old[key], new[key]) for key in new]
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            return None
        pairs = [(number, *pair) for number, pair in enumerate(zip(old, new, strict=True))]
    else:
        return () if isinstance(old, (str, NoneType)) and isinstance(new, (str, NoneType)) else None
    changed = [pair for pair in pairs if to_json(pair[1]) != to_json(pair[2])]
    if len(changed) != 1:
        return None
    inner = _changed_text(changed[0][1], changed[0][2])
    return None if inner is None else (changed[0][0], *inner)


def _json(edit: Edit) -> str:
    return to_json(edit_data(edit))
