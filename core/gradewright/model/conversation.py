"""Conversations as FlexEval divides them: threads, turns, messages and tool calls (its page, sections 1 and 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

ASSISTANT_SIDE = frozenset({"assistant", "ai", "tool"})
"""The roles whose neighbouring messages make one turn; all other roles are the other side."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool in a message: its name, its arguments and what came back, as texts.

    ``printed``: whether it is shown where a whole turn is.
    """

    name: str
    arguments: str = ""
    output: str = ""
    printed: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One message. ``metadata`` are its other members in a file."""

    role: str
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Conversation:
    """One conversation. ``system`` is its first system message, which is no message of the list.

    ``metadata`` are the other members of its line in a file.
    """

    messages: tuple[Message, ...]
    system: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def turns(self) -> tuple[range, ...]:
        """The turns, each as the places of its messages."""
        starts = [
            place
            for place, message in enumerate(self.messages)
            if place == 0 or _side(message) != _side(self.messages[place - 1])
        ]
        ends = [*starts[1:], len(self.messages)]
        return tuple(range(start, end) for start, end in zip(starts, ends, strict=True))


def _side(message: Message) -> bool:
    return message.role in ASSISTANT_SIDE
