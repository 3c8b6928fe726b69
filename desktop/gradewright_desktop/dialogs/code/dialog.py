"""The dialog about code in a benchmark: nothing has run, what works without it, and a decision for each piece."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from gradewright.errors import UserError
from gradewright_desktop.dialogs.code.choice import CodeChoice
from gradewright_desktop.dialogs.code.decisions import CodeDecisions
from gradewright_desktop.dialogs.code.holding import Holding, read_holding
from gradewright_desktop.dialogs.code.holding_page import HoldingPage
from gradewright_desktop.dialogs.code.listing import CodeListing
from gradewright_desktop.dialogs.code.program_list import ProgramList
from gradewright_desktop.dialogs.code.program_view import ProgramView
from gradewright_desktop.dialogs.code.saving import file_name, save_text
from gradewright_desktop.dialogs.code.words import TITLE, head_html, unread_note
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.widgets import button, label, line
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.jobs.code import CodeItem
    from gradewright.jobs.control import JobControl

READ_ONLY = "The library is open read-only, so nothing can be decided here."
NOTHING_HOLDS = "The separate process for code cannot be started on this system, so no code can run."


class CodeDialog(QDialog):
    """Shows a listing. ``continued`` is for whoever waits to go on with what needs the code, such as a run."""

    continued = Signal()

    def __init__(
        self,
        workbench: Workbench,
        listing: CodeListing,
        *,
        item: CodeItem | None = None,
        waits: bool = False,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self.setObjectName("code")
        self.setWindowTitle("Code in this file")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workbench = workbench
        self._decisions: CodeDecisions = workbench.code
        self._listing = listing
        self._waits = waits
        self._deciding: CodeItem | None = None
        self.holding = Holding(())
        theme = workbench.theme
        self._sentence = label(theme, wraps=True, role="secondary", parent=self)
        self._sentence.setTextFormat(Qt.TextFormat.RichText)
        self.programs = ProgramList(theme, self)
        self._note = label(theme, font="small", role="secondary", wraps=True, parent=self)
        self.view = ProgramView(theme, self)
        self.choice = CodeChoice(theme, self)
        self.confirm = button(theme, "", self._confirm, kind="filled", parent=self)
        self.confirm.setDefault(True)
        # Outside of the box: on every system it stands before the decision, as something that decides nothing.
        self._save = button(theme, "Save code to read…", self._ask_save, icon="file", parent=self)
        self._help = button(theme, "What the separate process can do", self._explain, kind="flat", icon="help")
        self._build()
        self.programs.chosen.connect(self._show_item)
        self.choice.changed.connect(self._name_button)
        theme.changed.connect(self._fit)
        self._show_listing(listing, item or next(iter(listing.closed), None))
        self._fit()
        self.choice.closed.setFocus(Qt.FocusReason.OtherFocusReason)
        workbench.session.query(_holding, self._show_holding, key=(id(self), "holding"))

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._workbench.theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(line("h-strong", self))
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(self._side())
        self.view.setProperty("surface", "sunken")
        self.view.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._splitter.addWidget(self.view)
        self._splitter.setStretchFactor(1, 1)
        column.addWidget(self._splitter, 1)
        column.addWidget(line("h-strong", self))
        choice = QVBoxLayout()
        choice.setContentsMargins(theme.space("dialog_margin"), theme.space(3), theme.space("dialog_margin"), 0)
        choice.addWidget(self.choice)
        column.addLayout(choice)
        column.addSpacing(theme.space(3))
        column.addWidget(line("h", self))
        column.addLayout(self._foot())

    def _head(self) -> QHBoxLayout:
        theme = self._workbench.theme
        margin = theme.space("dialog_margin")
        row = QHBoxLayout()
        row.setContentsMargins(margin, margin, margin, theme.space(4))
        row.setSpacing(theme.space(3))
        glyph = QLabel(self)
        theme.set_pixmap(glyph, "code-warning", "severity.warning.fg", theme.icon_size("large"))
        row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(theme.space(1))
        words.addWidget(label(theme, TITLE, font="title", wraps=True, parent=self))
        words.addWidget(self._sentence)
        row.addLayout(words, 1)
        return row

    def _side(self) -> QWidget:
        theme = self._workbench.theme
        side = QWidget(self)
        side.setProperty("surface", "base")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.programs, 1)
        self._note.setContentsMargins(*(theme.space(3),) * 4)
        column.addWidget(self._note)
        column.addStretch(0)
        return side

    def _foot(self) -> QHBoxLayout:
        theme = self._workbench.theme
        margin = theme.space("dialog_margin")
        row = QHBoxLayout()
        row.setContentsMargins(margin, theme.space(3), margin, theme.space(3))
        self._help.setParent(self)
        row.setSpacing(theme.space(2))
        row.addWidget(self._help)
        row.addStretch(1)
        row.addWidget(self._save)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.confirm, QDialogButtonBox.ButtonRole.AcceptRole)
        row.addWidget(buttons)
        return row

    @Slot()
    def _fit(self) -> None:
        theme = self._workbench.theme
        side = theme.font_width(40)
        self.programs.parentWidget().setMinimumWidth(theme.font_width(24))  # type: ignore[union-attr]
        self._splitter.setSizes([side, theme.font_width(80)])
        self._note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        wanted = QSize(theme.font_width(120), theme.row_height("button") * 22)
        parent = self.parentWidget()
        room = parent.window().size() if parent is not None else QSize(1440, 900)
        self.resize(wanted.boundedTo(QSize(round(room.width() * 0.96), round(room.height() * 0.94))))

    # -- showing ------------------------------------------------------------------------------------------------------

    def _show_listing(self, listing: CodeListing, choose: CodeItem | None) -> None:
        self._listing = listing
        self._sentence.setText(head_html(listing))
        self.programs.show_items(listing.items)
        note = unread_note(listing)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        if choose is not None:
            self.programs.choose(choose)
        self._show_item(self.programs.current_item())

    @Slot(object)
    def _show_item(self, item: CodeItem | None) -> None:
        if item is None:
            return
        self.view.show_item(item)
        self.choice.show_item(item, self._decisions.decision(item.kind, item.sha256), self._locked())
        self._name_button()

    def _locked(self) -> str:
        if self._workbench.session.read_only:
            return READ_ONLY
        return NOTHING_HOLDS if self.holding.sentences and not self.holding.works else ""

    @Slot(object)
    def _show_holding(self, holding: Holding) -> None:
        self.holding = holding
        self.choice.show_holding(holding)
        self._show_item(self.programs.current_item())

    @Slot()
    def _name_button(self) -> None:
        item = self.programs.current_item()
        if item is None:
            return
        changes = self.choice.wants_to_run != item.allowed
        if changes:
            words = "Allow this code" if self.choice.wants_to_run else "Close it again"
        elif not self._listing.closed:
            words = "Continue" if self._waits else "Done"
        elif len(self._listing.closed) < len(self._listing.items):
            words = "Keep the rest closed and continue"
        else:
            words = "Keep closed and continue"
        self.confirm.setText(words)
        self.confirm.setEnabled(self._deciding is None and (not changes or self.choice.is_complete))

    # -- deciding -----------------------------------------------------------------------------------------------------

    @Slot()
    def _confirm(self) -> None:
        item = self.programs.current_item()
        if item is None or self._deciding is not None:
            return
        if self.choice.wants_to_run == item.allowed:
            self._decisions.keep_closed(self._listing)
            self.continued.emit()
            self.accept()
            return
        self._deciding = item
        self._name_button()
        if item.allowed:
            self._decisions.forget(item.sha256, self._decided, self._refused)
        else:
            self._decisions.allow(item, self.choice.typed.text(), self._decided, self._refused)

    @Slot(object)
    def _decided(self, _result: object) -> None:
        decided, self._deciding = self._deciding, None
        if decided is None:
            return
        listing = self._listing.with_decision(decided.sha256, allowed=not decided.allowed)
        self._decisions.take(listing)
        now = listing.item(decided.kind, decided.sha256)
        if now is not None:
            self._tell(now)
        if not listing.closed and now is not None and now.allowed:
            # That was the last one: there is nothing left to decide.
            self.continued.emit()
            self.accept()
            return
        undecided = self._decisions.undecided(listing)
        follows = undecided[0] if now is not None and now.allowed and undecided else now
        self._show_listing(listing, follows)
        self.choice.closed.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell(self, item: CodeItem) -> None:
        notices = self._workbench.notices
        if item.allowed:
            take_back = NoticeAction("Close it again", partial(self._decisions.close_again, item.sha256))
            notices.toast(f"“{item.name}” may run on this computer when a run needs it.", take_back)
        else:
            notices.toast(f"“{item.name}” is closed again.")

    @Slot(object)
    def _refused(self, error: UserError) -> None:
        self._deciding = None
        self.choice.message.show_message(str(error))
        self._name_button()

    # -- more to read -------------------------------------------------------------------------------------------------

    @Slot()
    def _explain(self) -> None:
        HoldingPage(self._workbench.theme, self.holding, self).open()

    @Slot()
    def _ask_save(self) -> None:
        item = self.programs.current_item()
        if item is not None:
            save = partial(self._save_item, item)
            self._workbench.prompts.save_file("Save code to read", file_name(item), "Text (*.txt)", save)

    def _save_item(self, item: CodeItem, path: Path) -> None:
        work = partial(_write, item, path)
        self._workbench.session.job(f"Writing {path.name}", work, self._saved, self._refused)

    @Slot(object)
    def _saved(self, path: Path) -> None:
        self._workbench.notices.toast(f"The code is in {path.name}, as text. Nothing of it has run.")


def _holding(_library: object) -> Holding:
    return read_holding()


def _write(item: CodeItem, path: Path, _control: JobControl) -> Path:
    save_text(item, path)
    return path
