"""Icons drawn from the Phosphor font that QtAwesome ships, in the colours of the tokens.

QtAwesome's own ``icon()`` registers every font it has, some six megabytes, before the first one is drawn. Only one of
them is needed here, so its outlines are read directly.
"""

from __future__ import annotations

from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPainterPath, QPixmap, QRawFont

from gradewright_desktop.theme.icon_names import ICONS

FONT_FILE = "phosphor-1.3.0.ttf"
CHARMAP_FILE = "phosphor-charmap-1.3.0.json"
# Phosphor draws on a grid of 256 units with a margin; at 1.0 a glyph fills its em square as the designers meant it.
OUTLINE_SIZE = 256.0


class MissingIcon(LookupError):
    """A name that is in no table, or a font that is not installed: a mistake of ours, never a person's."""


class IconFont:
    """The outlines of the icon font, by the names of :data:`ICONS`."""

    def __init__(self) -> None:
        self._paths: dict[str, QPainterPath] = {}

    @cached_property
    def _folder(self) -> Path:
        spec = find_spec("qtawesome")
        if spec is None or not spec.submodule_search_locations:
            raise MissingIcon("the package qtawesome, which holds the icon font, is not installed")
        return Path(spec.submodule_search_locations[0]) / "fonts"

    @cached_property
    def _charmap(self) -> dict[str, str]:
        import json

        charmap: dict[str, str] = json.loads((self._folder / CHARMAP_FILE).read_text(encoding="utf-8"))
        return charmap

    @cached_property
    def _font(self) -> QRawFont:
        font = QRawFont(str(self._folder / FONT_FILE), OUTLINE_SIZE)
        if not font.isValid():
            raise MissingIcon(f"{FONT_FILE} could not be loaded")
        return font

    def check(self, name: str) -> None:
        """Make sure that there is an icon of this name; the font itself is not read yet.

        Raises:
            MissingIcon: there is none.
        """
        if name not in ICONS:
            raise MissingIcon(f"no icon called {name!r}")

    def outline(self, name: str) -> QPainterPath:
        """Return the outline of an icon, centred on the origin in a box of :data:`OUTLINE_SIZE` units.

        Raises:
            MissingIcon: the name is not in the table, or the font does not have its glyph.
        """
        path = self._paths.get(name)
        if path is None:
            path = self._paths[name] = self._read(name)
        return path

    def _read(self, name: str) -> QPainterPath:
        self.check(name)
        glyph_name = ICONS[name]
        if glyph_name not in self._charmap:
            raise MissingIcon(f"{CHARMAP_FILE} has no {glyph_name!r}")
        code = int(self._charmap[glyph_name], 16)
        glyphs = self._font.glyphIndexesForString(chr(code))
        path = QPainterPath(self._font.pathForGlyph(glyphs[0]))
        # Centre on the em square, not on the outline: glyphs of one family keep their common base line then.
        advance = self._font.advancesForGlyphIndexes(glyphs)[0].x()
        middle = (self._font.ascent() - self._font.descent()) / 2
        path.translate(QPointF(-advance / 2, middle))
        return path


def paint_icon(painter: QPainter, outline: QPainterPath, centre: QPointF, size: float, colour: QColor) -> None:
    """Draw an outline, ``size`` device-independent pixels wide, centred on ``centre``."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(centre)
    painter.scale(size / OUTLINE_SIZE, size / OUTLINE_SIZE)
    painter.fillPath(outline, colour)
    painter.restore()


def icon_pixmap(outline: QPainterPath, size: int, ratio: float, colour: QColor) -> QPixmap:
    """Return one icon as a pixmap of ``size`` device-independent pixels at a device pixel ratio."""
    side = round(size * ratio)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_icon(painter, outline, QPointF(side / 2, side / 2), side, colour)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


class GlyphEngine(QIconEngine):
    """Draws an icon when it is shown, sharp at every size; making one costs next to nothing."""

    def __init__(self, font: IconFont, name: str, size: int, normal: QColor, disabled: QColor):
        super().__init__()
        self._parts = (font, name, size, normal, disabled)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        font, name, _size, normal, disabled = self._parts
        colour = disabled if mode == QIcon.Mode.Disabled else normal
        side = min(rect.width(), rect.height())
        paint_icon(painter, font.outline(name), QRectF(rect).center(), side, colour)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        if pixmap.isNull():
            # A button that was never laid out asks for an icon of no size.
            return pixmap
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap

    def actualSize(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QSize:
        # A smaller icon stays small on a button that has room for a larger one.
        side = self._parts[2]
        return size.boundedTo(QSize(side, side))

    def clone(self) -> QIconEngine:
        return GlyphEngine(*self._parts)
