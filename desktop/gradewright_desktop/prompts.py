"""Everything that asks the person something. Tests answer in their place through the same port."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QPushButton, QWidget


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of a question: ``key`` comes back, ``text`` is on it; exactly one should be the default."""

    key: str
    text: str
    is_default: bool = False
    is_cancel: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that needs a decision: what happened, what is safe, what next. ``detail`` can be unfolded."""

    title: str
    text: str
    choices: tuple[Choice, ...]
    detail: str = ""


class Prompts(Protocol):
    """The port. Every method returns at once; ``answer`` is called later, and not at all when the person cancels,
    but for :meth:`decide`, which answers with the key of the cancelling choice."""

    def open_file(self, title: str, filters: str, answer: Callable[[Path], None]) -> None:
        """Ask for one existing file. ``filters`` in Qt's form: ``"Tables (*.csv *.jsonl);;All files (*)"``."""

    def open_files(self, title: str, filters: str, answer: Callable[[list[Path]], None]) -> None:
        """Ask for one or more existing files."""

    def save_file(self, title: str, suggested: str, filters: str, answer: Callable[[Path], None]) -> None:
        """Ask where to write; the dialog itself asks before replacing a file."""

    def text(self, title: str, label: str, initial: str, answer: Callable[[str], None]) -> None:
        """Ask for one line of text."""

    def decide(self, decision: Decision, answer: Callable[[str], None]) -> None:
        """Ask for a decision; ``answer`` gets the key of the choice."""


class _Pending(QObject):
    """One dialog that is open: keeps the answer's receiver until the dialog is done."""

    def __init__(self, dialog: QWidget, answer: Callable[..., None]):
        super().__init__(dialog)
        self._answer = answer
        self._buttons: dict[QPushButton, str] = {}

    @Slot(str)
    def one_path(self, name: str) -> None:
        self._answer(Path(name))

    @Slot("QStringList")
    def many_paths(self, names: list[str]) -> None:
        self._answer([Path(name) for name in names])

    @Slot(str)
    def one_text(self, text: str) -> None:
        self._answer(text)

    def watch(self, button: QPushButton, key: str) -> None:
        self._buttons[button] = key

    @Slot(int)
    def decided(self, _result: int) -> None:
        box = self.parent()
        assert isinstance(box, QMessageBox)
        self._answer(self._buttons.get(box.clickedButton(), ""))  # type: ignore[call-overload]


class QtPrompts:
    """The port with Qt's dialogs, opened on a window and never waited for."""

    def __init__(self, window: Callable[[], QWidget | None]):
        self._window = window
        self._folder = ""

    def open_file(self, title: str, filters: str, answer: Callable[[Path], None]) -> None:
        dialog = self._file_dialog(title, filters, QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(_Pending(dialog, self._remembering(answer)).one_path)
        dialog.open()

    def open_files(self, title: str, filters: str, answer: Callable[[list[Path]], None]) -> None:
        dialog = self._file_dialog(title, filters, QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(_Pending(dialog, answer).many_paths)
        dialog.open()

    def save_file(self, title: str, suggested: str, filters: str, answer: Callable[[Path], None]) -> None:
        dialog = self._file_dialog(title, filters, QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(suggested)
        if suffix := Path(suggested).suffix:
            dialog.setDefaultSuffix(suffix.lstrip("."))
        dialog.fileSelected.connect(_Pending(dialog, self._remembering(answer)).one_path)
        dialog.open()

    def text(self, title: str, label: str, initial: str, answer: Callable[[str], None]) -> None:
        dialog = QInputDialog(self._window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(title)
        dialog.setLabelText(label)
        dialog.setTextValue(initial)
        dialog.textValueSelected.connect(_Pending(dialog, answer).one_text)
        dialog.open()

    def decide(self, decision: Decision, answer: Callable[[str], None]) -> None:
        box = QMessageBox(self._window())
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(decision.title)
        box.setText(decision.text)
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if decision.detail:
            box.setDetailedText(decision.detail)
        pending = _Pending(box, answer)
        for choice in decision.choices:
            role = QMessageBox.ButtonRole.RejectRole if choice.is_cancel else QMessageBox.ButtonRole.AcceptRole
            button = box.addButton(choice.text, role)
            pending.watch(button, choice.key)
            if choice.is_default:
                button.setProperty("kind", "filled")
                box.setDefaultButton(button)
            if choice.is_cancel:
                box.setEscapeButton(button)
        box.finished.connect(pending.decided)
        box.open()

    def _file_dialog(self, title: str, filters: str, mode: QFileDialog.FileMode) -> QFileDialog:
        dialog = QFileDialog(self._window(), title, self._folder, filters)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        return dialog

    def _remembering(self, answer: Callable[[Path], None]) -> Callable[[Path], None]:
        def remember(path: Path) -> None:
            self._folder = str(path.parent)
            answer(path)

        return remember
