"""The ways to speak with a model. Adding one is a module here and its line in the table.

A protocol over HTTP is a :class:`~gradewright.endpoints.protocols.wire.Wire`: it writes requests and reads replies and
does no I/O. The others bring a client of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gradewright.endpoints.protocols.anthropic_messages import AnthropicMessages
from gradewright.endpoints.protocols.openai_chat import OpenAIChatWire
from gradewright.endpoints.protocols.wire import Wire
from gradewright.errors import InvalidValue


@dataclass(frozen=True, slots=True)
class ProtocolEntry:
    """A protocol as a person chooses it. ``wire`` is None for those that use no network."""

    name: str
    title: str
    wire: Wire | None = None


PROTOCOLS: Final[Mapping[str, ProtocolEntry]] = {
    each.name: each
    for each in (
        ProtocolEntry("openai_chat", "OpenAI-compatible chat", OpenAIChatWire()),
        ProtocolEntry("anthropic_messages", "Anthropic messages", AnthropicMessages()),
        ProtocolEntry("recorded", "recorded replies"),
        ProtocolEntry("pasted", "copy and paste by hand"),
    )
}


def protocol(name: str) -> ProtocolEntry:
    """Return a protocol by its name.

    Raises:
        InvalidValue: there is none of that name; the message names the nearest.
    """
    if name in PROTOCOLS:
        return PROTOCOLS[name]
    from gradewright.model.primitives import nearest

    near = nearest(name, tuple(PROTOCOLS))
    hint = f"Nearest: “{near}”." if near else f"Known: {', '.join(PROTOCOLS)}."
    raise InvalidValue(f"There is no protocol “{name}”.", hint=hint)
