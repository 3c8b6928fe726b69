"""Commands: everything that can be done, as data. Menus, toolbar, palette and the keyboard page are made from it."""

from __future__ import annotations

from gradewright_desktop.commands.command import MENUS, Command, Context, enabled_when
from gradewright_desktop.commands.registry import CommandRegistry

__all__ = ["MENUS", "Command", "CommandRegistry", "Context", "enabled_when"]
