"""The dialog “New run”: choices at the left, at the right the plan of exactly these choices."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gradewright.errors import UserError
from gradewright.runs.judged import JudgedSettings
from gradewright.verify.program_checks import TEMPLATE_CHECK
from gradewright_desktop.dialogs.running.caps import CapsChoice
from gradewright_desktop.dialogs.running.judges_list import NO_ENDPOINT, JudgesList
from gradewright_desktop.dialogs.running.plan_view import PlanView
from gradewright_desktop.dialogs.running.planning import Offer, Planned, plan_run, read_offer
from gradewright_desktop.dialogs.running.words import counted, start_told
from gradewright_desktop.judged_runs import JudgedStart
from gradewright_desktop.widgets import FieldMessage, NumberField, SegmentedControl, button, label, line
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.store.library import Changes, Library

WHAT = (("rubric", "Rubric"), ("templates", "Templates"), ("both", "Both"))
ASKING = (("one criterion a call", False), ("all criteria in one call", True))
_PAUSE_MS = 200
_MOST_REPLICATES = 20


class RunDialog(QDialog):
    """Open it with ``open()``. ``planned`` is the plan that is shown, None while there is none."""

    def __init__(self, workbench: Workbench, benchmark_id: int, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("new_run")
        self.setWindowTitle("New run")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workbench, self._benchmark_id = workbench, benchmark_id
        self.offer: Offer | None = None
        self.planned: Planned | None = None
        self._planning = False
        self._again = False
        theme = workbench.theme
        self.answers = QComboBox(self)
        self.what = SegmentedControl(theme, WHAT, "What to check", parent=self)
        self.checks = QComboBox(self)
        self.judges = JudgesList(theme, self)
        self.replicates = NumberField(self)
        self.asking = QComboBox(self)
        self.caps = CapsChoice(theme, self)
        self.plan = PlanView(theme, self)
        self._told = label(theme, font="small", role="secondary", parent=self)
        self._templates = label(theme, font="small", role="secondary", parent=self)
        self._message = FieldMessage(theme, self)
        self.starts = button(theme, "Start", self.start, kind="filled", icon="run", parent=self)
        self.without = button(theme, "Check without judges", self.start_without, kind="flat", parent=self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._make_plan)
        self._build()
        self._connect()
        self.resize(theme.font_width(140), theme.font_width(92))
        self._read()

    # -- what is chosen -----------------------------------------------------------------------------------------------

    def settings(self) -> JudgedSettings | None:
        """Return what is chosen, None without a judge."""
        judges = self.judges.chosen()
        if not judges:
            return None
        model, what, entry = self.answers.currentData(), self.what.current(), self.checks.currentData()
        checks: tuple[str, ...] | None = (TEMPLATE_CHECK,) if what == "templates" else None
        if entry and what != "templates":
            checks = (entry,) if what == "rubric" else (entry, TEMPLATE_CHECK)
        return JudgedSettings(
            judges,
            models=(model,) if model else None,
            checks=checks,
            replicates=self.replicates.value(),
            batched=bool(self.asking.currentData()),
            template=what != "rubric",
        )

    @Slot()
    def start(self) -> None:
        """Ask what is planned, and show it coming in."""
        if self.planned is None:
            return
        start = JudgedStart(self._workbench.keys, self.caps.caps())
        self._workbench.session.start_judged_run(self.planned.plan, start)
        self.accept()

    @Slot()
    def start_without(self) -> None:
        """Check the recorded answers with what needs no judge."""
        from gradewright_desktop.dialogs.code.opening import start_run

        self.accept()
        start_run(self._workbench, self._benchmark_id)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._workbench.theme
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(self._choices())
        scroll.setAccessibleName("Choices")
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        shown = QScrollArea(self)
        shown.setWidgetResizable(True)
        shown.setFrameShape(QScrollArea.Shape.NoFrame)
        shown.setWidget(self.plan)
        shown.setAccessibleName("Plan")
        parts = QHBoxLayout()
        parts.setSpacing(0)
        parts.addWidget(scroll, 5)
        parts.addWidget(line("v", self))
        parts.addWidget(shown, 4)
        foot = QHBoxLayout()
        foot.setContentsMargins(*(theme.space(3),) * 4)
        foot.setSpacing(theme.space(2))
        foot.addWidget(self.without)
        foot.addStretch(1)
        foot.addWidget(button(theme, "Cancel", self.reject, parent=self))
        foot.addWidget(self.starts)
        self.starts.setDefault(True)
        self.without.setToolTip("Patterns and recorded values are checked; what needs a judge stays blank")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(parts, 1)
        whole.addWidget(line(parent=self))
        whole.addLayout(foot)

    def _choices(self) -> QWidget:
        theme = self._workbench.theme
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(*(theme.space(4),) * 4)
        column.setSpacing(theme.space(2))
        self.replicates.setRange(1, _MOST_REPLICATES)
        for words, batched in ASKING:
            self.asking.addItem(words, batched)
        fields: tuple[tuple[QWidget, str], ...] = (
            (self.answers, "Answers"), (self.checks, "Criteria"), (self.replicates, "Replicates"), (self.asking, "Ask")
        )  # fmt: skip
        for field, name in fields:
            field.setAccessibleName(name)
        for box in (self.answers, self.checks):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(14)
        what = QHBoxLayout()
        what.addWidget(self.what)
        what.addWidget(self._templates, 1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.space(3))
        for place, (field, words) in enumerate(fields[1:]):
            grid.addWidget(label(theme, words, font="section", parent=page), 0, place)
            grid.addWidget(field, 1, place)
        grid.setColumnStretch(0, 2)
        grid.setColumnStretch(2, 2)
        column.addWidget(label(theme, "Answers", font="section", parent=page))
        column.addWidget(self.answers)
        column.addWidget(self._told)
        column.addWidget(label(theme, "Check", font="section", parent=page))
        column.addLayout(what)
        column.addWidget(label(theme, "Judges", font="section", parent=page))
        column.addWidget(self.judges)
        column.addLayout(grid)
        column.addWidget(label(theme, "Stop by itself", font="section", parent=page))
        column.addWidget(self.caps)
        column.addWidget(self._message)
        column.addStretch(1)
        return page

    def _connect(self) -> None:
        for box in (self.answers, self.checks, self.asking):
            box.activated.connect(self._changed)
        self.what.chosen.connect(self._changed)
        self.replicates.valueChanged.connect(self._changed)
        self.judges.changed.connect(self._changed)
        session = self._workbench.session
        session.changed.connect(self._library_changed)

    # -- reading and planning -----------------------------------------------------------------------------------------

    def _read(self) -> None:
        self._refresh_start()
        self.plan.show_working()
        work = partial(_offer, self._benchmark_id, self._workbench)
        self._workbench.session.query(work, self._show_offer, key="run.offer", failed=self._refuse)

    @Slot(object)
    def _show_offer(self, offer: Offer) -> None:
        chosen = self.judges.chosen()
        self.offer = offer
        model, entry = self.answers.currentData(), self.checks.currentData()
        self.answers.clear()
        self.answers.addItem(_all_models(offer), "")
        for name, count in offer.models if len(offer.models) > 1 else ():
            self.answers.addItem(f"Recorded, {name} ({counted(count, 'answer')})", name)
        self.answers.setCurrentIndex(max(0, self.answers.findData(model)))
        self.checks.clear()
        self.checks.addItem(f"All {len(offer.entries)} active" if len(offer.entries) != 1 else "The active one", "")
        for entry_id, name in offer.entries:
            self.checks.addItem(name, entry_id)
        self.checks.setCurrentIndex(max(0, self.checks.findData(entry)))
        missing = offer.questions - offer.templated
        self._templates.setText(
            f"{missing:,} of {counted(offer.questions, 'question')} have no template" if missing else ""
        )
        self.judges.show_judges(offer.judges, chosen)
        self._changed()

    @Slot()
    @Slot(int)
    @Slot(str)
    def _changed(self, *_value: object) -> None:
        """Plan anew in a moment; until then nothing can be started that is not shown."""
        self.planned = None
        self.checks.setEnabled(self.what.current() != "templates")
        if self.offer is not None:
            model = self.answers.currentData()
            count = sum(number for name, number in self.offer.models if model in ("", name))
            self._told.setText(f"{counted(count, 'answer')} to {counted(self.offer.questions, 'question')}")
            prices = {
                judge.endpoint.price.currency
                for judge in self.offer.judges
                if judge.endpoint.name in self.judges.chosen() and judge.endpoint.price is not None
            }
            self.caps.show_currency(next(iter(prices)) if len(prices) == 1 else "")
        if self.settings() is None:
            self._pause.stop()
            self._again = False
            none = self.offer is not None and not self.offer.judges
            self.plan.show_reason(NO_ENDPOINT if none else "Tick a judge.")
        else:
            self.plan.show_working()
            self._pause.start()
        self._refresh_start()

    @Slot()
    def _make_plan(self) -> None:
        settings = self.settings()
        if settings is None:
            return
        # A plan of much takes a while; one at a time is worked out, and the next begins when it has come.
        if self._planning:
            self._again = True
            return
        self._planning, self._again = True, False
        work = partial(_plan, self._benchmark_id, settings, self._workbench)
        self._workbench.session.query(work, self._show_plan, key="run.plan", failed=self._refuse)

    @Slot(object)
    def _show_plan(self, planned: Planned) -> None:
        self._planning = False
        if self._again or planned.plan.settings != self.settings():
            if not self._pause.isActive():
                self._make_plan()
            return
        self.planned = planned
        self._message.show_message("")
        self.plan.show_plan(planned)
        self._refresh_start()

    @Slot(object)
    def _refuse(self, error: UserError) -> None:
        self._planning = False
        self.planned = None
        self.plan.show_reason(f"{error.message} {error.hint or ''}".strip())
        self._refresh_start()
        if self._again:
            self._make_plan()

    @Slot(object)
    def _library_changed(self, changes: Changes) -> None:
        if self._benchmark_id in changes.benchmarks or changes.structure:
            self._read()

    def _refresh_start(self) -> None:
        self.starts.setEnabled(self.planned is not None)
        self.starts.setText("Start" if self.planned is None else start_told(self.planned))


def _all_models(offer: Offer) -> str:
    names = [name for name, _ in offer.models]
    if not names:
        return "No answers are recorded"
    if len(names) > 3:
        return f"Recorded, all {len(names)} models"
    return "Recorded, " + (" and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0])


def _offer(benchmark_id: int, workbench: Workbench, library: Library) -> Offer:
    return read_offer(library, benchmark_id, workbench.keys)


def _plan(benchmark_id: int, settings: JudgedSettings, workbench: Workbench, library: Library) -> Planned:
    return plan_run(library, benchmark_id, settings, workbench.keys)
