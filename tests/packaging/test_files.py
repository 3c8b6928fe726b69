"""Rules that every source file keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
LONGEST = 400
SOURCES = ("core", "desktop", "bootstrap", "installers", "requirements")
PACKAGES = ("core/gradewright", "desktop/gradewright_desktop", "bootstrap")


@pytest.mark.parametrize("folder", SOURCES)
def test_no_file_is_too_long_to_read_in_one_go(folder: str) -> None:
    lengths = {file: _lines(file) for file in sorted((PROJECT / folder).rglob("*.py"))}
    assert {str(file.relative_to(PROJECT)): lines for file, lines in lengths.items() if lines > LONGEST} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_with_code_is_a_package(package: str) -> None:
    """Import-linter and the installers pass over folders without `__init__.py`: their rules would hold for nothing."""
    folders = {file.parent for file in (PROJECT / package).rglob("*.py")}
    bare = [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()]
    assert [str(folder.relative_to(PROJECT)) for folder in bare] == []


def test_the_packages_say_that_they_are_typed() -> None:
    assert (PROJECT / "core/gradewright/py.typed").is_file()
    assert (PROJECT / "desktop/gradewright_desktop/py.typed").is_file()


def _lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())
