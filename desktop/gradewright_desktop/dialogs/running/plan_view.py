"""The plan at the right: what is asked, what that costs and takes, and what to look out for."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from gradewright_desktop.dialogs.running.planning import Planned
from gradewright_desktop.dialogs.running.words import cost_told, counted, time_told, tokens_told
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import Banner, Part, PartsBar, label, line

_MADE = "Made from the current wording; nothing has been asked yet."
_WORKING = "Working it out…"


class PlanView(QWidget):
    """Shows a plan, or why there is none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self.setProperty("surface", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.said = label(theme, _MADE, font="small", role="secondary", wraps=True, parent=self)
        self.sum = label(theme, parent=self)
        self.cells = self._value("cells")
        self.reused = self._value("reused")
        self.calls = self._value("calls", "strong")
        self.bar = PartsBar(theme, parent=self)
        self.cost = self._value("cost", "strong")
        self.time = self._value("time")
        self.tokens = self._value("tokens")
        self.prices = label(theme, font="small", role="secondary", wraps=True, parent=self)
        self._figures = QWidget(self)
        self._warnings = QVBoxLayout()
        self._warnings.setSpacing(theme.space(2))
        self._banners: list[Banner] = []
        self._build()

    def _value(self, name: str, font: str = "base") -> QLabel:
        made = label(self._theme, font=font, parent=self)
        made.setObjectName(name)
        made.setAlignment(Qt.AlignmentFlag.AlignRight)
        return made

    def _build(self) -> None:
        theme = self._theme
        grid = QGridLayout(self._figures)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.space(2))
        grid.setVerticalSpacing(theme.space(2))
        grid.addWidget(self.sum, 0, 0)
        grid.addWidget(self.cells, 0, 1)
        grid.addWidget(label(theme, "Reused from earlier runs", parent=self), 1, 0)
        grid.addWidget(self.reused, 1, 1)
        grid.addWidget(line(parent=self), 2, 0, 1, 2)
        grid.addWidget(label(theme, "To ask", font="strong", parent=self), 3, 0)
        grid.addWidget(self.calls, 3, 1)
        grid.addWidget(self.bar, 4, 0, 1, 2)
        grid.addWidget(label(theme, "Estimate", font="section", parent=self), 5, 0, 1, 2)
        for row, (words, value) in enumerate((("Cost", self.cost), ("Time", self.time), ("Tokens", self.tokens)), 6):
            grid.addWidget(label(theme, words, parent=self), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, row, 1)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.prices, 9, 0, 1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.space(4),) * 4)
        column.setSpacing(theme.space(2))
        column.addWidget(label(theme, "Plan", font="section", parent=self))
        column.addWidget(self.said)
        column.addWidget(self._figures)
        column.addLayout(self._warnings)
        column.addStretch(1)
        self._figures.hide()

    def show_working(self) -> None:
        """Say that another plan is on its way; the figures of the one before go."""
        self.said.setText(_WORKING)
        self._figures.hide()
        self._show_banners(())

    def show_reason(self, reason: str) -> None:
        """Say why there is no plan."""
        self.said.setText(reason)
        self._figures.hide()
        self._show_banners(())

    def show_plan(self, planned: Planned) -> None:
        """Show a plan."""
        plan, number = planned.plan, QLocale().toString
        self.said.setText(_MADE)
        self._figures.show()
        self.sum.setText(f"{counted(len(plan.answer_ids), 'answer')} with {counted(plan.settings.votes, 'vote')} each")
        self.cells.setText(counted(plan.judgements, "judgement"))
        self.reused.setText(f"− {number(plan.reused)}" if plan.reused else "none")
        batched = plan.settings.batched and plan.calls > 0
        self.calls.setText(("at most " if batched else "") + counted(plan.calls, "call"))
        self.bar.set_parts([Part("pass", plan.reused, "reused"), Part("unjudged", plan.calls, "to ask")])
        self.cost.setText(cost_told(plan.cost))
        self.time.setText(time_told(planned))
        self.tokens.setText(tokens_told(planned))
        date = plan.cost.date if plan.cost is not None else ""
        self.prices.setText(f"Prices of {date}." if date else "No price of these judges is known.")
        self._show_banners(plan.warnings)

    def warnings(self) -> tuple[str, ...]:
        """Return what the banners say."""
        return tuple(banner.accessibleName() for banner in self._banners)

    def _show_banners(self, texts: tuple[str, ...]) -> None:
        for banner in self._banners:
            self._warnings.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        self._banners = [Banner(self._theme, "warning", text, closable=False, parent=self) for text in texts]
        for banner in self._banners:
            self._warnings.addWidget(banner)
