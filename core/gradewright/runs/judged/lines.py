"""From the names of judges to endpoints that can be asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gradewright.endpoints.calling.jobs import Line
from gradewright.endpoints.completion import ModelClient
from gradewright.endpoints.keys import Keys
from gradewright.endpoints.opening import key_of, open_client
from gradewright.model.endpoint import Capability, Endpoint
from gradewright.store.library import Library


def lines_for(library: Library, names: Iterable[str], keys: Keys) -> Mapping[str, Line]:
    """Return the endpoints of these names, ready to be asked. What calls find out about a model is kept with it.

    Raises:
        NotFound: there is no endpoint of such a name.
        KeyringSilent: the keyring does not say whether it has a key.
    """
    return {name: _line(library, library.endpoint(name), keys) for name in names}


def _line(library: Library, endpoint: Endpoint, keys: Keys) -> Line:
    key = key_of(endpoint, keys)

    def learned(capability: Capability) -> None:
        library.keep_endpoint(replace(endpoint, capability=capability), replaces=endpoint.name)

    def opened() -> ModelClient:
        return open_client(endpoint, key, on_learned=learned)

    return Line(endpoint, opened)


Lines = Mapping[str, Line]
