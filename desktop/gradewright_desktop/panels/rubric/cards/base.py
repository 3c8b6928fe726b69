"""What all cards share: name, description, direction, and the sentences under fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from gradewright.lint.finding import Finding
from gradewright.lint.finding import Place as Where
from gradewright.model.rubric import RubricEntry
from gradewright.model.traits import Trait
from gradewright_desktop.panels.rubric.drafts import Problem, TraitDraft
from gradewright_desktop.panels.rubric.underlines import select_words, underline
from gradewright_desktop.widgets import FieldMessage, GrowingTextEdit, LineField, SectionHeader
from gradewright_desktop.workbench import Workbench

DIRECTIONS = ((True, "Higher is better"), (False, "Lower is better"), (None, "Neither: it only describes"))


class EntryCard(QWidget):
    """Edits what one entry of a rubric holds: what traits and criteria have in common, and the name.

    ``changed`` carries the trait as it is now and what was changed, for the words of undo. Values that make no trait
    stay in the card with a sentence under their field; the library keeps the last that did.
    """

    changed = Signal(object, str)
    noun = "trait"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self._workbench = workbench
        self._theme = workbench.theme
        self._entry: RubricEntry | None = None
        self._draft: TraitDraft | None = None
        self._messages: dict[str, FieldMessage] = {}
        self._texts: dict[str, QTextEdit | QPlainTextEdit] = {}
        self._findings: Sequence[Finding] = ()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(*(self._theme.space(4),) * 4)
        self.column.setSpacing(self._theme.space(2))
        self.name = LineField(self._theme, placeholder=f"Name of the {self.noun}", parent=self)
        self.name.setAccessibleName(f"Name of the {self.noun}")
        self.name.setProperty("role", "title")
        self.name.setFont(self._theme.font("title"))
        self.head = QHBoxLayout()
        self.head.setSpacing(self._theme.space(2))
        self.head.addWidget(self.name, 1)
        self.column.addLayout(self.head)
        self.build_head()
        self.message("name", "")
        self.build()
        self.column.addStretch(1)
        self.name.committed.connect(self._name_committed)
        self._theme.changed.connect(self._restyle)

    # -- what a kind adds ---------------------------------------------------------------------------------------------

    def build_head(self) -> None:
        """Add what stands beside and right below the name."""

    def build(self) -> None:
        """Add the fields of this kind."""

    def refill(self, trait: Any, *, other: bool) -> None:
        """Show the values of this kind; ``other`` when it is another trait than before."""

    def set_editable(self, editable: bool) -> None:
        """Let the values of this kind be edited, or only be read."""

    # -- showing ------------------------------------------------------------------------------------------------------

    def show_entry(self, entry: RubricEntry, *, read_only: bool) -> None:
        """Show an entry. News of the entry that is shown already leave what is being typed alone."""
        other = self._entry is None or entry.id != self._entry.id
        if not other and self._draft is not None and self._draft.kept == entry.trait:
            self._entry = entry
            self.show_state(entry)
            return
        self._entry, self._draft = entry, TraitDraft(entry.trait)
        for message in self._messages.values():
            message.show_message("")
        if other:
            self._findings = ()
        (self.name.replace_text if other else self.name.set_text)(entry.trait.name)
        self.refill(entry.trait, other=other)
        self.name.setReadOnly(read_only)
        self.set_editable(not read_only)
        self.show_state(entry)

    def show_state(self, entry: RubricEntry) -> None:
        """Show what belongs to the entry and not to its trait, such as that it is retired."""

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Underline the words that the findings of this entry are about."""
        self._findings = findings
        for part, field in self._texts.items():
            underline(field, [found for found in findings if found.place.part == part], self._theme)

    def show_words(self, where: Where) -> None:
        """Put the cursor on the words of a place."""
        if where.part == "name":
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.selectAll()
        elif (field := self._texts.get(where.part)) is not None:
            select_words(field, where.start, where.end)

    def flush(self) -> None:
        """Hand what was typed to the library."""
        self.name.flush()

    # -- editing ------------------------------------------------------------------------------------------------------

    def change(self, what: str, **values: Any) -> bool:
        """Change values of the trait; say whether they make a trait."""
        if self._draft is None:
            return False
        before = self._draft.kept
        made = self._draft.set(**values)
        for message in self._messages.values():
            message.show_message("")
        if isinstance(made, Problem):
            self.say(made.field, f"{made.sentence} What was there before stays until this is right.")
            return False
        if made != before:
            self.changed.emit(made, what)
        return True

    def say(self, field: str, sentence: str, kind: str = "error") -> None:
        """Put a sentence under a field."""
        self._messages.get(field, self._messages["name"]).show_message(sentence, kind)

    @property
    def entry_id(self) -> str:
        """The id of the entry that is shown."""
        return self._entry.id if self._entry is not None else ""

    @property
    def trait(self) -> Trait | None:
        """The last values that made a trait."""
        return self._draft.kept if self._draft is not None else None

    # -- building -----------------------------------------------------------------------------------------------------

    def section(self, title: str, help_text: str = "") -> SectionHeader:
        """Add the heading of a group of fields."""
        header = SectionHeader(self._theme, title, help_text, self)
        header.setContentsMargins(0, self._theme.space(3), 0, 0)
        self.column.addWidget(header)
        return header

    def message(self, *fields: str) -> FieldMessage:
        """Add room for the sentence about one or several fields."""
        made = FieldMessage(self._theme, self)
        for field in fields:
            self._messages[field] = made
        self.column.addWidget(made)
        return made

    def register_text(self, part: str, field: QTextEdit | QPlainTextEdit) -> None:
        """Make a text known by the name that findings give to it."""
        self._texts[part] = field

    @Slot()
    def _restyle(self) -> None:
        self.name.setFont(self._theme.font("title"))
        self.show_findings(self._findings)

    @Slot(str)
    def _name_committed(self, text: str) -> None:
        self.change(f"rename {self.noun}", name=text.strip())

    @Slot()
    def _words_changed(self) -> None:
        # What was underlined may stand elsewhere now; the next look underlines again.
        field = self.sender()
        if isinstance(field, QTextEdit | QPlainTextEdit) and field.extraSelections():
            field.setExtraSelections([])


class TraitCard(EntryCard):
    """Edits one trait that is no criterion: its description and direction, and what its kind adds."""

    # -- what a kind adds ---------------------------------------------------------------------------------------------

    def description_words(self) -> tuple[str, str]:
        """Return the heading of the description and its line of help."""
        return "Description", "what this checks"

    def description_hint(self) -> str:
        """Return what an empty description shows."""
        return "What must be true of a good answer?"

    def build_head(self) -> None:
        self.direction = QComboBox(self)
        self.direction.setAccessibleName("Which result is better")
        self.direction.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for value, words in DIRECTIONS:
            self.direction.addItem(words, value)

    def build(self) -> None:
        self.description = GrowingTextEdit(self._theme, placeholder=self.description_hint(), parent=self)
        title, help_text = self.description_words()
        self.section(title, help_text)
        self.description.setAccessibleName(title)
        self.column.addWidget(self.description)
        self.message("description")
        self.register_text("description", self.description)
        self.build_kind()
        self.description.committed.connect(self._description_committed)
        self.description.textChanged.connect(self._words_changed)
        self.direction.activated.connect(self._direction_chosen)

    def build_kind(self) -> None:
        """Add the fields of this kind, below the description."""

    def refill(self, trait: Any, *, other: bool) -> None:
        (self.description.replace_text if other else self.description.set_text)(trait.description or "")
        self.direction.setCurrentIndex(self.direction.findData(getattr(trait, "higher_is_better", None)))
        self.refill_kind(trait, other=other)

    def refill_kind(self, trait: Any, *, other: bool) -> None:
        """Show the values of this kind; ``other`` when it is another trait than before."""

    def set_editable(self, editable: bool) -> None:
        self.description.set_read_only(not editable)
        self.direction.setEnabled(editable)
        self.set_kind_editable(editable)

    def set_kind_editable(self, editable: bool) -> None:
        """Let the values of this kind be edited, or only be read."""

    def flush(self) -> None:
        super().flush()
        self.description.flush()

    @Slot(str)
    def _description_committed(self, text: str) -> None:
        self.change("change description of", description=text or None)

    @Slot(int)
    def _direction_chosen(self, _row: int) -> None:
        self.change("change direction of", higher_is_better=self.direction.currentData())
