"""What the commands about questions do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gradewright.edits import AddQuestions
from gradewright.model.question import Question
from gradewright.store.library import Changes, Library
from gradewright_desktop.added import OpenAdded
from gradewright_desktop.navigator import Place
from gradewright_desktop.question_keys import new_question_key
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright_desktop.panels.question.editor import QuestionEditor


class QuestionActions:
    """Acts on the current question of a workbench."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench

    def new(self) -> None:
        """Add a question behind the current one, or at the end, and open it."""
        place = self._workbench.navigator.current
        if place.benchmark_id is not None:
            work = partial(next_question, benchmark_id=place.benchmark_id, question_id=place.question_id)
            self._workbench.session.query(work, partial(self._add, place.benchmark_id), key="question.new")

    def _add(self, benchmark_id: int, before_id: int | None) -> None:
        question = Question(key=new_question_key(), text="")
        edit = AddQuestions(benchmark_id, (question,), before_id)
        OpenAdded(self._workbench.session, edit, partial(self._open, benchmark_id))

    def _open(self, benchmark_id: int, changes: Changes) -> None:
        place = Place("build", "question", benchmark_id, max(changes.questions))
        self._workbench.navigator.go(place)
        editor = self._editor()
        if editor is not None:
            editor.form.focus_part("text")

    def toggle_finished(self) -> None:
        """Mark the current question as finished, or as not finished."""
        editor = self._editor()
        if editor is not None:
            editor.toggle_finished()

    def step(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) question."""
        editor = self._editor()
        if editor is not None:
            editor.step(step)

    def add_answer(self) -> None:
        """Open the fields for an answer that is typed or pasted."""
        editor = self._editor()
        if editor is not None:
            self.show_tab("question")
            editor.form.answers.begin_add()
            editor.form.ensureWidgetVisible(editor.form.answers.entry)

    def change_answer(self) -> None:
        """Open the fields of the chosen recorded answer."""
        editor = self._editor()
        if editor is not None:
            self.show_tab("question")
            editor.form.answers.begin_change()
            editor.form.ensureWidgetVisible(editor.form.answers.entry)

    def remove_answers(self) -> None:
        """Take the chosen recorded answers out."""
        editor = self._editor()
        if editor is not None:
            editor.form.answers.remove_chosen()

    def keep_test(self) -> None:
        """Keep what Try it shows as a test."""
        from gradewright_desktop.panels.try_it import TryIt

        panel = self._workbench.panels.get("try_it")
        if isinstance(panel, TryIt):
            panel.keep_as_test()

    def add_field(self) -> None:
        """Show the template as fields and let the name of a new one be typed."""
        self.show_template("fields")
        editor = self._editor()
        if editor is not None and editor.template.draft.editable:
            editor.template.fields.begin_add()

    def show_template(self, mode: str) -> None:
        """Show the template of the current question as ``"fields"`` or as ``"code"``."""
        self.show_tab("template")
        editor = self._editor()
        if editor is not None:
            editor.template.set_mode(mode)

    def show_tab(self, tab: str) -> None:
        """Show a tab of the current question."""
        place = self._workbench.navigator.current
        if place.question_id is not None:
            tab = "" if tab == "question" else tab
            self._workbench.navigator.go(place.at(workspace="build", kind="question", tab=tab))

    def _editor(self) -> QuestionEditor | None:
        # Imported where it is asked for: the window's menus stand before any editor does.
        from gradewright_desktop.panels.question.editor import QuestionEditor

        editor = self._workbench.panels.get("question")
        return editor if isinstance(editor, QuestionEditor) else None


def next_question(library: Library, benchmark_id: int, question_id: int | None) -> int | None:
    """Return the question that follows another one; None at the end, or where there is no other one."""
    ids = library.question_ids(benchmark_id)
    position = ids.index(question_id) + 1 if question_id is not None and question_id in ids else len(ids)
    return ids[position] if position < len(ids) else None
