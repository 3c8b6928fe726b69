"""The card of a choice trait: a prompt with gaps, labels with their scores, and how a reply becomes a label."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout

from gradewright.errors import InvalidValue
from gradewright.judge.choice_prompt import GAPS, fill
from gradewright.judge.choices import flexeval_choice
from gradewright.model.choice import Choice, ChoiceTrait
from gradewright_desktop.models.pairs import Pair
from gradewright_desktop.panels.rubric.cards.base import EntryCard
from gradewright_desktop.widgets import DecimalField, GrowingTextEdit, label
from gradewright_desktop.widgets.pairs_table import PairsTable

LEVELS = (("Turn", "each turn"), ("Message", "each message"), ("Thread", "the whole conversation"))
MATCHING = (("whole", "whole labels only"), ("flexeval", "as FlexEval reads it"))
_HELP = {
    "whole": "The last line that is one of the labels decides, whatever its capitals.",
    "flexeval": "The last line that begins or ends with a label decides, also inside a word; the first listed wins.",
}


class ChoiceCard(EntryCard):
    """Edits a :class:`ChoiceTrait`."""

    noun = "choice"

    def build(self) -> None:
        theme = self._theme
        self.section("Prompt", "what the grader is sent, with the conversation in its gaps")
        self.prompt = GrowingTextEdit(theme, placeholder="What should the grader decide? {content}", parent=self)
        self.prompt.setAccessibleName("Prompt")
        self.column.addWidget(self.prompt)
        gaps = ", ".join(f"{{{gap}}}" for gap in GAPS)
        help_text = f"Gaps: {gaps}. Braces that are meant as such are doubled."
        self.column.addWidget(label(theme, help_text, font="small", role="muted", wraps=True, parent=self))
        self.message("prompt")
        self.register_text("prompt", self.prompt)
        self.section("Labels", "what a reply can end with, and the score of each")
        self.choices = PairsTable(theme, "Labels", ("Label", "Score"), "Type a label to add one", _refuse, self)
        self.column.addWidget(self.choices)
        self.message("choices")
        self._build_reading()
        self.section("Notes", "for people, never sent")
        self.notes = GrowingTextEdit(theme, placeholder="Where this comes from, what it is for", parent=self)
        self.notes.setAccessibleName("Notes")
        self.column.addWidget(self.notes)
        self.message("notes")
        self.prompt.committed.connect(self._prompt_committed)
        self.prompt.textChanged.connect(self._words_changed)
        self.notes.committed.connect(self._notes_committed)
        self.choices.changed.connect(self._choices_changed)
        self.choices.refused.connect(self._choices_refused)

    def refill(self, trait: Any, *, other: bool) -> None:
        (self.prompt.replace_text if other else self.prompt.set_text)(trait.prompt)
        (self.notes.replace_text if other else self.notes.set_text)(trait.notes or "")
        self.choices.set_pairs([(choice.label, f"{choice.score:g}") for choice in trait.choices])
        for combo, value in ((self.level, trait.level), (self.matching, trait.matching)):
            combo.setCurrentIndex(combo.findData(value))
        self._help.setText(_HELP[trait.matching])
        for widget in (self.has_line, self.line):
            widget.blockSignals(True)
        self.has_line.setChecked(trait.passes_at is not None)
        self.line.setEnabled(trait.passes_at is not None)
        self.line.setValue(trait.passes_at or 0.0)
        for widget in (self.has_line, self.line):
            widget.blockSignals(False)
        self._remark(trait)

    def set_editable(self, editable: bool) -> None:
        self.prompt.set_read_only(not editable)
        self.notes.set_read_only(not editable)
        self.choices.set_editable(editable)
        for widget in (self.level, self.matching, self.has_line):
            widget.setEnabled(editable)
        self.line.setEnabled(editable and self.has_line.isChecked())

    def flush(self) -> None:
        super().flush()
        self.prompt.flush()
        self.notes.flush()

    def _build_reading(self) -> None:
        theme = self._theme
        self.section("Reading")
        form = QFormLayout()
        form.setHorizontalSpacing(theme.space(4))
        form.setVerticalSpacing(theme.space("form_row_gap"))
        self.level = self._combo("What one grading looks at", LEVELS)
        self.matching = self._combo("How a reply becomes a label", MATCHING)
        self._help = label(theme, font="small", role="muted", wraps=True, parent=self)
        self.has_line = QCheckBox("A score passes from", self)
        self.line = DecimalField(self)
        self.line.setRange(-1e6, 1e6)
        self.line.setDecimals(3)
        self.line.setAccessibleName("Lowest score that passes")
        row = QHBoxLayout()
        row.addWidget(self.has_line)
        row.addWidget(self.line)
        row.addStretch(1)
        form.addRow("&Looks at", self.level)
        form.addRow("&A reply is read as", self.matching)
        form.addRow("", self._help)
        form.addRow("", row)
        self.column.addLayout(form)
        self.message("level", "matching", "passes_at")
        self.level.activated.connect(self._level_chosen)
        self.matching.activated.connect(self._matching_chosen)
        self.has_line.clicked.connect(self._line_changed)
        self.line.valueChanged.connect(self._line_changed)

    def _combo(self, name: str, options: Sequence[tuple[str, str]]) -> QComboBox:
        made = QComboBox(self)
        made.setAccessibleName(name)
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for value, words in options:
            made.addItem(words, value)
        return made

    def _remark(self, trait: ChoiceTrait) -> None:
        """Say what would go wrong when this is graded, while it can still be mended."""
        try:
            fill(trait.prompt, dict.fromkeys(GAPS, ""))
            self.say("prompt", "")
        except InvalidValue as error:
            self.say("prompt", f"{error.message} {error.hint or ''}".strip(), "warning")
        self.say("choices", _trap(trait), "warning")

    @Slot(str)
    def _prompt_committed(self, text: str) -> None:
        self._changed("change prompt of", prompt=text)

    @Slot(str)
    def _notes_committed(self, text: str) -> None:
        self._changed("change notes of", notes=text or None)

    @Slot()
    def _choices_changed(self) -> None:
        choices = tuple(Choice(label=name, score=_score(value) or 0) for name, value in self.choices.pairs())
        self._changed("change labels of", choices=choices)

    @Slot(str)
    def _choices_refused(self, sentence: str) -> None:
        self.say("choices", sentence)

    @Slot(int)
    def _level_chosen(self, _row: int) -> None:
        self._changed("change level of", level=self.level.currentData())

    @Slot(int)
    def _matching_chosen(self, _row: int) -> None:
        self._help.setText(_HELP[self.matching.currentData()])
        self._changed("change reading of", matching=self.matching.currentData())

    @Slot()
    @Slot(bool)
    @Slot(float)
    def _line_changed(self, *_value: object) -> None:
        self.line.setEnabled(self.has_line.isChecked())
        self._changed("change pass line of", passes_at=self.line.value() if self.has_line.isChecked() else None)

    def _changed(self, what: str, **values: Any) -> None:
        if self.change(what, **values) and isinstance(self.trait, ChoiceTrait):
            self._remark(self.trait)


def _refuse(pairs: Sequence[Pair]) -> str | None:
    names = [name for name, _ in pairs]
    if any(not name.strip() for name in names):
        return "A label needs words."
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        return f"There is a label “{double}” already."
    wrong = next((value for _, value in pairs if value and _score(value) is None), None)
    return None if wrong is None else f"“{wrong}” is no number."


def _score(value: str) -> int | float | None:
    try:
        number = float(value.strip().replace(",", ".") or "0")
    except ValueError:
        return None
    if not math.isfinite(number):
        return None
    return int(number) if number.is_integer() else number


def _trap(trait: ChoiceTrait) -> str:
    """Return what FlexEval's own rule would read wrongly; nothing where the other rule is in force."""
    if trait.matching != "flexeval":
        return ""
    for wanted in trait.labels:
        read = flexeval_choice(wanted, trait.labels)
        if read != wanted:
            told = f"“{read}”" if read is not None else "no label at all"
            return f"A reply “{wanted}” is read as {told} by this rule. Read whole labels, or change the labels."
    return ""
