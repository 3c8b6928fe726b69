"""Secrets in a file: found, named, and taken out before anything reaches the library."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gradewright.formats.karenina_jsonld.remarks import pointer

_SECRET_NAME = re.compile(r"(?:^|_)(?:api_?key|access_token|secret_key|auth_token|password)$", re.IGNORECASE)

FOUND = "A secret was found here. It is kept out of the library and of every export."
"""The remark on each place where one was."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that a file held: where (a JSON pointer), under which name, and its value, which is never shown."""

    place: str
    name: str
    value: str = field(repr=False)


def strip_secrets(value: Any, place: str) -> tuple[Any, tuple[Secret, ...]]:
    """Return ``value`` without the secrets in it, and the secrets. Without any, the very same value comes back."""
    secrets: list[Secret] = []
    cleaned = _strip(value, place, secrets)
    return (cleaned if secrets else value), tuple(secrets)


def holds_secret(value: Any) -> bool:
    """Return whether there is a secret in a value."""
    return bool(strip_secrets(value, "")[1])


def _strip(value: Any, place: str, secrets: list[Secret]) -> Any:
    if isinstance(value, Mapping):
        kept: dict[str, Any] = {}
        for key, member in value.items():
            if isinstance(member, str) and member and _SECRET_NAME.search(key):
                secrets.append(Secret(pointer(place, key), key, member))
            else:
                kept[key] = _strip(member, pointer(place, key), secrets)
        return kept
    if isinstance(value, list):
        return [_strip(member, pointer(place, index), secrets) for index, member in enumerate(value)]
    return value
