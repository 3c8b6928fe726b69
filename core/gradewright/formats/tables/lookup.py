"""Finding the question that a row is about."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from gradewright.model.composed import composed


def plain_text(text: str) -> str:
    """Return a question's text as it is compared: composed (NFC), lines ended one way, without blanks around it."""
    return composed(text).replace("\r\n", "\n").replace("\r", "\n").strip()


class QuestionLookup:
    """The questions of a benchmark by key, by text, and by the MD5 of their text."""

    def __init__(self, questions: Iterable[tuple[str, str]]):
        """Take (key, text) of every question."""
        self._keys: set[str] = set()
        self._by_text: dict[str, list[str]] = {}
        self._by_digest: dict[str, list[str]] = {}
        for key, text in questions:
            self._keys.add(key)
            self._by_text.setdefault(plain_text(text), []).append(key)
            digest = hashlib.md5(text.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
            self._by_digest.setdefault(digest, []).append(key)

    def by_id(self, question_id: str) -> str | None:
        """Return the key that equals an identifier, or differs from it by ``urn:uuid:`` alone; None without one."""
        for candidate in (question_id, f"urn:uuid:{question_id}", question_id.removeprefix("urn:uuid:")):
            if candidate in self._keys:
                return candidate
        return None

    def by_text(self, text: str) -> list[str]:
        """Return the keys of the questions with this text."""
        return self._by_text.get(plain_text(text), [])

    def by_digest(self, digest: str) -> list[str]:
        """Return the keys of the questions whose text has this MD5 (32 hex digits)."""
        return self._by_digest.get(digest.lower(), [])
