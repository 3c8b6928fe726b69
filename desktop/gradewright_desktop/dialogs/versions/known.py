"""The versions of a rubric that there are, and which of them this library has the words of."""

from __future__ import annotations

from dataclasses import dataclass

from gradewright.model.rubric import Rubric
from gradewright.rubrics.fingerprint import fingerprint, shown
from gradewright.store.library import Library

NOW = 0
"""The number that stands for the rubric as it is now."""


@dataclass(frozen=True, slots=True)
class KnownVersion:
    """A version, or with number :data:`NOW` what is in the editor. ``rubric`` is None where its words are not here."""

    number: int
    fingerprint: str
    date: str
    rubric: Rubric | None

    @property
    def words(self) -> str:
        """What the version is called in a list."""
        if self.number == NOW:
            return f"As it is now, {shown(self.fingerprint)}"
        lacking = "" if self.rubric is not None else ", not in this library"
        day = f", {self.date[:10]}" if self.date else ""
        return f"Version {self.number}{day}, {shown(self.fingerprint)}{lacking}"


def known_versions(library: Library, rubric: Rubric) -> list[KnownVersion]:
    """Return the rubric as it is now and all versions before it, newest first. Reads the library."""
    versions = rubric.versions
    steps = {step.version: (step.fingerprint, step.date) for step in versions.history}
    if versions.number and versions.number not in steps:
        steps[versions.number] = (versions.fingerprint, "")
    found = [KnownVersion(NOW, fingerprint(rubric), "", rubric)]
    for number in sorted(steps, reverse=True):
        made, date = steps[number]
        found.append(KnownVersion(number, made, date, library.rubric_version(made)))
    return found
