"""The Qt palette of a mode. Fusion paints from it whatever the style sheet leaves alone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor, QPalette

ROLES = {
    QPalette.ColorRole.Window: "surface.window",
    QPalette.ColorRole.WindowText: "text.primary",
    QPalette.ColorRole.Base: "surface.base",
    QPalette.ColorRole.AlternateBase: "surface.alternate",
    QPalette.ColorRole.ToolTipBase: "surface.raised",
    QPalette.ColorRole.ToolTipText: "text.primary",
    QPalette.ColorRole.PlaceholderText: "text.muted",
    QPalette.ColorRole.Text: "text.primary",
    QPalette.ColorRole.Button: "surface.button",
    QPalette.ColorRole.ButtonText: "text.primary",
    QPalette.ColorRole.BrightText: "text.on_accent",
    QPalette.ColorRole.Light: "surface.raised",
    QPalette.ColorRole.Midlight: "border.subtle",
    QPalette.ColorRole.Mid: "border.default",
    QPalette.ColorRole.Dark: "border.control",
    QPalette.ColorRole.Shadow: "border.control",
    QPalette.ColorRole.Highlight: "selection.active",
    QPalette.ColorRole.HighlightedText: "selection.text",
    QPalette.ColorRole.Link: "text.link",
    QPalette.ColorRole.LinkVisited: "text.link",
    QPalette.ColorRole.Accent: "accent.fill",
}

DISABLED = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
    QPalette.ColorRole.HighlightedText,
)


def build_palette(colour: Callable[[str], QColor]) -> QPalette:
    """Return the palette made of the colours that ``colour`` gives for token names."""
    palette = QPalette()
    for role, token in ROLES.items():
        palette.setColor(role, colour(token))
    for role in DISABLED:
        palette.setColor(QPalette.ColorGroup.Disabled, role, colour("text.disabled"))
    palette.setColor(QPalette.ColorGroup.Inactive, QPalette.ColorRole.Highlight, colour("selection.inactive"))
    return palette
