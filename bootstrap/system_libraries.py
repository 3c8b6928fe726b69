"""The libraries that Qt expects of a Linux system: which are missing, and getting them.

PySide6's wheels bring Qt but not the system's side of it. A desktop has all but a few of these; a server or a container
has none. What is missing is found by loading, not by asking the package manager, so it holds on every distribution;
putting it right is done with apt, where there is apt.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import invalidate_caches
from importlib.util import find_spec

from bootstrap.errors import SetupError


@dataclass(frozen=True)
class Need:
    """Something of the system, how to tell that it is there, and the packages that have it (the newest name first)."""

    what: str
    present: Callable[[str], bool]
    packages: tuple[str, ...]


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def runs(program: str) -> bool:
    return shutil.which(program) is not None


def importable(module: str) -> bool:
    invalidate_caches()
    return find_spec(module) is not None


def _libraries(table: dict[str, tuple[str, ...]]) -> tuple[Need, ...]:
    return tuple(Need(library, loads, packages) for library, packages in table.items())


VENV = (Need("ensurepip", importable, (f"python{sys.version_info[0]}.{sys.version_info[1]}-venv",)),)

# Everything that draws, the offscreen platform of the tests included.
DRAWING = _libraries(
    {
        "libglib-2.0.so.0": ("libglib2.0-0t64", "libglib2.0-0"),
        "libGL.so.1": ("libgl1",),
        "libEGL.so.1": ("libegl1",),
        "libX11.so.6": ("libx11-6",),
        "libdbus-1.so.3": ("libdbus-1-3",),
        "libxkbcommon.so.0": ("libxkbcommon0",),
        "libfontconfig.so.1": ("libfontconfig1",),
        "libfreetype.so.6": ("libfreetype6",),
        "libzstd.so.1": ("libzstd1",),
    }
)

# A window on an X display. Qt's own message names libxcb-cursor0 whichever of them is missing.
X_DISPLAY = _libraries(
    {
        "libX11-xcb.so.1": ("libx11-xcb1",),
        "libxcb-cursor.so.0": ("libxcb-cursor0",),
        "libxcb-icccm.so.4": ("libxcb-icccm4",),
        "libxcb-image.so.0": ("libxcb-image0",),
        "libxcb-keysyms.so.1": ("libxcb-keysyms1",),
        "libxcb-randr.so.0": ("libxcb-randr0",),
        "libxcb-render-util.so.0": ("libxcb-render-util0",),
        "libxcb-shape.so.0": ("libxcb-shape0",),
        "libxcb-shm.so.0": ("libxcb-shm0",),
        "libxcb-sync.so.1": ("libxcb-sync1",),
        "libxcb-util.so.1": ("libxcb-util1",),
        "libxcb-xfixes.so.0": ("libxcb-xfixes0",),
        "libxcb-xkb.so.1": ("libxcb-xkb1",),
        "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0",),
    }
)

WAYLAND_DISPLAY = _libraries(
    {
        "libwayland-client.so.0": ("libwayland-client0",),
        "libwayland-cursor.so.0": ("libwayland-cursor0",),
        "libwayland-egl.so.1": ("libwayland-egl1",),
    }
)

# Package: a question to fontconfig that one of its fonts answers.
FONTS = {
    "fonts-noto-core": ":lang=km",
    "fonts-noto-cjk": ":lang=ja",
    "fonts-noto-color-emoji": ":lang=und-zsye",
}

VIRTUAL_DISPLAY = (Need("Xvfb", runs, ("xvfb",)),)


def needs_of_a_window() -> tuple[Need, ...]:
    """What the window needs on the display that it will be shown on."""
    if os.environ.get("QT_QPA_PLATFORM", "").startswith(("offscreen", "minimal")):
        return DRAWING
    if os.environ.get("WAYLAND_DISPLAY") and not missing(WAYLAND_DISPLAY):
        return DRAWING + WAYLAND_DISPLAY
    return DRAWING + X_DISPLAY


def needs_of_an_environment() -> tuple[Need, ...]:
    """What making an environment needs; a Python that is not the system's own has it, or apt cannot give it."""
    return VENV if sys.base_prefix == "/usr" else ()


def missing(needs: Iterable[Need]) -> list[Need]:
    return [need for need in needs if not need.present(need.what)]


def provide(needs: Iterable[Need], purpose: str) -> None:
    """See to it that the system has what is needed, or say in one sentence how the person can."""
    if not sys.platform.startswith("linux"):
        return
    lacking = missing(needs)
    if not lacking:
        return
    if not runs("apt-get"):
        names = " ".join(need.what for need in lacking)
        raise SetupError(f"{purpose} needs these from your distribution's packages, then start again: {names}")
    if os.geteuid() != 0:
        packages = " ".join(_package(need) for need in lacking)
        raise SetupError(f"{purpose} needs system packages: run `sudo apt-get install {packages}`, then start again.")
    _install(lacking, purpose)


def font_advice() -> Iterator[str]:
    """A sentence for each kind of writing that this system has no font for."""
    if not (sys.platform.startswith("linux") and runs("fc-list")):
        return
    lacking = [package for package, query in FONTS.items() if not _has_font(query)]
    if lacking:
        yield (
            "Some writing systems will show as boxes: for all of them, install "
            f"{' '.join(lacking)} (the names that Debian and Ubuntu give these fonts)."
        )


def _has_font(query: str) -> bool:
    return bool(subprocess.run(["fc-list", query, "family"], capture_output=True, check=False).stdout.strip())


def _install(lacking: list[Need], purpose: str) -> None:
    if not all(_available(need) for need in lacking):
        _apt("update")
    packages = sorted({_package(need) for need in lacking})
    print(f"{purpose} needs system packages, installing: {' '.join(packages)}", file=sys.stderr, flush=True)
    command = ("install", "--yes", "--no-install-recommends", *packages)
    if not _apt(*command):
        # Lists from long ago name versions that the mirrors have dropped.
        _apt("update")
        _apt(*command)
    still = missing(lacking)
    if still:
        packages = sorted({_package(need) for need in still})
        raise SetupError(
            f"{purpose} needs system packages that could not be installed (no network?): "
            f"run `apt-get update && apt-get install {' '.join(packages)}`, then start again."
        )


def _apt(*arguments: str) -> bool:
    variables = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", *arguments]
    return subprocess.run(command, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def _available(need: Need) -> bool:
    return any(_has_candidate(package) for package in need.packages)


def _package(need: Need) -> str:
    """The name that this system's package lists know; a library's name changed when 64-bit time came."""
    known = [package for package in need.packages if _has_candidate(package)]
    return known[0] if known else need.packages[-1]


def _has_candidate(package: str) -> bool:
    variables = os.environ | {"LC_ALL": "C"}
    answer = subprocess.run(
        ["apt-cache", "policy", package], env=variables, capture_output=True, text=True, check=False
    )
    return "Candidate:" in answer.stdout and "Candidate: (none)" not in answer.stdout
