"""The effective rubric: everything that is asked, in order, with where each check comes from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QModelIndex, Slot
from PySide6.QtWidgets import QAbstractItemView, QListView, QVBoxLayout, QWidget

from gradewright.errors import InvalidValue
from gradewright.model.rubric import RubricEntry
from gradewright.store.library import Library
from gradewright.verify.rubrics import merge_rubrics
from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.drawer.page import DrawerPage
from gradewright_desktop.panels.question.two_line_delegate import TwoLineDelegate
from gradewright_desktop.panels.rubric.drafts import kind_words
from gradewright_desktop.widgets import FieldMessage, label
from gradewright_desktop.workbench import Workbench


@dataclass(frozen=True, slots=True)
class EffectRow:
    """An entry that is asked about, and whether it is the global rubric's."""

    entry: RubricEntry
    number: int
    is_global: bool


class EffectPage(DrawerPage):
    """Enter on a row goes to where it is edited."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(workbench, parent)
        theme = workbench.theme
        self._sentence = label(theme, font="small", role="secondary", wraps=True, selectable=True, parent=self)
        self._message = FieldMessage(theme, self)
        self.model: RecordListModel[EffectRow] = RecordListModel(_key, _title, _spoken, parent=self)
        self.list = QListView(self)
        self.list.setAccessibleName("Everything that is asked")
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setItemDelegate(TwoLineDelegate(theme, _title, _meta, self.list))
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(2))
        column.setSpacing(theme.space(2))
        column.addWidget(self._sentence)
        column.addWidget(self._message)
        column.addWidget(self.list, 1)
        self.list.activated.connect(self._go)

    def refresh(self) -> None:
        """Merge the two rubrics as a run does."""
        shown = self.shown
        is_own_global = shown.question_id is None
        pairs = [(entry, True) for entry in shown.inherited.active]
        pairs += [(entry, is_own_global) for entry in shown.own.active]
        rows = [EffectRow(entry, number, from_all) for number, (entry, from_all) in enumerate(pairs, 1)]
        self.model.set_records(rows)
        try:
            merge_rubrics(shown.inherited, shown.own)
            self._message.show_message("")
        except InvalidValue as error:
            self._message.show_message(f"{error.message} {error.hint or ''}".strip(), "error")
        self._sentence.setText(self._words(len(shown.inherited.active), len(shown.own.active)))
        self.note.emit("1 check" if len(rows) == 1 else f"{len(rows):,} checks")
        if is_own_global and shown.benchmark_id is not None:
            work = partial(_own_entries, benchmark_id=shown.benchmark_id)
            self.workbench.session.query(work, self._tell_questions, key="drawer.effect")

    def copied_text(self) -> str:
        return "\n".join(f"{_title(row)} ({_meta(row)})" for row in self.model.records)

    def _words(self, inherited: int, own: int) -> str:
        if self.shown.question_id is None:
            if self.shown.benchmark_id is None:
                return "A rubric that is kept alone is asked about nothing until it is used in a benchmark."
            return "Every question of the benchmark is asked about these."
        return f"This question is asked about {inherited:,} of the global rubric and {own:,} of its own."

    @Slot(object)
    def _tell_questions(self, own: int) -> None:
        if self.shown.question_id is None and self.shown.benchmark_id is not None and own:
            more = "One more stands" if own == 1 else f"{own:,} more stand"
            self._sentence.setText(f"{self._words(0, 0)} {more} in the own rubrics of single questions.")

    @Slot(QModelIndex)
    def _go(self, index: QModelIndex) -> None:
        row, shown = index.data(RECORD_ROLE), self.shown
        if not isinstance(row, EffectRow) or shown.benchmark_id is None:
            return
        if row.is_global:
            place = Place("build", "rubric", shown.benchmark_id, entry_id=row.entry.id)
        else:
            place = Place("build", "question", shown.benchmark_id, shown.question_id, row.entry.id, tab="rubric")
        self.workbench.navigator.go(place)


def _own_entries(library: Library, benchmark_id: int) -> int:
    return library.question_figures(benchmark_id, keywords=1).own_entries


def _key(row: EffectRow) -> tuple[bool, str]:
    return row.is_global, row.entry.id


def _title(row: EffectRow) -> str:
    return f"{row.number}. {row.entry.trait.name.strip() or row.entry.id}"


def _meta(row: EffectRow) -> str:
    where = "global rubric" if row.is_global else "this question's own rubric"
    gated = ", only where it applies" if row.entry.gated else ""
    return f"{kind_words(row.entry.trait)}{gated}, from the {where}".replace("from the this", "from this")


def _spoken(row: EffectRow) -> str:
    return f"{_title(row)}: {_meta(row)}"
