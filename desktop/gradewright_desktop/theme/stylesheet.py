"""The style sheet: one template, filled in from the tokens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gradewright_desktop.assets import desktop_resource

if TYPE_CHECKING:
    from gradewright_desktop.theme.theme import Theme

PLACE = re.compile(r"\{\{([^}]+)\}\}")
# Selection is a frame in the contrast theme, so that severity and verdict colours stay readable on the row.
CONTRAST_EXTRA = """
QTreeView::item:selected, QListView::item:selected {{ border: 2px solid {focus}; }}
QTableView::item:selected {{ border-top: 2px solid {focus}; border-bottom: 2px solid {focus}; }}
QToolButton[kind="workspace"]:checked, QToolButton[kind="segment"]:checked,
QToolButton[kind="rail"]:checked {{ border: 2px solid {focus}; }}
QMenu::item:selected {{ border: 1px solid {focus}; }}
QFrame[banner] {{ border: 1px solid {border}; }}
"""


def build_stylesheet(theme: Theme) -> str:
    """Return the application's style sheet for the theme's current mode and zoom.

    Raises:
        KeyError: the template names a token that does not exist.
    """
    template = desktop_resource("theme/app.qss").read_text(encoding="utf-8")
    values = _values(theme)

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        return values[name] if name in values else theme.colour(name).name()

    return PLACE.sub(fill, template)


def _values(theme: Theme) -> dict[str, str]:
    # A toast stands out by being the other way round: the text colour of the mode is its ground.
    values = {
        "px.button": f"{theme.row_height('button') - 2}px",
        "px.field": f"{theme.row_height('field') - 4}px",
        "px.title_field": f"{theme.row_height('field')}px",
        "px.status_item": f"{theme.row_height('status_bar') - 4}px",
        "scroll.handle": theme.colour("border.default").name(),
        "toast.background": theme.colour("text.primary").name(),
        "toast.border": theme.colour("border.control").name(),
        "toast.text": theme.colour("surface.base").name(),
        "mode.extra": "",
    }
    values |= {f"px.radius.{name}": f"{value}px" for name, value in theme.tokens.radius.items()}
    values |= {f"px.space.{name}": f"{value}px" for name, value in theme.tokens.space.items()}
    values |= {f"img.{name}": path for name, path in theme.sheet_images().items()}
    if theme.mode == "contrast":
        focus, border = theme.colour("accent.focus").name(), theme.colour("border.default").name()
        values["mode.extra"] = CONTRAST_EXTRA.format(focus=focus, border=border)
    return values
