"""Who made something: a plain name, or a person with name, e-mail and address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QWidget

from gradewright_desktop.models.pairs import json_text, json_value
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets.fields import LineField

_PARTS = (("name", "Name"), ("email", "E-mail"), ("url", "Web address"))


class PersonField(QWidget):
    """``committed`` carries the value: text while there is a name alone, else an object with a ``name``.

    An object that came from a file stays one, with everything else it says; what is no person is shown as JSON in the
    field for the name and kept as it is until somebody writes there.
    """

    committed = Signal(object)

    def __init__(self, theme: Theme, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value: Any = ""
        self.lines: dict[str, LineField] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.space(2))
        for column, (part, words) in enumerate(_PARTS):
            field = LineField(theme, placeholder=words, parent=self)
            field.setAccessibleName(f"{what}: {words.lower()}")
            field.committed.connect(self._committed)
            self.lines[part] = field
            grid.addWidget(field, 0, column)
            grid.setColumnStretch(column, 3 if part == "name" else 2)
        self.setFocusProxy(self.lines["name"])

    def set_value(self, value: Any, *, replace: bool = False) -> None:
        """Show a value; ``replace`` also takes away typing that is not kept yet, of another thing."""
        self._value = value
        for part, field in self.lines.items():
            text = _part_of(value, part)
            if replace:
                field.replace_text(text)
            else:
                field.set_text(text)

    def set_read_only(self, read_only: bool) -> None:
        """Turn the fields into plain text, or back."""
        for field in self.lines.values():
            field.setReadOnly(read_only)

    @Slot()
    def flush(self) -> None:
        """Commit what was typed."""
        for field in self.lines.values():
            field.flush()

    @Slot(str)
    def _committed(self, _text: str) -> None:
        value = person_value(self._value, {part: field.text().strip() for part, field in self.lines.items()})
        if value != self._value:
            self._value = value
            self.committed.emit(value)


def person_value(before: Any, parts: Mapping[str, str]) -> Any:
    """The value for what is in the fields, with what an object said beyond them."""
    filled = {part: text for part, text in parts.items() if text}
    if isinstance(before, Mapping) and "name" in before:
        kept = {key: value for key, value in before.items() if key not in parts}
        ordered = {key: filled[key] for key in before if key in filled}
        return {**kept, **ordered, **{part: text for part, text in filled.items() if part not in ordered}}
    name = parts.get("name", "")
    if set(filled) <= {"name"}:
        return json_value(name) if not isinstance(before, str | None) and name == json_text(before) else name
    return {"@type": "Person", **filled}


def _part_of(value: Any, part: str) -> str:
    if isinstance(value, Mapping) and "name" in value:
        return str(value.get(part) or "")
    if part != "name" or value is None:
        return ""
    return value if isinstance(value, str) else json_text(value)
