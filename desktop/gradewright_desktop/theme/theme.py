"""The theme: one object that every widget asks for colours, icons, fonts and distances."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QFont, QFontDatabase, QFontMetricsF, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from gradewright_desktop.assets import desktop_resource
from gradewright_desktop.theme import icons
from gradewright_desktop.theme.palette import build_palette
from gradewright_desktop.theme.tokens import FontRole, Tokens, load_tokens

if TYPE_CHECKING:
    from gradewright_desktop.theme.sheet_images import SheetImages

ZOOM_STEPS = (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
ICON_PROPERTY = "gradewright_icon"
MONO_FILE = "fonts/NotoSansMono-Regular.ttf"


class Mode(StrEnum):
    """The three sets of colours."""

    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class Theme(QObject):
    """Colours, icons, fonts and sizes of the current mode and zoom; ``changed`` follows every switch.

    ``choice`` None follows the system; a :class:`Mode` stays whatever the system says.
    """

    changed = Signal()

    def __init__(self, app: QApplication, *, choice: Mode | None = None, zoom: float = 1.0):
        super().__init__(app)
        self._app = app
        self._tokens = load_tokens(desktop_resource("theme/tokens.toml").read_text(encoding="utf-8"))
        self._icon_font = icons.IconFont()
        self._sheet_images: SheetImages | None = None
        self._icons: dict[tuple[str, str, int], QIcon] = {}
        self._colours: dict[str, QColor] = {}
        self._system_font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        self._mono_family = ""
        self._choice = choice
        self._zoom = zoom
        self._mode = self._wanted_mode()
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self._system_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)

    # -- what is shown ------------------------------------------------------------------------------------------

    @property
    def tokens(self) -> Tokens:
        return self._tokens

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def choice(self) -> Mode | None:
        return self._choice

    @property
    def zoom(self) -> float:
        """The size of text relative to the system's, 1.0 for 100 %."""
        return self._zoom

    def colour(self, token: str) -> QColor:
        """Return a colour by the name of its token, such as ``"severity.error.fg"`` or ``"chart.series.0"``.

        Raises:
            KeyError: there is no such token.
        """
        colour = self._colours.get(token)
        if colour is None:
            if token.startswith("chart.series."):
                value = self._tokens.series[self._mode][int(token.rpartition(".")[2])]
            else:
                value = self._tokens.colours[self._mode][token]
            colour = self._colours[token] = QColor(value)
        return QColor(colour)

    def icon(self, name: str, role: str = "text.secondary", size: int = 0) -> QIcon:
        """Return an icon in the colour of a token; ``size`` in pixels, 0 for the usual one.

        An icon that stays on a widget goes through :meth:`set_icon`, which follows changes of the mode.

        Raises:
            MissingIcon: there is no icon of this name.
        """
        key = (name, role, size or self.icon_size())
        icon = self._icons.get(key)
        if icon is None:
            self._icon_font.check(name)
            colours = (self.colour(role), self.colour("text.disabled"))
            icon = self._icons[key] = QIcon(icons.GlyphEngine(self._icon_font, name, key[2], *colours))
        return icon

    def pixmap(self, name: str, role: str = "text.secondary", size: int = 0) -> QPixmap:
        """Return an icon as a pixmap, for labels."""
        ratio = self._app.devicePixelRatio()
        return icons.icon_pixmap(self._icon_font.outline(name), size or self.icon_size(), ratio, self.colour(role))

    def paint_icon(self, painter: QPainter, name: str, centre: QPointF, size: float, colour: QColor) -> None:
        """Draw an icon inside a delegate or a paint event, centred on a point."""
        icons.paint_icon(painter, self._icon_font.outline(name), centre, size, colour)

    def set_icon(self, target: Any, name: str, role: str = "text.secondary", size: int = 0) -> None:
        """Give a button or an action its icon, and keep it right when the mode changes."""
        target.setProperty(ICON_PROPERTY, f"{name}|{role}|{size}")
        target.setIcon(self.icon(name, role, size))

    def icon_size(self, token: str = "ui") -> int:
        """Return the side of an icon in pixels at the current zoom: ``inline``, ``ui``, ``large`` or ``empty``."""
        return round(self._tokens.icon[token] * max(1.0, self._zoom))

    def set_pixmap(self, target: QLabel, name: str, role: str = "text.secondary", size: int = 0) -> None:
        """Show an icon in a label, and keep it right when the mode changes."""
        target.setProperty(ICON_PROPERTY, f"{name}|{role}|{size}")
        target.setPixmap(self.pixmap(name, role, size))

    def font(self, role: str = "base") -> QFont:
        """Return the font of a text role: base, small, strong, section, title, display, reading, rating, mono.

        Raises:
            KeyError: there is no such role.
        """
        spec = self._tokens.fonts[role]
        font = QFont(self._system_font)
        if spec.mono:
            font.setFamilies([self._mono(), *self._system_font.families()])
            font.setFixedPitch(True)
            font.setStyleHint(QFont.StyleHint.Monospace)
        self._scale(font, spec)
        font.setWeight(QFont.Weight(spec.weight))
        return font

    def space(self, token: str | int) -> int:
        """Return a distance in pixels: ``space(2)`` is the step x2, ``space("panel_margin")`` a named one."""
        return self._tokens.space[f"x{token}" if isinstance(token, int) else token]

    def radius(self, token: str) -> int:
        """Return a corner radius in pixels."""
        return self._tokens.radius[token]

    def row_height(self, token: str) -> int:
        """Return the height of a row, a control or a bar in pixels, from the height of the base font."""
        height = QFontMetricsF(self.font()).height() * self._tokens.rows[token]
        return math.ceil(height / 2) * 2

    def font_width(self, characters: int) -> int:
        """Return the width of a number of average characters in the base font, in pixels."""
        return math.ceil(QFontMetricsF(self.font()).averageCharWidth() * characters)

    def duration(self) -> int:
        """Return the length of a fold or a fade in milliseconds; 0 where the system asks for no motion."""
        animated = self._app.style().styleHint(self._app.style().StyleHint.SH_Widget_Animation_Duration)
        return self._tokens.motion["duration_ms"] if animated else 0

    def motion(self, token: str) -> int:
        """Return a time in milliseconds by its token."""
        return self._tokens.motion[token]

    def sheet_images(self) -> dict[str, str]:
        """Return the files of the images that the style sheet names, in the colours of the mode."""
        from gradewright_desktop.theme.sheet_images import SheetImages

        if self._sheet_images is None:
            self._sheet_images = SheetImages()
        return self._sheet_images.paths(self._mode, self._icon_font.outline, self.colour)

    # -- changing it --------------------------------------------------------------------------------------------

    def set_choice(self, choice: Mode | None) -> None:
        """Choose a mode, or None to follow the system."""
        self._choice = choice
        self._switch()

    def set_zoom(self, zoom: float) -> None:
        """Set the size of text; kept between the first and the last of :data:`ZOOM_STEPS`."""
        zoom = min(max(zoom, ZOOM_STEPS[0]), ZOOM_STEPS[-1])
        if zoom != self._zoom:
            self._zoom = zoom
            self.apply()

    def zoom_step(self, direction: int) -> None:
        """Go to the next larger (1) or smaller (-1) step."""
        if direction > 0:
            self.set_zoom(next((step for step in ZOOM_STEPS if step > self._zoom + 0.001), ZOOM_STEPS[-1]))
        else:
            self.set_zoom(next((step for step in reversed(ZOOM_STEPS) if step < self._zoom - 0.001), ZOOM_STEPS[0]))

    def apply_palette(self) -> None:
        """Bring palette and font to the current mode and zoom: enough for a window with nothing in it yet."""
        self._colours.clear()
        self._icons.clear()
        self._app.setPalette(build_palette(self.colour))
        self._app.setFont(self.font())

    def apply(self) -> None:
        """Bring palette, fonts, style sheet and icons of the whole application to the current mode and zoom."""
        from gradewright_desktop.theme.stylesheet import build_stylesheet

        self.apply_palette()
        self._app.setStyleSheet(build_stylesheet(self))
        for widget in self._app.allWidgets():
            self._refresh_icon(widget)
            for action in widget.actions():
                self._refresh_icon(action)
        self.changed.emit()

    def _refresh_icon(self, target: QWidget | QAction) -> None:
        spec = target.property(ICON_PROPERTY)
        if spec:
            name, role, size = spec.split("|")
            if isinstance(target, QLabel):
                target.setPixmap(self.pixmap(name, role, int(size)))
                return
            set_icon: Callable[[QIcon], None] = target.setIcon  # type: ignore[union-attr]
            set_icon(self.icon(name, role, int(size)))
            if isinstance(target, QAbstractButton) and not int(size):
                target.setIconSize(QSize(self.icon_size(), self.icon_size()))

    def _wanted_mode(self) -> Mode:
        if self._choice is not None:
            return self._choice
        hints = self._app.styleHints()
        if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
            return Mode.CONTRAST
        return Mode.DARK if hints.colorScheme() == Qt.ColorScheme.Dark else Mode.LIGHT

    @Slot()
    def _system_changed(self) -> None:
        self._switch()

    def _switch(self) -> None:
        wanted = self._wanted_mode()
        if wanted != self._mode:
            self._mode = wanted
            self.apply()

    def _scale(self, font: QFont, spec: FontRole) -> None:
        factor = spec.scale * self._zoom
        if self._system_font.pixelSize() > 0:
            font.setPixelSize(max(6, round(self._system_font.pixelSize() * factor)))
        else:
            font.setPointSizeF(max(5.0, self._system_font.pointSizeF() * factor))

    def _mono(self) -> str:
        if not self._mono_family:
            number = QFontDatabase.addApplicationFontFromData(desktop_resource(MONO_FILE).read_bytes())
            families = QFontDatabase.applicationFontFamilies(number)
            self._mono_family = families[0] if families else "monospace"
        return self._mono_family
