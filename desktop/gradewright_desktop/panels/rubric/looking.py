"""Looks for findings in the rubric that is edited, off the GUI thread, so that typing never waits for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from gradewright.lint.finding import Finding, Place
from gradewright.lint.language import RubricLanguage, rubric_language
from gradewright.model.rubric import Rubric
from gradewright.rubrics.failures import frequencies
from gradewright.rubrics.fingerprint import fingerprint
from gradewright.store.library import Library
from gradewright_desktop.live_rubrics import LiveRubrics
from gradewright_desktop.panels.rubric.state import RubricState
from gradewright_desktop.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of a look: findings, the fingerprint, the version that an export would write now, the language,
    and how often the failures were seen that criteria came from, in words by their ids."""

    findings: Sequence[Finding]
    fingerprint: str
    next_number: int
    spoken: RubricLanguage
    frequencies: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Look:
    """What is looked at: a rubric with its place, the global one beside it, and the programs that may run."""

    own: Rubric
    inherited: Rubric
    place: Place
    allowed: Set[tuple[str, str]]


class RubricLook(QObject):
    """``found`` carries a :class:`Looked` of the rubric as it was when the look began."""

    found = Signal(object)

    def __init__(self, workbench: Workbench, parent: QObject | None = None):
        super().__init__(parent)
        self._workbench = workbench
        self._state: RubricState | None = None
        self._live = LiveRubrics()
        # Changes come in pairs: what was typed, and the library's news of it.
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(0)
        self._rest.timeout.connect(self._start)

    def look(self, state: RubricState) -> None:
        """Look at a rubric as it is when the event loop comes round."""
        self._state = state
        self._rest.start()

    @Slot()
    def _start(self) -> None:
        state = self._state
        if state is None or state.owner is None:
            return
        place = Place(state.benchmark_id or 0, state.question_id, kept_id=state.kept_id)
        wanted = Look(state.own, state.inherited, place, self._workbench.code.allowed())
        self._workbench.session.query(
            partial(look, wanted=wanted, live=self._live), self._take, key=("rubric findings", id(self))
        )

    @Slot(object)
    def _take(self, looked: Looked) -> None:
        self.found.emit(looked)


def look(_library: Library, wanted: Look, live: LiveRubrics) -> Looked:
    """Find what there is to say about a rubric, and which version it is."""
    findings = live.lint(wanted.own, wanted.place, global_rubric=wanted.inherited, allowed=wanted.allowed)
    versions, made = wanted.own.versions, fingerprint(wanted.own)
    spoken = rubric_language(wanted.own)
    seen = frequencies(wanted.own)
    if versions.number and versions.fingerprint == made:
        return Looked(findings, made, versions.number, spoken, seen)
    latest = max((step.version for step in versions.history), default=0)
    return Looked(findings, made, max(versions.number, latest) + 1, spoken, seen)
