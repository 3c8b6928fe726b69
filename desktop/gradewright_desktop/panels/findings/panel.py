"""The findings panel: scope, severities with counts, the list, and the chosen finding in full."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QListView, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gradewright.lint.finding import Finding
from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.findings.acting import FindingActions, can_silence, fixable
from gradewright_desktop.panels.findings.delegate import FindingsDelegate
from gradewright_desktop.panels.findings.detail import FindingDetail
from gradewright_desktop.panels.findings.ledger import Found, Scope
from gradewright_desktop.panels.findings.rows import FindingRow, Heading, Row, build_rows, spoken
from gradewright_desktop.panels.findings.scopes import target_of
from gradewright_desktop.panels.findings.toggles import Toggles
from gradewright_desktop.panels.findings.unchecked import UncheckedBar, unchecked_words
from gradewright_desktop.panels.findings.visiting import visit
from gradewright_desktop.panels.findings.watch import FindingsWatch
from gradewright_desktop.widgets import EmptyState, label
from gradewright_desktop.workbench import Workbench


class FindingsPanel(QWidget):
    """Follows the place that is worked on. ``count_changed`` carries how many findings there are at it.

    ``findings_changed`` carries them all, for the editors that underline their words.
    """

    count_changed = Signal(int)
    findings_changed = Signal(object)
    # Whether the panel is seen: where it is not, findings are shown beside the words themselves.
    seen = Signal(bool)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("findings")
        self._workbench = workbench
        theme = workbench.theme
        self._found: Found | None = None
        self._wanted_scope = Scope.PLACE
        self._visiting = False
        self._chosen = ""
        self._model: RecordListModel[Row] = RecordListModel(
            key=lambda row: row.key,
            text=spoken,
            spoken=spoken,
            tip=_tip,
            selectable=lambda row: isinstance(row, FindingRow),
            parent=self,
        )
        self._scope = QComboBox(self)
        self._toggles = Toggles(theme, self)
        self._acts = FindingActions(workbench)
        # The first finding is chosen without anybody having gone to it.
        self._is_visited = False
        self._list = QListView(self)
        self._delegate = FindingsDelegate(theme, self._list)
        self._more = label(theme, font="small", role="muted", wraps=True, parent=self)
        self._nothing = EmptyState(
            theme,
            "No finding",
            "No wording check fired and every criterion is complete. "
            "Whether the criteria fit your task is for the people who own them.",
            icon="empty-findings",
            parent=self,
        )
        self._stack = QStackedWidget(self)
        self._detail = FindingDetail(theme, self)
        self._unchecked = UncheckedBar(theme, self)
        self._watch = FindingsWatch(workbench.session, self)
        self._build()
        self._connect()
        self._moved(workbench.navigator.current)

    # -- what commands ask for ----------------------------------------------------------------------------------------

    def current_finding(self) -> Finding | None:
        """Return the chosen finding."""
        row = self._list.currentIndex().data(RECORD_ROLE)
        return row.finding if isinstance(row, FindingRow) else None

    def step(self, direction: int) -> None:
        """Go to the next (1) or previous (-1) finding, and to its words. The first step goes to the chosen one."""
        rows = [position for position, row in enumerate(self._model.records) if isinstance(row, FindingRow)]
        if not rows:
            return
        current = self._list.currentIndex().row()
        if self._is_visited or current not in rows:
            later = [row for row in rows if (row - current) * direction > 0]
            target = (later[0] if direction > 0 else later[-1]) if later else rows[0 if direction > 0 else -1]
            self._list.setCurrentIndex(self._model.index(target))
        self.visit_current()

    @Slot()
    def visit_current(self) -> None:
        """Show the words that the chosen finding is about."""
        finding = self.current_finding()
        if finding is not None:
            self._visiting = self._is_visited = True
            try:
                visit(self._workbench, finding)
            finally:
                self._visiting = False

    @Slot()
    def fix_current(self) -> None:
        """Apply the fix of the chosen finding, as one step of undo."""
        finding = self.current_finding()
        if finding is not None and finding.silenced is None:
            self._acts.fix(finding)

    @Slot()
    def fix_all_current(self) -> None:
        """Apply every fix of the chosen finding's rule, as one step of undo."""
        finding = self.current_finding()
        if finding is not None:
            self._acts.fix_all(self._every(), finding.rule)

    @Slot()
    def silence_current(self) -> None:
        """Ask why the chosen finding is right as it stands, or let its rule speak again."""
        finding = self.current_finding()
        if finding is not None and finding.silenced is not None:
            self._acts.unsilence(finding)
        else:
            self._detail.ask_reason()

    @Slot(str)
    def _give_reason(self, reason: str) -> None:
        finding = self.current_finding()
        if finding is not None:
            self._acts.silence(finding, reason)

    def choose(self, finding: Finding) -> None:
        """Choose a finding in the list, if it is there."""
        key = next(
            (row.key for row in self._model.records if isinstance(row, FindingRow) and row.finding == finding), ""
        )
        position = self._model.position_of(key)
        if position >= 0:
            self._is_visited = True
            self._list.setCurrentIndex(self._model.index(position))

    def _every(self) -> list[Finding]:
        return [finding for _group, finding in self._found.rows] if self._found is not None else []

    @Slot()
    def check_all(self) -> None:
        """Look at all questions of a large benchmark, which are not looked at unasked."""
        self._watch.check_all()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._workbench.theme
        self._scope.setAccessibleName("Findings of")
        for scope, words in (
            (Scope.TRAIT, "This criterion"),
            (Scope.PLACE, "This rubric"),
            (Scope.BENCHMARK, "This benchmark"),
        ):
            self._scope.addItem(words, scope)
        self._scope.setCurrentIndex(1)
        head = QHBoxLayout()
        head.setContentsMargins(*(theme.space(2),) * 4)
        head.setSpacing(theme.space(1))
        head.addWidget(self._scope, 1)
        head.addWidget(self._toggles)
        self._list.setModel(self._model)
        self._list.setItemDelegate(self._delegate)
        self._list.setAccessibleName("Findings")
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setProperty("surface", "panel")
        self._list.setMouseTracking(True)
        self._list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        filled = QWidget(self)
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._list, 1)
        self._more.setContentsMargins(theme.space(3), 0, theme.space(3), theme.space(1))
        column.addWidget(self._more)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(filled)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._stack)
        splitter.addWidget(self._detail)
        splitter.setStretchFactor(0, 1)
        splitter.setSizes([420, 260])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        strip = QHBoxLayout()
        strip.setContentsMargins(theme.space(2), 0, theme.space(2), 0)
        strip.addWidget(self._unchecked)
        whole.addLayout(strip)
        whole.addWidget(splitter, 1)

    def _connect(self) -> None:
        self._scope.activated.connect(self._scope_chosen)
        self._list.selectionModel().currentChanged.connect(self._current_changed)
        self._list.clicked.connect(self._clicked)
        self._list.activated.connect(self._clicked)
        self._toggles.changed.connect(self._refill)
        self._detail.fix_wanted.connect(self.fix_current)
        self._detail.fix_all_wanted.connect(self.fix_all_current)
        self._detail.silenced.connect(self._give_reason)
        self._detail.unsilence_wanted.connect(self.silence_current)
        self._detail.visit_wanted.connect(self.visit_current)
        self._watch.found.connect(self._take)
        self._workbench.code.changed.connect(self._watch.look_at_code)
        self._watch.waiting.connect(self._dim)
        self._watch.checking.connect(self._show_unchecked)
        self._unchecked.check_wanted.connect(self.check_all)
        self._unchecked.stop_wanted.connect(self._watch.stop_checking)
        self._workbench.navigator.moved.connect(self._moved)
        self._workbench.theme.changed.connect(self._list.doItemsLayout)

    # -- following ----------------------------------------------------------------------------------------------------

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if place.workspace != "build":
            return
        self._scope.setItemText(1, "This question" if place.kind == "question" else "This rubric")
        if not self._visiting:
            self._scope.setCurrentIndex(self._scope.findData(self._wanted_scope))
        target = target_of(place, Scope(self._scope.currentData()))
        if target is not None and target.scope is Scope.BENCHMARK:
            # Where only the whole can be meant, the choice says so, and stays while one goes from finding to finding.
            self._scope.setCurrentIndex(self._scope.findData(Scope.BENCHMARK))
        self._watch.set_target(target)

    @Slot(int)
    def _scope_chosen(self, _row: int) -> None:
        self._wanted_scope = Scope(self._scope.currentData())
        self._moved(self._workbench.navigator.current)

    @Slot(object)
    def _take(self, found: Found | None) -> None:
        self._found = found
        findings = self._every()
        self._toggles.show_counts(found)
        self._refill()
        self._show_unchecked()
        count = sum(found.counts.values()) if found is not None else 0
        self.count_changed.emit(count)
        self.findings_changed.emit(findings)
        self._workbench.commands.set_fact("findings.count", len(findings))

    @Slot()
    def _refill(self) -> None:
        rows, left_out = build_rows(self._found, self._toggles.shown(), shows_silenced=self._toggles.shows_silenced())
        position = self._list.currentIndex().row()
        chosen = self._chosen
        self._model.set_records(rows)
        self._restore(chosen, position)
        self._more.setVisible(left_out > 0)
        self._more.setText(f"{self.locale().toString(left_out)} more: narrow the scope")
        self._say_nothing()
        self._stack.setCurrentIndex(1 if rows else 0)
        self._show_detail()

    def _say_nothing(self) -> None:
        found = self._found
        if found is not None and found.rows:
            count = self.locale().toString(len(found.rows))
            self._nothing.set_words("All of it hidden", f"{count} findings are here; their severities are not shown.")
        elif found is not None and found.unchecked:
            words = unchecked_words(found.unchecked, self.locale())
            self._nothing.set_words("No finding so far", f"The benchmark itself and its rubric have none. {words}.")
        else:
            self._nothing.set_words(
                "No finding",
                "No wording check fired and every criterion is complete. "
                "Whether the criteria fit your task is for the people who own them.",
            )

    @Slot()
    def _show_unchecked(self) -> None:
        found = self._found
        at = self._watch.checked_benchmark
        is_checking = found is not None and found.target.scope is Scope.BENCHMARK and found.target.benchmark_id == at
        self._unchecked.show_state(found, is_checking=is_checking, is_busy=at is not None)
        unchecked = found.unchecked if found is not None and at is None else 0
        self._workbench.commands.set_fact("findings.unchecked", unchecked)

    def _restore(self, chosen: str, position: int) -> None:
        """Keep the chosen finding; where it is gone, choose what stands in its place now."""
        row = self._model.position_of(chosen)
        if row < 0:
            self._is_visited = False
        if row < 0 and chosen:
            after = range(max(0, position), self._model.rowCount())
            row = next((at for at in after if isinstance(self._model.record(at), FindingRow)), -1)
        if row < 0:
            row = next((at for at, record in enumerate(self._model.records) if isinstance(record, FindingRow)), -1)
        index = self._model.index(row) if row >= 0 else QModelIndex()
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self._list.selectionModel().setCurrentIndex(index, flag)

    @Slot(QModelIndex, QModelIndex)
    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = current.data(RECORD_ROLE)
        self._chosen = row.key if isinstance(row, FindingRow) else self._chosen
        if self._list.hasFocus():
            self._is_visited = True
        self._show_detail()

    @Slot(QModelIndex)
    def _clicked(self, _index: QModelIndex) -> None:
        self.visit_current()

    def _show_detail(self) -> None:
        finding = self.current_finding()
        read_only = self._workbench.session.read_only
        same_rule = fixable(self._every(), finding.rule) if finding is not None else 0
        self._detail.show_finding(finding, read_only=read_only, same_rule=same_rule, name=self._group_title())
        commands = self._workbench.commands
        can_fix = finding is not None and finding.fix is not None and finding.silenced is None
        commands.set_fact("findings.fix", can_fix)
        commands.set_fact("findings.silence", finding is not None and can_silence(finding))

    def _group_title(self) -> str:
        """The heading above the chosen finding, without its number."""
        above = list(self._model.records[: self._list.currentIndex().row() + 1])
        heading = next((row for row in reversed(above) if isinstance(row, Heading)), None)
        return heading.title.partition(". ")[2] or heading.title if heading is not None else ""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.seen.emit(False)

    @Slot(bool)
    def _dim(self, waiting: bool) -> None:
        if self._delegate.dimmed != waiting:
            self._delegate.dimmed = waiting
            self._list.viewport().update()


def _tip(row: Row) -> str:
    return row.title if isinstance(row, Heading) else row.finding.message
