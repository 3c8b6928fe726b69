"""The choice of a comparison rule: all 23, under their groups; those that do not fit the type say why."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyledItemDelegate, QWidget

from gradewright.model.primitives import Primitive
from gradewright.model.template import FieldKind
from gradewright_desktop.panels.template.fitting import GROUP_TITLES, misfit, rules_by_group

_RULE_ROLE = Qt.ItemDataRole.UserRole
NOT_COMPARED = "Not compared"


class ComparisonCombo(QComboBox):
    """``chosen`` carries the name of a rule, or an empty text for "not compared"."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Comparison")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(20)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        # The default delegate of a combo box paints no fonts of its own; the group titles need one.
        self.setItemDelegate(QStyledItemDelegate(self))
        self._model = QStandardItemModel(self)
        self._items: dict[str, QStandardItem] = {}
        self._rules: dict[str, type[Primitive]] = {}
        self._build()
        self.setModel(self._model)
        self.activated.connect(self._activated)

    def show_rule(self, primitive: Primitive | None, kind: FieldKind) -> None:
        """Select a rule, and say of every other one whether it fits the type of the field."""
        current = primitive.type_name() if primitive is not None else ""
        for name, rule in self._rules.items():
            reason = misfit(rule, kind) if name != current else None
            item = self._items[name]
            item.setText(rule.label if reason is None else f"{rule.label}: {reason}")
            item.setToolTip((rule.__doc__ or "").split("\n")[0])
            item.setEnabled(reason is None)
        self.setCurrentIndex(self._items[current].row())

    def rule_name(self) -> str:
        """The name of the selected rule, or an empty text."""
        return str(self.currentData(_RULE_ROLE) or "")

    def reason_against(self, name: str) -> str | None:
        """The words behind a rule that cannot be chosen now; None for one that can."""
        item = self._items[name]
        return None if item.isEnabled() else item.text().partition(": ")[2]

    def showPopup(self) -> None:
        """Open the list wide enough for its longest line, the reasons included."""
        view = self.view()
        view.setMinimumWidth(view.sizeHintForColumn(0) + 2 * view.frameWidth() + 24)
        super().showPopup()

    def _build(self) -> None:
        nothing = QStandardItem(NOT_COMPARED)
        nothing.setData("", _RULE_ROLE)
        nothing.setToolTip("The field is read and shown, and has no part in the verdict.")
        self._items[""] = nothing
        for group, rules in rules_by_group().items():
            head = QStandardItem(GROUP_TITLES[group])
            head.setFlags(Qt.ItemFlag.NoItemFlags)
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            head.setFont(font)
            self._model.appendRow(head)
            for rule in rules:
                item = QStandardItem(rule.label)
                item.setData(rule.type_name(), _RULE_ROLE)
                self._items[rule.type_name()] = item
                self._rules[rule.type_name()] = rule
                self._model.appendRow(item)
        self._model.appendRow(nothing)

    @Slot(int)
    def _activated(self, _row: int) -> None:
        self.chosen.emit(self.rule_name())
