"""The rubric studio: head, ordered list, and the card of the chosen criterion or trait."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import is_
from typing import cast

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QMenu, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gradewright.edits import RubricOwner
from gradewright.lint.finding import Finding
from gradewright.lint.finding import Place as Where
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import RubricEntry
from gradewright.model.traits import Trait
from gradewright_desktop.models.record_list import RECORD_ROLE
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.rubric.actions import RubricActions
from gradewright_desktop.panels.rubric.cards.base import EntryCard
from gradewright_desktop.panels.rubric.cards.choosing import CARDS, card_name
from gradewright_desktop.panels.rubric.cards.criterion import CriterionCard
from gradewright_desktop.panels.rubric.cards.pattern import PatternCard
from gradewright_desktop.panels.rubric.entries import RETIRED_KEY, EntryRow, HeadingRow, build_rows
from gradewright_desktop.panels.rubric.head import RubricHead
from gradewright_desktop.panels.rubric.listing import EntryList
from gradewright_desktop.panels.rubric.looking import Looked, RubricLook
from gradewright_desktop.panels.rubric.menus import LIST_MENU, fill_menu
from gradewright_desktop.panels.rubric.state import RubricState
from gradewright_desktop.widgets import EmptyState, line
from gradewright_desktop.workbench import Workbench

# In pixels of a font of 13. A narrower editor has a combo box above the card in place of the list.
LIST_NEEDS = 560
LIST_WIDTH = 204


class RubricEditor(QWidget):
    """Edits the rubric at the current place: a benchmark's global one, one that is kept alone, or with kind
    ``"question"`` a question's own.

    ``shown`` follows each time that what is shown changed: for what stands below the card, see :attr:`work`.
    """

    shown = Signal()

    def __init__(self, workbench: Workbench, parent: QWidget | None = None, *, kind: str = "rubric"):
        super().__init__(parent)
        self.setObjectName("rubric")
        self._workbench = workbench
        self.state = RubricState(workbench, kind, self)
        self.head = RubricHead(workbench, self.state, self)
        self.list = EntryList(workbench, self)
        # What commands do with the chosen entries.
        self.acts = RubricActions(workbench, self.state, self.list, self.flush)
        self._look = RubricLook(workbench, self)
        self._cards: dict[str, EntryCard] = {}
        self._card: EntryCard | None = None
        self._findings: Sequence[Finding] = ()
        self._found_in: RubricOwner | None = None
        self._shows_retired = False
        self._filling = False
        self._kind = kind
        self._combo = QComboBox(self)
        self._stack = QStackedWidget(self)
        self._scroll = QScrollArea(self)
        self._nothing, self._inherited = self._empty_pages()
        self._build()
        self._connect()
        self._moved(workbench.navigator.current)

    # -- what commands ask for ----------------------------------------------------------------------------------------

    def current_entry(self) -> RubricEntry | None:
        """Return the chosen entry of the own rubric."""
        return self.acts.current()

    @property
    def findings(self) -> Sequence[Finding]:
        """What was found in the rubric when it was looked at last."""
        return self._findings

    @property
    def card(self) -> EntryCard | None:
        """The card that is shown, None where there is none."""
        return self._card if self._stack.currentWidget() is self._scroll else None

    def show_words(self, where: Where) -> None:
        """Put the cursor on the words of a finding's place."""
        if where.entry_id is None:
            self.head.show_words(where)
            return
        self.list.choose(f"own:{where.entry_id}")
        if self._card is not None:
            self._card.show_words(where)

    @Slot()
    def toggle_retired(self) -> None:
        """Show the retired ones at the end of the list, or only how many there are."""
        self._shows_retired = not self._shows_retired
        self._show_rows("")

    @Slot()
    def flush(self) -> None:
        """Hand everything typed to the library."""
        if self._card is not None:
            self._card.flush()
        self.head.flush()

    # -- building -----------------------------------------------------------------------------------------------------

    def _empty_pages(self) -> tuple[EmptyState, EmptyState]:
        theme = self._workbench.theme
        nothing = EmptyState(
            theme,
            "No criteria yet",
            "Write what must be true of every good answer, one test a statement, or start from the failures you "
            "have seen.",
            ("Add criterion", partial(self._add, "criterion")),
            ("Open a failure list…", self._open_failures),
            icon="empty-rubric",
            parent=self,
        )
        inherited = EmptyState(
            theme,
            "A trait of the global rubric",
            "It is asked about every question of the benchmark and is edited there.",
            ("Go to the global rubric", self._go_to_global),
            icon="empty-rubric",
            parent=self,
        )
        return nothing, inherited

    def _build(self) -> None:
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._holder = QStackedWidget(self._scroll)
        self._holder.setProperty("surface", "base")
        self._scroll.setWidget(self._holder)
        for page in (self._nothing, self._scroll, self._inherited):
            self._stack.addWidget(page)
        self._combo.setModel(self.list.model)
        self._combo.setAccessibleName("Criterion")
        self._combo.hide()
        card = QWidget(self)
        column = QVBoxLayout(card)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._combo)
        column.addWidget(self._stack, 1)
        # What belongs to the card and stands below it is added here.
        self.work = QSplitter(Qt.Orientation.Vertical, self)
        self.work.setChildrenCollapsible(False)
        self.work.addWidget(card)
        self.work.setStretchFactor(0, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(self.work)
        self.splitter.setStretchFactor(1, 1)
        self._zoom = self._workbench.theme.zoom
        self.splitter.setSizes([round(LIST_WIDTH * self._zoom), 3 * LIST_WIDTH])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.head)
        whole.addWidget(line("h-strong", self))
        whole.addWidget(self.splitter, 1)

    def _connect(self) -> None:
        workbench, view = self._workbench, self.list.view
        workbench.navigator.moved.connect(self._moved)
        workbench.session.settling.connect(self.flush)
        workbench.code.changed.connect(self._look_again)
        self.state.changed.connect(self._show)
        self._look.found.connect(self._take)
        self.list.model.move_wanted.connect(self.state.move_before)
        self.list.add_wanted.connect(self._add)
        self.list.toggle_wanted.connect(self.toggle_retired)
        self._combo.activated.connect(self._combo_chosen)
        view.selectionModel().currentChanged.connect(self._current_changed)
        view.removal_wanted.connect(self.acts.remove)
        view.copy_wanted.connect(self.acts.copy)
        view.paste_wanted.connect(self.acts.paste)
        workbench.theme.changed.connect(self._rescale)
        view.opened.connect(self._enter_card)
        view.customContextMenuRequested.connect(self._show_menu)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < LIST_NEEDS * self._workbench.theme.zoom
        if is_narrow != self.list.isHidden():
            self.list.setVisible(not is_narrow)
            self._combo.setVisible(is_narrow)

    @Slot()
    def _rescale(self) -> None:
        """Give the list as many more pixels as the text is larger."""
        zoom = self._workbench.theme.zoom
        if zoom != self._zoom:
            listed, rest = self.splitter.sizes()
            wanted = round(listed * zoom / self._zoom)
            self._zoom = zoom
            self.splitter.setSizes([wanted, listed + rest - wanted])

    # -- showing ------------------------------------------------------------------------------------------------------

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if self.state.follow(place) and place.entry_id is not None:
            self._choose(place.entry_id)

    def _choose(self, entry_id: str) -> None:
        row = self.list.current_row()
        if row is not None and row.key == f"own:{entry_id}":
            return
        entry = self.state.own.entry(entry_id)
        if entry is not None and entry.retired and not self._shows_retired:
            self.toggle_retired()
        self.list.choose(f"own:{entry_id}")

    @Slot()
    def _show(self) -> None:
        state = self.state
        if state.owner is None:
            return
        # What was found before is still right about most entries, until the next look tells.
        if state.owner != self._found_in:
            self._findings, self._found_in = (), state.owner
        self._look.look(state)
        self.head.show_rubric()
        wanted, state.wanted = state.wanted, ""
        self._show_rows(wanted)
        self._tell_place()
        self._let_name()

    def _show_rows(self, wanted: str) -> None:
        state = self.state
        rows = build_rows(state.own, state.inherited, self._findings, shows_retired=self._shows_retired)
        # While rows come and go the view moves its choice about; only the last one counts.
        self._filling = True
        self.list.set_rows(
            rows, editable=not self._workbench.session.read_only, wanted=f"own:{wanted}" if wanted else ""
        )
        self._filling = False
        self._show_card()

    def _let_name(self) -> None:
        """Put the cursor into the name of what was just added."""
        actions = self.acts
        if self._card is not None and actions.to_be_named and self._card.entry_id == actions.to_be_named:
            actions.to_be_named = ""
            self._enter_card()

    @Slot()
    def _enter_card(self) -> None:
        if self.card is not None:
            self.card.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.card.name.selectAll()

    @Slot()
    def _look_again(self) -> None:
        self._look.look(self.state)

    @Slot(object)
    def _take(self, looked: Looked) -> None:
        before, self._findings = self._findings, looked.findings
        self.head.show_looked(looked)
        criterion = self._cards.get("criterion")
        if isinstance(criterion, CriterionCard):
            criterion.show_frequencies(looked.frequencies)
        # The linter gives the very same findings for what did not change.
        if len(before) == len(self._findings) and all(map(is_, before, self._findings)):
            self._show_findings()
        else:
            self._show_rows("")

    @Slot(QModelIndex, QModelIndex)
    def _current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        before = previous.data(RECORD_ROLE)
        row = current.data(RECORD_ROLE)
        self._combo.setCurrentIndex(current.row())
        if self._filling or (isinstance(before, EntryRow) and isinstance(row, EntryRow) and before.key == row.key):
            return
        self.flush()
        self._show_card()
        self._tell_place()

    @Slot(int)
    def _combo_chosen(self, position: int) -> None:
        row = self.list.model.record(position)
        if isinstance(row, HeadingRow):
            if row.key == RETIRED_KEY:
                self.toggle_retired()
            self._combo.setCurrentIndex(self.list.view.currentIndex().row())
        elif row is not None:
            self.list.choose(row.key)

    def _tell_place(self) -> None:
        """Make the chosen entry part of the place, if it is this rubric that is looked at."""
        place, entry = self._workbench.navigator.current, self.current_entry()
        is_here = place.kind == "rubric" or (place.kind == "question" and place.tab == "rubric")
        if is_here and self.state.is_at(place) and place.kind == self._kind and entry is not None:
            self._workbench.navigator.refine(place.at(entry_id=entry.id))

    def _show_card(self) -> None:
        row = self.list.current_row()
        self._tell_facts(row)
        if row is None and isinstance(self.list.view.currentIndex().data(RECORD_ROLE), HeadingRow):
            # The line above the retired ones was chosen: what was there stays.
            return
        if row is None:
            self._stack.setCurrentWidget(self._nothing)
        elif row.inherited:
            self._stack.setCurrentWidget(self._inherited)
        else:
            self._show_entry(self.state.own.entry(row.entry.id) or row.entry)
        self.shown.emit()

    def _show_entry(self, entry: RubricEntry) -> None:
        self._card = self._card_for(entry.trait)
        if self._holder.currentWidget() is not self._card:
            self._holder.setCurrentWidget(self._card)
        if isinstance(self._card, PatternCard):
            self._card.set_benchmark(self.state.benchmark_id, self.state.question_id)
        is_other = self._card.entry_id != entry.id
        self._card.show_entry(entry, read_only=self._workbench.session.read_only)
        self._stack.setCurrentWidget(self._scroll)
        self._show_findings()
        if is_other:
            self._scroll.verticalScrollBar().setValue(0)

    def _show_findings(self) -> None:
        if self._card is not None:
            entry_id = self._card.entry_id
            self._card.show_findings([found for found in self._findings if found.place.entry_id == entry_id])

    def _tell_facts(self, row: EntryRow | None) -> None:
        commands = self._workbench.commands
        is_own = row is not None and not row.inherited
        commands.set_fact("rubric.entry", is_own)
        commands.set_fact("rubric.criterion", is_own and row is not None and isinstance(row.entry.trait, Criterion))
        commands.set_fact("rubric.retired", is_own and row is not None and row.entry.retired)

    def _card_for(self, trait: Trait) -> EntryCard:
        name = card_name(trait)
        if name not in self._cards:
            card = CARDS[name](self._workbench, self._holder)
            card.changed.connect(self._trait_changed)
            if isinstance(card, CriterionCard):
                card.settled.connect(self.state.give_id)
            self._cards[name] = card
            self._holder.addWidget(card)
        return self._cards[name]

    # -- doing --------------------------------------------------------------------------------------------------------

    @Slot(str)
    def _add(self, kind: str) -> None:
        self.acts.add(kind)

    @Slot(object, str)
    def _trait_changed(self, trait: Trait, what: str) -> None:
        entry_id = cast(EntryCard, self.sender()).entry_id
        if entry_id:
            self.state.set_trait(entry_id, trait, what)

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fill_menu(menu, self._workbench.commands, LIST_MENU)
        menu.popup(self.list.view.viewport().mapToGlobal(at))

    def _open_failures(self) -> None:
        commands = self._workbench.commands
        commands.run("rubric.failures" if "rubric.failures" in commands else "file.import")

    def _go_to_global(self) -> None:
        row = self.list.current_row()
        entry_id = row.entry.id if row is not None else None
        self._workbench.navigator.go(Place("build", "rubric", self.state.benchmark_id, entry_id=entry_id))
