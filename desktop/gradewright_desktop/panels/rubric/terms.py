"""The fields of what holds for a whole rubric: what is graded, what fails it, when it cannot be judged."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from gradewright.lint.language import RubricLanguage, language_named, languages
from gradewright.model.rubric import CannotJudgeRule, OverallRule, RubricTerms
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import LineField, label

RULES = (
    (OverallRule.FAILS_ON_ANY, "Fails on any criterion"),
    (OverallRule.FAILS_ON_MUST_PASS, "Fails on any must-pass"),
)
RECOGNISED = "Recognised"
SHORTEST_LANGUAGE = 18
# In pixels of a font of 13: below it the fields stand in two rows.
ONE_ROW = 700


class TermsForm(QWidget):
    """``edited`` carries what is changed, by its name in :class:`RubricTerms`, and the words for undo."""

    edited = Signal(object, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._owner: Hashable = None
        self.unit = self._line("Graded unit", "one answer to one question")
        self.check_type = self._line("Check type", "reply quality")
        self.rule = QComboBox(self)
        self.rule.setAccessibleName("Overall rule")
        self.rule.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for rule, words in RULES:
            self.rule.addItem(words, rule)
        self.language = QComboBox(self)
        self.language.setAccessibleName("Language of the wording")
        # What was recognised may have a long name.
        self.language.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.language.setMinimumContentsLength(SHORTEST_LANGUAGE)
        self.language.addItem(RECOGNISED, "")
        for language in languages():
            self.language.addItem(language.name, language.code)
        self.when = self._line("Cannot-judge rule", "when nothing can be checked")
        self.word = self._line("Cannot-judge word", "n/j")
        self.word.setToolTip("The agreed word that a grader writes then")
        self._parts = (
            (self._captioned("Graded unit", self.unit), 5),
            (self._captioned("Overall rule", self.rule), 0),
            (self._captioned("Cannot-judge rule", self.when), 4),
            (self._captioned("Word", self.word), 1),
        )
        # What is seldom changed and no grader reads.
        self._more = (self._captioned("Check type", self.check_type), self._captioned("Language", self.language))
        self._shows_more = True
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.space(3))
        self._grid.setVerticalSpacing(theme.space(2))
        self._rows = 0
        self._arrange()
        self.unit.committed.connect(self._unit_edited)
        self.check_type.committed.connect(self._type_edited)
        self.when.committed.connect(self._when_edited)
        self.word.committed.connect(self._word_edited)
        self.rule.activated.connect(self._rule_chosen)
        self.language.activated.connect(self._language_chosen)

    def show_terms(self, terms: RubricTerms, *, owner: Hashable, read_only: bool) -> None:
        """Show the terms of a rubric; typing that is not kept yet stays, unless it is another rubric's."""
        put = "set_text" if owner == self._owner else "replace_text"
        self._owner = owner
        cannot = terms.cannot_judge or CannotJudgeRule()
        texts = (terms.graded_unit, terms.check_type, cannot.when, cannot.word)
        for field, text in zip(self._fields(), texts, strict=True):
            getattr(field, put)(text)
            field.setReadOnly(read_only)
        self.rule.setCurrentIndex(self.rule.findData(terms.overall_rule))
        self.rule.setEnabled(not read_only)
        self._choose_language(terms.language)
        self.language.setEnabled(not read_only)

    def show_language(self, spoken: RubricLanguage) -> None:
        """Say which language was recognised, and which rules run in it."""
        words = RECOGNISED if spoken.was_set else f"{RECOGNISED}: {spoken.language.name}"
        self.language.setItemText(0, words)
        self.language.setToolTip(spoken.statement)
        self.language.setAccessibleDescription(spoken.statement)

    def _choose_language(self, code: str) -> None:
        row = self.language.findData(code)
        if row < 0:
            # A file may name a language that nothing is known about; it stays.
            self.language.addItem(language_named(code).name, code)
            row = self.language.count() - 1
        self.language.setCurrentIndex(row)

    def focus_part(self, part: str) -> None:
        """Put the focus into the field of a part as findings name it."""
        empty_word = bool(self.when.text().strip()) and not self.word.text().strip()
        fields = {
            "overall_rule": self.rule,
            "language": self.language,
            "cannot_judge": self.word if empty_word else self.when,
        }
        fields.get(part, self.unit).setFocus()

    def flush(self) -> None:
        """Hand what was typed on."""
        for field in self._fields():
            field.flush()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _fields(self) -> tuple[LineField, ...]:
        return self.unit, self.check_type, self.when, self.word

    def _line(self, name: str, placeholder: str) -> LineField:
        made = LineField(self._theme, placeholder=placeholder, parent=self)
        made.setAccessibleName(name)
        return made

    def _captioned(self, words: str, field: QWidget) -> QWidget:
        holder = QWidget(self)
        caption = label(self._theme, words, font="small", role="secondary", parent=holder)
        caption.setBuddy(field)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(1))
        column.addWidget(caption)
        column.addWidget(field)
        return holder

    def _in_line(self, words: str, field: QWidget) -> QWidget:
        holder = QWidget(self)
        caption = label(self._theme, words, font="small", role="secondary", parent=holder)
        caption.setBuddy(field)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self._theme.space(2))
        row.addWidget(caption)
        row.addWidget(field)
        row.addStretch(1)
        return holder

    @property
    def shows_more(self) -> bool:
        """Whether what is seldom changed is shown, too."""
        return self._shows_more

    def show_more(self, shows: bool) -> None:
        """Show or hide what is seldom changed."""
        self._shows_more = shows
        for part in self._more:
            part.setVisible(shows)

    def _arrange(self) -> None:
        rows = 1 if self.width() >= ONE_ROW * self._theme.zoom else 2
        if rows == self._rows:
            return
        self._rows = rows
        unit, rule, when, word = (part for part, _stretch in self._parts)
        check_type, language = self._more
        for part in (unit, rule, when, word, check_type, language):
            self._grid.removeWidget(part)
        for column in range(len(self._parts)):
            self._grid.setColumnStretch(column, 0)
        if rows == 1:
            for column, (part, stretch) in enumerate(self._parts):
                self._grid.addWidget(part, 0, column)
                self._grid.setColumnStretch(column, stretch)
            self._grid.addWidget(check_type, 1, 0)
            self._grid.addWidget(language, 1, 1)
            return
        self._grid.addWidget(unit, 0, 0)
        self._grid.addWidget(rule, 0, 1, 1, 2)
        self._grid.addWidget(when, 1, 0)
        self._grid.addWidget(word, 1, 1, 1, 2)
        self._grid.addWidget(check_type, 2, 0)
        self._grid.addWidget(language, 2, 1, 1, 2)
        self._grid.setColumnStretch(0, 3)
        self._grid.setColumnStretch(1, 2)

    # -- editing ------------------------------------------------------------------------------------------------------

    @Slot(str)
    def _unit_edited(self, text: str) -> None:
        self.edited.emit({"graded_unit": text.strip()}, "edit graded unit")

    @Slot(str)
    def _type_edited(self, text: str) -> None:
        self.edited.emit({"check_type": text.strip()}, "edit check type")

    @Slot(str)
    def _when_edited(self, _text: str) -> None:
        self._cannot_judge("edit cannot-judge rule")

    @Slot(str)
    def _word_edited(self, _text: str) -> None:
        self._cannot_judge("edit cannot-judge word")

    def _cannot_judge(self, title: str) -> None:
        rule = CannotJudgeRule(self.when.text().strip(), self.word.text().strip())
        self.edited.emit({"cannot_judge": rule if rule.when or rule.word else None}, title)

    @Slot(int)
    def _rule_chosen(self, _row: int) -> None:
        self.edited.emit({"overall_rule": self.rule.currentData()}, "change overall rule")

    @Slot(int)
    def _language_chosen(self, _row: int) -> None:
        self.edited.emit({"language": self.language.currentData()}, "set language of the wording")
