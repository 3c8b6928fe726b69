"""Starting a rubric from a failure list, a saved rubric, a text or nothing, in the window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.prompts import ScriptedPrompts

from gradewright.edits import RubricOwner
from gradewright.model.criterion import Criterion
from gradewright.model.question import Benchmark
from gradewright.model.rubric import Rubric, RubricEntry, RubricTerms
from gradewright_desktop.dialogs.starting import StartDialog
from gradewright_desktop.dialogs.starting.merging import Way
from gradewright_desktop.workbench import Workbench

THERE = Rubric((RubricEntry("tone", Criterion(name="Tone")),), RubricTerms(graded_unit="one reply"))
FAILURES = {
    "name": "March",
    "categories": [
        {"id": "F1", "label": "Fee missing", "count": 41, "status": "active"},
        {"id": "F2", "label": "tone", "count": 3, "status": "active", "definition": "Too curt."},
        {"id": "F3", "label": "Old", "count": 9, "status": "merged", "merged_into": "F1"},
    ],
}


def dialog_over(workbench: Workbench, qtbot: QtBot, rubric: Rubric) -> StartDialog:
    benchmark_id = workbench.session.library.add_checkpoint(Benchmark("B", rubric=rubric), [])
    made = StartDialog(workbench, RubricOwner(benchmark_id=benchmark_id), "the global rubric")
    qtbot.addWidget(made)
    made.open()
    qtbot.waitUntil(lambda: made._there == rubric)
    return made


def rubric_now(workbench: Workbench) -> Rubric:
    workbench.session.flush()
    return workbench.session.library.benchmark(1).rubric


def test_nothing_can_be_started_from_nothing(workbench: Workbench, qtbot: QtBot) -> None:
    dialog = dialog_over(workbench, qtbot, Rubric())
    assert not dialog._begins.isEnabled()
    assert not dialog.way.isVisible()


def test_a_failure_list_goes_beside_what_is_there(
    workbench: Workbench, qtbot: QtBot, prompts: ScriptedPrompts, tmp_path: Path
) -> None:
    path = tmp_path / "failures.json"
    path.write_text(json.dumps(FAILURES), encoding="utf-8")
    prompts.answers = [path]
    dialog = dialog_over(workbench, qtbot, THERE)
    dialog.choose_file()
    qtbot.waitUntil(lambda: dialog.result_rubric is not None)
    assert dialog._heading.text() == "1 new criterion, 1 brought up to date"
    assert "“Old”" in dialog._remarks.text()
    dialog.begin()
    rubric = rubric_now(workbench)
    assert [entry.id for entry in rubric] == ["tone", "fee-missing"]
    assert rubric.entries[0].trait.definition == "Too curt."  # type: ignore[union-attr]
    workbench.session.undo()
    assert rubric_now(workbench) == THERE


def test_pasted_lines_replace_and_keep_the_terms(workbench: Workbench, qtbot: QtBot) -> None:
    dialog = dialog_over(workbench, qtbot, THERE)
    dialog.begin_with("paste")
    dialog.text.setPlainText("- Names the fee.\n- Says when it is due.\n")
    qtbot.waitUntil(lambda: dialog.result_rubric is not None)
    assert dialog._begins.text() == "Replace 1"
    dialog.begin()
    rubric = rubric_now(workbench)
    assert [entry.trait.must for entry in rubric] == [  # type: ignore[union-attr]
        ("Names the fee.",), ("Says when it is due.",)
    ]  # fmt: skip
    assert rubric.terms.graded_unit == "one reply"
    assert "tone" in rubric.spent


def test_the_same_text_can_go_beside_instead(workbench: Workbench, qtbot: QtBot) -> None:
    dialog = dialog_over(workbench, qtbot, THERE)
    dialog.begin_with("paste")
    dialog.text.setPlainText("Tone: Greets the customer.")
    qtbot.waitUntil(lambda: dialog.result_rubric is not None)
    dialog.way.button(Way.APPEND).click()
    dialog.begin()
    assert [entry.id for entry in rubric_now(workbench)] == ["tone", "tone-2"]


def test_what_cannot_be_read_is_said_and_changes_nothing(workbench: Workbench, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"categories": [{"label": "A", "count": "many"}]}', encoding="utf-8")
    dialog = dialog_over(workbench, qtbot, THERE)
    dialog.read_file(path)
    qtbot.waitUntil(lambda: bool(dialog._message.text()))
    assert "/categories/0/count" in dialog._message.text()
    assert dialog._message.text().endswith("Nothing was changed.")
    assert not dialog._begins.isEnabled()


def test_an_empty_rubric_is_a_start_too(workbench: Workbench, qtbot: QtBot) -> None:
    dialog = dialog_over(workbench, qtbot, THERE)
    dialog.begin_with("empty")
    dialog.begin()
    rubric = rubric_now(workbench)
    assert not rubric.entries
    assert rubric.terms.graded_unit == "one reply"


@pytest.mark.parametrize("source", ["file", "paste", "empty"])
def test_sources_can_be_changed_before_anything_is_chosen(workbench: Workbench, qtbot: QtBot, source: str) -> None:
    dialog = dialog_over(workbench, qtbot, THERE)
    for each in ("paste", "empty", source):
        dialog.begin_with(each)
    assert dialog._begins.isEnabled() is (source == "empty")


def test_the_example_failures_become_criteria(workbench: Workbench, qtbot: QtBot) -> None:
    dialog = dialog_over(workbench, qtbot, Rubric())
    dialog.begin_with("failures")
    qtbot.waitUntil(lambda: dialog.result_rubric is not None)
    dialog.begin()
    names = [entry.trait.name for entry in rubric_now(workbench)]
    assert names[:2] == ["Return window missing or vague", "Unclear who pays for shipping"]


def test_the_example_can_be_taken(workbench: Workbench, qtbot: QtBot) -> None:
    dialog = dialog_over(workbench, qtbot, Rubric())
    dialog.begin_with("example")
    qtbot.waitUntil(lambda: dialog.result_rubric is not None)
    dialog.begin()
    rubric = rubric_now(workbench)
    assert len(rubric) == 6
    assert rubric.terms.name == "Returns desk replies"
