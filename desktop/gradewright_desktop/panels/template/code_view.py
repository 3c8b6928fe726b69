"""The template as code. What cannot be used yet stays here as typed, and the template in use stays as it was."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gradewright.model.template import HandWrittenTemplate, SourceProblem
from gradewright_desktop.panels.template.code_edit import TemplateCodeEdit
from gradewright_desktop.panels.template.template_draft import TemplateDraft
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets.buttons import button
from gradewright_desktop.widgets.labels import FieldMessage

_KEY = "template_drafts"
OLD_STAYS = "The template in use stays as it was until this is right."


class CodeView(QWidget):
    """Typed code goes to the draft when it can be used. Else it waits in the settings, so that no typing is lost."""

    def __init__(self, theme: Theme, draft: TemplateDraft, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        self._settings = settings
        self._mistakes: tuple[SourceProblem, ...] = ()
        self.edit = TemplateCodeEdit(theme, self)
        self.message = FieldMessage(theme, self)
        self._show_line = button(theme, "Go to the line", self.go_to_problem, kind="flat", parent=self)
        self._give_up = button(theme, "Back to the code in use", self.discard, kind="flat", parent=self)
        foot = QWidget(self)
        row = QHBoxLayout(foot)
        row.setContentsMargins(theme.space(4), theme.space(1), theme.space(2), theme.space(1))
        row.addWidget(self.message, 1)
        row.addWidget(self._show_line)
        row.addWidget(self._give_up)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.edit, 1)
        column.addWidget(foot)
        self._foot = foot
        self.edit.committed.connect(self._committed)
        self._tell()

    @property
    def has_draft(self) -> bool:
        """Whether there is typed code that is not in use."""
        return bool(self._mistakes)

    @property
    def mistakes(self) -> tuple[SourceProblem, ...]:
        """What keeps the typed code from being used."""
        return self._mistakes

    def show_source(self) -> None:
        """Show the code in use, unless other code waits to be put right."""
        self.edit.setReadOnly(not self._draft.code_editable)
        if not self._mistakes:
            self.edit.set_text(self._draft.source)
            self._tell()

    def leave(self) -> None:
        """The question is about to change: what was typed is handed over, or waits."""
        self.commit()
        self._mistakes = ()
        self.edit.replace_text("")

    def enter(self) -> None:
        """Another question is shown: its code, or the code that waits for being put right."""
        waiting = self._settings.value(self._place(), "", str)
        self.edit.replace_text(self._draft.source)
        if waiting and waiting != self._draft.source and self._draft.code_editable:
            self.edit.replace_text(str(waiting))
            self._committed(str(waiting))
        self._tell()

    def commit(self) -> None:
        """Hand over what was typed."""
        self.edit.flush()

    @Slot()
    def discard(self) -> None:
        """Show the code in use again; what was typed is gone."""
        self._mistakes = ()
        self._settings.remove(self._place())
        self.edit.replace_text(self._draft.source)
        self._tell()

    @Slot()
    def go_to_problem(self) -> None:
        """Put the caret on the line that the message is about."""
        problems = self._mistakes or self._draft.problems
        if problems:
            self.edit.go_to_line(problems[0].line)

    @Slot(str)
    def _committed(self, source: str) -> None:
        self._mistakes = self._draft.set_source(source, "edit template code")
        if self._mistakes:
            self._settings.setValue(self._place(), source)
        else:
            self._settings.remove(self._place())
        self._tell()

    def _tell(self) -> None:
        problems = self._mistakes or self._draft.problems
        # Why a program is one is said in a note; nothing in it is wrong for that.
        program = isinstance(self._draft.reading, HandWrittenTemplate) and not self._mistakes
        marked = () if program else problems
        self.edit.set_problems({problem.line: problem.message for problem in marked if problem.line})
        words = ""
        if problems:
            first = problems[0]
            words = f"Line {first.line}: {first.message}" if first.line else first.message
            words = f"{words} {OLD_STAYS}" if self._mistakes else words
        self.message.show_message(words, "error" if self._mistakes else "info" if program else "warning")
        self._show_line.setVisible(bool(problems and problems[0].line))
        self._give_up.setVisible(bool(self._mistakes))
        self._foot.setVisible(bool(problems))

    def _place(self) -> str:
        return f"{_KEY}/{self._draft.place}"
