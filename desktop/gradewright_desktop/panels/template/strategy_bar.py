"""When a template passes: all fields, any field, at least n, or a rule of its own made of groups."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from gradewright.model.template import AtLeastN, Template
from gradewright_desktop.panels.template.strategy_words import PassRule, pass_rule, strategy_for
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets.labels import label
from gradewright_desktop.widgets.numbers import NumberField


class StrategyBar(QWidget):
    """The line "Passes when"; ``changed`` carries the template with another strategy."""

    changed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._template = Template()
        self._shown = PassRule.ALL
        words = label(theme, "Passes when", role="secondary", parent=self)
        self.combo = QComboBox(self)
        self.combo.setAccessibleName("Passes when")
        for rule in PassRule:
            self.combo.addItem(str(rule), rule)
        words.setBuddy(self.combo)
        self.count = NumberField(self)
        self.count.setAccessibleName("How many fields must pass")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(2))
        row.addWidget(words)
        row.addWidget(self.combo)
        row.addWidget(self.count)
        self.combo.activated.connect(self._chosen)
        self.count.valueChanged.connect(self._counted)
        self.count.hide()

    @property
    def is_custom(self) -> bool:
        """Whether the tree of groups is to be shown."""
        return self._shown is PassRule.CUSTOM

    def show_template(self, template: Template) -> None:
        """Show the strategy of a template. A rule of its own stays one while it happens to look like a simple one."""
        rule = pass_rule(template)
        kept = self._shown is PassRule.CUSTOM and template.strategy is not None
        self._template = template
        self._shown = PassRule.CUSTOM if kept else rule
        self.combo.setCurrentIndex(list(PassRule).index(self._shown))
        self.count.setVisible(self._shown is PassRule.AT_LEAST)
        blocked = self.count.blockSignals(True)
        self.count.setRange(0, max(1, len(template.verified_fields)))
        if isinstance(template.strategy, AtLeastN):
            self.count.setValue(template.strategy.n)
        self.count.blockSignals(blocked)

    def forget(self) -> None:
        """Another question: nothing of the choice before stays."""
        self._template = Template()
        self._shown = PassRule.ALL

    @Slot(int)
    def _chosen(self, row: int) -> None:
        rule = list(PassRule)[row]
        if rule is self._shown:
            return
        self._shown = rule
        n = max(1, (len(self._template.verified_fields) + 1) // 2)
        self.changed.emit(replace(self._template, strategy=strategy_for(rule, self._template, n)))

    @Slot(int)
    def _counted(self, n: int) -> None:
        self.changed.emit(replace(self._template, strategy=strategy_for(PassRule.AT_LEAST, self._template, n)))
