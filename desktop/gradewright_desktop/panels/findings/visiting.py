"""Going to the words that a finding is about."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from gradewright.lint.finding import Finding
from gradewright.lint.finding import Place as Where
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.findings.rows import WHOLE_RUBRIC
from gradewright_desktop.workbench import Workbench


@runtime_checkable
class ShowsPlaces(Protocol):
    """An editor that can put the cursor on the words of a place in what it shows."""

    def show_words(self, where: Where) -> None:
        """Focus the field of ``where.part`` and select its words."""


def place_of(where: Where) -> Place:
    """Return where in the window a finding's place is edited."""
    if where.kept_id is not None:
        return Place("build", "rubric", kept_id=where.kept_id, entry_id=where.entry_id)
    is_rubric = where.entry_id is not None or where.part in WHOLE_RUBRIC
    if where.question_id is None:
        kind = "rubric" if is_rubric else "benchmark"
        return Place("build", kind, where.benchmark_id, entry_id=where.entry_id)
    if is_rubric:
        tab = "rubric"
    else:
        tab = "template" if where.part.split(":")[0] in ("template", "field", "code", "kept-test") else "question"
    return Place("build", "question", where.benchmark_id, where.question_id, where.entry_id, tab=tab)


def visit(workbench: Workbench, finding: Finding) -> None:
    """Go to a finding's place and, where the editor there can, to its very words."""
    place = place_of(finding.place)
    current = workbench.navigator.current
    if _thing(current) == _thing(place):
        workbench.navigator.refine(place)
    else:
        workbench.navigator.go(place)
    _show(workbench, place, finding)


def _thing(place: Place) -> tuple[object, ...]:
    return place.kind, place.benchmark_id, place.question_id, place.kept_id


def _show(workbench: Workbench, place: Place, finding: Finding) -> None:
    name = {"rubric": "rubric", "question": "question", "benchmark": "overview"}[place.kind]
    editor = workbench.panels.get(name)
    if isinstance(editor, ShowsPlaces):
        editor.show_words(finding.place)
