"""Entries on the clipboard, as JSON and as words: from one rubric to another, to another library, or to a colleague."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

from gradewright.model.rubric import RubricEntry, new_entry_id
from gradewright.model.traits import TRAIT_ADAPTER

MARK = "gradewright_entries"
MIME = "application/json"
LARGEST = 4_000_000
"""Characters. What is longer is not looked at: the window would stand still."""


def copy(entries: Sequence[RubricEntry], words: str) -> None:
    """Put entries on the clipboard; ``words`` are what a text editor gets when it is pasted there."""
    content = {MARK: [_data(entry) for entry in entries]}
    data = QMimeData()
    data.setData(MIME, QByteArray(json.dumps(content, ensure_ascii=False, indent=2).encode("utf-8", "surrogatepass")))
    data.setText(words)
    QGuiApplication.clipboard().setMimeData(data)


def pasted() -> list[RubricEntry]:
    """Return the entries that are on the clipboard, as JSON of their own or in a text; none where there are none."""
    data = QGuiApplication.clipboard().mimeData()
    if data is None:
        return []
    raw = bytes(data.data(MIME).data()) if data.hasFormat(MIME) else b""
    return entries_from(raw.decode("utf-8", "replace")) or entries_from(data.text())


def entries_from(text: str) -> list[RubricEntry]:
    """Return the entries that a text describes; none for any other text."""
    if MARK not in text[:200] or len(text) > LARGEST:
        return []
    try:
        content: Any = json.loads(text)
        return [_entry(data) for data in content[MARK]]
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError, ValidationError):
        return []


def _data(entry: RubricEntry) -> dict[str, Any]:
    trait = TRAIT_ADAPTER.dump_python(entry.trait, mode="json")
    return {"id": entry.id, "trait": trait, "gated": entry.gated, "group": entry.group}


def _entry(data: Any) -> RubricEntry:
    trait = TRAIT_ADAPTER.validate_python(data["trait"])
    return RubricEntry(new_entry_id(), trait, bool(data.get("gated", False)), group=str(data.get("group", "")))
