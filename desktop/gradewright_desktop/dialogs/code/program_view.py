"""One program to read: its source with what it touches marked, or what its bytes import, call and name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from gradewright_desktop.dialogs.code.words import hash_words, visible
from gradewright_desktop.panels.template.code_edit import TemplateCodeEdit
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import FieldMessage, SegmentedControl, label, line

if TYPE_CHECKING:
    from gradewright.formats.foreign_code import Touch
    from gradewright.jobs.code import CodeItem

SOURCE, BYTES = "source", "bytes"
NOT_CERTAIN = "The file shows this source beside the bytes. That the bytes do the same is not certain."
_HARMLESS = "imports"


class ProgramView(QWidget):
    """Shows a :class:`CodeItem`, read only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self.parts = SegmentedControl(
            theme, ((SOURCE, "Source beside it"), (BYTES, "What the bytes name")), "Show the code as", parent=self
        )
        self.source = TemplateCodeEdit(theme, self, mark="warning")
        self.source.setReadOnly(True)
        # Nothing may stand so far to the right that nobody sees it.
        self.source.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.source.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.source.setAccessibleName("Source of the code, not run")
        self.summary = QPlainTextEdit(self)
        self.summary.setReadOnly(True)
        self.summary.setTabChangesFocus(True)
        self.summary.setAccessibleName("What the bytes import, call and name")
        for text in (self.source, self.summary):
            text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
            text.setProperty("surface", "code")
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.source)
        self._pages.addWidget(self.summary)
        self.remark = FieldMessage(theme, self)
        self.hash = label(theme, font="mono", role="secondary", wraps=True, selectable=True, parent=self)
        self.hash.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._build()
        self.parts.chosen.connect(self._part_chosen)

    def _build(self) -> None:
        space = self._theme.space
        self._bar = QWidget(self)
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(space(3), space(2), space(3), space(2))
        row.addWidget(self.parts)
        row.addStretch(1)
        foot = QVBoxLayout()
        foot.setContentsMargins(space(3), space(2), space(3), space(2))
        foot.setSpacing(space(1))
        foot.addWidget(self.remark)
        foot.addWidget(self.hash)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._pages, 1)
        column.addWidget(line("h", self))
        column.addLayout(foot)

    def show_item(self, item: CodeItem) -> None:
        """Show a program."""
        has_both = item.source is not None and bool(item.summary) and not item.source_is_checked
        self._bar.setVisible(has_both)
        source = visible(item.source or "").rstrip("\n")
        if source != self.source.toPlainText():
            self.source.replace_text(source)
        self.source.set_problems(marks_of(item.touches))
        self.summary.setPlainText(visible("\n\n".join(item.summary)))
        part = SOURCE if item.source is not None else BYTES
        self.parts.set_current(part)
        self._part_chosen(part)
        remarks = [NOT_CERTAIN] if has_both else []
        if item.source is not None and item.source_is_checked and item.kind == "callable":
            remarks += [text for text in item.summary if "no pickle" in text]
        remarks += item.remarks
        self.remark.show_message("\n".join(remarks), "warning")
        self.hash.setText(f"SHA-256 {hash_words(item.sha256)}")
        self.hash.setAccessibleName(f"SHA-256 {item.sha256}")

    def _part_chosen(self, part: str) -> None:
        self._pages.setCurrentWidget(self.source if part == SOURCE else self.summary)


def marks_of(touches: tuple[Touch, ...]) -> dict[int, str]:
    """Return for each line that touches something what it touches, for its mark; plain imports are not marked."""
    said: dict[int, dict[str, None]] = {}
    for touch in touches:
        if touch.kind != _HARMLESS:
            for number in range(touch.line, min(touch.end_line, touch.line + 20) + 1):
                said.setdefault(number, {})[f"{touch.name} ({str(touch.kind).replace('_', ' ')})"] = None
    return {number: "Touches " + ", ".join(names) for number, names in said.items()}
