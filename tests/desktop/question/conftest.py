"""A question's editor over the sample."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from gradewright.jobs.sample import add_sample
from gradewright.model.question import Question
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.question import QuestionEditor
from gradewright_desktop.workbench import Workbench


class Desk:
    """The editor on a question of the sample, and what the library holds of it."""

    def __init__(self, workbench: Workbench, qtbot: QtBot) -> None:
        self.workbench = workbench
        self.session = workbench.session
        self.library = workbench.session.library
        self.qtbot = qtbot
        self.benchmark_id = add_sample(self.library).benchmark_id
        self.ids = list(self.library.question_ids(self.benchmark_id))
        self.editor = QuestionEditor(workbench)
        workbench.panels.register("question", self.editor)
        qtbot.addWidget(self.editor)
        self.editor.resize(820, 780)
        self.editor.show()
        self.go(0)

    def go(self, position: int, tab: str = "") -> None:
        """Go to a tab of a question, by its position."""
        place = Place("build", "question", self.benchmark_id, self.ids[position], tab=tab)
        self.workbench.navigator.go(place)

    @property
    def question(self) -> Question:
        """The shown question as the library has it, with everything that was typed."""
        self.session.flush()
        return self.library.question(self.editor.question_id)

    def undo(self) -> None:
        """Undo one step."""
        self.session.undo()
        self.session.flush()


@pytest.fixture
def desk(workbench: Workbench, qtbot: QtBot) -> Iterator[Desk]:
    """The editor on the first question of the sample."""
    made = Desk(workbench, qtbot)
    yield made
    workbench.session.flush()
