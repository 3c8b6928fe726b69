"""The drawer's judge prompt: what is shown is what is sent."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gradewright.edits import RubricOwner
from gradewright.judge.criteria import prompt_for
from gradewright.judge.questions import Framing
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry, RubricTerms
from gradewright.model.traits import RegexTrait
from gradewright_desktop.panels.drawer import RubricDrawer, Shown
from gradewright_desktop.panels.drawer.prompt_page import PromptPage
from gradewright_desktop.workbench import Workbench

FEE = RubricEntry("fee", Criterion(name="Fee", must=("Names the fee in {euros}.", "يذكر الرسوم")))
CITES = RubricEntry("c", RegexTrait(name="Cites", pattern="x"))
RUBRIC = Rubric((FEE, CITES), RubricTerms(graded_unit="one reply"))


@pytest.fixture
def drawer(workbench: Workbench, qtbot: QtBot) -> RubricDrawer:
    made = RubricDrawer(workbench)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    made.show_page("prompt")
    return made


def shown(entry: RubricEntry | None, rubric: Rubric = RUBRIC) -> Shown:
    return Shown(rubric, entry=entry, owner=RubricOwner(benchmark_id=1), benchmark_id=1)


def test_the_prompt_is_shown_word_for_word(drawer: RubricDrawer) -> None:
    drawer.show_rubric(shown(FEE))
    page = drawer.page
    assert isinstance(page, PromptPage)
    sent = prompt_for(FEE, RUBRIC, "the question goes here", "the answer goes here", framing=Framing(boundary="7f3c91"))
    text = page.text.toPlainText()
    for message in sent.messages:
        assert message["content"] in text
    assert "about" in drawer._note.full_text()
    assert page.copied_text().startswith("system\n")


def test_own_words_have_their_colour(drawer: RubricDrawer, workbench: Workbench) -> None:
    drawer.show_rubric(shown(FEE))
    page = drawer.page
    assert isinstance(page, PromptPage)
    cursor = page.text.document().find("Names the fee in {euros}.")
    assert cursor.charFormat().foreground().color() == workbench.theme.colour("accent.text")


def test_a_change_is_followed(drawer: RubricDrawer) -> None:
    drawer.show_rubric(shown(FEE))
    changed = FEE.with_trait(Criterion(name="Fee", must=("Names the currency.",)))
    drawer.show_rubric(shown(changed, RUBRIC.with_entries((changed, CITES))))
    page = drawer.page
    assert isinstance(page, PromptPage)
    assert "Names the currency." in page.text.toPlainText()
    assert "euros" not in page.text.toPlainText()


@pytest.mark.parametrize(("entry", "words"), [(None, "Choose a criterion"), (CITES, "No judge is asked about “Cites”")])
def test_where_there_is_no_prompt_it_says_why(drawer: RubricDrawer, entry: RubricEntry | None, words: str) -> None:
    drawer.show_rubric(shown(entry))
    page = drawer.page
    assert isinstance(page, PromptPage)
    assert words in page._nothing._sentence.text()
    assert page.copied_text() == ""
