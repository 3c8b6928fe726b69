"""Commands as data: their actions follow the context, and reasons say why not."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gradewright_desktop.commands import Command, CommandRegistry, Context, enabled_when
from gradewright_desktop.commands.command import needs_benchmark, needs_writing
from gradewright_desktop.commands.registry import key_hint
from gradewright_desktop.navigator import Place
from gradewright_desktop.theme import Theme


def nothing() -> None:
    """Do nothing."""


def test_reasons_come_first_things_first() -> None:
    when = enabled_when(needs_writing, needs_benchmark)
    assert when(Context(read_only=True)) == "The library is open read-only"
    assert when(Context()) == "Choose a benchmark first"
    assert when(Context(place=Place(benchmark_id=1))) is None


def test_an_action_follows_the_context(theme: Theme, qtbot: QtBot) -> None:
    registry, ran = CommandRegistry(theme), []
    registry.add([Command("a.b", "&Do it", "Edit", lambda: ran.append(1), keys=("Ctrl+D",), when=needs_benchmark)])
    action = registry.action("a.b")
    assert not action.isEnabled()
    assert "Choose a benchmark first" in action.toolTip()
    assert not registry.run("a.b")
    registry.set_provider(lambda facts: Context(place=Place(benchmark_id=1), facts=facts))
    qtbot.waitUntil(action.isEnabled)
    action.trigger()
    assert ran == [1]
    assert registry.action("a.b") is action


def test_facts_of_panels_reach_the_context(theme: Theme, qtbot: QtBot) -> None:
    registry = CommandRegistry(theme)
    with qtbot.waitSignal(registry.refreshed):
        registry.set_fact("findings.count", 7)
    assert registry.context().fact("findings.count") == 7
    assert registry.context().fact("unheard of") is None


def test_two_commands_cannot_have_one_id(theme: Theme) -> None:
    registry = CommandRegistry(theme)
    registry.add([Command("a", "A", "File", nothing)])
    with pytest.raises(ValueError, match="two commands"):
        registry.add([Command("a", "B", "File", nothing)])


@pytest.mark.parametrize(
    ("keys", "printed"),
    [("Ctrl+K", "Ctrl K"), ("Alt+Return", "Alt ↵"), ("F5", "F5"), ("Ctrl++", "Ctrl +"), ("Shift+F8", "Shift F8")],
)
def test_keys_as_they_are_printed(keys: str, printed: str) -> None:
    assert key_hint(keys) == printed
