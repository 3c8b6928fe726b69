"""The version stands in one place, from which everything else takes it."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import gradewright

PROJECT = Path(__file__).resolve().parents[2]


def test_the_installed_version_is_the_one_in_the_code() -> None:
    assert version("gradewright") == gradewright.__version__


def test_pyproject_takes_the_version_from_the_code() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"]["path"] == "core/gradewright/__init__.py"


def test_no_other_module_states_a_version_of_the_product() -> None:
    stating = re.compile(r"^(__version__|(APP_|PROGRAM_)?VERSION)\s*(:.*)?=\s*[\"']\d", flags=re.MULTILINE)
    files = [*(PROJECT / "core").rglob("*.py"), *(PROJECT / "desktop").rglob("*.py")]
    found = [str(file.relative_to(PROJECT)) for file in files if stating.search(file.read_text(encoding="utf-8"))]
    assert found == ["core/gradewright/__init__.py"]


def test_the_release_notes_of_the_software_centre_know_this_version() -> None:
    metainfo = next((PROJECT / "installers").rglob("*.metainfo.xml")).read_text(encoding="utf-8")
    newest = re.search(r'<release version="([^"]+)"', metainfo)
    assert newest is not None
    assert newest[1] == gradewright.__version__
