"""From an endpoint as it is kept to a client that asks it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gradewright.endpoints.completion import ModelClient
from gradewright.endpoints.http_client import HttpClient
from gradewright.endpoints.keys import Keys
from gradewright.endpoints.protocols import protocol
from gradewright.endpoints.protocols.pasted import Desk, PastedReplies
from gradewright.endpoints.protocols.recorded import read_recorded
from gradewright.errors import InvalidValue
from gradewright.model.endpoint import Capability, Endpoint


def open_client(
    endpoint: Endpoint,
    key: str | None = None,
    *,
    on_learned: Callable[[Capability], None] | None = None,
    desk: Desk | None = None,
) -> ModelClient:
    """Return the client of an endpoint; nothing is sent yet.

    ``on_learned`` gets what the calls find out about the model, to be kept with the endpoint. The address of recorded
    replies is the path of their file; ``desk`` is where prompts to be pasted lie.

    Raises:
        InvalidValue: the protocol or the address is none, the key cannot be one, or there is no desk to paste at.
        FileUnreadable: the recorded replies cannot be read.
    """
    entry = protocol(endpoint.protocol)
    if entry.wire is not None:
        if not endpoint.model.strip():
            raise InvalidValue(f"The endpoint “{endpoint.name}” names no model.")
        return HttpClient(endpoint, entry.wire, key, on_learned=on_learned)
    if entry.name == "recorded":
        return read_recorded(Path(endpoint.base_url))
    if desk is None:
        raise InvalidValue(f"The endpoint “{endpoint.name}” needs a person who pastes replies; open it in the window.")
    return PastedReplies(desk)


def key_of(endpoint: Endpoint, keys: Keys) -> str | None:
    """Return the key of an endpoint, or None where there is none. Raises KeyringSilent."""
    entry = protocol(endpoint.protocol)
    return None if entry.wire is None else keys.get(endpoint.name, endpoint.key_variable or None)
