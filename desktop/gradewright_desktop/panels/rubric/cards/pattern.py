"""The card of a regex trait: the pattern, its switches, and a box that tries it while it is typed."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QCheckBox, QVBoxLayout

from gradewright.model.traits import RegexTrait, pattern_problem
from gradewright_desktop.panels.rubric.cards.base import TraitCard
from gradewright_desktop.panels.rubric.pattern_edit import PatternEdit
from gradewright_desktop.panels.rubric.test_box import PatternTestBox
from gradewright_desktop.workbench import Workbench

ONE_FORM_TIP = (
    "“é” can be one character, or an e with an accent after it; they look the same. With this on, pattern and answer "
    "are put into one form (Unicode NFC) before they are compared. Karenina compares them as they are."
)


class PatternCard(TraitCard):
    """Edits a :class:`RegexTrait`."""

    def __init__(self, workbench: Workbench, parent: Any = None):
        super().__init__(workbench, parent)

    def description_words(self) -> tuple[str, str]:
        return "Description", "what the pattern stands for"

    def build_kind(self) -> None:
        self.section("Pattern", "as Python's re reads it")
        self.pattern = PatternEdit(self._theme, parent=self)
        self.pattern.setAccessibleName("Pattern")
        self.column.addWidget(self.pattern)
        self.message("pattern")
        self.any_case = QCheckBox("Capitals and small letters are the same", self)
        self.one_form = QCheckBox("Accents written in either way are the same", self)
        self.one_form.setToolTip(ONE_FORM_TIP)
        self.inverted = QCheckBox("Must not occur: an answer passes where the pattern is not found", self)
        switches = QVBoxLayout()
        switches.setSpacing(self._theme.space(1))
        switches.addWidget(self.any_case)
        switches.addWidget(self.one_form)
        switches.addWidget(self.inverted)
        self.column.addLayout(switches)
        self.section("Better result")
        self.column.addWidget(self.direction, 0, Qt.AlignmentFlag.AlignLeft)
        self.section("Try it", "nothing here is stored")
        self.test = PatternTestBox(self._workbench, self)
        self.column.addWidget(self.test)
        self.register_text("pattern", self.pattern)
        self.pattern.committed.connect(self._pattern_committed)
        self.pattern.textChanged.connect(self._pattern_typed)
        self.any_case.clicked.connect(self._case_clicked)
        self.one_form.clicked.connect(self._form_clicked)
        self.inverted.clicked.connect(self._invert_clicked)

    def refill_kind(self, trait: Any, *, other: bool) -> None:
        (self.pattern.replace_text if other else self.pattern.set_text)(trait.pattern)
        self.any_case.setChecked(not trait.case_sensitive)
        self.one_form.setChecked(trait.normalize)
        self.inverted.setChecked(trait.invert_result)
        self._try()

    def set_kind_editable(self, editable: bool) -> None:
        self.pattern.setReadOnly(not editable)
        self.any_case.setEnabled(editable)
        self.one_form.setEnabled(editable)
        self.inverted.setEnabled(editable)

    def flush(self) -> None:
        super().flush()
        self.pattern.flush()

    def set_benchmark(self, benchmark_id: int | None, question_id: int | None) -> None:
        """Say whose recorded answers the pattern is tried on."""
        self.test.set_owner(benchmark_id, question_id)

    @Slot(str)
    def _pattern_committed(self, text: str) -> None:
        self.change("change pattern of", pattern=text)
        self._say_problem()

    @Slot()
    def _pattern_typed(self) -> None:
        self._say_problem()
        self._try()

    @Slot(bool)
    def _case_clicked(self, any_case: bool) -> None:
        self.change("change capitals of", case_sensitive=not any_case)
        self._try()

    @Slot(bool)
    def _form_clicked(self, one_form: bool) -> None:
        self.change("change accents of", normalize=one_form)
        self._try()

    @Slot(bool)
    def _invert_clicked(self, inverted: bool) -> None:
        self.change("change direction of pattern of", invert_result=inverted)
        self._try()

    def _say_problem(self) -> None:
        """Say at once why a pattern does not compile, and where, before anything is kept."""
        problem = pattern_problem(self.pattern.toPlainText())
        position = _error_position(self.pattern.toPlainText()) if problem else None
        self.pattern.mark_error(position)
        if problem:
            stays = "What was there before stays until this is right."
            self.say("pattern", f"{problem[:1].upper()}{problem[1:]}. {stays}")
        else:
            self.say("pattern", "")

    def _try(self) -> None:
        trait = self.trait
        if isinstance(trait, RegexTrait):
            typed = trait.model_copy(update={"pattern": self.pattern.toPlainText()})
            self.test.set_trait(typed)


def _error_position(pattern: str) -> int | None:
    try:
        re.compile(pattern)
    except re.error as error:
        return error.pos
    except (RecursionError, OverflowError):
        return None
    return None
