"""The recorded answers of a question: a short list, one more by hand, and taking out again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QLocale, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QVBoxLayout, QWidget

from gradewright.edits import AddAnswers, RemoveAnswers
from gradewright.model.answer import Answer
from gradewright.store.library import Changes, Library
from gradewright.store.rows import StoredAnswer
from gradewright_desktop.models.record_list import RecordListModel
from gradewright_desktop.panels.question.two_line_delegate import TwoLineDelegate
from gradewright_desktop.widgets import FieldMessage, GrowingTextEdit, LineField, SectionHeader, button, label
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
        self._recorded = Recorded((), 0, {})
        theme = workbench.theme
        self.model: RecordListModel[StoredAnswer] = RecordListModel(_number, _title, _spoken, _tip, parent=self)
        self.list = _AnswerList(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(TwoLineDelegate(theme, _title, _meta, self.list))
        self._head = SectionHeader(theme, "Recorded answers", "what models said to this question", self)
        self.add = button(theme, "Add an answer", self.begin_add, kind="flat", icon="add", parent=self)
        self.try_it = button(theme, "Try it", self._try, kind="flat", icon="try", parent=self)
        self.remove = button(theme, "Remove", self.remove_current, kind="flat", icon="remove", parent=self)
        self._more = label(theme, font="small", role="muted", parent=self)
        self.entry = _AnswerEntry(workbench, self)
        self._build()

    def show_question(self, benchmark_id: int, question_id: int, key: str) -> None:
        """Show the answers of a question."""
        if question_id != self._question_id:
            self.entry.close_entry()
            self._take(Recorded((), 0, {}))
        self._benchmark_id, self._question_id, self._key = benchmark_id, question_id, key
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
        self.entry.open_entry()

    @Slot()
    def remove_current(self) -> None:
        """Take out the chosen answer, with those it came with; undo brings them back."""
        stored = self.model.record(self.list.currentIndex().row())
        if stored is not None and not self._workbench.session.read_only:
            source = self._recorded.batch_sizes.get(stored.batch_id, (1, ""))[1]
            self._workbench.session.apply(RemoveAnswers(stored.batch_id, source))

    def _build(self) -> None:
        theme = self._workbench.theme
        for made in (self.try_it, self.remove, self.add):
            self._head.add_widget(made)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        for widget in (self._head, self.list, self._more, self.entry):
            column.addWidget(widget)
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self.list.remove_wanted.connect(self.remove_current)
        self.list.activated.connect(self._try)
        self.entry.kept.connect(self._keep)
        self._workbench.session.changed.connect(self._changed)

    @Slot(object)
    def _take(self, recorded: Recorded) -> None:
        self._recorded = recorded
        self.model.set_records(recorded.answers)
        self.list.setVisible(bool(recorded.answers))
        self.list.updateGeometry()
        self._more.setText(_more_words(recorded))
        self._more.setVisible(bool(self._more.text()))
        self._chosen()

    @Slot()
    def _chosen(self, *_indexes: object) -> None:
        stored = self.model.record(self.list.currentIndex().row())
        self.try_it.setEnabled(stored is not None)
        count, source = self._recorded.batch_sizes.get(stored.batch_id, (1, "")) if stored is not None else (1, "")
        self.remove.setEnabled(stored is not None and not self._workbench.session.read_only)
        # Answers came in together and go together: a batch is what an import added.
        self.remove.setText("Remove" if count == 1 else f"Remove all {QLocale().toString(count)} of {source}")

    @Slot()
    def _try(self, *_index: object) -> None:
        stored = self.model.record(self.list.currentIndex().row())
        if stored is not None:
            self.try_wanted.emit(stored)

    @Slot(str, str)
    def _keep(self, model: str, text: str) -> None:
        replicate = 1 + max((s.answer.replicate for s in self._recorded.answers if s.answer.model == model), default=0)
        answer = Answer(self._key, model, text, replicate)
        self._workbench.session.apply(AddAnswers(self._benchmark_id, (answer,), BY_HAND))

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
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

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


class _AnswerEntry(QWidget):
    """The fields for one answer; ``kept`` carries model and text."""

    kept = Signal(str, str)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = workbench.theme
        self.model = LineField(theme, placeholder="Model or person that gave it", parent=self)
        self.model.setAccessibleName("Who gave the answer")
        self.text = GrowingTextEdit(theme, placeholder="The answer, as it was given", min_lines=3, parent=self)
        self.text.setAccessibleName("The answer")
        self.message = FieldMessage(theme, self)
        keep = button(theme, "Add", self._keep, kind="tinted", parent=self)
        leave = button(theme, "Cancel", self.close_entry, kind="flat", parent=self)
        foot = QHBoxLayout()
        foot.addWidget(self.message, 1)
        foot.addWidget(leave)
        foot.addWidget(keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.space(2), 0, 0)
        column.addWidget(self.model)
        column.addWidget(self.text)
        column.addLayout(foot)
        self.hide()

    def open_entry(self) -> None:
        """Show the fields and put the focus into them."""
        self.show()
        self.model.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def close_entry(self) -> None:
        """Hide the fields and forget what was in them."""
        self.model.replace_text("")
        self.text.replace_text("")
        self.message.show_message("")
        self.hide()

    @Slot()
    def _keep(self) -> None:
        model, text = self.model.text().strip(), self.text.toPlainText()
        if not model or not text.strip():
            self.message.show_message("An answer needs its text and the name of who gave it.")
            return
        self.kept.emit(model, text)
        self.close_entry()


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
