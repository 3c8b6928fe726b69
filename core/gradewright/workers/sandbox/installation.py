"""Which parts of the disk a Python needs for itself: where it looks for modules, and what it may read."""

from __future__ import annotations

import site
import sys
import sysconfig
from pathlib import Path

_SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/null",
    "/dev/urandom",
)


def search_path() -> list[str]:
    """Return where a separate Python has to look for modules: the standard library, installed packages, this engine.

    Folders of the person's own on the search path of this process are left out. Empty for a frozen program, which
    knows its own place.
    """
    if getattr(sys, "frozen", False):
        return []
    installed = _installed()
    engine = Path(__file__).resolve().parents[3]
    return [entry for entry in dict.fromkeys([*installed, str(engine)]) if _is_there(entry)]


def readable_places() -> list[str]:
    """Return the folders and files that code may read: Python, its packages, this engine, the system's libraries."""
    if getattr(sys, "frozen", False):
        own = [str(getattr(sys, "_MEIPASS", Path(sys.executable).parent)), sys.executable]
    else:
        engine = Path(__file__).resolve().parents[2]
        own = [*_installed(), str(engine), *_python_library()]
    return [place for place in dict.fromkeys([*own, *_SYSTEM]) if _is_there(place)]


def _installed() -> list[str]:
    paths = sysconfig.get_paths()
    found = [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    found += [entry for entry in sys.path if Path(entry).name in ("lib-dynload", "site-packages", "dist-packages")]
    found += [f"{paths['platstdlib']}/lib-dynload"]
    if hasattr(site, "getsitepackages"):
        found += site.getsitepackages()
    zipped = [
        entry for entry in sys.path if Path(entry).name == f"python{sys.version_info[0]}{sys.version_info[1]}.zip"
    ]
    return [*found, *zipped]


def _python_library() -> list[str]:
    """The library of the interpreter itself, where it is a shared one."""
    folder, name = sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("INSTSONAME")
    return [str(Path(folder) / name)] if folder and name else []


def _is_there(place: str) -> bool:
    try:
        return Path(place).exists()
    except OSError:
        # Below a folder of somebody else's: as good as not there.
        return False
