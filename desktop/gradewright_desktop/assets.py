"""The one way to the desktop's resource files: from a checkout, from a wheel and from a frozen program."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def desktop_resource(name: str) -> Traversable:
    """Return the resource file called ``name``, a path with ``/`` such as ``"theme/tokens.toml"``.

    A wheel carries the files inside the package; in a checkout they are in ``resources/desktop``.

    Raises:
        FileNotFoundError: there is no such resource.
    """
    packaged = files("gradewright_desktop").joinpath("_resources", *name.split("/"))
    if packaged.is_file():
        return packaged
    checkout = Path(__file__).resolve().parents[2] / "resources" / "desktop" / name
    if checkout.is_file():
        return checkout
    raise FileNotFoundError(f"no desktop resource called {name!r}")
