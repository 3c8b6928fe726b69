"""The rubric editor: head, ordered list, and the card of the chosen trait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gradewright.edits import SetEntry
from gradewright.lint.checks import lint_rubric
from gradewright.lint.finding import Finding, Severity
from gradewright.lint.finding import Place as Where
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import RubricEntry
from gradewright.model.traits import LLMTrait, MetricTrait, RegexTrait, Trait
from gradewright_desktop.models.record_list import RECORD_ROLE
from gradewright_desktop.navigator import Place
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.panels.rubric import clipboard
from gradewright_desktop.panels.rubric.cards.base import EntryCard
from gradewright_desktop.panels.rubric.cards.criterion import CriterionCard
from gradewright_desktop.panels.rubric.cards.judged import JudgedCard
from gradewright_desktop.panels.rubric.cards.kept import KeptCard
from gradewright_desktop.panels.rubric.cards.metric import MetricCard
from gradewright_desktop.panels.rubric.cards.pattern import PatternCard
from gradewright_desktop.panels.rubric.drafts import new_entry
from gradewright_desktop.panels.rubric.entries import EntryRow
from gradewright_desktop.panels.rubric.head import RubricHead
from gradewright_desktop.panels.rubric.listing import EntryList
from gradewright_desktop.panels.rubric.state import RubricState
from gradewright_desktop.widgets import EmptyState, line
from gradewright_desktop.workbench import Workbench

CARDS: dict[str, type[EntryCard]] = {
    "criterion": CriterionCard,
    "judged": JudgedCard,
    "pattern": PatternCard,
    "metric": MetricCard,
    "kept": KeptCard,
}


class RubricEditor(QWidget):
    """Edits the rubric at the current place: a benchmark's global one, or with kind ``"question"`` a question's own."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None, *, kind: str = "rubric"):
        super().__init__(parent)
        self.setObjectName("rubric")
        self._workbench = workbench
        theme = workbench.theme
        self.state = RubricState(workbench, kind, self)
        self.head = RubricHead(workbench, self)
        self.list = EntryList(workbench, self)
        self._cards: dict[str, EntryCard] = {}
        self._card: EntryCard | None = None
        self._findings: list[Finding] = []
        self._filling = False
        self._to_be_named = ""
        self._kind = kind
        self._stack = QStackedWidget(self)
        self._scroll = QScrollArea(self)
        self._nothing = EmptyState(
            theme,
            "No criteria yet",
            "Write what must be true of every good answer, one test a statement.",
            ("Add criterion", self._add_first),
            icon="empty-rubric",
            parent=self,
        )
        self._inherited = EmptyState(
            theme,
            "A trait of the global rubric",
            "It is asked about every question of the benchmark and is edited there.",
            ("Go to the global rubric", self._go_to_global),
            icon="empty-rubric",
            parent=self,
        )
        self._build()
        self._connect()
        self._moved(workbench.navigator.current)

    # -- what commands ask for ----------------------------------------------------------------------------------------

    def current_entry(self) -> RubricEntry | None:
        """Return the chosen entry of the own rubric."""
        row = self.list.current_row()
        return row.entry if row is not None and not row.inherited else None

    def add(self, kind: str) -> None:
        """Add a trait of a kind below the chosen one."""
        entry = self.current_entry()
        position = self.state.own.index(entry.id) + 1 if entry is not None else None
        added = new_entry(kind, self.state.taken_names, self.state.own.taken_ids())
        # Its name is what it needs first.
        self._to_be_named = added.id
        self.state.add(added, position)

    def move_by(self, step: int) -> None:
        """Move the chosen entry up (-1) or down (1)."""
        entry = self.current_entry()
        if entry is not None:
            self.state.move(entry.id, self.state.own.index(entry.id) + step)

    def remove(self) -> None:
        """Take the chosen entry out, saying how to get it back."""
        entry = self.current_entry()
        edits = self.state.remove([entry.id]) if entry is not None else []
        if entry is not None and edits:
            name, noun = entry.trait.name, "Criterion" if isinstance(entry.trait, Criterion) else "Trait"
            words = f"{noun} “{name}” removed."
            if isinstance(edits[0], SetEntry):
                words = f"{noun} “{name}” retired. It stays in the file and can be restored."
            self._workbench.notices.toast(words, NoticeAction("Undo", self._workbench.session.undo))

    def duplicate(self) -> None:
        """Copy the chosen entry to the place below it."""
        entry = self.current_entry()
        if entry is not None:
            self.state.duplicate(entry.id)

    def copy(self) -> None:
        """Put the chosen entry on the clipboard."""
        row = self.list.current_row()
        if row is not None:
            clipboard.copy(row.entry)

    def paste(self) -> None:
        """Add the entry that is on the clipboard below the chosen one."""
        pasted = clipboard.pasted(self.state.taken_names)
        if pasted is None:
            self._workbench.notices.toast("There is no trait on the clipboard.")
            return
        entry = self.current_entry()
        self.state.add(pasted, self.state.own.index(entry.id) + 1 if entry is not None else None)

    def show_words(self, where: Where) -> None:
        """Put the cursor on the words of a finding's place."""
        if where.entry_id is not None:
            self.list.choose(f"own:{where.entry_id}")
            if self._card is not None:
                self._card.show_words(where)

    @Slot()
    def flush(self) -> None:
        """Hand everything typed to the library."""
        if self._card is not None:
            self._card.flush()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._holder = QStackedWidget(self._scroll)
        self._holder.setProperty("surface", "base")
        self._scroll.setWidget(self._holder)
        for page in (self._nothing, self._scroll, self._inherited):
            self._stack.addWidget(page)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(self._stack)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([204, 600])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(line("h-strong", self))
        column.addWidget(self.splitter, 1)

    def _connect(self) -> None:
        workbench = self._workbench
        workbench.navigator.moved.connect(self._moved)
        workbench.session.settling.connect(self.flush)
        self.state.changed.connect(self._show)
        workbench.code.changed.connect(self._show)
        self.list.view.selectionModel().currentChanged.connect(self._current_changed)
        self.list.model.move_wanted.connect(self.state.move)
        self.list.add_wanted.connect(self.add)

    # -- showing ------------------------------------------------------------------------------------------------------

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if self.state.follow(place) and place.entry_id is not None:
            self.list.choose(f"own:{place.entry_id}")

    @Slot()
    def _show(self) -> None:
        state, session = self.state, self._workbench.session
        if state.owner is None:
            return
        self._findings = lint_rubric(
            state.own,
            Where(state.benchmark_id or 0, state.question_id, kept_id=state.kept_id),
            global_rubric=state.inherited,
            allowed=self._workbench.code.allowed(),
        )
        self.head.show_rubric(state)
        wanted, state.wanted = (f"own:{state.wanted}" if state.wanted else ""), ""
        # While rows come and go the view moves its choice about; only the last one counts.
        self._filling = True
        self.list.set_rows(self._rows(), editable=not session.read_only, wanted=wanted)
        self._filling = False
        self._show_card()
        self._tell_place()
        self._let_name()

    def _let_name(self) -> None:
        """Put the cursor into the name of what was just added."""
        if self._card is not None and self._to_be_named and self._card.entry_id == self._to_be_named:
            self._to_be_named = ""
            self._card.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self._card.name.selectAll()

    def _rows(self) -> list[EntryRow]:
        inherited = [EntryRow(entry, number, True) for number, entry in enumerate(self.state.inherited, 1)]
        own = []
        for number, entry in enumerate(self.state.own, 1):
            severities = [found.severity for found in self._findings if found.place.entry_id == entry.id]
            errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
            own.append(EntryRow(entry, number, False, errors, warnings))
        return inherited + own

    @Slot(QModelIndex, QModelIndex)
    def _current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        before = previous.data(RECORD_ROLE)
        row = current.data(RECORD_ROLE)
        if self._filling or (isinstance(before, EntryRow) and isinstance(row, EntryRow) and before.key == row.key):
            return
        self.flush()
        self._show_card()
        self._tell_place()

    def _tell_place(self) -> None:
        """Make the chosen entry part of the place, if it is this rubric that is looked at."""
        place, entry = self._workbench.navigator.current, self.current_entry()
        is_here = place.kind == "rubric" or (place.kind == "question" and place.tab == "rubric")
        if is_here and self.state.is_at(place) and place.kind == self._kind and entry is not None:
            self._workbench.navigator.refine(place.at(entry_id=entry.id))

    def _show_card(self) -> None:
        row = self.list.current_row()
        self._workbench.commands.set_fact("rubric.entry", row is not None and not row.inherited)
        if row is None:
            self._stack.setCurrentWidget(self._nothing)
            return
        if row.inherited:
            self._stack.setCurrentWidget(self._inherited)
            return
        self._card = self._card_for(row.entry.trait)
        self._holder.setCurrentWidget(self._card)
        self._stack.setCurrentWidget(self._scroll)
        if isinstance(self._card, PatternCard):
            self._card.set_benchmark(self.state.benchmark_id, self.state.question_id)
        self._card.show_entry(row.entry, read_only=self._workbench.session.read_only)
        self._card.show_findings(self._findings_of(row.entry.id))

    def _findings_of(self, entry_id: str) -> Sequence[Finding]:
        return [found for found in self._findings if found.place.entry_id == entry_id]

    def _card_for(self, trait: Trait) -> EntryCard:
        name = _card_name(trait)
        if name not in self._cards:
            card = CARDS[name](self._workbench, self._holder)
            card.changed.connect(self._trait_changed)
            if isinstance(card, CriterionCard):
                card.settled.connect(self.state.give_id)
            self._cards[name] = card
            self._holder.addWidget(card)
        return self._cards[name]

    # -- doing --------------------------------------------------------------------------------------------------------

    @Slot(object, str)
    def _trait_changed(self, trait: Trait, what: str) -> None:
        entry_id = cast(EntryCard, self.sender()).entry_id
        if entry_id:
            self.state.set_trait(entry_id, trait, what)

    def _add_first(self) -> None:
        self.add("criterion")

    def _go_to_global(self) -> None:
        row = self.list.current_row()
        entry_id = row.entry.id if row is not None else None
        self._workbench.navigator.go(Place("build", "rubric", self.state.benchmark_id, entry_id=entry_id))


def _card_name(trait: Trait) -> str:
    match trait:
        case Criterion():
            return "criterion"
        case LLMTrait(kind="boolean" | "score" | "literal"):
            return "judged"
        case RegexTrait():
            return "pattern"
        case MetricTrait():
            return "metric"
        case _:
            return "kept"
