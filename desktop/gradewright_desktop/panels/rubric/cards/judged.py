"""The card of a trait that a judge decides: yes or no, a score, or one of several classes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QKeyEvent, Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QHeaderView, QSpinBox, QVBoxLayout, QWidget

from gradewright.model.traits import LLMTrait
from gradewright_desktop.models.pairs import Pair
from gradewright_desktop.panels.rubric.cards.base import TraitCard
from gradewright_desktop.panels.rubric.drafts import NEW_CLASSES
from gradewright_desktop.widgets import NumberField, SegmentedControl, label
from gradewright_desktop.widgets.pairs_table import PairsTable

KINDS = (("boolean", "Yes or no"), ("score", "Score"), ("literal", "One of several"))
HELP = {
    "boolean": "Right for a line that is either crossed or not.",
    "score": "Right where answers differ by degree; say in the description what the ends mean.",
    "literal": "Right for kinds that have names. The order is from the lowest to the highest.",
}


class ClassesTable(PairsTable):
    """Names and descriptions of classes; Alt+Up and Alt+Down move a row."""

    moved = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._move(step)
            return
        super().keyPressEvent(event)

    def _move(self, step: int) -> None:
        row, pairs = self.currentIndex().row(), self.pairs()
        if 0 <= row < len(pairs) and 0 <= row + step < len(pairs):
            pairs.insert(row + step, pairs.pop(row))
            self.set_pairs(pairs)
            self.setCurrentIndex(self.model().index(row + step, self.currentIndex().column()))
            self.moved.emit()


class JudgedCard(TraitCard):
    """Edits an :class:`LLMTrait` of the three plain kinds."""

    def description_words(self) -> tuple[str, str]:
        return "What the judge is asked", "one test that two people would decide the same way"

    def build_kind(self) -> None:
        theme = self._theme
        self._classes_kept: dict[str, str] = dict(NEW_CLASSES)
        self.section("Scoring")
        self.kind = SegmentedControl(theme, KINDS, "Kind of verdict", parent=self)
        self._help = label(theme, font="small", role="muted", wraps=True, parent=self)
        row = QHBoxLayout()
        row.setSpacing(theme.space(3))
        row.addWidget(self.kind)
        row.addWidget(self._help, 1)
        self.column.addLayout(row)
        self.message("kind")
        self._build_bounds()
        self._build_classes()
        self.section("Better result")
        self.column.addWidget(self.direction, 0, Qt.AlignmentFlag.AlignLeft)
        self.message("higher_is_better")
        self._build_more()
        self.kind.chosen.connect(self._kind_chosen)

    def refill_kind(self, trait: Any, *, other: bool) -> None:
        kind = str(trait.kind)
        self.kind.set_current(kind)
        self._show_kind(kind)
        if kind == "score":
            for box, value in ((self.lowest, trait.min_score), (self.highest, trait.max_score)):
                blocked = box.blockSignals(True)
                box.setValue(1 if value is None else value)
                box.blockSignals(blocked)
        if other:
            self._classes_kept = dict(NEW_CLASSES)
        if trait.classes:
            self._classes_kept = dict(trait.classes)
        self.classes.set_pairs(list(self._classes_kept.items()))
        self.sees_reference.setChecked(trait.include_ground_truth)
        self.deep.setChecked(trait.deep_judgment_enabled)

    def set_kind_editable(self, editable: bool) -> None:
        self.kind.setEnabled(editable)
        self.lowest.setEnabled(editable)
        self.highest.setEnabled(editable)
        self.classes.set_editable(editable)
        self.sees_reference.setEnabled(editable)
        self.deep.setEnabled(editable)

    def _build_bounds(self) -> None:
        theme = self._theme
        self.bounds = QWidget(self)
        row = QHBoxLayout(self.bounds)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(2))
        self.lowest, self.highest = self._score_box("Lowest score"), self._score_box("Highest score")
        for words, box in (("From", self.lowest), ("to", self.highest)):
            caption = label(theme, words, role="secondary", parent=self.bounds)
            caption.setBuddy(box)
            row.addWidget(caption)
            row.addWidget(box)
        row.addStretch(1)
        self.column.addWidget(self.bounds)
        self.message("bounds", "min_score", "max_score")

    def _score_box(self, name: str) -> QSpinBox:
        box = NumberField(self.bounds)
        box.setRange(-10_000, 10_000)
        box.setAccessibleName(name)
        box.valueChanged.connect(self._bounds_changed)
        return box

    def _build_classes(self) -> None:
        self.classes = ClassesTable(
            self._theme,
            "Classes",
            ("Class", "When an answer belongs to it"),
            "Type a name to add a class",
            _refuse,
            self,
        )
        header = self.classes.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(0, 20 * self.fontMetrics().averageCharWidth())
        self.column.addWidget(self.classes)
        self.message("classes")
        self.classes.changed.connect(self._classes_changed)
        self.classes.moved.connect(self._classes_changed)
        self.classes.refused.connect(self._classes_refused)

    def _build_more(self) -> None:
        self.section("For the judge")
        self.sees_reference = QCheckBox("Show the reference answer to the judge", self)
        self.deep = QCheckBox("Ask for excerpts before the verdict (deep judgment)", self)
        more = QVBoxLayout()
        more.setSpacing(self._theme.space(1))
        more.addWidget(self.sees_reference)
        more.addWidget(self.deep)
        self.column.addLayout(more)
        self.message("include_ground_truth", "deep_judgment_enabled")
        self.sees_reference.clicked.connect(self._reference_clicked)
        self.deep.clicked.connect(self._deep_clicked)

    def _show_kind(self, kind: str) -> None:
        self._help.setText(HELP.get(kind, ""))
        self.bounds.setVisible(kind == "score")
        self.classes.setVisible(kind == "literal")

    @Slot(str)
    def _kind_chosen(self, kind: str) -> None:
        self._show_kind(kind)
        if not isinstance(self.trait, LLMTrait):
            return
        if kind == "literal":
            self.change("change kind of", kind=kind, classes=self._classes_kept)
            return
        # Classes that are typed stay in the card; the library keeps none that the kind does not have.
        low, high = (self.lowest.value(), self.highest.value()) if kind == "score" else (1, 5)
        if low >= high:
            low, high = 1, 5
        self.change("change kind of", kind=kind, classes=None, min_score=low, max_score=high)

    @Slot(int)
    def _bounds_changed(self, _value: int) -> None:
        self.change("change scale of", min_score=self.lowest.value(), max_score=self.highest.value())

    @Slot()
    def _classes_changed(self) -> None:
        self._classes_kept = dict(self.classes.pairs())
        self.change("change classes of", classes=dict(self._classes_kept))

    @Slot(str)
    def _classes_refused(self, sentence: str) -> None:
        self.say("classes", sentence)

    @Slot(bool)
    def _reference_clicked(self, checked: bool) -> None:
        self.change("change what the judge sees for", include_ground_truth=checked)

    @Slot(bool)
    def _deep_clicked(self, checked: bool) -> None:
        self.change("change deep judgment of", deep_judgment_enabled=checked)


def _refuse(pairs: list[Pair] | Any) -> str | None:
    names = [name.strip().casefold() for name, _description in pairs]
    if "" in names:
        return "A class needs a name."
    double = next((name for name in names if names.count(name) > 1), None)
    return None if double is None else f"There is a class “{double}” already."
