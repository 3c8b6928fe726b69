"""Traits on the clipboard, as JSON: from one rubric to another, to another library, or to a colleague."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError
from PySide6.QtGui import QGuiApplication

from gradewright.model.rubric import RubricEntry, new_entry_id
from gradewright.model.traits import TRAIT_ADAPTER
from gradewright_desktop.panels.rubric.drafts import free_name

MARK = "gradewright_trait"
LARGEST = 1_000_000
"""Characters. What is longer is not looked at: the window would stand still."""


def copy(entry: RubricEntry) -> None:
    """Put an entry on the clipboard."""
    content = {MARK: TRAIT_ADAPTER.dump_python(entry.trait, mode="json"), "gated": entry.gated}
    QGuiApplication.clipboard().setText(json.dumps(content, ensure_ascii=False, indent=2))


def pasted(taken: set[str]) -> RubricEntry | None:
    """Return the entry that is on the clipboard, under a free name, or None where there is none."""
    return entry_from(QGuiApplication.clipboard().text(), taken)


def entry_from(text: str, taken: set[str]) -> RubricEntry | None:
    """Return the entry that a text describes, under a free name; None for any other text."""
    if MARK not in text[:200] or len(text) > LARGEST:
        return None
    try:
        content: Any = json.loads(text)
        trait = TRAIT_ADAPTER.validate_python(content[MARK])
    except (ValueError, RecursionError, KeyError, TypeError, ValidationError):
        return None
    named = trait.model_copy(update={"name": free_name(trait.name, taken)})
    return RubricEntry(new_entry_id(), named, bool(content.get("gated", False)))
