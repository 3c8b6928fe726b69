"""The ways to the dialog: banner, commands, cards, results, and a run that needs code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from gradewright.edits import AddEntry, RubricOwner
from gradewright.jobs.code import allow, code_in
from gradewright.jobs.linting import lint_library
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import RubricEntry
from gradewright.model.traits import CallableTrait
from gradewright.runs import execute, plan_verification
from gradewright_desktop.a11y import audit
from gradewright_desktop.commands.code import code_commands, has_code
from gradewright_desktop.commands.command import Context
from gradewright_desktop.dialogs.code.allowed import AllowedCodeDialog
from gradewright_desktop.dialogs.code.banner import CodeBanner
from gradewright_desktop.dialogs.code.dialog import CodeDialog
from gradewright_desktop.dialogs.code.listing import look
from gradewright_desktop.dialogs.code.opening import start_run
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.findings import FindingsPanel
from gradewright_desktop.panels.findings.rows import FindingRow
from gradewright_desktop.panels.template.code_edit import TemplateCodeEdit
from gradewright_desktop.workbench import Workbench


def shown() -> CodeDialog | None:
    found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, CodeDialog)]
    return next((widget for widget in found if widget.isVisible()), None)


def wait_for_dialog(qtbot: QtBot) -> CodeDialog:
    qtbot.waitUntil(lambda: shown() is not None)
    dialog = shown()
    assert dialog is not None
    return dialog


def allow_all(workbench: Workbench, benchmark_id: int) -> None:
    for item in code_in(workbench.session.library, benchmark_id):
        allow(workbench.session.library, item, item.second_decision)


@pytest.fixture
def banner(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> CodeBanner:
    made = CodeBanner(workbench)
    qtbot.addWidget(made)
    qtbot.waitUntil(lambda: made.banner is not None)
    return made


def test_the_banner_says_what_works_without_it(banner: CodeBanner) -> None:
    assert banner.banner is not None
    said = banner.banner.accessibleName()
    assert "returns-eval carries code for 4 of 5 checks. Nothing in it has run; 1 check works without it." in said
    assert audit(banner) == []
    assert shown() is None


def test_the_banner_leads_to_the_dialog(banner: CodeBanner, qtbot: QtBot) -> None:
    banner._see()
    dialog = wait_for_dialog(qtbot)
    dialog.confirm.click()
    # What is kept closed is decided.
    qtbot.waitUntil(lambda: banner.banner is None)


def test_closing_the_banner_keeps_the_code_closed(banner: CodeBanner, workbench: Workbench, qtbot: QtBot) -> None:
    assert banner.banner is not None
    banner.banner.closed.emit()
    assert banner.banner is None
    # Other code is another decision.
    trait = CallableTrait(name="new", kind="boolean", callable_code=b"def f(text):\n    return True\n")
    session = workbench.session
    session.apply(AddEntry(RubricOwner(workbench.navigator.current.benchmark_id), RubricEntry("new", trait)))
    qtbot.waitUntil(lambda: banner.banner is not None)


def test_a_benchmark_without_code_has_no_banner(
    banner: CodeBanner, workbench: Workbench, benchmark_id: int, qtbot: QtBot
) -> None:
    other = workbench.session.library.add_checkpoint(Benchmark("Plain"), [Question("p", "Plain?")])
    with qtbot.waitSignal(workbench.code.listed):
        workbench.navigator.go(Place("build", "benchmark", other))
    assert banner.banner is None
    facts = workbench.commands.context().facts
    assert has_code(Context(place=Place(benchmark_id=other), facts=facts)) is not None
    assert has_code(Context(place=Place(benchmark_id=benchmark_id), facts=facts)) is None


def test_a_large_benchmark_is_counted_and_not_read(
    workbench: Workbench, benchmark_id: int, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("gradewright_desktop.dialogs.code.listing.MOST_READ", 1)
    brief = look(benchmark_id, workbench.session.library)
    assert (brief.is_whole, brief.items, brief.code_checks, brief.checks) == (False, (), 3, 5)
    banner = CodeBanner(workbench)
    qtbot.addWidget(banner)
    qtbot.waitUntil(lambda: banner.banner is not None)
    assert banner.banner is not None
    assert "carries code for at least 3 of 5 checks" in banner.banner.accessibleName()
    start_run(workbench, benchmark_id)
    wait_for_dialog(qtbot).confirm.click()
    qtbot.waitUntil(lambda: bool(workbench.session.library.runs()))
    qtbot.waitUntil(lambda: workbench.session.running_benchmark is None)
    assert not workbench.code.needs_decision(brief)


def test_a_run_asks_once_about_code_that_it_needs(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> None:
    session = workbench.session
    start_run(workbench, benchmark_id)
    wait_for_dialog(qtbot).reject()
    qtbot.wait(50)
    assert session.running_benchmark is None
    assert not session.library.runs()
    start_run(workbench, benchmark_id)
    with qtbot.waitSignal(session.run_finished):
        wait_for_dialog(qtbot).confirm.click()
    qtbot.waitUntil(lambda: shown() is None)
    with qtbot.waitSignal(session.run_finished):
        start_run(workbench, benchmark_id)
    assert shown() is None
    assert len(session.library.runs()) == 2


def test_allowed_code_runs(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> None:
    allow_all(workbench, benchmark_id)
    with qtbot.waitSignal(workbench.session.run_finished, timeout=20_000):
        start_run(workbench, benchmark_id)
    library = workbench.session.library
    run_id = library.runs()[0].id
    cells = {cell.check: cell for each in library.result_ids(run_id) for cell in library.cells_of(each)}
    assert cells["words"].verdict is not None
    assert cells["ratio"].reason == "code_failed"


def test_commands_show_code_and_decisions(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> None:
    commands = {command.id: command for command in code_commands(workbench)}
    commands["code.show"].run()
    wait_for_dialog(qtbot).reject()
    assert commands["code.allowed"].when(Context(facts={"library.open": False})) is not None
    commands["code.allowed"].run()
    page = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, AllowedCodeDialog))
    assert page._empty.isVisible()
    page.close()


def test_decisions_are_taken_back_in_their_list(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> None:
    allow_all(workbench, benchmark_id)
    workbench.code._read_decisions()
    qtbot.waitUntil(lambda: len(workbench.code.decisions()) == 4)
    page = AllowedCodeDialog(workbench)
    qtbot.addWidget(page)
    page.show()
    assert audit(page) == []
    assert page.rows.rowCount() == 4
    qtbot.waitUntil(lambda: len(page._names) == 4)
    names = {page.rows.data(page.rows.index(row)) for row in range(4)}
    assert names == {"words", "tone", "ratio", "Template of “Refund after 30 days”"}
    first = page.rows.record(0)
    assert first is not None
    page._close_again.click()
    qtbot.waitUntil(lambda: page.rows.rowCount() == 3)
    assert workbench.code.decision(first.kind, first.sha256) is None
    assert len([item for item in code_in(workbench.session.library, benchmark_id) if item.allowed]) == 3


def test_the_trait_card_says_whether_its_code_may_run(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> None:
    from gradewright_desktop.panels.rubric import RubricEditor
    from gradewright_desktop.panels.rubric.cards.kept import KeptCard

    editor = RubricEditor(workbench)
    qtbot.addWidget(editor)
    editor.show()
    workbench.navigator.go(Place("build", "rubric", benchmark_id, entry_id="words"))
    card = editor._card
    assert isinstance(card, KeptCard)
    assert card._banner is not None
    assert "Code from a file, not run." in card._banner.accessibleName()
    assert card.code.toPlainText().startswith("def f(text)")
    assert isinstance(card.code, TemplateCodeEdit)
    assert card.code.isReadOnly()
    # It has its own place, and is no row among the values.
    assert not [shown for shown in card._values.findChildren(QLabel) if "def f" in shown.text()]
    card._see_code()
    dialog = wait_for_dialog(qtbot)
    item = dialog.programs.current_item()
    assert item is not None
    assert item.name == "words"
    dialog.choice.runs.setChecked(True)
    dialog.confirm.click()
    qtbot.waitUntil(lambda: card._banner is not None and "allowed to run" in card._banner.accessibleName())
    assert "Since" in card._banner.accessibleName()
    dialog.reject()


def test_the_template_panel_says_it_too(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> None:
    from gradewright_desktop.panels.template import TemplatePanel

    library = workbench.session.library
    question_id = library.question_ids(benchmark_id)[0]
    panel = TemplatePanel(workbench)
    qtbot.addWidget(panel)
    panel.show()
    panel.show_question(question_id, library.question(question_id).template)
    assert panel._banner is not None
    assert "shown, not run" in panel._banner.accessibleName()
    panel._see_code()
    dialog = wait_for_dialog(qtbot)
    assert dialog.programs.current_item().name == "Refund after 30 days"  # type: ignore[union-attr]
    dialog.choice.runs.setChecked(True)
    dialog.confirm.click()
    qtbot.waitUntil(lambda: "allowed to run" in panel._banner.accessibleName())  # type: ignore[union-attr]
    dialog.reject()


@pytest.fixture
def results(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> Any:
    from gradewright_desktop.panels.results import ResultsView

    library = workbench.session.library
    run_id = execute(plan_verification(library, benchmark_id), library)
    workbench.navigator.go(Place("results", "run", benchmark_id, run_id=run_id))
    view = ResultsView(workbench)
    qtbot.addWidget(view)
    view.resize(1300, 800)
    view.show()
    qtbot.waitUntil(lambda: view.detail.reading is not None)
    return view


@pytest.mark.parametrize(("check", "name"), [("words", "words"), ("template", "Refund after 30 days")])
def test_a_result_leads_to_the_code_that_was_closed(results: Any, qtbot: QtBot, check: str, name: str) -> None:
    cell = next(line.cell for line in results.detail.criteria.lines() if line.cell.check == check)
    results.detail.choose_check(cell.kind, cell.check)
    reasons = results.detail.reasons
    assert reasons.see_code.isVisible()
    assert "a new run judges it" in reasons.text()
    reasons.see_code.click()
    dialog = wait_for_dialog(qtbot)
    assert dialog.programs.current_item().name == name  # type: ignore[union-attr]
    dialog.reject()


def test_nothing_opens_while_a_file_is_opened(workbench: Workbench, qtbot: QtBot) -> None:
    from gradewright_desktop.dialogs.importing import import_paths

    file = Path(__file__).parents[2] / "data" / "conformance" / "checkpoints" / "callable-traits.jsonld"
    import_paths(workbench, [file])
    qtbot.waitUntil(lambda: bool(workbench.session.library.benchmarks()))
    qtbot.waitUntil(lambda: not workbench.session.jobs)
    assert shown() is None


def test_what_may_run_is_no_finding_until_it_is_closed_again(
    workbench: Workbench, benchmark_id: int, qtbot: QtBot
) -> None:
    workbench.navigator.go(Place("build", "benchmark", benchmark_id))
    panel = FindingsPanel(workbench)
    qtbot.addWidget(panel)
    item = code_in(workbench.session.library, benchmark_id)[0]

    def unrun() -> list[str]:
        rows = [row.finding for row in panel._model.records if isinstance(row, FindingRow)]
        return sorted(found.words for found in rows if found.rule in ("code-not-run", "hand-written-template"))

    qtbot.waitUntil(lambda: len(unrun()) == 4)
    allowed = next(name for name in unrun() if name in item.needed_by)
    allow(workbench.session.library, item, item.second_decision)
    workbench.code._read_decisions()
    qtbot.waitUntil(lambda: len(unrun()) == 3)
    assert allowed not in unrun()
    report = lint_library(workbench.session.library, benchmark_id)
    assert allowed not in [found.words for found in report.findings if found.rule == "code-not-run"]

    workbench.code.close_again(item.sha256)

    qtbot.waitUntil(lambda: len(unrun()) == 4)
