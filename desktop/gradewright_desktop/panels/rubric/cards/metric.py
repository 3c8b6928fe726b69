"""The card of a metric: what should be in an answer, what should not, and which figures come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from gradewright.lint.finding import Finding
from gradewright.lint.finding import Place as Where
from gradewright.model.traits import METRICS_BY_MODE, MetricTrait
from gradewright_desktop.panels.rubric.cards.base import TraitCard
from gradewright_desktop.panels.rubric.statement_words import StatementWords
from gradewright_desktop.panels.rubric.statements import StatementList
from gradewright_desktop.panels.rubric.underlines import select_words
from gradewright_desktop.widgets import SegmentedControl, label

MODES = (("tp_only", "What should be there"), ("full_matrix", "Also what should not"))
METRICS = {
    "precision": "Precision",
    "recall": "Recall",
    "f1": "F1",
    "specificity": "Specificity",
    "accuracy": "Accuracy",
}
MEANINGS = {
    "precision": "of what the answer says, the share that should be there",
    "recall": "of what should be there, the share that the answer says",
    "f1": "precision and recall in one figure",
    "specificity": "of what should not be there, the share that the answer leaves out",
    "accuracy": "of all instructions, the share that the answer gets right",
}


class MetricCard(TraitCard):
    """Edits a :class:`MetricTrait`."""

    def description_words(self) -> tuple[str, str]:
        return "Description", "what the instructions below are about"

    def build_kind(self) -> None:
        theme = self._theme
        self.section("Mode")
        self.mode = SegmentedControl(theme, MODES, "Mode", parent=self)
        self.column.addWidget(self.mode)
        self.message("evaluation_mode")
        header = self.section("Should be there", "each is looked for in the answer")
        self.present = StatementList(theme, StatementWords("Should be there", "instruction"), self)
        header.add_widget(self.present.add_button("Add instruction"))
        self.column.addWidget(self.present)
        self.message("tp_instructions")
        self._absent_header = self.section("Should not be there", "each is looked for in the answer")
        self.absent = StatementList(theme, StatementWords("Should not be there", "instruction"), self)
        self._absent_header.add_widget(self.absent.add_button("Add instruction"))
        self.column.addWidget(self.absent)
        self.message("tn_instructions")
        self._build_metrics()
        self.section("Better result")
        self.column.addWidget(self.direction)
        self.mode.chosen.connect(self._mode_chosen)
        self.present.edited.connect(self._present_edited)
        self.absent.edited.connect(self._absent_edited)

    def refill_kind(self, trait: Any, *, other: bool) -> None:
        self.mode.set_current(trait.evaluation_mode)
        self._show_mode(trait.evaluation_mode)
        self.present.set_statements(trait.tp_instructions, other=other)
        self.absent.set_statements(trait.tn_instructions, other=other)
        for name, box in self.metrics.items():
            box.setChecked(name in trait.metrics)
        self.once.setChecked(trait.repeated_extraction)

    def set_kind_editable(self, editable: bool) -> None:
        for widget in (self.mode, self.once, *self.metrics.values()):
            widget.setEnabled(editable)
        self.present.set_editable(editable)
        self.absent.set_editable(editable)

    def flush(self) -> None:
        super().flush()
        self.present.flush()
        self.absent.flush()

    def _build_metrics(self) -> None:
        theme = self._theme
        self.section("Figures")
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(4))
        self.metrics: dict[str, QCheckBox] = {}
        for name, words in METRICS.items():
            box = QCheckBox(words, holder)
            box.setToolTip(f"{words}: {MEANINGS[name]}")
            box.clicked.connect(self._metrics_clicked)
            self.metrics[name] = box
            row.addWidget(box)
        row.addStretch(1)
        self.column.addWidget(holder)
        self.message("metrics")
        self.once = QCheckBox("Count what is said twice once", self)
        self.once.clicked.connect(self._once_clicked)
        self.column.addWidget(self.once)
        note = "A judge sorts what the answer says into the instructions; the figures are computed from the counts."
        self.column.addWidget(label(theme, note, font="small", role="muted", wraps=True, parent=self))

    def _show_mode(self, mode: str) -> None:
        full = mode == "full_matrix"
        self._absent_header.setVisible(full)
        self.absent.setVisible(full)
        for name, box in self.metrics.items():
            box.setVisible(name in METRICS_BY_MODE[mode])

    def show_findings(self, findings: Sequence[Finding]) -> None:
        super().show_findings(findings)
        for kind, statements in (("tp", self.present), ("tn", self.absent)):
            beginning = f"instruction:{kind}:"
            numbered = [(found.place.part.removeprefix(beginning), found) for found in findings]
            statements.show_findings([(int(number), found) for number, found in numbered if number.isdigit()])

    def show_words(self, where: Where) -> None:
        kind, _colon, number = where.part.removeprefix("instruction:").partition(":")
        statements = {"tp": self.present, "tn": self.absent}.get(kind)
        field = statements.field_of(int(number)) if statements is not None and number.isdigit() else None
        if field is not None:
            select_words(field, where.start, where.end)
        else:
            super().show_words(where)

    @Slot(str)
    def _mode_chosen(self, mode: str) -> None:
        self._show_mode(mode)
        if not isinstance(self.trait, MetricTrait):
            return
        available = METRICS_BY_MODE[mode]
        metrics = [name for name in self._chosen() if name in available] or ["precision", "recall", "f1"]
        values: dict[str, Any] = {"evaluation_mode": mode, "metrics": metrics}
        if mode == "full_matrix" and not self.trait.tn_instructions:
            values["tn_instructions"] = ["What should not be there"]
        self.change("change mode of", **values)

    def _chosen(self) -> list[str]:
        return [name for name, box in self.metrics.items() if box.isChecked()]

    @Slot()
    def _metrics_clicked(self) -> None:
        mode = self.mode.current()
        self.change("change figures of", metrics=[name for name in self._chosen() if name in METRICS_BY_MODE[mode]])

    @Slot(bool)
    def _once_clicked(self, checked: bool) -> None:
        self.change("change counting of", repeated_extraction=checked)

    @Slot(object)
    def _present_edited(self, statements: list[str]) -> None:
        self.change("change instructions of", tp_instructions=statements)

    @Slot(object)
    def _absent_edited(self, statements: list[str]) -> None:
        self.change("change instructions of", tn_instructions=statements)
