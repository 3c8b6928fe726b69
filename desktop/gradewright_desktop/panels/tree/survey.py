"""Finding out, off the GUI thread, what the rows in view have to show: findings and the number of fields."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from gradewright.errors import NotFound, UserError
from gradewright.formats.template_source import read_template
from gradewright.lint.checks import lint_question
from gradewright.lint.code import AllowedCode
from gradewright.lint.finding import Finding, Place, Severity
from gradewright.model.rubric import Rubric
from gradewright.model.template import DeclarativeTemplate, HandWrittenTemplate, TemplateReading
from gradewright.runs.code import allowed_programs
from gradewright.store.library import Changes, Library
from gradewright_desktop.live_rubrics import LiveRubrics
from gradewright_desktop.panels.tree.nodes import Marks, Node, NodeKind
from gradewright_desktop.session import Session

# What one survey looks at; the rest of the rows in view follows in the next one.
_AT_ONCE = 64


class Survey(QObject):
    """``found`` carries a mapping of nodes to marks. Nodes are looked at again only after they changed."""

    found = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._known: set[Node] = set()
        self._waiting: list[Node] = []
        self._busy = False
        self._live = LiveRubrics()

    def look_at(self, nodes: Collection[Node]) -> None:
        """Find out about these nodes, as far as nothing is known about them yet."""
        wanted = {_about(node) for node in nodes}
        self._waiting = [node for node in wanted if node is not None and node not in self._known]
        self._go_on()

    def forget(self, changes: Changes) -> None:
        """What was known about changed things must be found out again when they are looked at."""
        self._known = {node for node in self._known if not _is_touched(node, changes)}

    @Slot()
    def forget_all(self) -> None:
        """Nothing that was known holds any more: another library, or another decision about code."""
        self._known.clear()
        self._waiting.clear()

    def _go_on(self) -> None:
        if self._busy or not self._waiting:
            return
        now, self._waiting = self._waiting[:_AT_ONCE], self._waiting[_AT_ONCE:]
        self._known.update(now)
        self._busy = True
        self._session.query(
            partial(survey, nodes=now, live=self._live), self._take, key="tree.survey", failed=self._stop
        )

    @Slot(object)
    def _stop(self, _error: UserError) -> None:
        # Whatever makes the library unreadable is told where it was asked for something; badges just stay away.
        self._busy = False

    @Slot(object)
    def _take(self, marks: dict[Node, Marks]) -> None:
        self._busy = False
        self.found.emit(marks)
        self._go_on()


def survey(library: Library, nodes: Collection[Node], live: LiveRubrics | None = None) -> dict[Node, Marks]:
    """Return the marks of questions with their templates and rubrics, of global rubrics and of kept ones.

    ``live`` remembers what was found in rubrics before.
    """
    live = live or LiveRubrics()
    marks: dict[Node, Marks] = {}
    rubrics: dict[int, Rubric] = {}
    allowed = allowed_programs(library)
    for node in nodes:
        try:
            if node.kind is NodeKind.KEPT_RUBRIC:
                place = Place(0, kept_id=node.benchmark_id)
                marks[node] = _counted(live.lint(library.kept_rubric(node.benchmark_id), place))
                continue
            if node.benchmark_id not in rubrics:
                rubrics[node.benchmark_id] = library.benchmark(node.benchmark_id).rubric
            rubric = rubrics[node.benchmark_id]
            if node.kind is NodeKind.GLOBAL_RUBRIC:
                marks[node] = _counted(live.lint(rubric, Place(node.benchmark_id), allowed=allowed))
            else:
                marks.update(_of_question(library, node, rubric, allowed))
        except NotFound:
            # It went while the survey was on its way.
            continue
    return marks


def _of_question(library: Library, node: Node, global_rubric: Rubric, allowed: AllowedCode) -> dict[Node, Marks]:
    question = library.question(node.question_id)
    reading = read_template(question.template)
    place = Place(node.benchmark_id, node.question_id)
    findings = lint_question(question, reading, place, global_rubric=global_rubric, allowed=allowed)
    template = [found for found in findings if _is_about_template(found)]
    rubric = [found for found in findings if found.place.entry_id is not None]
    return {
        node: _counted(findings),
        Node(NodeKind.TEMPLATE, node.benchmark_id, node.question_id): _counted(template, _field_count(reading)),
        Node(NodeKind.OWN_RUBRIC, node.benchmark_id, node.question_id): _counted(rubric),
    }


def _counted(findings: Collection[Finding], fields: int | None = None) -> Marks:
    counts = dict.fromkeys(Severity, 0)
    for found in findings:
        # What a person silenced counts nowhere.
        counts[found.severity] += found.silenced is None
    return Marks(counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.HINT], fields)


def _field_count(reading: TemplateReading) -> int | None:
    if isinstance(reading, DeclarativeTemplate):
        return len(reading.template.fields)
    return len(reading.fields) if isinstance(reading, HandWrittenTemplate) else None


def _is_about_template(found: Finding) -> bool:
    part = found.place.part
    return found.place.entry_id is None and (part == "template" or part.startswith("field:"))


def _about(node: Node) -> Node | None:
    """The node that is looked at for a row: a question stands for its template and rubric."""
    if node.question_id:
        return Node(NodeKind.QUESTION, node.benchmark_id, node.question_id)
    return node if node.kind in (NodeKind.GLOBAL_RUBRIC, NodeKind.KEPT_RUBRIC) else None


def _is_touched(node: Node, changes: Changes) -> bool:
    if node.kind is NodeKind.KEPT_RUBRIC:
        return node.benchmark_id in changes.rubrics
    if node.kind is NodeKind.GLOBAL_RUBRIC:
        return node.benchmark_id in changes.benchmarks
    # A global trait's name can clash with a question's own.
    return node.question_id in changes.questions or node.benchmark_id in changes.benchmarks
