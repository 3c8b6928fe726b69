"""Which characters no font at hand can show, and which package of fonts has them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

# The first that holds a character names its package on Debian and Ubuntu. Ranges are of code points, ends included.
_PACKAGES: Final = (
    ("fonts-noto-color-emoji", ((0x1F000, 0x1FAFF), (0x2600, 0x27BF), (0xFE00, 0xFE0F), (0x1F1E6, 0x1F1FF))),
    (
        "fonts-noto-cjk",
        ((0x1100, 0x11FF), (0x2E80, 0x9FFF), (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF), (0x20000, 0x3FFFF)),
    ),
)
_Font = tuple[str, str, int]
_BROAD: Final = frozenset(
    {"noto sans", "dejavu sans", "liberation sans", "noto sans symbols", "noto sans symbols2", "noto sans math"}
)
_OTHERS: Final = "fonts-noto-core"
_MOST_NAMED: Final = 12
# Fonts that come with Typst hold these in any case.
_ALWAYS: Final = frozenset(range(0x20, 0x7F)) | frozenset(range(0xA0, 0x180)) | frozenset(map(ord, "–—‘’“”„…−•€"))


@dataclass(frozen=True, slots=True)
class MissingGlyphs:
    """Characters without a glyph, in order, and the packages that have them."""

    characters: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.characters)

    @property
    def words(self) -> str:
        """A sentence for people, "" where nothing is missing."""
        if not self.characters:
            return ""
        shown = " ".join(self.characters[:_MOST_NAMED])
        more = f" and {len(self.characters) - _MOST_NAMED:,} more" if len(self.characters) > _MOST_NAMED else ""
        packages = " and ".join(self.packages)
        return (
            f"No font here can show {shown}{more}: they would print as boxes. Install {packages} (the names that "
            "Debian and Ubuntu give these fonts)."
        )


def missing_glyphs(
    texts: Iterable[str], font_folders: tuple[Path, ...] = (), fonts: tuple[_Font, ...] | None = None
) -> MissingGlyphs:
    """Return the characters of texts that no font can show which Typst finds here, or none of ``fonts``."""
    wanted = {ord(character) for text in texts for character in text} - _ALWAYS
    left = {code for code in wanted if _is_visible(code)}
    if not left:
        return MissingGlyphs()
    for _family, path, index in _likely_first(_fonts(font_folders) if fonts is None else fonts, left):
        left -= _covered(path, index)
        if not left:
            return MissingGlyphs()
    characters = tuple(chr(code) for code in sorted(left))
    return MissingGlyphs(characters, tuple(dict.fromkeys(_package(ord(each)) for each in characters)))


def _is_visible(code: int) -> bool:
    kind = unicodedata.category(chr(code))
    # Variation selectors and joiners have no glyph of their own.
    return kind[0] not in "CZ" and not (0xFE00 <= code <= 0xFE0F)


def _package(code: int) -> str:
    for package, ranges in _PACKAGES:
        if any(low <= code <= high for low, high in ranges):
            return package
    return _OTHERS


def _likely_first(fonts: tuple[_Font, ...], codes: set[int]) -> list[_Font]:
    """Return fonts in the order of how likely they are to have characters, since there may be hundreds of them."""
    scripts = {unicodedata.name(chr(code), "").split(" ")[0].lower() for code in codes} - {""}

    def rank(font: _Font) -> tuple[int, str]:
        family = font[0].lower()
        if any(script in family for script in scripts):
            return 0, family
        is_broad = family in _BROAD or "cjk" in family or "emoji" in family
        return (1 if is_broad and "serif" not in family else 2), family

    return sorted(fonts, key=rank)


@cache
def _fonts(font_folders: tuple[Path, ...]) -> tuple[_Font, ...]:
    """Return the files of one upright font of every family, with the place in its collection."""
    import typst

    found = typst.Fonts(font_paths=[str(path) for path in font_folders]).fonts()
    families: dict[str, _Font] = {}
    for font in sorted(found, key=lambda font: (font.style != "normal", abs(font.weight - 400))):
        if font.path is not None:
            # The fonts of one collection share their glyphs, as those of one family do.
            families.setdefault(font.family, (font.family, str(font.path), font.index))
    files = {font[1]: font for font in families.values()}
    return tuple(files.values())


@cache
def _covered(path: str, index: int) -> frozenset[int]:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(path, fontNumber=index, lazy=True) as font:
            return frozenset(font.getBestCmap() or ())
    except (OSError, TTLibError, AssertionError, KeyError, ValueError):
        # A damaged font can show nothing; Typst skips it, too.
        return frozenset()
