"""All commands of the window, with one QAction each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from gradewright_desktop.commands.command import Command, Context
from gradewright_desktop.theme import Theme


class CommandRegistry(QObject):
    """Holds commands by id, keeps their actions enabled as the context says, and runs them.

    ``refreshed`` follows every change of what can run.
    """

    refreshed = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None):
        super().__init__(parent)
        self._theme = theme
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, QAction] = {}
        self._facts: dict[str, object] = {}
        self._provider: Callable[[dict[str, object]], Context] = lambda facts: Context(facts=facts)
        self._stopped = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.refresh_now)

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __contains__(self, command_id: str) -> bool:
        return command_id in self._commands

    def add(self, commands: Iterable[Command]) -> None:
        """Add commands, in the order in which menus show them.

        Raises:
            ValueError: a command of this id is there already.
        """
        for command in commands:
            if command.id in self._commands:
                raise ValueError(f"two commands are called {command.id!r}")
            self._commands[command.id] = command
        self.refresh()

    def command(self, command_id: str) -> Command:
        """Return the command of this id.

        Raises:
            KeyError: there is none.
        """
        return self._commands[command_id]

    def set_provider(self, provider: Callable[[dict[str, object]], Context]) -> None:
        """Say where the context comes from: a function of the facts that panels gave."""
        self._provider = provider
        self.refresh()

    def set_fact(self, name: str, value: object) -> None:
        """Tell something about a panel that ``when`` functions ask for, such as ``"findings.count"``."""
        if name not in self._facts or self._facts[name] != value:
            self._facts[name] = value
            self.refresh()

    def context(self) -> Context:
        """Return the window as it is now."""
        return self._provider(dict(self._facts))

    def reason(self, command_id: str) -> str | None:
        """Return why a command cannot run now, None where it can."""
        return self._commands[command_id].when(self.context())

    def run(self, command_id: str) -> bool:
        """Run a command if it can run now; says whether it did."""
        if self.reason(command_id) is not None:
            return False
        self._commands[command_id].run()
        return True

    def action(self, command_id: str) -> QAction:
        """Return the one action of a command, for menus, toolbars and buttons."""
        action = self._actions.get(command_id)
        if action is None:
            action = self._actions[command_id] = self._build(self._commands[command_id])
        return action

    def attach(self, widget: QWidget, context: str) -> None:
        """Make the keys of a panel's commands work while the focus is in ``widget``."""
        for command in self._commands.values():
            if command.context == context:
                action = self.action(command.id)
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                widget.addAction(action)

    def refresh(self) -> None:
        """Look again at what can run, once the event loop comes round."""
        if not self._stopped:
            self._later.start()

    def stop(self) -> None:
        """Look no more at what can run: the window that could tell is closing."""
        self._stopped = True
        self._later.stop()

    @Slot()
    def refresh_now(self) -> None:
        """Look again at what can run, at once."""
        context = self.context()
        for command_id, action in self._actions.items():
            self._update(self._commands[command_id], action, context)
        self.refreshed.emit()

    def _build(self, command: Command) -> QAction:
        action = QAction(command.title, self)
        action.setObjectName(f"command.{command.id}")
        if command.keys:
            action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        if command.icon:
            self._theme.set_icon(action, command.icon)
        if command.checked is not None:
            action.setCheckable(True)
        if command.role:
            action.setMenuRole(QAction.MenuRole[command.role])
        action.triggered.connect(partial(self._triggered, command.id))
        self._update(command, action, self.context())
        return action

    def _triggered(self, command_id: str, _checked: bool = False) -> None:
        self.run(command_id)
        self.refresh()

    def _update(self, command: Command, action: QAction, context: Context) -> None:
        reason = command.when(context)
        action.setEnabled(reason is None)
        tip = command.tip or command.plain_title.rstrip("…")
        keys = f" ({key_text(command.keys[0])})" if command.keys else ""
        action.setToolTip(f"{tip}{keys}" if reason is None else f"{tip}{keys}\n{reason}")
        if command.title_now is not None:
            action.setText(command.title_now(context))
        if command.checked is not None:
            action.setChecked(command.checked(context))


def key_text(keys: str) -> str:
    """Return a key as the system writes it, such as ``"Ctrl+K"``."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def key_hint(keys: str) -> str:
    """Return a key as it is printed in a box, such as ``"Ctrl K"`` or ``"Alt ↵"``."""
    text = key_text(keys)
    # The last plus may be the key itself.
    parts = [*text[:-1].split("+"), text[-1]] if text.endswith("+") else text.split("+")
    return " ".join("↵" if part in ("Return", "Enter") else part for part in parts if part)
