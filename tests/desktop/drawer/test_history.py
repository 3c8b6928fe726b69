"""The drawer's history: versions, what they changed, and the way to compare them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from pytestqt.qtbot import QtBot

from gradewright.edits import RubricOwner
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.rubrics.fingerprint import fingerprint
from gradewright.rubrics.versions import next_version
from gradewright_desktop.dialogs.versions import CompareDialog
from gradewright_desktop.panels.drawer import RubricDrawer, Shown
from gradewright_desktop.panels.drawer.history_page import HistoryPage
from gradewright_desktop.workbench import Workbench

FEE = RubricEntry("fee", Criterion(name="Fee", must=("Names the fee.",)))


@pytest.fixture
def rubric(workbench: Workbench) -> Rubric:
    library, made = workbench.session.library, Rubric((FEE,))
    for day, words in ((1, "Names the fee."), (2, "Names the fee in euros.")):
        entry = FEE.with_trait(FEE.trait.model_copy(update={"must": (words,)}))
        made = made.with_entries((entry,))
        before = library.rubric_version(made.versions.fingerprint)
        made = replace(made, versions=next_version(made, datetime(2031, 1, day, tzinfo=UTC), before))
        library.keep_rubric_version(fingerprint(made), made)
    return made


def page_of(workbench: Workbench, qtbot: QtBot, rubric: Rubric) -> tuple[RubricDrawer, HistoryPage]:
    drawer = RubricDrawer(workbench)
    qtbot.addWidget(drawer)
    drawer.show()
    owner = RubricOwner(benchmark_id=1)
    drawer.show_rubric(Shown(rubric, owner=owner, benchmark_id=1, entry=rubric.entries[0], title="Replies"))
    drawer.show_page("history")
    page = drawer.page
    assert isinstance(page, HistoryPage)
    return drawer, page


def test_versions_say_what_they_changed(workbench: Workbench, qtbot: QtBot, rubric: Rubric) -> None:
    drawer, page = page_of(workbench, qtbot, rubric)
    told = [(row.title.rpartition(",")[0], row.changes) for row in page.model.records]
    assert told == [
        ("Version 2, 2031-01-02", "1 changed: “Fee”. This criterion: must"),
        ("Version 1, 2031-01-01", "the first, with 1 criterion"),
    ]
    assert drawer._note.full_text() == "unchanged since version 2"


def test_what_changed_since_is_told(workbench: Workbench, qtbot: QtBot, rubric: Rubric) -> None:
    edited = rubric.with_entries((*rubric.entries, RubricEntry("tone", Criterion(name="Tone"))))
    drawer, page = page_of(workbench, qtbot, edited)
    qtbot.waitUntil(lambda: page.model.records[0].title == "Since then")
    assert page.model.records[0].changes == "1 added (substantive)"
    assert drawer._note.full_text() == "edited since version 2: exports as version 3"


def test_a_rubric_that_was_never_exported_has_no_history(workbench: Workbench, qtbot: QtBot) -> None:
    _, page = page_of(workbench, qtbot, Rubric((FEE,)))
    assert page._pages.currentIndex() == 0
    assert not page.compare_button.isEnabled()


def test_the_chosen_version_is_compared_with_now(workbench: Workbench, qtbot: QtBot, rubric: Rubric) -> None:
    edited = rubric.with_entries((*rubric.entries, RubricEntry("tone", Criterion(name="Tone"))))
    drawer, page = page_of(workbench, qtbot, edited)
    qtbot.waitUntil(lambda: page.model.records[0].title == "Since then")
    page.list.setCurrentIndex(page.model.index(2))
    page.compare()
    dialog = drawer.findChild(CompareDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.before.currentText().startswith("Version 1"))
