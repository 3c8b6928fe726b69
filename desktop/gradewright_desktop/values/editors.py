"""Small editors for one value each: numbers, texts, choices, switches, lists. Forms are put together from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from gradewright.errors import InvalidValue
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.truth import number_text, parse_number, parse_whole_number

_RADIO_LIMIT = 3
_RADIO_WORDS = 24


class ValueEditor(QWidget):
    """One value. ``edited`` follows every change by a person; :meth:`value` says what it is now."""

    edited = Signal()

    def value(self) -> Any:
        """What is entered.

        Raises:
            InvalidValue: it cannot be read; the message is a sentence for under the field.
        """
        raise NotImplementedError

    def set_value(self, value: Any) -> None:
        """Show a value; what is being typed stays where it means the same."""
        raise NotImplementedError

    def set_invalid(self, invalid: bool) -> None:
        """Frame the field as wrong, or not."""
        target = self.focusProxy() or self
        if bool(target.property("invalid")) != invalid:
            target.setProperty("invalid", invalid)
            target.style().unpolish(target)
            target.style().polish(target)

    def _fill(self, *widgets: QWidget, stretch: bool = False) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            row.addWidget(widget)
        if stretch:
            row.addStretch(1)

    def _already(self, value: Any) -> bool:
        try:
            return type(self.value()) is type(value) and self.value() == value
        except InvalidValue:
            return False


class LineEditor(ValueEditor):
    """One line of text; None stands for an empty one where ``optional``."""

    def __init__(self, name: str, *, optional: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._optional = optional
        self.line = QLineEdit(self)
        self.line.setAccessibleName(name)
        self.line.textEdited.connect(self._typed)
        self._fill(self.line)
        self.setFocusProxy(self.line)

    def value(self) -> Any:
        text = self.line.text()
        return None if self._optional and not text.strip() else text

    def set_value(self, value: Any) -> None:
        if not self._already(value):
            self.line.setText("" if value is None else str(value))

    @Slot(str)
    def _typed(self, _text: str) -> None:
        self.edited.emit()


class NumberEditor(LineEditor):
    """A number, whole where asked for; None stands for an empty field where ``optional``."""

    def __init__(
        self, name: str, *, whole: bool = False, optional: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, optional=optional, parent=parent)
        self._whole = whole
        self.line.setMaximumWidth(14 * self.line.fontMetrics().averageCharWidth())
        self.line.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    def value(self) -> Any:
        text = super().value()
        if text is None:
            return None
        if not text.strip():
            raise InvalidValue("A number is needed here.")
        return parse_whole_number(text) if self._whole else parse_number(text)

    def set_value(self, value: Any) -> None:
        if not self._already(value):
            shown = number_text(value) if isinstance(value, float) else "" if value is None else str(value)
            self.line.setText(shown)


class SwitchEditor(ValueEditor):
    """Yes or no, as a check box with words of its own."""

    def __init__(self, name: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox(words, self)
        self.box.setAccessibleName(name)
        self.box.clicked.connect(self._clicked)
        self._fill(self.box, stretch=True)
        self.setFocusProxy(self.box)

    def value(self) -> bool:
        return self.box.isChecked()

    def set_value(self, value: Any) -> None:
        self.box.setChecked(bool(value))

    @Slot(bool)
    def _clicked(self, _checked: bool) -> None:
        self.edited.emit()


class ChoiceEditor(ValueEditor):
    """One of several values with words: radio buttons where they are few and short, else a combo box."""

    def __init__(self, name: str, choices: Mapping[Any, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: list[Any] = list(choices)
        self._name = name
        words = list(choices.values())
        self._group: QButtonGroup | None = None
        if len(words) <= _RADIO_LIMIT and sum(len(word) for word in words) <= _RADIO_WORDS:
            self._build_radios(words)
        else:
            self._combo = QComboBox(self)
            self._combo.setAccessibleName(name)
            self._combo.addItems(words)
            self._combo.activated.connect(self._chosen)
            self._fill(self._combo, stretch=True)
            self.setFocusProxy(self._combo)

    def _build_radios(self, words: Sequence[str]) -> None:
        self._group = QButtonGroup(self)
        buttons = []
        for position, word in enumerate(words):
            button = QRadioButton(word, self)
            button.setAccessibleName(f"{self._name}: {word}")
            self._group.addButton(button, position)
            buttons.append(button)
        self._group.idClicked.connect(self._chosen)
        self._fill(*buttons, stretch=True)
        self.setFocusProxy(buttons[0])

    def value(self) -> Any:
        position = self._group.checkedId() if self._group is not None else self._combo.currentIndex()
        if not 0 <= position < len(self._values):
            raise InvalidValue("Choose one.")
        return self._values[position]

    def set_value(self, value: Any) -> None:
        position = next((at for at, known in enumerate(self._values) if _same(known, value)), -1)
        if self._group is not None:
            button = self._group.button(position)
            if button is not None:
                button.setChecked(True)
            return
        if position < 0 and value is not None:
            # A value from a file that the form has no words for: shown and kept until another one is chosen.
            self._values.append(value)
            self._combo.addItem(str(value))
            position = len(self._values) - 1
        self._combo.setCurrentIndex(position)

    @Slot(int)
    def _chosen(self, _position: int) -> None:
        self.edited.emit()


class LinesEditor(ValueEditor):
    """A list of texts, one a line; empty lines do not count."""

    def __init__(self, name: str, parent: QWidget | None = None, *, rows: int = 3) -> None:
        super().__init__(parent)
        self.edit = QPlainTextEdit(self)
        self.edit.setAccessibleName(f"{name}, one a line")
        self.edit.setTabChangesFocus(True)
        self.edit.setPlaceholderText("One a line")
        self.edit.setFixedHeight(rows * self.edit.fontMetrics().lineSpacing() + 20)
        option = self.edit.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self.edit.document().setDefaultTextOption(option)
        self._setting = False
        self.edit.textChanged.connect(self._typed)
        self._fill(self.edit)
        self.setFocusProxy(self.edit)

    def value(self) -> list[str]:
        return [line for line in self.edit.toPlainText().split("\n") if line.strip()]

    def set_value(self, value: Any) -> None:
        items = [str(item) for item in value] if isinstance(value, list | tuple) else []
        if items != self.value():
            self._setting = True
            self.edit.setPlainText("\n".join(items))
            self._setting = False

    @Slot()
    def _typed(self) -> None:
        if not self._setting:
            self.edited.emit()


class FlagsEditor(ValueEditor):
    """Any number of named switches, in the order of their list; names without a switch are kept."""

    def __init__(self, name: str, choices: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: dict[str, QCheckBox] = {}
        self._others: list[str] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for flag, words in choices.items():
            box = QCheckBox(words, self)
            box.setAccessibleName(f"{name}: {words}")
            box.clicked.connect(self._clicked)
            self._boxes[flag] = box
            column.addWidget(box)
        self.setFocusProxy(next(iter(self._boxes.values())))

    def value(self) -> list[str]:
        return [flag for flag, box in self._boxes.items() if box.isChecked()] + self._others

    def set_value(self, value: Any) -> None:
        flags = list(value or ())
        self._others = [flag for flag in flags if flag not in self._boxes]
        for flag, box in self._boxes.items():
            box.setChecked(flag in flags)

    @Slot(bool)
    def _clicked(self, _checked: bool) -> None:
        self.edited.emit()


def mono(editor: LineEditor, theme: Theme) -> LineEditor:
    """Show a line in the fixed-width font, left to right: for patterns and formats."""
    editor.line.setFont(theme.font("mono"))
    editor.line.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    return editor


def _same(known: Any, value: Any) -> bool:
    return type(known) is type(value) and bool(known == value)
