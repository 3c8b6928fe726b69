"""The rubric editor with its drawer, and the commands about a rubric as a whole."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gradewright.edits import SetEntry
from gradewright.model.choice import Choice, ChoiceTrait
from gradewright.model.criterion import Criterion
from gradewright.model.question import Benchmark
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright_desktop.dialogs.starting import StartDialog
from gradewright_desktop.dialogs.versions import CompareDialog
from gradewright_desktop.main_window import MainWindow
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.drawer.verdict_page import VerdictPage
from gradewright_desktop.panels.rubric.cards.choice import ChoiceCard
from gradewright_desktop.panels.studio import RubricStudio

SCORED = ChoiceTrait(
    name="asks",
    prompt="Does it ask? {content}",
    choices=(Choice(label="good", score=1), Choice(label="very good", score=2.5)),
)
RUBRIC = Rubric((RubricEntry("fee", Criterion(name="Fee")), RubricEntry("c", SCORED)))


@pytest.fixture
def studio(window: MainWindow, qtbot: QtBot) -> RubricStudio:
    benchmark_id = window.workbench.session.library.add_checkpoint(Benchmark("B", rubric=RUBRIC), [])
    window.workbench.navigator.go(Place("build", "rubric", benchmark_id))
    panel = window.workbench.panels.get("rubric")
    assert isinstance(panel, RubricStudio)
    return panel


def test_the_drawer_opens_by_its_key_and_follows_the_words(
    window: MainWindow, studio: RubricStudio, qtbot: QtBot
) -> None:
    assert studio.drawer.height() <= studio.drawer.bar_height() + 1
    window.workbench.commands.run("rubric.drawer")
    studio.drawer.show_page("verdict")
    page = studio.drawer.page
    assert isinstance(page, VerdictPage)
    qtbot.waitUntil(lambda: [row.name for row in page.model.records] == ["Fee"])
    assert studio.drawer.height() > 3 * studio.drawer.bar_height() - 1
    owner = studio.state.owner
    assert owner is not None
    renamed = RubricEntry("fee", Criterion(name="Fee and date"))
    window.workbench.session.apply(SetEntry(owner, renamed))
    qtbot.waitUntil(lambda: [row.name for row in page.model.records] == ["Fee and date"])


@pytest.mark.parametrize(("command", "dialog"), [("rubric.compare", CompareDialog), ("rubric.start", StartDialog)])
def test_dialogs_about_the_whole_rubric(
    window: MainWindow, studio: RubricStudio, command: str, dialog: type[CompareDialog | StartDialog]
) -> None:
    assert window.workbench.commands.run(command)
    found = window.frame.findChild(dialog)
    assert found is not None
    assert "“B”" in found.windowTitle()


def test_a_choice_has_a_card_and_is_edited(window: MainWindow, studio: RubricStudio) -> None:
    studio.list.choose("own:c")
    card = studio.card
    assert isinstance(card, ChoiceCard)
    assert card.choices.pairs() == [("good", "1"), ("very good", "2.5")]
    card.matching.setCurrentIndex(1)
    card.matching.activated.emit(1)
    assert "“very good” is read as “good”" in card._messages["choices"].text()
    card.prompt.setPlainText("Does it ask? {answer}")
    card.flush()
    assert "{answer}" in card._messages["prompt"].text()
    window.workbench.session.flush()
    trait = window.workbench.session.library.benchmark(1).rubric.entries[1].trait
    assert isinstance(trait, ChoiceTrait)
    assert (trait.matching, trait.prompt) == ("flexeval", "Does it ask? {answer}")
