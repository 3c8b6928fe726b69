"""Keys that a file held: named for the person, and put where keys live if the person says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gradewright.endpoints.keys import Kept, KeyHome, Keys, masked
from gradewright.errors import InvalidValue
from gradewright.formats.karenina_jsonld.secrets import Secret


@dataclass(frozen=True, slots=True)
class FoundKey:
    """One key of a file: under which name, in how many places, and its value, which is never shown."""

    name: str
    places: int
    value: str = field(repr=False)

    @property
    def shown(self) -> str:
        """The name, and what may be shown of the key."""
        return f"{self.name} ({masked(self.value)})"


@dataclass(frozen=True, slots=True)
class KeptKey:
    """What became of one found key, under which name. ``refused`` is a sentence where it is no key at all."""

    name: str
    kept: Kept | None
    refused: str = ""


def found_keys(secrets: Iterable[Secret]) -> tuple[FoundKey, ...]:
    """Return each key once, however often the file holds it, in the order of the file."""
    places: dict[tuple[str, str], int] = {}
    for secret in secrets:
        places[secret.name, secret.value] = places.get((secret.name, secret.value), 0) + 1
    return tuple(FoundKey(name, count, value) for (name, value), count in places.items())


def keep_keys(keys: Keys, found: Sequence[FoundKey]) -> tuple[KeptKey, ...]:
    """Put found keys where keys live. A name that another key has gets a number, so that none is overwritten.

    Raises:
        KeyringSilent: the keyring is locked; what was kept before that stays kept.
    """
    return tuple(_keep(keys, each) for each in found)


def _keep(keys: Keys, found: FoundKey) -> KeptKey:
    value = found.value.strip()
    name, number = found.name, 1
    while (there := keys.get(name)) is not None and there != value:
        number += 1
        name = f"{found.name} {number}"
    try:
        return KeptKey(name, keys.set(name, value))
    except InvalidValue as error:
        return KeptKey(name, None, error.message)


def kept_words(kept: Sequence[KeptKey]) -> str:
    """Return in sentences which keys went into the keyring, which are kept until the end only, and which are none."""
    homes = {home: [f"“{each.name}”" for each in kept if each.kept and each.kept.home is home] for home in KeyHome}
    said: list[str] = []
    if names := homes[KeyHome.KEYRING]:
        said.append(f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} in the system keyring.")
    if names := homes[KeyHome.MEMORY]:
        said.append(f"{', '.join(names)}: {next(each.kept.said for each in kept if each.kept and each.kept.said)}")
    said += [f"“{each.name}” was not kept: {each.refused}" for each in kept if each.refused]
    return " ".join(said)


def install_words(kept: Sequence[KeptKey]) -> str:
    """Return what to install or to do for a keyring, ``""`` where every key is in one."""
    return next((each.kept.install for each in kept if each.kept and each.kept.install), "")
