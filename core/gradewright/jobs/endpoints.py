"""Endpoints as a person handles them: checked before they are kept, tested, renamed with their keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from gradewright.endpoints.address import read_address
from gradewright.endpoints.http_client import HttpClient
from gradewright.endpoints.keys import Keys
from gradewright.endpoints.opening import key_of, open_client
from gradewright.endpoints.probe import Probe, probe
from gradewright.endpoints.protocols import protocol
from gradewright.errors import InvalidValue
from gradewright.model.endpoint import Capability, Endpoint

if TYPE_CHECKING:
    from gradewright.store.library import Library


def _utc_now() -> datetime:
    return datetime.now(UTC)


def keep_endpoint(library: Library, endpoint: Endpoint, keys: Keys, replaces: str | None = None) -> None:
    """Keep an endpoint; one that is renamed takes its key along.

    Raises:
        InvalidValue: the protocol, the address or the model is none, or the name is taken.
        NotFound: there is none named ``replaces``.
        KeyringSilent: the keyring does not give the key of the old name; the endpoint is kept all the same.
        LibraryUnusable: the library cannot be written.
    """
    entry = protocol(endpoint.protocol)
    if entry.wire is not None:
        read_address(endpoint.base_url)
        if not endpoint.model.strip():
            raise InvalidValue("The endpoint names no model.", hint="A test lists the models that the server has.")
    before = None if replaces is None else library.endpoint(replaces)
    if before is not None:
        endpoint = replace(endpoint, capability=_capability(before, endpoint))
    library.keep_endpoint(endpoint, replaces)
    if replaces is not None and replaces != endpoint.name and (key := keys.get(replaces)) is not None:
        keys.set(endpoint.name, key)
        keys.delete(replaces)


def remove_endpoint(library: Library, name: str, keys: Keys) -> bool:
    """Remove an endpoint and forget its key; return whether it was there. Raises KeyringSilent, LibraryUnusable."""
    removed = library.remove_endpoint(name)
    keys.delete(name)
    return removed


def probe_endpoint(endpoint: Endpoint, keys: Keys, now: Callable[[], datetime] = _utc_now) -> Probe:
    """Find out what an endpoint can do. It waits for the server: not for a thread that paints.

    Raises:
        InvalidValue: it is none that is asked over a network.
        KeyringSilent: the keyring does not give its key.
        CallFailed: the server cannot be asked; the message says why.
    """

    async def work() -> Probe:
        client = open_client(endpoint, key_of(endpoint, keys))
        try:
            if not isinstance(client, HttpClient):
                raise InvalidValue(f"The endpoint “{endpoint.name}” uses no network; there is nothing to test.")
            return await probe(client, endpoint.model, now().isoformat(timespec="seconds"))
        finally:
            await client.aclose()

    return asyncio.run(work())


def server_models(endpoint: Endpoint, keys: Keys) -> list[str]:
    """Return the models that a server lists, empty where it has no list. Raises as :func:`probe_endpoint` does."""

    async def work() -> list[str]:
        client = open_client(replace(endpoint, model=endpoint.model or "any"), key_of(endpoint, keys))
        try:
            return await client.models() if isinstance(client, HttpClient) else []
        finally:
            await client.aclose()

    return asyncio.run(work())


def _capability(before: Endpoint, after: Endpoint) -> Capability:
    """What is known after a change: nothing about another model, all of it about the same one."""
    known = after.capability
    if _asked(before) == _asked(after):
        return before.capability if known == Capability() else known
    if known == before.capability:
        return Capability(known.form if known.pinned else None, known.pinned)
    return known


def _asked(endpoint: Endpoint) -> tuple[str, str, str]:
    return endpoint.protocol, endpoint.base_url, endpoint.model
