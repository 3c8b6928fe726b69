"""The libraries that were open lately, kept in the settings."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

LENGTH = 8
KEY = "recent/libraries"


@dataclass(frozen=True, slots=True)
class RecentLibrary:
    """One library: where it is, what was in it when it was closed, and when (ISO date and time)."""

    path: str
    name: str
    summary: str = ""
    opened: str = ""

    @property
    def exists(self) -> bool:
        return Path(self.path).is_file()


class RecentLibraries(QObject):
    """The list, newest first."""

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QObject | None = None):
        super().__init__(parent)
        self._settings = settings

    def all(self) -> list[RecentLibrary]:
        """Return the libraries, newest first; a damaged entry of the settings is left out."""
        try:
            stored = json.loads(str(self._settings.value(KEY, "[]")))
            return [RecentLibrary(**entry) for entry in stored]
        except (ValueError, TypeError):
            return []

    def note(self, path: Path, opened: str) -> None:
        """Put a library at the top."""
        known = next((entry for entry in self.all() if entry.path == str(path)), None)
        entry = replace(known, opened=opened) if known else RecentLibrary(str(path), path.stem, "", opened)
        self._store([entry, *(other for other in self.all() if other.path != str(path))])

    def describe(self, path: Path, summary: str) -> None:
        """Say what is in a library that is in the list."""
        entries = self.all()
        described = [replace(entry, summary=summary) if entry.path == str(path) else entry for entry in entries]
        if described != entries:
            self._store(described)

    def forget(self, path: str) -> None:
        """Take a library off the list; the file stays where it is."""
        self._store([entry for entry in self.all() if entry.path != path])

    def _store(self, entries: list[RecentLibrary]) -> None:
        self._settings.setValue(KEY, json.dumps([asdict(entry) for entry in entries[:LENGTH]], ensure_ascii=False))
        self.changed.emit()
