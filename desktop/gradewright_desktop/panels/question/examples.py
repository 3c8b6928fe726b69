"""The Examples tab: worked questions and answers that go into the prompt before the question itself."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gradewright.edits import SetQuestion
from gradewright.model.question import FewShotExample
from gradewright_desktop.widgets import EmptyState, GrowingTextEdit, button, label, tool_button
from gradewright_desktop.workbench import Workbench


class ExamplesEditor(QWidget):
    """Edits the few-shot examples of one question."""

    count_changed = Signal(int)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._question_id: int | None = None
        self._examples: list[FewShotExample] = []
        self.cards: list[ExampleCard] = []
        theme = workbench.theme
        self.add = button(theme, "Add example", self.add_example, kind="flat", icon="add", parent=self)
        self._empty = EmptyState(
            theme,
            "No examples yet",
            "An example shows a model one question with the answer you want, before it is asked this one.",
            ("Add example", self.add_example),
            icon="empty-question",
            parent=self,
        )
        self._page = QWidget(self)
        self._page.setProperty("surface", "base")
        self._column = QVBoxLayout(self._page)
        self._column.setContentsMargins(theme.space(4), theme.space(4), theme.space(5), theme.space(6))
        self._column.setSpacing(theme.space(3))
        self._column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._empty)
        outer.addWidget(self._area)
        workbench.session.settling.connect(self.flush)
        self._show(())

    def show_question(self, question_id: int, examples: Sequence[FewShotExample]) -> None:
        """Show the examples of a question; typing of the same question that is not kept yet stays."""
        other = question_id != self._question_id
        if other:
            self.flush()
            self._question_id = question_id
        self._show(examples, replace=other)

    @Slot()
    def flush(self) -> None:
        """Hand everything typed to the library."""
        for card in self.cards:
            card.flush()

    @Slot()
    def add_example(self) -> None:
        """Add an empty example at the end and put the focus into it."""
        self._change([*self._typed(), FewShotExample("", "")], "add example")
        self.cards[-1].question.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(int)
    def remove_example(self, position: int) -> None:
        """Take an example out."""
        self._change([e for at, e in enumerate(self._typed()) if at != position], "remove example")

    @Slot(int, int)
    def move_example(self, position: int, step: int) -> None:
        """Move an example up (-1) or down (1)."""
        target = position + step
        if not 0 <= target < len(self._examples):
            return
        changed = self._typed()
        changed.insert(target, changed.pop(position))
        self._change(changed, "move example")
        self.cards[target].question.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, examples: Sequence[FewShotExample], *, replace: bool = False) -> None:
        self._examples = list(examples)
        while len(self.cards) > len(self._examples):
            card = self.cards.pop()
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        while len(self.cards) < len(self._examples):
            self._add_card()
        read_only = self._workbench.session.read_only
        for position, (card, example) in enumerate(zip(self.cards, self._examples, strict=True)):
            card.show_example(example, position, len(self._examples), read_only=read_only, replace=replace)
        self.add.setVisible(not read_only)
        self._empty.setVisible(not self._examples)
        self._area.setVisible(bool(self._examples))
        self.count_changed.emit(len(self._examples))

    def _add_card(self) -> None:
        card = ExampleCard(self._workbench, self._page)
        card.changed.connect(self._card_changed)
        card.remove_wanted.connect(self.remove_example)
        card.move_wanted.connect(self.move_example)
        self._column.insertWidget(len(self.cards), card)
        self.cards.append(card)

    @Slot(int)
    def _card_changed(self, position: int) -> None:
        if position < len(self._examples):
            self._change(self._typed(), f"edit example {position + 1}")

    def _typed(self) -> list[FewShotExample]:
        """The examples as they stand in the fields, with what is not kept yet."""
        return [card.example() for card in self.cards]

    def _change(self, examples: list[FewShotExample], title: str) -> None:
        if self._question_id is None or self._workbench.session.read_only or examples == self._examples:
            return
        self._show(examples, replace=True)
        self._workbench.session.apply(SetQuestion(self._question_id, "few_shot", tuple(examples), label=title))


class ExampleCard(QFrame):
    """One example: a question and its answer. The signals carry its position."""

    changed = Signal(int)
    remove_wanted = Signal(int)
    move_wanted = Signal(int, int)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "card")
        theme = workbench.theme
        self._position = 0
        self._title = label(theme, font="section", parent=self)
        self.up = tool_button(theme, "previous", "Move example up", self._move_up, parent=self)
        self.down = tool_button(theme, "collapse", "Move example down", self._move_down, parent=self)
        self.remove = tool_button(theme, "remove", "Remove example", self._remove, parent=self)
        self.question = GrowingTextEdit(theme, placeholder="Question", parent=self)
        self.answer = GrowingTextEdit(theme, placeholder="Answer", min_lines=2, parent=self)
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addStretch(1)
        for made in (self.up, self.down, self.remove):
            head.addWidget(made)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(3))
        column.setSpacing(theme.space(2))
        column.addLayout(head)
        column.addWidget(self.question)
        column.addWidget(self.answer)
        self.question.committed.connect(self._committed)
        self.answer.committed.connect(self._committed)

    def example(self) -> FewShotExample:
        """What the fields hold."""
        return FewShotExample(self.question.toPlainText(), self.answer.toPlainText())

    def show_example(
        self, example: FewShotExample, position: int, count: int, *, read_only: bool, replace: bool
    ) -> None:
        """Show an example as number ``position`` (from 0) of ``count``."""
        self._position = position
        self._title.setText(f"Example {position + 1}")
        self.question.setAccessibleName(f"Question of example {position + 1}")
        self.answer.setAccessibleName(f"Answer of example {position + 1}")
        for field, text in ((self.question, example.question), (self.answer, example.answer)):
            field.set_read_only(read_only)
            if field.toPlainText() != text:
                (field.replace_text if replace else field.set_text)(text)
            elif replace:
                field.set_text(text)
        self.up.setEnabled(position > 0 and not read_only)
        self.down.setEnabled(position < count - 1 and not read_only)
        self.remove.setEnabled(not read_only)

    def flush(self) -> None:
        """Commit what was typed."""
        self.question.flush()
        self.answer.flush()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self.move_wanted.emit(self._position, step)
        else:
            super().keyPressEvent(event)

    @Slot(str)
    def _committed(self, _text: str) -> None:
        self.changed.emit(self._position)

    @Slot()
    def _move_up(self) -> None:
        self.move_wanted.emit(self._position, -1)

    @Slot()
    def _move_down(self) -> None:
        self.move_wanted.emit(self._position, 1)

    @Slot()
    def _remove(self) -> None:
        self.remove_wanted.emit(self._position)
