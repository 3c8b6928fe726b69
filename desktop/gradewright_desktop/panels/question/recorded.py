"""The recorded answers of a question: a short list, one more by hand, changing one, taking some out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QLocale, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QMenu, QVBoxLayout, QWidget

from gradewright.edits import AddAnswers, RemoveAnswers, RemoveRecordedAnswers, ReplaceAnswer
from gradewright.formats.template_source import read_template
from gradewright.model.answer import Answer
from gradewright.model.question import Question
from gradewright.model.template import DeclarativeTemplate, Template
from gradewright.store.library import Changes, Library
from gradewright.store.rows import StoredAnswer
from gradewright_desktop.models.record_list import RecordListModel
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.panels.question.answer_entry import AnswerEntry
from gradewright_desktop.panels.question.two_line_delegate import TwoLineDelegate
from gradewright_desktop.widgets import SectionHeader, button, label, tool_button
from gradewright_desktop.workbench import Workbench

_SHOWN = 200
_ROWS_IN_VIEW = 6
BY_HAND = "by hand"


@dataclass(frozen=True, slots=True)
class Recorded:
    """The first answers of a question, how many there are in all, and how many came in with each batch."""

    answers: tuple[StoredAnswer, ...]
    total: int
    batch_sizes: dict[int, tuple[int, str]]


def read_recorded(library: Library, benchmark_id: int, question_id: int) -> Recorded:
    """Read the recorded answers of a question."""
    ids = library.answer_ids(benchmark_id, question_id=question_id)
    answers = tuple(library.answers_by_id(ids[:_SHOWN]))
    sizes = {batch.id: (batch.count, batch.source) for batch in library.answer_batches(benchmark_id)}
    return Recorded(answers, len(ids), sizes)


class RecordedAnswers(QWidget):
    """``try_wanted`` carries a stored answer that is to be tried against the template and the rubrics."""

    try_wanted = Signal(object)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._benchmark_id = 0
        self._question_id = 0
        self._key = ""
        self._template = ""
        self._changing: StoredAnswer | None = None
        self._follows = False
        self._recorded = Recorded((), 0, {})
        theme = workbench.theme
        self.model: RecordListModel[StoredAnswer] = RecordListModel(_number, _title, _spoken, _tip, parent=self)
        self.list = _AnswerList(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(TwoLineDelegate(theme, _title, _meta, self.list))
        self._head = SectionHeader(theme, "Recorded answers", "what models said to this question", self)
        self.add = button(theme, "Add an answer", self.begin_add, kind="flat", icon="add", parent=self)
        self.try_it = button(theme, "Try it", self._try, kind="flat", icon="try", parent=self)
        self.change = button(theme, "Edit…", self.begin_change, kind="flat", icon="build", parent=self)
        self.remove = button(theme, "Remove", self.remove_chosen, kind="flat", icon="remove", parent=self)
        self.more = tool_button(theme, "more", "More about recorded answers", self._show_menu, parent=self)
        self.menu = QMenu(self)
        self._more = label(theme, font="small", role="muted", parent=self)
        self._actions = QWidget(self)
        self.entry = AnswerEntry(theme, self)
        self._build()

    def show_question(self, benchmark_id: int, question_id: int, question: Question) -> None:
        """Show the answers of a question."""
        if question_id != self._question_id:
            self.entry.close_entry()
            self._take(Recorded((), 0, {}))
        self._benchmark_id, self._question_id = benchmark_id, question_id
        self._key, self._template = question.key, question.template
        self.add.setEnabled(not self._workbench.session.read_only)
        self.reload()

    @Slot()
    def reload(self) -> None:
        """Read the answers again, off the GUI thread."""
        work = partial(read_recorded, benchmark_id=self._benchmark_id, question_id=self._question_id)
        self._workbench.session.query(work, self._take, key="question.recorded")

    @Slot()
    def begin_add(self) -> None:
        """Open the fields for an answer that is typed or pasted."""
        self._changing = None
        self.entry.open_new(self._read_template())

    @Slot()
    def begin_change(self) -> None:
        """Open the fields of the chosen answer."""
        chosen = self.chosen()
        if len(chosen) == 1 and not self._workbench.session.read_only:
            self._changing = chosen[0]
            self.entry.open_for(chosen[0].answer, self._read_template())

    @Slot()
    def remove_chosen(self) -> None:
        """Take out the chosen answers; undo brings them back, and runs keep what they said about them."""
        chosen = self.chosen()
        if chosen and not self._workbench.session.read_only:
            self._workbench.session.apply(RemoveRecordedAnswers(tuple(stored.id for stored in chosen)))
            self._tell(removed_words(len(chosen)))

    @Slot()
    def remove_import(self) -> None:
        """Take out everything that came in with the current answer."""
        stored = self._current()
        if stored is not None and not self._workbench.session.read_only:
            count, source = self._recorded.batch_sizes.get(stored.batch_id, (1, ""))
            self._workbench.session.apply(RemoveAnswers(stored.batch_id, source))
            self._tell(removed_words(count))

    def chosen(self) -> list[StoredAnswer]:
        """The chosen answers, in the order of the list."""
        rows = sorted(index.row() for index in self.list.selectionModel().selectedIndexes())
        return [stored for row in rows if (stored := self.model.record(row)) is not None]

    def _build(self) -> None:
        theme = self._workbench.theme
        for made in (self.add, self.more):
            self._head.add_widget(made)
        actions = QHBoxLayout(self._actions)
        actions.setContentsMargins(0, 0, 0, 0)
        actions.setSpacing(theme.space(1))
        for made in (self.try_it, self.change, self.remove):
            actions.addWidget(made)
        actions.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        for widget in (self._head, self.list, self._actions, self._more, self.entry):
            column.addWidget(widget)
        self.list.selectionModel().selectionChanged.connect(self._chosen)
        self.list.remove_wanted.connect(self.remove_chosen)
        self.list.activated.connect(self._try)
        self.entry.kept.connect(self._keep)
        self.entry.closed.connect(self.list.setFocus)
        self._workbench.session.changed.connect(self._changed)

    @Slot(object)
    def _take(self, recorded: Recorded) -> None:
        known = {stored.id for stored in self._recorded.answers}
        position = self.list.currentIndex().row()
        self._recorded = recorded
        self.model.set_records(recorded.answers)
        self._choose_again(known, position)
        self.list.setVisible(bool(recorded.answers))
        self._actions.setVisible(bool(recorded.answers))
        self.list.updateGeometry()
        self._more.setText(_more_words(recorded))
        self._more.setVisible(bool(self._more.text()))
        self._chosen()

    @Slot()
    def _chosen(self, *_indexes: object) -> None:
        count, editable = len(self.chosen()), not self._workbench.session.read_only
        self.try_it.setEnabled(count == 1)
        self.change.setEnabled(count == 1 and editable)
        self.remove.setEnabled(count > 0 and editable)
        self._workbench.commands.set_fact("question.answers_chosen", count)
        self.remove.setText(f"Remove {QLocale().toString(count)}" if count > 1 else "Remove")

    def _choose_again(self, known: set[int], position: int) -> None:
        """Choose what came in the place of a changed answer, or what moved up to that of a removed one."""
        new = [row for row, stored in enumerate(self._recorded.answers) if stored.id not in known]
        if self._follows and len(new) == 1:
            self.list.setCurrentIndex(self.model.index(new[0]))
        elif position >= 0 and not self.chosen() and self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(min(position, self.model.rowCount() - 1)))
        if new:
            self._follows = False

    @Slot()
    def _show_menu(self) -> None:
        self.fill_menu()
        self.menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

    def fill_menu(self) -> None:
        """Offer what concerns more than the chosen answers."""
        self.menu.clear()
        stored = self._current()
        count, source = self._recorded.batch_sizes.get(stored.batch_id, (1, "")) if stored is not None else (0, "")
        words = f"Remove all {QLocale().toString(count)} of “{source}”" if count > 1 else "Remove a whole import"
        action = self.menu.addAction(words.replace("&", "&&"))
        action.triggered.connect(self.remove_import)
        action.setEnabled(count > 1 and not self._workbench.session.read_only)

    def _current(self) -> StoredAnswer | None:
        return self.model.record(self.list.currentIndex().row())

    def _read_template(self) -> Template | None:
        reading = read_template(self._template)
        return reading.template if isinstance(reading, DeclarativeTemplate) else None

    def _tell(self, sentence: str) -> None:
        self._workbench.notices.toast(sentence, NoticeAction("Undo", self._workbench.session.undo))

    @Slot()
    def _try(self, *_index: object) -> None:
        stored = self._current()
        if stored is not None:
            self.try_wanted.emit(stored)

    @Slot(object)
    def _keep(self, answer: Answer) -> None:
        changing, self._changing = self._changing, None
        answer = replace(answer, question_key=self._key)
        if changing is None or changing.answer.model != answer.model:
            others = (s.answer for s in self._recorded.answers if changing is None or s.id != changing.id)
            last = max((other.replicate for other in others if other.model == answer.model), default=0)
            answer = replace(answer, replicate=last + 1)
        self._follows = True
        if changing is None:
            self._workbench.session.apply(AddAnswers(self._benchmark_id, (answer,), BY_HAND))
        else:
            self._workbench.session.apply(ReplaceAnswer(changing.id, answer))

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        if self._benchmark_id in changes.answers_of:
            self.reload()


class _AnswerList(QListView):
    remove_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Recorded answers")
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def sizeHint(self) -> QSize:
        rows = min(_ROWS_IN_VIEW, self.model().rowCount())
        return QSize(super().sizeHint().width(), rows * max(1, self.sizeHintForRow(0)) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.remove_wanted.emit()
        else:
            super().keyPressEvent(event)


def removed_words(count: int) -> str:
    """Return what was removed, and what became of the results."""
    if count == 1:
        return "Answer removed. What runs said about it is kept."
    return f"{QLocale().toString(count)} answers removed. What runs said about them is kept."


def _number(stored: StoredAnswer) -> int:
    return stored.id


def _title(stored: StoredAnswer) -> str:
    answer = stored.answer
    return answer.model if answer.replicate == 1 else f"{answer.model}, {answer.replicate}"


def _meta(stored: StoredAnswer) -> str:
    return " ".join(stored.answer.text[:400].split())


def _values(answers: Sequence[StoredAnswer]) -> int:
    return sum(1 for stored in answers if stored.answer.fields is not None)


def _spoken(stored: StoredAnswer) -> str:
    return f"{_title(stored)}: {_meta(stored)}"


def _tip(stored: StoredAnswer) -> str:
    return stored.answer.text[:2000]


def _more_words(recorded: Recorded) -> str:
    if not recorded.total:
        return "None yet. Import answers, or add one by hand."
    locale = QLocale()
    values = f"{locale.toString(_values(recorded.answers))} with field values"
    if recorded.total > len(recorded.answers):
        return f"The first {locale.toString(len(recorded.answers))} of {locale.toString(recorded.total)}; {values}."
    count = "1 answer" if recorded.total == 1 else f"{locale.toString(recorded.total)} answers"
    return f"{count}, {values}."
