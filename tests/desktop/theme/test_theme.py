"""The theme gives every widget its colours, icons, fonts and distances."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gradewright_desktop.theme import Mode, Theme
from gradewright_desktop.theme.icon_names import ICONS
from gradewright_desktop.theme.icons import MissingIcon


def test_every_icon_has_an_outline(theme: Theme) -> None:
    for name in ICONS:
        assert not theme.pixmap(name).isNull(), name


def test_unknown_names_are_mistakes(theme: Theme) -> None:
    with pytest.raises(MissingIcon):
        theme.icon("no-such-icon")
    with pytest.raises(KeyError):
        theme.colour("no.such.token")


def test_a_switch_of_mode_recolours_icons_that_stay(theme: Theme, qtbot: QtBot) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    theme.set_icon(button, "run", "text.primary")
    before = button.icon().pixmap(16).toImage()
    with qtbot.waitSignal(theme.changed):
        theme.set_choice(Mode.DARK)
    assert button.icon().pixmap(16).toImage() != before


def test_zoom_scales_fonts_and_rows(theme: Theme) -> None:
    size, height = theme.font().pointSizeF(), theme.row_height("table")
    theme.set_zoom(2.0)
    assert theme.font().pointSizeF() == pytest.approx(2 * size)
    assert theme.row_height("table") > 1.8 * height
    theme.zoom_step(1)
    assert theme.zoom == 2.0
    theme.zoom_step(-1)
    assert theme.zoom == 1.75
