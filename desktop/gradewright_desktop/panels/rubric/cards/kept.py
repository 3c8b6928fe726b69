"""The card of a trait that cannot be edited here: code from a file, agents, structured replies."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QFormLayout, QPlainTextEdit, QWidget

from gradewright.model.traits import AgenticTrait, CallableTrait, UnreadableTrait
from gradewright.workers.code import CodeKind, code_sha256
from gradewright_desktop.dialogs.code.words import allowed_words, visible
from gradewright_desktop.panels.rubric.cards.base import TraitCard
from gradewright_desktop.panels.template.code_edit import TemplateCodeEdit
from gradewright_desktop.widgets import Banner, label

NOT_SHOWN = frozenset({"name", "description", "type", "callable_code", "source", "higher_is_better"})


class KeptCard(TraitCard):
    """Shows every value of a trait; only its name, its description and its direction can be edited.

    Of a callable trait it says whether its code may run here, and leads to where that is decided.
    """

    def build_kind(self) -> None:
        self._workbench.code.changed.connect(self._show_state)
        self._banner: Banner | None = None
        self._values = QWidget(self)
        self._form = QFormLayout(self._values)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(self._theme.space(4))
        self._code_header = self.section("Code")
        self.code = TemplateCodeEdit(self._theme, self)
        self.code.setReadOnly(True)
        # Nothing may stand so far to the right that nobody sees it.
        self.code.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.code.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.code.setAccessibleName("Code of the trait")
        self.code.setMinimumHeight(self._theme.row_height("field") * 6)
        self.column.addWidget(self.code)
        self.section("Values")
        self.column.addWidget(self._values)
        self.section("Better result")
        self.column.addWidget(self.direction)

    def refill_kind(self, trait: Any, *, other: bool) -> None:
        self._show_banner(trait)
        source = ""
        if isinstance(trait, CallableTrait):
            source = visible(trait.source or code_words(trait.callable_code))
        self._code_header.setVisible(bool(source))
        self.code.setVisible(bool(source))
        self.code.replace_text(source.rstrip("\n"))
        while self._form.rowCount():
            self._form.removeRow(0)
        for name, value in trait.model_dump().items():
            if name not in NOT_SHOWN and value is not None:
                self._form.addRow(
                    label(self._theme, name.replace("_", " "), role="secondary"),
                    label(self._theme, _shown(value), wraps=True, selectable=True),
                )

    @Slot()
    def _show_state(self) -> None:
        if isinstance(self.trait, CallableTrait):
            self._show_banner(self.trait)

    def _show_banner(self, trait: Any) -> None:
        if self._banner is not None:
            self.column.removeWidget(self._banner)
            self._banner.hide()
            self._banner.deleteLater()
        kind, strong, text = _sentence(trait)
        actions: tuple[tuple[str, Callable[[], None]], ...] = ()
        if isinstance(trait, CallableTrait):
            actions = (("See the code…", self._see_code),)
            decision = self._workbench.code.decision(CodeKind.CALLABLE, code_sha256(trait.callable_code))
            if decision is not None:
                kind, strong, text = "ok", "Code from a file, allowed to run.", allowed_words(decision.at)
        self._banner = Banner(self._theme, kind, text, strong=strong, actions=actions, closable=False, parent=self)
        self.column.insertWidget(0, self._banner)

    def _see_code(self) -> None:
        from gradewright_desktop.dialogs.code.opening import show_program

        benchmark_id, trait = self._workbench.navigator.current.benchmark_id, self.trait
        if benchmark_id is not None and isinstance(trait, CallableTrait):
            show_program(self._workbench, benchmark_id, CodeKind.CALLABLE, code_sha256(trait.callable_code))

    def set_kind_editable(self, editable: bool) -> None:
        unreadable = isinstance(self.trait, UnreadableTrait)
        self.direction.setEnabled(editable and not unreadable and not _has_fixed_direction(self.trait))
        if unreadable:
            self.name.setReadOnly(True)
            self.description.set_read_only(True)


def code_words(code: bytes) -> str:
    """Return the source text of a function where its bytes are that, else what can be said of them safely."""
    try:
        text = code.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if text.strip() and not any(character < " " and character not in "\t\r\n" for character in text):
        return text
    digest = hashlib.sha256(code).hexdigest()
    return f"{len(code)} bytes of a pickled function, without its source.\nSHA-256 {digest}"


def _sentence(trait: Any) -> tuple[str, str, str]:
    if isinstance(trait, CallableTrait):
        return "warning", "Code from a file, not run.", "It is kept as it came and goes back into exports unchanged."
    if isinstance(trait, UnreadableTrait):
        return "error", "Not readable.", f"{trait.problem} It is kept as it came."
    if isinstance(trait, AgenticTrait):
        return "info", "Needs an agent.", "It is kept as it came and does not run yet."
    return "info", "Structured reply.", "The judge fills in a form of its own; it is kept as it came, not run yet."


def _has_fixed_direction(trait: Any) -> bool:
    return isinstance(getattr(trait, "kind", None), dict)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
