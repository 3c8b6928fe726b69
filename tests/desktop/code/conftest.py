"""A library with a benchmark that carries code of every sort, and a place of its own for decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from support.programs import cloudpickled

from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import CallableTrait, LLMTrait
from gradewright_desktop.dialogs.code.dialog import CodeDialog
from gradewright_desktop.dialogs.code.listing import read_listing
from gradewright_desktop.navigator import Place
from gradewright_desktop.workbench import Workbench

SOURCE = "def f(text):\n    import os\n    return len(text.split()) > int(os.environ.get('WORDS', 2))\n"
UNREAD = "def f(text):\n    return 3 if 'sorry' in text else 1\n"
RAISES = "def f(text):\n    return bool(1 / (len(text) - len(text)))\n"
TEMPLATE = (
    "class Answer(BaseAnswer):\n"
    "    days: int = Field(description='days')\n"
    "    def verify(self):\n"
    "        return self.days == 30\n"
)


@pytest.fixture(autouse=True)
def own_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the key of decisions in a folder of the test's own."""
    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "account"))


@pytest.fixture(autouse=True)
def own_window(workbench: Workbench, qtbot: QtBot) -> QWidget:
    """A window that the dialogs belong to."""
    window = QWidget()
    qtbot.addWidget(window)
    workbench.panels.register("window", window)
    return window


@pytest.fixture
def benchmark_id(workbench: Workbench) -> int:
    """A benchmark of four checks that are code (read, unread, not certain, a template) and one that is none."""
    readable = CallableTrait(name="words", kind="boolean", callable_code=cloudpickled(SOURCE), source=SOURCE)
    bare = CallableTrait(name="tone", kind="score", min_score=1, max_score=5, callable_code=cloudpickled(UNREAD))
    other = CallableTrait(name="ratio", kind="boolean", callable_code=cloudpickled(RAISES), source=UNREAD)
    polite = LLMTrait(name="polite", kind="boolean", description="Is it polite?")
    entries = tuple(RubricEntry(trait.name, trait) for trait in (readable, bare, other, polite))
    questions = [Question("k0", "Refund after 30 days", template=TEMPLATE), Question("k1", "Return a gift?")]
    library = workbench.session.library
    added = library.add_checkpoint(Benchmark("returns-eval", rubric=Rubric(entries)), questions)
    answers = [Answer("k0", "atlas", "Within 30 days, sorry.", fields={"days": 30}), Answer("k1", "atlas", "No.")]
    library.add_answers(added, answers)
    workbench.navigator.go(Place("build", "benchmark", added))
    return added


@pytest.fixture
def dialog(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> Iterator[CodeDialog]:
    """The dialog over that benchmark, shown."""
    workbench.code.look_at(benchmark_id)
    made = CodeDialog(workbench, read_listing(benchmark_id, workbench.session.library))
    made.show()
    qtbot.waitUntil(lambda: made.holding.works)
    yield made
    if shiboken6.isValid(made):
        made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
