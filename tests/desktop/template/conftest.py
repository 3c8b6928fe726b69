"""A template panel over a question of a library of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from gradewright.edits import AddBenchmark
from gradewright.formats.template_source import read_template, write_template
from gradewright.model.primitives import make_primitive
from gradewright.model.question import Benchmark, Question
from gradewright.model.template import DeclarativeTemplate, FieldKind, Template, TemplateField
from gradewright_desktop.panels.template import TemplatePanel
from gradewright_desktop.workbench import Workbench

DRUG = TemplateField("drug", "str", FieldKind.TEXT, "The drug", "metformin", make_primitive("ExactMatch", {}))
MONTHS = TemplateField(
    "recheck_months",
    "float",
    FieldKind.NUMBER,
    "Months until the next check",
    3.0,
    make_primitive("NumericTolerance", {"tolerance": 1.0, "mode": "absolute"}),
    2.0,
)
ADVICE = TemplateField(
    "advice",
    "Literal['stay', 'stop']",
    FieldKind.CHOICE,
    "What to do",
    "stay",
    make_primitive("LiteralMatch", {}),
    choices=("stay", "stop"),
)
TEMPLATE = Template((DRUG, MONTHS, ADVICE))


class Bench:
    """One question whose template is edited, and what the library holds of it."""

    def __init__(self, workbench: Workbench, panel: TemplatePanel) -> None:
        self.workbench = workbench
        self.session = workbench.session
        self.panel = panel
        self.question_id = 0

    def show(self, source: str) -> None:
        """Put a question with this template into the library and show it."""
        library = self.session.library
        changes = library.apply(AddBenchmark(Benchmark("B"), (Question("k", "Q", template=source),)))
        self.question_id = library.question_ids(max(changes.benchmarks))[0]
        self.panel.show_question(self.question_id, source)
        self.session.changed.connect(self.follow)

    def follow(self, *_changes: object) -> None:
        """Do what the question's editor does after every change."""
        self.panel.show_question(self.question_id, self.source)

    @property
    def source(self) -> str:
        """The template's source as the library has it."""
        return self.session.library.question(self.question_id).template

    @property
    def template(self) -> Template:
        """What the library's source declares."""
        self.session.flush()
        reading = read_template(self.source)
        assert isinstance(reading, DeclarativeTemplate), reading
        return reading.template

    def undo(self) -> None:
        """Undo one step."""
        self.session.undo()
        self.session.flush()


@pytest.fixture
def bench(workbench: Workbench, qtbot: QtBot) -> Iterator[Bench]:
    """The panel over a template of three fields."""
    panel = TemplatePanel(workbench)
    qtbot.addWidget(panel)
    panel.resize(820, 760)
    made = Bench(workbench, panel)
    made.show(write_template(TEMPLATE))
    panel.show()
    yield made
    workbench.session.flush()


@pytest.fixture
def empty_bench(workbench: Workbench, qtbot: QtBot) -> Callable[[str], Bench]:
    """Makes a panel over a question with a source of one's choice."""

    def make(source: str = "") -> Bench:
        panel = TemplatePanel(workbench)
        qtbot.addWidget(panel)
        made = Bench(workbench, panel)
        made.show(source)
        panel.show()
        return made

    return make
