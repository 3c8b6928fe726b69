"""The small pages of help: keys, messages, About. They are generated, so that they cannot be out of date."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gradewright_desktop.commands.command import MENUS, Command
from gradewright_desktop.commands.registry import key_hint
from gradewright_desktop.diagnostics import diagnostics_text, versions
from gradewright_desktop.notices import BannerNotice, ToastNotice
from gradewright_desktop.widgets import KeyHint, label, line
from gradewright_desktop.workbench import Workbench

PAGE_SIZE = QSize(620, 560)
# Keys that lists, trees and fields have by themselves: said here, because no command carries them.
OWN_KEYS = (
    ("Arrows, Home, End", "Move in lists, trees and tables"),
    ("Letters", "Jump to a row that begins so"),
    ("Tab, Shift+Tab", "Next and previous field"),
    ("Esc", "Close what is open over the window; never throws text away"),
)


class HelpPages:
    """Opens one page at a time over the window."""

    def __init__(self, workbench: Workbench, window: QWidget):
        self._workbench = workbench
        self._window = window

    def show_keyboard(self, panel: str) -> QDialog:
        """Show all keys by menu; those of the panel that had the focus come first."""
        dialog, column = self._page("Keyboard")
        commands = [command for command in self._workbench.commands if command.keys]
        own = [command for command in commands if panel and command.context == panel]
        if own:
            self._section(column, "In this panel", own)
        for title in MENUS:
            name = title.replace("&", "")
            self._section(column, name, [c for c in commands if c.menu.split("/")[0] == name and c not in own])
        theme = self._workbench.theme
        column.addWidget(label(theme, "Everywhere", font="section"))
        column.addLayout(self._rows((keys, words) for keys, words in OWN_KEYS))
        column.addStretch(1)
        dialog.open()
        return dialog

    def show_notices(self) -> QDialog:
        """Show what the program told lately, newest first."""
        dialog, column = self._page("Messages")
        theme = self._workbench.theme
        history = self._workbench.notices.history
        if not history:
            column.addWidget(label(theme, "Nothing yet.", role="muted"))
        for notice in reversed(history):
            column.addWidget(label(theme, _notice_words(notice), wraps=True, selectable=True))
            column.addWidget(line("h"))
        column.addStretch(1)
        dialog.open()
        return dialog

    def show_about(self) -> QDialog:
        """Show name, version, licence and what the program is made with."""
        dialog, column = self._page("About Gradewright")
        dialog.resize(460, 360)
        theme = self._workbench.theme
        head = QHBoxLayout()
        glyph = QLabel(dialog)
        glyph.setPixmap(QGuiApplication.windowIcon().pixmap(48, 48))
        head.addWidget(glyph)
        words = QVBoxLayout()
        words.addWidget(label(theme, "Gradewright", font="title"))
        words.addWidget(label(theme, f"Version {versions()['Gradewright']}", role="secondary", selectable=True))
        head.addLayout(words, 1)
        column.addLayout(head)
        sentence = (
            "A workbench for people who have to say whether a language model's answers are good. "
            "Everything stays on this computer: nothing was sent anywhere since the program started."
        )
        column.addWidget(label(theme, sentence, wraps=True))
        column.addWidget(label(theme, "MIT licence. Made with", font="section"))
        made_with = ", ".join(f"{name} {number}" for name, number in versions().items() if name != "Gradewright")
        column.addWidget(label(theme, made_with, role="secondary", wraps=True, selectable=True))
        fonts = "Icons: Phosphor (MIT). Mono font: Noto Sans Mono (SIL Open Font Licence 1.1)."
        column.addWidget(label(theme, fonts, role="secondary", wraps=True))
        column.addStretch(1)
        dialog.open()
        return dialog

    def copy_diagnostics(self) -> None:
        """Put versions, fonts and the latest log lines on the clipboard; nothing of what people wrote is in it."""
        QGuiApplication.clipboard().setText(diagnostics_text(self._workbench.theme))
        self._workbench.notices.toast("Diagnostics are on the clipboard. They hold no text of yours.")

    def _page(self, title: str) -> tuple[QDialog, QVBoxLayout]:
        theme = self._workbench.theme
        dialog = QDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(title)
        dialog.resize(PAGE_SIZE.boundedTo(self._window.size() * 0.9))
        scroll = QScrollArea(dialog)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName(title)
        page = QWidget(scroll)
        page.setProperty("surface", "clear")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, theme.space(3), 0)
        column.setSpacing(theme.space(2))
        scroll.setWidget(page)
        outer = QVBoxLayout(dialog)
        outer.setContentsMargins(*(theme.space("dialog_margin"),) * 4)
        outer.setSpacing(theme.space(3))
        outer.addWidget(scroll, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
        buttons.rejected.connect(dialog.reject)
        outer.addWidget(buttons)
        return dialog, column

    def _section(self, column: QVBoxLayout, title: str, commands: list[Command]) -> None:
        if not commands:
            return
        column.addWidget(label(self._workbench.theme, title, font="section"))
        rows = (("  ".join(key_hint(k) for k in c.keys), f"{c.plain_title.rstrip('…')}{_tip(c)}") for c in commands)
        column.addLayout(self._rows(rows))
        column.addSpacing(self._workbench.theme.space(2))

    def _rows(self, rows: Iterable[tuple[str, str]]) -> QGridLayout:
        theme = self._workbench.theme
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.space(4))
        grid.setVerticalSpacing(theme.space(1))
        grid.setColumnMinimumWidth(0, theme.font_width(22))
        grid.setColumnStretch(1, 1)
        for number, (keys, words) in enumerate(rows):
            grid.addWidget(KeyHint(theme, keys), number, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label(theme, words, wraps=True, selectable=True), number, 1)
        return grid


def _tip(command: Command) -> str:
    return f": {command.tip[0].lower()}{command.tip[1:]}" if command.tip else ""


def _notice_words(notice: ToastNotice | BannerNotice) -> str:
    if isinstance(notice, BannerNotice):
        return f"{notice.kind}: {notice.strong} {notice.text}".replace("  ", " ")
    return f"{notice.at:%H:%M}  {notice.text}"
