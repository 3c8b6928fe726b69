"""Build hook: put the resource folders into the wheel, each inside the package that reads it.

Only into a real wheel. An editable install reads the checkout's own folders; copies beside it would go stale unseen.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = {
    "resources/engine": "gradewright/_resources",
    "resources/desktop": "gradewright_desktop/_resources",
}


class ResourceHook(BuildHookInterface[Any]):
    """Adds the resource folders to a wheel that will be installed for good."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build_data["force_include"].update(FOLDERS)
