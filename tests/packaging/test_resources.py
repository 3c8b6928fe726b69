"""Every resource is used by the code, and every resource that the code names is there.

The code names resources by strings: a whole path (`"theme/tokens.toml"`), the folder of a family (`"samples"`), or the
beginning of a path that is put together (`f"lint/{language}/words.txt"`). Only strings of modules that use an accessor
count, so that a word that happens to be a folder's name does not make its files used.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
# They go with what they stand beside, and no code opens them.
PAPERS = ("LICENSE", "LICENCE", "OFL", "README", ".gitkeep")


@dataclass(frozen=True)
class Kind:
    """One package with the resource folder that belongs to it."""

    resources: str
    code: tuple[str, ...]
    accessors: tuple[str, ...]


ENGINE = Kind("resources/engine", ("core",), ("engine_resource", "engine_resources"))
DESKTOP = Kind("resources/desktop", ("desktop", "installers"), ("desktop_resource", "desktop_resources"))
BOTH = pytest.mark.parametrize("kind", [ENGINE, DESKTOP], ids=["engine", "desktop"])


@BOTH
def test_every_resource_is_used(kind: Kind) -> None:
    named = set(_names(kind))
    unused = [name for name in _resources(kind) if not any(_covers(each, name) for each in named)]
    assert unused == []


@BOTH
def test_every_named_resource_is_there(kind: Kind) -> None:
    folder = PROJECT / kind.resources
    missing = [name for name in _opened(kind) if not (folder / name).exists()]
    assert missing == []


@BOTH
def test_paths_are_short_enough_for_every_system(kind: Kind) -> None:
    """Windows counts 260 characters to the end of a path, and the installed program already stands deep."""
    assert [name for name in _resources(kind) if len(name) > 90] == []


def _resources(kind: Kind) -> list[str]:
    folder = PROJECT / kind.resources
    files = [file for file in sorted(folder.rglob("*")) if file.is_file() and not file.name.startswith(PAPERS)]
    return [file.relative_to(folder).as_posix() for file in files]


def _covers(named: str, resource: str) -> bool:
    return named == resource or (named.endswith("/") and resource.startswith(named))


def _names(kind: Kind) -> Iterator[str]:
    """The strings that may name resources: as they are if they are paths of files, with a slash if of folders."""
    folder = PROJECT / kind.resources
    for tree in _modules(kind):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                # Installers name resources from the project folder.
                text = node.value.removeprefix(f"{kind.resources}/")
                yield f"{text.rstrip('/')}/" if text.strip("/") and _is_folder(folder, text) else text
            elif isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
                start = str(node.values[0].value)
                yield start[: start.rfind("/") + 1] or "\0"


def _is_folder(folder: Path, text: str) -> bool:
    # A string with a line break or a NUL is no path, and some systems refuse to look.
    return text.isprintable() and len(text) < 200 and (folder / text).is_dir()


def _opened(kind: Kind) -> Iterator[str]:
    """The names that are handed to the accessor as they stand."""
    for tree in _modules(kind):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _called(node) in kind.accessors and node.args:
                name = node.args[0]
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    yield name.value


def _called(call: ast.Call) -> str:
    target = call.func
    return target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else ""


def _modules(kind: Kind) -> Iterator[ast.Module]:
    marks = (*kind.accessors, kind.resources)
    for source in kind.code:
        for file in sorted((PROJECT / source).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            if any(mark in text for mark in marks):
                yield ast.parse(text)
