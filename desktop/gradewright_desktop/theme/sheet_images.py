"""The few images that a style sheet can only name by file: arrows, check marks, dots.

They are drawn from the icon font into a folder of this process, in the colours of the mode.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTemporaryDir
from PySide6.QtGui import QColor, QPainterPath

from gradewright_desktop.theme.icons import icon_pixmap

# name -> icon, colour, size of the drawing in a 12 pixel image
IMAGES = {
    "chevron-down": ("collapse", "text.secondary", 12),
    "chevron-up": ("previous", "text.secondary", 12),
    "caret-right": ("expand", "text.secondary", 12),
    "check": ("pass", "text.on_accent", 12),
    "menu-check": ("pass", "text.primary", 12),
    "dash": ("dash", "text.primary", 12),
    "dot": ("dot", "accent.fill", 12),
}


class SheetImages:
    """Writes the images once for each mode; the folder goes when the program ends."""

    def __init__(self) -> None:
        self._folder = QTemporaryDir()
        self._written: dict[str, dict[str, str]] = {}

    def paths(
        self, mode: str, outline: Callable[[str], QPainterPath], colour: Callable[[str], QColor]
    ) -> dict[str, str]:
        """Return the file of each image for a mode, in Qt's spelling of paths."""
        if mode not in self._written:
            paths = {}
            for name, (icon, token, size) in IMAGES.items():
                path = self._folder.filePath(f"{mode}-{name}.png")
                icon_pixmap(outline(icon), size, 1.0, colour(token)).save(path)
                doubled = self._folder.filePath(f"{mode}-{name}@2x.png")
                icon_pixmap(outline(icon), size, 2.0, colour(token)).save(doubled)
                paths[name] = path
            self._written[mode] = paths
        return self._written[mode]
