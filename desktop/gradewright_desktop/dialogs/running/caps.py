"""“Stop by itself”: what ends a run before its end. Each cap has its switch."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QSpinBox, QWidget

from gradewright.endpoints.calling.ledger import Caps
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import DecimalField, NumberField, label

_CALLS, _MINUTES, _FAILURES, _COST = 1_000, 30, 20, 5.0


class CapsChoice(QWidget):
    """Caps on cost, calls, time and failures in a row. ``changed`` follows every choice."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.cost_on, self.cost = QCheckBox("C&ost reaches", self), DecimalField(self)
        self.calls_on, self.calls = QCheckBox("Ca&lls reach", self), NumberField(self)
        self.time_on, self.time = QCheckBox("Ti&me reaches", self), NumberField(self)
        self.failures_on, self.failures = QCheckBox("&Failures in a row", self), NumberField(self)
        self.cost.setRange(0.01, 1_000_000)
        self.cost.setValue(_COST)
        self.cost.setPrefix("$ ")
        for field, most, value in (
            (self.calls, 100_000_000, _CALLS),
            (self.time, 100_000, _MINUTES),
            (self.failures, 10_000, _FAILURES),
        ):
            field.setRange(1, most)
            field.setValue(value)
            field.setGroupSeparatorShown(True)
        self.time.setSuffix(" min")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.space(4))
        grid.setVerticalSpacing(theme.space(2))
        pairs = (
            (self.cost_on, self.cost), (self.calls_on, self.calls),
            (self.time_on, self.time), (self.failures_on, self.failures),
        )  # fmt: skip
        for position, (switch, box) in enumerate(pairs):
            row = QHBoxLayout()
            row.setSpacing(theme.space(2))
            row.addWidget(switch)
            box.setAccessibleName(switch.text().replace("&", ""))
            if isinstance(box, QSpinBox):
                box.valueChanged.connect(self._changed)
            box.setFixedWidth(theme.font_width(17))
            box.setEnabled(False)
            row.addWidget(box)
            row.addStretch(1)
            grid.addLayout(row, position // 2, position % 2)
            switch.toggled.connect(box.setEnabled)
            switch.toggled.connect(self._changed)
        self.cost.valueChanged.connect(self._changed)
        self.failures_on.setChecked(True)
        words = "Finished judgements stay. Resume asks only what is missing."
        grid.addWidget(label(theme, words, font="small", role="secondary", parent=self), 2, 0, 1, 2)

    def caps(self) -> Caps:
        """Return what is chosen."""
        return Caps(
            calls=self.calls.value() if self.calls_on.isChecked() else None,
            cost=self.cost.value() if self.cost_on.isChecked() and self.cost_on.isEnabled() else None,
            seconds=60.0 * self.time.value() if self.time_on.isChecked() else None,
            failures=self.failures.value() if self.failures_on.isChecked() else None,
        )

    def show_currency(self, currency: str) -> None:
        """Show the currency of the prices; without any price, no cap on the cost can be kept."""
        self.cost_on.setEnabled(bool(currency))
        self.cost_on.setToolTip("" if currency else "No price is set, so the cost is not known")
        self.cost.setEnabled(bool(currency) and self.cost_on.isChecked())
        if currency:
            self.cost.setPrefix({"USD": "$ ", "EUR": "€ ", "GBP": "£ "}.get(currency, f"{currency} "))

    @Slot()
    def _changed(self, *_value: object) -> None:
        self.changed.emit()
