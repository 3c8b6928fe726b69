"""The head of the rubric editor: whose rubric it is, what is in it, and what does not go together."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gradewright.model.traits import CallableTrait, LLMTrait, MetricTrait, RegexTrait
from gradewright_desktop.panels.rubric.state import RubricState
from gradewright_desktop.widgets import ElidedLabel, FieldMessage, label
from gradewright_desktop.workbench import Workbench


class RubricHead(QWidget):
    """Shows the name and the make-up of a rubric; a question's own one has no name line, its editor has one."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        theme = workbench.theme
        self._workbench = workbench
        self._title = ElidedLabel(theme, font="title", parent=self)
        self._makeup = label(theme, font="small", role="muted", wraps=True, parent=self)
        self._message = FieldMessage(theme, self)
        name = QHBoxLayout()
        name.addWidget(self._title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space(4), theme.space(3), theme.space(4), theme.space(2))
        column.setSpacing(theme.space(1))
        column.addLayout(name)
        column.addWidget(self._makeup)
        column.addWidget(self._message)

    def show_rubric(self, state: RubricState) -> None:
        """Show what a rubric is made of."""
        if state.benchmark_id is None:
            return
        own = state.question_id is None
        self._title.setVisible(own)
        if own:
            row = self._workbench.session.library.benchmark_row(state.benchmark_id)
            self._title.set_full_text(f"Global rubric of {row.name}")
        self._makeup.setText(_makeup(state))
        conflicts = state.conflicts()
        named = ", ".join(f"“{name}”" for name in conflicts)
        sentence = f"The global rubric has {named}, too. A run cannot tell them apart; rename one."
        self._message.show_message(sentence if conflicts else "", "error")


def _makeup(state: RubricState) -> str:
    kinds = (
        (LLMTrait, "for a judge"),
        (RegexTrait, "by pattern"),
        (MetricTrait, "metric"),
        (CallableTrait, "code from a file"),
    )
    counts = [(sum(isinstance(trait, kind) for trait in state.own.traits), words) for kind, words in kinds]
    other = len(state.own) - sum(count for count, _words in counts)
    parts = [f"{count} {words}" for count, words in [*counts, (other, "kept, not run yet")] if count]
    made = ", ".join(parts) or "no criterion yet"
    if state.question_id is None:
        return f"Asked about every answer of the benchmark: {made}."
    return f"Asked about this question: {len(state.inherited)} global, and of its own {made}."
