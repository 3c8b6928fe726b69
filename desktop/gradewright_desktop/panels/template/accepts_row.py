"""What a number rule accepts: drawn on an axis and said in words beside it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gradewright.model.primitives import Accepted, NumericGraded, NumericTolerance, accepts
from gradewright.model.template import TemplateField
from gradewright_desktop.panels.template.accepted_range import AcceptedRange, DrawnRange
from gradewright_desktop.panels.template.words import unit_of
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.words import number_words
from gradewright_desktop.widgets.labels import label

# From here on a relative tolerance is more often a slip for an absolute one than meant: 0.5 is half of the truth.
_WIDE_SHARE = 0.25


class AcceptsRow(QWidget):
    """Shows the range of a field's rule; ``has_range`` tells whether the rule has one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.drawing = AcceptedRange(theme, self)
        self._words = label(theme, font="strong", wraps=True, selectable=True, parent=self)
        self._examples = label(theme, font="small", role="muted", wraps=True, selectable=True, parent=self)
        self._accepted: Accepted | None = None
        self.caution = ""
        beside = QVBoxLayout()
        beside.setSpacing(2)
        beside.addStretch(1)
        beside.addWidget(self._words)
        beside.addWidget(self._examples)
        beside.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(4))
        row.addWidget(self.drawing, 3)
        row.addLayout(beside, 2)

    @property
    def has_range(self) -> bool:
        """Whether the rule accepts a range of numbers."""
        return self._accepted is not None

    def words(self) -> str:
        """The range as one sentence."""
        return ". ".join(part for part in (self._words.text(), self._examples.text()) if part)

    def show_field(self, field: TemplateField) -> None:
        """Show what the rule of a field accepts around its ground truth."""
        primitive = field.primitive
        accepted = None
        if primitive is not None and not isinstance(field.ground_truth, bool):
            accepted = accepts(primitive, field.ground_truth)
        self._accepted = accepted
        self.caution = ""
        if accepted is None:
            self.drawing.show_range(None)
            return
        unit = unit_of(field.name)
        self._words.setText(f"{accepted.words} {unit}".strip())
        self._examples.setText(accepted.examples)
        if isinstance(primitive, NumericTolerance | NumericGraded) and accepted.note:
            distance = primitive.tolerance if isinstance(primitive, NumericTolerance) else primitive.cutoff
            wide = primitive.mode == "relative" and distance >= _WIDE_SHARE
            advice = f" For ± {number_words(distance)} choose absolute." if wide else ""
            self.caution = f"{accepted.note.rstrip('.')}.{advice}"
        self.drawing.show_range(None if accepted.empty else _drawn(accepted), self.words())


def _drawn(accepted: Accepted) -> DrawnRange:
    return DrawnRange(
        accepted.lower,
        accepted.upper,
        accepted.lower_inclusive,
        accepted.upper_inclusive,
        accepted.centre,
        accepted.zero_below,
        accepted.zero_above,
    )
