"""How a criterion is scored: pass or fail, or a scale with an anchor a point and a line from which on it passes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gradewright.lint.finding import Finding
from gradewright.model.criterion import SCALE_POINTS, Criterion, Scale
from gradewright_desktop.panels.rubric.cards.criterion.pass_line import PassesAtCombo, PassLine
from gradewright_desktop.panels.rubric.underlines import underline
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import FieldMessage, FlowLayout, GrowingTextEdit, SegmentedControl, label

PASS_FAIL = "pass-fail"
OPTIONS = ((PASS_FAIL, "Pass or fail"), *((str(points), f"{points} points") for points in SCALE_POINTS))
MOST_POINTS = max(SCALE_POINTS)
HELP = "Right for a line that is either crossed or not."


class AnchorRow(QWidget):
    """One point: its number in the colour of what it means, and what an answer is like that gets it."""

    def __init__(self, theme: Theme, point: int, parent: QWidget):
        super().__init__(parent)
        self._theme = theme
        self.point = point
        self.tile = label(theme, str(point), font="strong", parent=self)
        self.tile.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.field = GrowingTextEdit(theme, placeholder="What an answer with this point is like", parent=self)
        self.field.setAccessibleName(f"Anchor of point {point}")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(2))
        row.addWidget(self.tile, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.field, 1)
        theme.changed.connect(self._align)
        self._align()

    def show_verdict(self, passes: bool | None) -> None:
        """Colour the number; the pass line and these words say the same without colour."""
        words = {True: "passes", False: "fails", None: "no pass line yet"}[passes]
        role = {True: "point-pass", False: "point-fail", None: "point"}[passes]
        if self.tile.property("role") != role:
            self.tile.setProperty("role", role)
            self.tile.style().unpolish(self.tile)
            self.tile.style().polish(self.tile)
        self.tile.setToolTip(f"Point {self.point}: {words}")
        self.field.setAccessibleName(f"Anchor of point {self.point}, {words}")

    @Slot()
    def _align(self) -> None:
        height = self._theme.row_height("field")
        self.tile.setFixedSize(max(24, round(height * 0.86)), height)


class ScoringEditor(QWidget):
    """``points_chosen`` carries 0 for pass or fail, else the points; ``anchor_edited`` a point and its text;
    ``line_moved`` the lowest point that passes."""

    points_chosen = Signal(int)
    anchor_edited = Signal(int, str)
    line_moved = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._scale: Scale | None = None
        self.kind = SegmentedControl(theme, OPTIONS, "Scoring", parent=self)
        self._help: QLabel = label(theme, HELP, font="small", role="muted", parent=self)
        self.passes_at = PassesAtCombo(self)
        self._passes = QWidget(self)
        self.rows = {point: AnchorRow(theme, point, self) for point in range(MOST_POINTS, 0, -1)}
        self.line = PassLine(theme, self)
        self.message = FieldMessage(theme, self)
        self._build()
        self._connect()

    def show_scoring(self, criterion: Criterion, *, other: bool) -> None:
        """Show how a criterion is scored; typing that is not kept yet stays, unless it is another criterion."""
        scale = criterion.scored_on
        self._scale = scale
        self.kind.set_current(PASS_FAIL if scale is None else str(scale.points))
        self._help.setVisible(scale is None)
        self._passes.setVisible(scale is not None)
        for point, row in self.rows.items():
            row.setVisible(scale is not None and point <= scale.points)
            text = scale.anchors[point - 1] if scale is not None and point <= scale.points else ""
            (row.field.replace_text if other else row.field.set_text)(text)
        if scale is not None:
            self.passes_at.show_scale(scale.points, scale.pass_line)
            self._show_line(scale.pass_line)
        self.line.setVisible(scale is not None and scale.pass_line is not None)
        if other:
            self.message.show_message("")

    def set_editable(self, editable: bool) -> None:
        """Let the scoring be edited, or only be read."""
        self.kind.setEnabled(editable)
        self.passes_at.setEnabled(editable)
        self.line.set_editable(editable)
        for row in self.rows.values():
            row.field.set_read_only(not editable)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Underline what was found in the anchors, and say the first of it below them."""
        about = [found for found in findings if found.place.part.startswith(("anchor:", "pass_line", "scale"))]
        current: list[Finding] = []
        for point, row in self.rows.items():
            mine = [found for found in about if found.place.part == f"anchor:{point}"]
            current += underline(row.field, mine, self._theme)
        current += [found for found in about if not found.place.part.startswith("anchor:")]
        first = current[0] if current else None
        kind = "info" if first is not None and first.severity == "hint" else str(first.severity) if first else ""
        self.message.show_message(first.message if first is not None else "", kind)

    def flush(self) -> None:
        """Hand what was typed on."""
        for row in self.rows.values():
            row.field.flush()

    def _build(self) -> None:
        theme = self._theme
        row = QHBoxLayout(self._passes)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(2))
        caption = label(theme, "Passes at", role="secondary", parent=self._passes)
        caption.setBuddy(self.passes_at)
        row.addWidget(caption)
        row.addWidget(self.passes_at)
        # In line with the buttons beside it.
        self._help.setMinimumHeight(theme.row_height("button"))
        choice = QWidget(self)
        flow = FlowLayout(theme.space(3), choice)
        for widget in (self.kind, self._help, self._passes):
            flow.addWidget(widget)
        self._anchors = QVBoxLayout()
        self._anchors.setSpacing(theme.space(1) + 2)
        for anchor in self.rows.values():
            self._anchors.addWidget(anchor)
        self._anchors.addWidget(self.line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        column.addWidget(choice)
        column.addLayout(self._anchors)
        column.addWidget(self.message)

    def _connect(self) -> None:
        self.kind.chosen.connect(self._kind_chosen)
        self.passes_at.point_chosen.connect(self.line_moved)
        self.line.dragged.connect(self._line_dragged)
        for row in self.rows.values():
            row.field.committed.connect(self._anchor_committed)
            row.field.textChanged.connect(self._words_changed)

    def _show_line(self, pass_line: int | None) -> None:
        """Put the line below the lowest point that passes, and colour the points."""
        for point, row in self.rows.items():
            row.show_verdict(None if pass_line is None else point >= pass_line)
        if pass_line is not None:
            self._anchors.removeWidget(self.line)
            self._anchors.insertWidget(MOST_POINTS - pass_line + 1, self.line)

    @Slot(str)
    def _kind_chosen(self, kind: str) -> None:
        self.points_chosen.emit(0 if kind == PASS_FAIL else int(kind))

    @Slot(str)
    def _anchor_committed(self, text: str) -> None:
        point = next(point for point, row in self.rows.items() if row.field is self.sender())
        self.anchor_edited.emit(point, text.strip())

    @Slot()
    def _words_changed(self) -> None:
        field = self.sender()
        if isinstance(field, GrowingTextEdit) and field.extraSelections():
            field.setExtraSelections([])

    @Slot(QPoint, bool)
    def _line_dragged(self, at: QPoint, is_end: bool) -> None:
        scale = self._scale
        if scale is None:
            return
        y = self.mapFromGlobal(at).y()
        above = sum(y > row.geometry().center().y() for point, row in self.rows.items() if point <= scale.points)
        # At least the highest point passes.
        point = scale.points - max(1, above) + 1
        self._show_line(point)
        self.passes_at.show_scale(scale.points, point)
        if is_end and point != scale.pass_line:
            self.line_moved.emit(point)
