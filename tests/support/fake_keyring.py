"""Keyrings for tests: one in memory, which can be locked."""

from __future__ import annotations

from collections.abc import Callable

from gradewright.endpoints.keyring_backend import SystemKeyring


class Locked(Exception):
    """What a keyring says when it is not opened; its text is none for a screen."""


class FakeKeyring:
    """A keyring in memory. ``locked`` makes it raise; ``refuses`` makes it raise at writing alone."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str, str], str] = {}
        self.locked = False
        self.refuses = False

    def get_password(self, service: str, username: str) -> str | None:
        """See :class:`gradewright.endpoints.keyring_backend.Backend`."""
        self._open()
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """See :class:`gradewright.endpoints.keyring_backend.Backend`."""
        self._open(writing=True)
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        """See :class:`gradewright.endpoints.keyring_backend.Backend`."""
        self._open(writing=True)
        del self.entries[service, username]

    def _open(self, writing: bool = False) -> None:
        if self.locked or (writing and self.refuses):
            raise Locked("the secret text of a backend")


def finding(keyring: FakeKeyring | None) -> Callable[[], SystemKeyring]:
    """Return a function that finds this keyring, or none."""
    return lambda: SystemKeyring(keyring, "" if keyring is not None else "Install one.")
