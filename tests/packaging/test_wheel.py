"""The wheel has all of the two packages and their resources, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

PROJECT = Path(__file__).resolve().parents[2]
PLACES = {
    "core/gradewright": "gradewright",
    "desktop/gradewright_desktop": "gradewright_desktop",
    "resources/engine": "gradewright/_resources",
    "resources/desktop": "gradewright_desktop/_resources",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    return Path(next(WheelBuilder(str(PROJECT)).build(directory=str(target), versions=["standard"])))


def test_holds_every_source_file_and_resource_and_no_more(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == set(_expected())


def test_installs_the_two_programs_and_the_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        entry_points = archive.read(next(name for name in names if name.endswith("entry_points.txt"))).decode()
    assert "gradewright = gradewright.cli:main" in entry_points
    assert "gradewright-desktop = gradewright_desktop.app:main" in entry_points
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_resources_are_found_in_an_installed_wheel(wheel: Path, tmp_path: Path) -> None:
    """Not those of the checkout, which a program on another computer does not have."""
    installed = tmp_path / "installed folder é"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r})\n"
        "from gradewright.resources import engine_resources\n"
        "print(engine_resources())"
    )
    result = subprocess.run([sys.executable, "-I", "-X", "utf8", "-c", code], capture_output=True, check=True)
    assert Path(result.stdout.decode().strip()) == installed / "gradewright" / "_resources"


def test_the_source_package_sets_itself_up_like_a_checkout(tmp_path: Path) -> None:
    source = Path(next(SdistBuilder(str(PROJECT)).build(directory=str(tmp_path))))
    with tarfile.open(source) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    needed = [*(PROJECT / "bootstrap").glob("*.py"), *(PROJECT / "requirements").iterdir(), PROJECT / "run.py"]
    wanted = {file.relative_to(PROJECT).as_posix() for file in needed if file.is_file()}
    assert wanted <= packed


def _expected() -> list[str]:
    return [
        f"{place}/{file.relative_to(PROJECT / source).as_posix()}"
        for source, place in PLACES.items()
        for file in (PROJECT / source).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    ]
