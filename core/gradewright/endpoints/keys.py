"""Keys of model servers, by name: in the system's keyring, in memory until the program ends, or in the environment.

A key is never written to the library, a file, a log or a message: what is shown of one is :func:`masked`. The name is
the endpoint's or the secret's; names are no secrets.

    keys = Keys(os.environ)
    kept = keys.set("Harbor", "sk-…")     # kept.home: KEYRING, or MEMORY where there is no keyring; kept.said says so
    keys.get("Harbor")                    # the key, or None
    keys.get("Harbor", "HARBOR_API_KEY")  # the same, but this variable of the environment comes first where it is set
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gradewright.endpoints.keyring_backend import Backend, SystemKeyring, system_keyring
from gradewright.errors import InvalidValue, UserError

SERVICE: Final = "Gradewright"
#: The entry of the keyring that lists the names, since no keyring can be asked for all of its entries.
_INDEX: Final = "Gradewright: names of the keys"
NOT_AVAILABLE: Final = (
    "The system keyring is not available. The key is kept until you quit and must be entered again then."
)
_UNFIT: Final = re.compile(r"[\x00-\x20\x7f-\U0010ffff]")


class KeyHome(StrEnum):
    """Where a key is."""

    KEYRING = "keyring"
    MEMORY = "memory"
    ENVIRONMENT = "environment"


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a key went. ``said`` is a sentence for the person where that is not the keyring, ``install`` what helps."""

    home: KeyHome
    said: str = ""
    install: str = ""


class KeyringSilent(UserError):
    """The keyring is there and gives nothing: locked, refused by the person, or broken."""


class Keys:
    """Keys by name. Threads may share it; each call may wait for the keyring, and so for the person who unlocks it."""

    def __init__(
        self, environment: Mapping[str, str], find_keyring: Callable[[], SystemKeyring] = system_keyring
    ) -> None:
        """Take the variables of the environment; the keyring is looked for when it is first needed."""
        self._environment = environment
        self._find_keyring = find_keyring
        self._keyring: SystemKeyring | None = None
        self._memory: dict[str, str] = {}
        self._lock = threading.RLock()

    def get(self, name: str, variable: str | None = None) -> str | None:
        """Return the key of this name, or None. ``variable`` names one of the environment that comes first.

        Raises:
            KeyringSilent: the keyring may have it, and does not say.
        """
        if variable and (key := self._environment.get(variable, "").strip()):
            return key
        with self._lock:
            if name in self._memory:
                return self._memory[name]
            backend = self._found().backend
            if backend is None:
                return None
            return _asked(backend, name)

    def home(self, name: str, variable: str | None = None) -> KeyHome | None:
        """Return where :meth:`get` would find a key, or None. Raises KeyringSilent as that does."""
        if variable and self._environment.get(variable, "").strip():
            return KeyHome.ENVIRONMENT
        with self._lock:
            if name in self._memory:
                return KeyHome.MEMORY
            return None if self.get(name) is None else KeyHome.KEYRING

    def set(self, name: str, key: str, *, keep: bool = True) -> Kept:
        """Keep a key under a name, in place of the one that was there.

        It goes into the keyring, or into memory where there is none or it refuses; without ``keep`` into memory.

        Raises:
            InvalidValue: the name is empty, or the key is empty or has characters that no key has.
        """
        _check(name)
        key = clean_key(key)
        with self._lock:
            if not keep:
                self._memory[name] = key
                return Kept(KeyHome.MEMORY)
            found = self._found()
            if found.backend is None:
                self._memory[name] = key
                return Kept(KeyHome.MEMORY, NOT_AVAILABLE, found.install)
            try:
                found.backend.set_password(SERVICE, name, key)
            except Exception:  # every backend has errors of its own; their texts may hold anything, so none is shown
                self._memory[name] = key
                return Kept(KeyHome.MEMORY, NOT_AVAILABLE, "Unlock the system keyring.")
            self._memory.pop(name, None)
            _index(found.backend, lambda names: names | {name})
            return Kept(KeyHome.KEYRING)

    def delete(self, name: str) -> bool:
        """Forget a key. Returns whether there was one.

        Raises:
            KeyringSilent: the keyring did not say whether it has the key, or did not let it go.
        """
        with self._lock:
            had = self._memory.pop(name, None) is not None
            backend = self._found().backend
            if backend is None or _asked(backend, name) is None:
                return had
            try:
                backend.delete_password(SERVICE, name)
            except Exception as error:
                raise KeyringSilent(f"The system keyring did not let the key “{name}” go.", hint=_UNLOCK) from error
            _index(backend, lambda names: names - {name})
            return True

    def names(self) -> tuple[str, ...]:
        """Return the names of the keys that were kept here, sorted. Raises KeyringSilent."""
        with self._lock:
            backend = self._found().backend
            listed = set() if backend is None else _listed(_asked(backend, _INDEX))
            return tuple(sorted({*self._memory, *listed}))

    def state(self) -> SystemKeyring:
        """Return the keyring of this system, or what is missing for one."""
        with self._lock:
            return self._found()

    def _found(self) -> SystemKeyring:
        # Asked again as long as there is none: the person may have just installed or unlocked it.
        if self._keyring is None or self._keyring.backend is None:
            self._keyring = self._find_keyring()
        return self._keyring


_UNLOCK: Final = "Unlock it and try again, or give the key in an environment variable."


def masked(key: str) -> str:
    """Return what may be shown of a key: its first three and last four characters where it is long enough for that."""
    return f"{key[:3]}…{key[-4:]}" if len(key) >= 16 else "••••"


def clean_key(key: str) -> str:
    """Return a key as a header can hold it, without the spaces and line ends around it.

    Raises:
        InvalidValue: nothing is left, or there is a character in it that no key has. The message does not show it.
    """
    bare = key.strip()
    if not bare:
        raise InvalidValue("The key is empty.")
    if _UNFIT.search(bare):
        raise InvalidValue("The key has spaces or characters that no key has.", hint="Copy it again, without the rest.")
    return bare


def _check(name: str) -> None:
    if not name.strip():
        raise InvalidValue("A key needs a name.")
    if name == _INDEX:
        raise InvalidValue("This name is taken; give the key another one.")


def _asked(backend: Backend, name: str) -> str | None:
    try:
        return backend.get_password(SERVICE, name) or None
    except Exception as error:
        raise KeyringSilent(f"The system keyring did not say the key “{name}”.", hint=_UNLOCK) from error


def _listed(text: str | None) -> set[str]:
    try:
        names = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return set()
    return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()


def _index(backend: Backend, change: Callable[[set[str]], set[str]]) -> None:
    """Bring the list of names up to date. Where a keyring has no room for it, the key is there all the same."""
    try:
        names = change(_listed(backend.get_password(SERVICE, _INDEX)))
        backend.set_password(SERVICE, _INDEX, json.dumps(sorted(names), ensure_ascii=False))
    except Exception:
        return
