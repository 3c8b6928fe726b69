"""The one way to the desktop's resource files: from a checkout, from a wheel and from a frozen program."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent
# A wheel and a frozen program carry the files inside the package; in a checkout they stand beside the code. Plain
# paths, because importlib.resources alone takes a tenth of the time that the window has for its first paint.
PLACES = (HERE / "_resources", HERE.parents[1] / "resources" / "desktop")


def desktop_resource(name: str) -> Path:
    """Return the resource file called ``name``, a path with ``/`` such as ``"theme/tokens.toml"``.

    Raises:
        FileNotFoundError: there is no such resource.
    """
    for place in PLACES:
        path = place / name
        if path.is_file():
            return path
    raise FileNotFoundError(f"no desktop resource called {name!r}")
