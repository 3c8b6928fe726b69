"""What does not go into the frozen program: parts of Qt and Python that it never loads, and the system's own libraries.

The self-check of the finished program is the proof that nothing needed was left out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

# An entry of PyInstaller's tables: place in the folder, file it comes from, kind.
Entry = tuple[str, str, str]

UNUSED_MODULES = [
    "PySide6.QtNetwork",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtQuickControls2",
    "PySide6.QtQuickWidgets",
    "_pyrepl",
    "doctest",
    "idlelib",
    "lib2to3",
    "pdb",
    "pydoc",
    "pydoc_data",
    "tkinter",
    "turtledemo",
    "unittest",
    # An extra for scripts; the program makes no data frames.
    "pandas",
    # Present where developers build; none of it is part of the program.
    "coverage",
    "hypothesis",
    "mypy",
    "pip",
    "pytest",
    "setuptools",
    "wheel",
]

QT = r"PySide6/(Qt/)?"
UNUSED_FILES = re.compile(
    "|".join(
        (
            rf"{QT}(resources|translations|qml|metatypes|scripts|libexec|include|typesystems)/",
            rf"{QT}plugins/(designer|egldeviceintegrations|generic|networkinformation|qmllint|qmltooling|sqldrivers|tls)/",
            rf"{QT}plugins/(vectorimageformats|wayland-graphics-integration-(client|server)|xcbglintegrations)/",
            rf"{QT}plugins/platforms/(lib)?q(?!xcb|wayland|offscreen|windows|cocoa)\w+",
            rf"{QT}plugins/platforminputcontexts/\w*virtualkeyboard",
            rf"{QT}plugins/platformthemes/libqgtk3",
            rf"{QT}plugins/imageformats/(lib)?q(icns|pdf|tga|tiff|wbmp|webp)\b",
            rf"{QT}plugins/wayland-shell-integration/lib(fullscreen-shell-v1|ivi-shell|qt-shell|wl-shell-plugin)",
            rf"{QT}(lib/)?(lib)?Qt6(EglF[Ss]\w*|Network|OpenGL|OpenGLWidgets|Pdf|Qml\w*|Quick\w*|Sql)\b",
            rf"{QT}(lib/)?(lib)?Qt6(VirtualKeyboard\w*|WlShellIntegration)\b",
            # The icons are drawn from one of the icon fonts.
            r"qtawesome/fonts/(?!phosphor)",
        )
    )
)

# On Linux the system's libraries are the package's dependencies: then they get their security fixes. The interpreter's
# own library is the exception, since any Python may have been built against.
SYSTEM_LIBRARY = re.compile(r"^(/usr)?/lib(64)?/([\w-]+-linux-gnu\w*/)?(?!libpython)[^/]+\.so[.\d]*$")


def wanted_files(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that stay. Entries that point at a dropped library go with it."""
    kept = [entry for entry in entries if not _unused(entry[0]) and not _from_the_system(entry[1])]
    return [entry for entry in kept if not (entry[2] == "SYMLINK" and _unused(entry[1]))]


def _unused(place: str) -> bool:
    return UNUSED_FILES.match(place.replace("\\", "/")) is not None


def _from_the_system(source: str) -> bool:
    return sys.platform.startswith("linux") and SYSTEM_LIBRARY.match(source) is not None
