"""The engine's data files, found the same way in a checkout, a wheel and a frozen program."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

PACKAGED = "_resources"
CHECKOUT = ("resources", "engine")


@cache
def engine_resources() -> Traversable:
    """Return the folder that holds the engine's data files.

    An installed package carries the folder as ``gradewright/_resources``; in a checkout it stands beside the code as
    ``resources/engine``, so that an edit there is seen without building anything.

    Raises:
        FileNotFoundError: neither place exists, so the installation is incomplete.
    """
    packaged = files("gradewright") / PACKAGED
    if packaged.is_dir():
        return packaged
    checkout = Path(__file__).resolve().parents[2].joinpath(*CHECKOUT)
    if checkout.is_dir():
        return checkout
    raise FileNotFoundError(f"The data files of gradewright are missing: neither {packaged} nor {checkout} exists.")


def engine_resource(name: str) -> Traversable:
    """Return one data file by its path below the resource folder, such as ``"lint/en/quality-words.txt"``.

    Raises:
        FileNotFoundError: there is no such file.
    """
    found = engine_resources().joinpath(*name.split("/"))
    if not found.is_file():
        raise FileNotFoundError(f"The data file {name} of gradewright is missing.")
    return found
