"""How everything looks: tokens, palette, style sheet, icons and fonts, kept together by :class:`Theme`."""

from __future__ import annotations

from gradewright_desktop.theme.theme import Mode, Theme
from gradewright_desktop.theme.tokens import Tokens, load_tokens

__all__ = ["Mode", "Theme", "Tokens", "load_tokens"]
