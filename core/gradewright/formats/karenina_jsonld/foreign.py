"""JSON files that are taken for checkpoints and are none, each refused by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradewright.errors import FileUnreadable


def refuse_foreign(root: Mapping[str, Any]) -> None:
    """Refuse a JSON object that is recognisably something other than a checkpoint.

    Raises:
        FileUnreadable: it is, with its name and what to do.
    """
    kind = root.get("@type", root.get("type"))
    parts = root.get("hasPart")
    if kind == "Dataset" or ("dataFeedElement" not in root and _holds_items(parts)):
        raise FileUnreadable(
            "This is the old Dataset layout of the Karenina GUI, with its questions in “hasPart”. "
            "Karenina itself cannot load it either.",
            place="/@type" if kind == "Dataset" else "/hasPart",
            hint="Open it in the GUI that wrote it and save it as a checkpoint of today (a DataFeed).",
        )
    if "dataFeedElement" in root:
        return
    if set(root) <= {"@context"}:
        raise FileUnreadable("The file holds only a JSON-LD context, and no benchmark.", place="/@context")
    if {"questions", "templates"} <= root.keys():
        raise FileUnreadable(
            "The file has questions and templates in a layout of its own, which is no Karenina checkpoint.",
            place="/questions",
            hint="Save it as a checkpoint (.jsonld) from the program that wrote it.",
        )
    if kind is None and "name" not in root:
        raise FileUnreadable("The file is JSON, but no Karenina checkpoint: it has no “dataFeedElement”.")


def _holds_items(parts: Any) -> bool:
    return isinstance(parts, list) and any(
        isinstance(part, dict) and part.get("@type") == "DataFeedItem" for part in parts
    )
