"""The published JSON Schemas (2020-12) of the files that this program writes and reads."""

from __future__ import annotations

import json
from typing import Any, Final

from gradewright.resources import engine_resource

SCHEMAS: Final = ("grading-rubric", "failure-list", "result-row")


def json_schema(name: str) -> dict[str, Any]:
    """Return one of :data:`SCHEMAS`.

    Raises:
        FileNotFoundError: there is no schema of this name.
    """
    found: dict[str, Any] = json.loads(engine_resource(f"schemas/{name}.schema.json").read_text(encoding="utf-8"))
    return found
