"""What the tests of the rubric studio share: a rubric of criteria in a library, and the editor of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from gradewright.model.criterion import Criterion, Scale
from gradewright.model.question import Benchmark
from gradewright.model.rubric import Rubric, RubricEntry, RubricTerms, RubricVersions
from gradewright.model.traits import RegexTrait
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.rubric import RubricEditor
from gradewright_desktop.panels.rubric.cards.criterion import CriterionCard
from gradewright_desktop.workbench import Workbench

DOSE = Criterion(
    name="Dose is complete",
    definition="The dose can be taken.",
    must=("Names the dose.", "Names the interval.", "Names the limit."),
    must_not=("Tells the reader to stop.",),
    pass_examples=("Take 500 mg.",),
    fail_examples=("Take some.",),
    must_pass=True,
)
PLAIN = Criterion(
    name="Plain language",
    must=("Explains every term.",),
    scoring="scale",
    scale=Scale(points=4, anchors=("none", "some", "most", "all"), pass_line=3),
)
CALL = Criterion(name="Whom to call", must=("Names the ward.",))
OLD = Criterion(name="Friendly", must=("Greets.",))


@pytest.fixture
def studio_id(workbench: Workbench) -> int:
    """A benchmark with three criteria, a pattern and a retired criterion; all but the last criterion have a version."""
    rubric = Rubric(
        (
            RubricEntry("dose", DOSE),
            RubricEntry("plain", PLAIN),
            RubricEntry("p1", RegexTrait(name="Cites", pattern=r"\[1\]")),
            RubricEntry("old", OLD, retired=True),
            RubricEntry("call", CALL),
        ),
        RubricTerms(name="Advice", graded_unit="one answer"),
        RubricVersions(3, "0" * 64, (), ("dose", "plain", "old")),
    )
    return workbench.session.library.add_checkpoint(Benchmark("B", rubric=rubric), [])


@pytest.fixture
def studio(workbench: Workbench, studio_id: int, qtbot: QtBot) -> RubricEditor:
    """The editor of that rubric, on the screen."""
    workbench.navigator.go(Place("build", "rubric", studio_id))
    made = RubricEditor(workbench)
    qtbot.addWidget(made)
    made.resize(900, 800)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def kept(workbench: Workbench, studio_id: int) -> Callable[[], Rubric]:
    """Returns the rubric as the library holds it, everything typed included."""

    def read() -> Rubric:
        workbench.session.flush()
        return workbench.session.library.benchmark(studio_id).rubric

    return read


@pytest.fixture
def card(studio: RubricEditor) -> CriterionCard:
    """The card of the first criterion."""
    assert studio.list.choose("own:dose")
    shown = studio._card
    assert isinstance(shown, CriterionCard)
    return shown
