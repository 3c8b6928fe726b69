"""The system's keyring, found when it is first needed.

Only keyrings that keep a secret are used: a backend that writes plain files, or that keeps nothing, counts as none.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

#: Modules of backends that keep nothing, or keep it for everybody to read.
_NO_KEEPERS: Final = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt")
_INSTALL: Final = {
    "linux": "Install and unlock a keyring: gnome-keyring or KWallet.",
    "darwin": "Unlock the login keychain in Keychain Access.",
    "win32": "Start the Credential Manager service of Windows.",
}
_NO_LIBRARY: Final = "Install the keyring library: pip install “gradewright[keys]”."


class Backend(Protocol):
    """What is asked of a keyring. Each call may wait for the person, who is asked to unlock it, and may raise."""

    def get_password(self, service: str, username: str) -> str | None:
        """Return a secret, or None."""
        ...

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a secret."""
        ...

    def delete_password(self, service: str, username: str) -> None:
        """Forget a secret."""
        ...


@dataclass(frozen=True, slots=True)
class SystemKeyring:
    """The keyring of this system, or None, and then what a person can install to have one."""

    backend: Backend | None
    install: str = ""


def system_keyring() -> SystemKeyring:
    """Find this system's keyring. It asks the system, so it may wait: not for a thread that paints."""
    install = _INSTALL.get(sys.platform, _INSTALL["linux"])
    try:
        import keyring
    except ImportError:
        return SystemKeyring(None, _NO_LIBRARY)
    try:
        found = keyring.get_keyring()
    except Exception:  # whatever a backend's own start raises: then it is no keyring to be used
        return SystemKeyring(None, install)
    backend = next((each for each in _members(found) if _keeps(each)), None)
    return SystemKeyring(backend, "" if backend is not None else install)


def _members(found: Any) -> Iterator[Any]:
    """The backends that a chain tries one after the other, or the backend itself."""
    if type(found).__module__ == "keyring.backends.chainer":
        yield from found.backends
    else:
        yield found


def _keeps(backend: Any) -> bool:
    module = type(backend).__module__
    return not any(module == each or module.startswith(each + ".") for each in _NO_KEEPERS)
