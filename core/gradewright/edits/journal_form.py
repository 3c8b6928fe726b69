"""How edits stand in the journal: what is done again on redo, what counts as no change, what merges into one step."""

from __future__ import annotations

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
from gradewright.edits.rubrics import SetEntry
from gradewright.edits.values import to_json, trait_data

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
        first = _changed_text(earlier_inverse, earlier) if same else None
        return later if first is not None and first == _changed_text(earlier, later) else None
    return None


def _place_of(edit: Edit) -> tuple[Any, ...]:
    if isinstance(edit, SetBenchmark):
        return (edit.benchmark_id, edit.aspect, edit.label)
    if isinstance(edit, SetQuestion):
        return (edit.question_id, edit.aspect, edit.label)
    return ()


def _changed_text(before: SetEntry, after: SetEntry) -> str | None:
    """Return the name of the one text by which two entries differ, or None."""
    old, new = trait_data(before.entry.trait), trait_data(after.entry.trait)
    if old.keys() != new.keys() or before.entry.gated != after.entry.gated:
        return None
    names = [name for name in new if _text(old[name]) != _text(new[name])]
    if len(names) != 1 or not isinstance(new[names[0]], (str, type(None))):
        return None
    return names[0]


def _text(value: Any) -> str:
    return to_json(value)


def _json(edit: Edit) -> str:
    return to_json(edit_data(edit))
