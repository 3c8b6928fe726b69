"""The icon in the sizes that systems ask for, drawn from the one SVG."""

from __future__ import annotations

import os
from pathlib import Path

ICON = "resources/desktop/icons/gradewright.svg"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def write_icons(project: Path) -> dict[int, Path]:
    """Draw the icon into PNG files below build/, by size."""
    source, target = project / ICON, project / "build" / "icons"
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication.instance() or QGuiApplication([])
    renderer = QSvgRenderer(str(source))
    if not renderer.isValid():
        raise ValueError(f"{source} is no SVG that Qt can draw")
    target.mkdir(parents=True, exist_ok=True)
    files = {}
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        files[size] = target / f"gradewright-{size}.png"
        image.save(str(files[size]))
    del application
    return files
