"""One workspace: side panel, centre, inspector on a splitter, folding by width and by command."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFontInfo, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSplitter, QWidget

from gradewright_desktop.theme import Theme
from gradewright_desktop.workspaces.rail import WIDTH as RAIL_WIDTH
from gradewright_desktop.workspaces.rail import Rail, RailItem

# All lengths are for a font of 13 pixels and grow with it, so that large text folds panels by the same rules.
FONT_SIZE = 13
SIDE_DEFAULT, SIDE_NARROW, SIDE_MIN, SIDE_MAX = 252, 226, 180, 420
CENTRE_MIN = 420
INSPECTOR_DEFAULT, INSPECTOR_MIN = 344, 280
INSPECTOR_FOLDS_BELOW = 1200
SIDE_FOLDS_BELOW = 960


class WorkspacePage(QWidget):
    """A side panel, a centre, and perhaps an inspector.

    What is open is remembered for each workspace, apart for wide and for narrow windows: a panel that the person opens
    in a narrow window stays open there, and one closed in a wide window stays closed.
    """

    folded = Signal()

    def __init__(
        self,
        theme: Theme,
        settings: QSettings,
        name: str,
        *,
        side: QWidget,
        side_items: tuple[RailItem, ...],
        centre: QWidget,
        inspector: QWidget | None = None,
        inspector_items: tuple[RailItem, ...] = (),
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self.setObjectName(f"workspace.{name}")
        self._theme = theme
        self._settings = settings
        self._name = name
        self._side, self._centre, self._inspector = side, centre, inspector
        self.side_rail = Rail(theme, side_items, self._open_side, self)
        self.inspector_rail = Rail(theme, inspector_items, self._open_inspector, self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._save_later = QTimer(self)
        self._save_later.setSingleShot(True)
        self._save_later.setInterval(400)
        self._save_later.timeout.connect(self.save_sizes)
        self._assemble()
        self._splitter.splitterMoved.connect(self._moved)
        theme.changed.connect(self._rescale)
        self._rescale()

    # -- what is open -------------------------------------------------------------------------------------------

    @property
    def side_open(self) -> bool:
        return not self._side.isHidden()

    @property
    def inspector_open(self) -> bool:
        return self._inspector is not None and not self._inspector.isHidden()

    def set_side_open(self, opened: bool) -> None:
        """Open or fold the side panel, and remember it for windows as wide as this one."""
        self._settings.setValue(self._key("side", self._side_class()), opened)
        self._apply()

    def set_inspector_open(self, opened: bool) -> None:
        """Open or fold the inspector, and remember it for windows as wide as this one."""
        self._settings.setValue(self._key("inspector", self._inspector_class()), opened)
        self._apply()

    def parts(self) -> list[QWidget]:
        """Return what F6 walks through, left to right, only what is open."""
        parts = [self._side if self.side_open else self.side_rail, self._centre]
        if self._inspector is not None:
            parts.append(self._inspector if self.inspector_open else self.inspector_rail)
        return parts

    # -- sizes --------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._apply()

    @Slot()
    def save_sizes(self) -> None:
        """Keep the widths of the panels, as if the text were at 100 %."""
        sizes = self._splitter.sizes()
        if self.side_open:
            self._settings.setValue(f"layout/{self._name}/side_width", round(sizes[0] / self._scale()))
        if self.inspector_open:
            self._settings.setValue(f"layout/{self._name}/inspector_width", round(sizes[2] / self._scale()))

    def _assemble(self) -> None:
        for part in (self._side, self._centre, self._inspector):
            if part is not None:
                self._splitter.addWidget(part)
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 1)
        if self._inspector is not None:
            self._splitter.setStretchFactor(2, 0)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.side_rail)
        row.addWidget(self._splitter, 1)
        row.addWidget(self.inspector_rail)

    def _apply(self) -> None:
        side = self._wanted("side", self._side_class())
        inspector = self._inspector is not None and self._wanted("inspector", self._inspector_class())
        if inspector and self.width() < self._needed(side):
            # The centre is never narrower than it may be; the inspector gives way first, then the side panel.
            inspector = False
        changed = side != self.side_open or inspector != self.inspector_open
        self._side.setVisible(side)
        self.side_rail.setVisible(not side)
        if self._inspector is not None:
            self._inspector.setVisible(inspector)
        self.inspector_rail.setVisible(self._inspector is not None and not inspector)
        self._set_sizes(side, inspector)
        if changed:
            self.folded.emit()

    def _set_sizes(self, side: bool, inspector: bool) -> None:
        scale = self._scale()
        default = SIDE_DEFAULT if self.width() >= INSPECTOR_FOLDS_BELOW * scale else SIDE_NARROW
        side_width = self._number("side_width", default) * scale if side else 0
        inspector_width = self._number("inspector_width", INSPECTOR_DEFAULT) * scale if inspector else 0
        rails = (0 if side else RAIL_WIDTH) + (0 if inspector or self._inspector is None else RAIL_WIDTH)
        room = self.width() - rails
        centre = max(room - side_width - inspector_width, CENTRE_MIN * scale)
        self._splitter.setSizes([round(side_width), round(centre), round(inspector_width)])

    def _needed(self, side: bool) -> float:
        scale = self._scale()
        width = self._number("side_width", SIDE_NARROW) * scale if side else RAIL_WIDTH
        return width + (CENTRE_MIN + INSPECTOR_MIN) * scale

    def _wanted(self, part: str, width_class: str) -> bool:
        return bool(self._settings.value(self._key(part, width_class), width_class == "wide", type=bool))

    def _key(self, part: str, width_class: str) -> str:
        return f"layout/{self._name}/{part}_open_{width_class}"

    def _side_class(self) -> str:
        return "wide" if self.width() >= SIDE_FOLDS_BELOW * self._scale() else "narrow"

    def _inspector_class(self) -> str:
        return "wide" if self.width() >= INSPECTOR_FOLDS_BELOW * self._scale() else "narrow"

    def _number(self, name: str, default: int) -> float:
        return float(self._settings.value(f"layout/{self._name}/{name}", default))  # type: ignore[arg-type]

    def _scale(self) -> float:
        # By the size of the font and not its height: fonts of one size differ in height by a sixth.
        return max(1.0, QFontInfo(QApplication.font()).pixelSize() / FONT_SIZE)

    @Slot()
    def _rescale(self) -> None:
        scale = self._scale()
        self._side.setMinimumWidth(round(SIDE_MIN * scale))
        self._side.setMaximumWidth(round(SIDE_MAX * scale))
        self._centre.setMinimumWidth(round(CENTRE_MIN * min(scale, 1.25)))
        if self._inspector is not None:
            self._inspector.setMinimumWidth(round(INSPECTOR_MIN * scale))
        self._apply()

    @Slot()
    def _moved(self) -> None:
        self._save_later.start()

    def _open_side(self, _key: str) -> None:
        self.set_side_open(True)
        self._side.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_inspector(self, key: str) -> None:
        self.set_inspector_open(True)
        show = getattr(self._inspector, "show_panel", None)
        if show is not None:
            show(key)
