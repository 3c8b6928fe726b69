"""One row of a sheet as a picture, as it will be printed."""

from __future__ import annotations

from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.sheets.content import Batch, SheetOptions, printable
from gradewright.sheets.laying_out import pictures

PREVIEW_BATCH = "00000"
"""The batch that stands on previews; no real one has this name."""


def sheet_row(entry: RubricEntry, rubric: Rubric, *, dpi: float = 110) -> bytes:
    """Return the row of one criterion as a PNG picture.

    Args:
        entry: an entry that holds a criterion.
        rubric: where it stands; its word for “cannot judge” is one of the boxes.
        dpi: of the picture.

    Raises:
        InvalidValue: the entry holds no criterion.
    """
    assert isinstance(entry.trait, Criterion), "other traits have no row"
    number = 1 + [each.id for each, _ in printable(rubric)].index(entry.id) if not entry.retired else 1
    alone = Rubric((RubricEntry(entry.id, entry.trait),), rubric.terms)
    return pictures(Batch(PREVIEW_BATCH, alone, "", (), SheetOptions(cover=False)), dpi, row=number)[0]
