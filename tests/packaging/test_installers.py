"""What the installers say of the program agrees with the program."""

from __future__ import annotations

import argparse
import re
from configparser import RawConfigParser
from pathlib import Path

import pytest

import gradewright
from gradewright.cli.program import build_parser as cli_parser
from gradewright_desktop.app import build_parser as window_parser
from gradewright_desktop.composition import APPLICATION
from installers.linux.changelog import debian_changelog
from installers.linux.debian import MAINTAINER, METAINFO
from installers.notices import third_party_notices
from installers.pyinstaller.trim import wanted_files
from installers.pyinstaller.worker import WORKERS

PROJECT = Path(__file__).resolve().parents[2]
LINUX = PROJECT / "installers" / "linux"


@pytest.fixture
def desktop_entry() -> dict[str, str]:
    parser = RawConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(LINUX / "gradewright-desktop.desktop", encoding="utf-8")
    return dict(parser["Desktop Entry"])


def test_every_worker_is_served_by_the_frozen_program() -> None:
    """A frozen program is its own worker; one that is missing here would open a second window instead."""
    pattern = re.compile(r"""["'](--gradewright-[\w-]*worker)["']""")
    sources = [*(PROJECT / "core").rglob("*.py"), *(PROJECT / "desktop").rglob("*.py")]
    asked_for = {found for file in sources for found in pattern.findall(file.read_text(encoding="utf-8"))}
    assert asked_for <= set(WORKERS)


def test_windows_find_their_desktop_file(desktop_entry: dict[str, str]) -> None:
    """Wayland takes a window's icon from the desktop file of this name, X from the class."""
    assert (LINUX / f"{APPLICATION}.desktop").is_file()
    assert desktop_entry["StartupWMClass"] == APPLICATION
    assert f"{APPLICATION}.desktop" in METAINFO.read_text(encoding="utf-8")


def test_file_types_are_declared_everywhere(desktop_entry: dict[str, str]) -> None:
    assert desktop_entry["Exec"] == "gradewright-desktop %f"
    types = desktop_entry["MimeType"].rstrip(";").split(";")
    assert "application/ld+json" in types
    declared = (LINUX / "gradewright-mime.xml").read_text(encoding="utf-8")
    assert re.findall(r'<mime-type type="(.+?)">', declared) == types
    assert re.findall(r"<mediatype>(.+?)</mediatype>", METAINFO.read_text(encoding="utf-8")) == types


def test_the_manual_pages_name_every_command_and_option() -> None:
    commands = _subcommands(cli_parser())
    assert commands
    assert [
        name for name in commands if not re.search(rf"^\.BI? \"?{name}\b", _page("gradewright"), re.MULTILINE)
    ] == []
    options = {option for action in window_parser()._actions for option in action.option_strings if option[:2] == "--"}
    page = _page("gradewright-desktop").replace("\\-", "-")
    assert [option for option in options - {"--help"} if option not in page] == []


def _page(name: str) -> str:
    return (LINUX / f"{name}.1").read_text(encoding="utf-8")


def _subcommands(parser: argparse.ArgumentParser) -> list[str]:
    nested = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return [name for action in nested for name in action.choices]


def test_the_changelog_is_made_of_the_release_notes() -> None:
    lines = debian_changelog(METAINFO, MAINTAINER).splitlines()
    assert lines[0] == f"gradewright ({gradewright.__version__}) unstable; urgency=medium"
    assert lines[2].startswith("  * ")
    assert re.fullmatch(r" -- .+ <.+@.+>  \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000", lines[-1])
    assert all(len(line) < 80 for line in lines[:-1])


def test_the_licences_of_what_is_carried_along_are_told() -> None:
    notices = third_party_notices()
    for name in ("PySide6", "SQLAlchemy", "pydantic", "Lesser General Public License", "Mike Bayer"):
        assert name in notices


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/lib/libQt6Widgets.so.6",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "qtawesome/fonts/phosphor-1.3.0.ttf",
        "gradewright/_resources/samples/sample.jsonld",
    ],
)
def test_what_the_window_needs_stays(place: str) -> None:
    assert wanted_files([(place, f"/venv/{place}", "BINARY")])


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6/Qt/translations/qt_de.qm",
        "PySide6/Qt/plugins/platforms/libqvnc.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt6Network.dll",
        "qtawesome/fonts/materialdesignicons6-webfont.ttf",
    ],
)
def test_what_it_never_loads_goes(place: str) -> None:
    assert not wanted_files([(place, f"/venv/{place}", "BINARY")])


def test_links_to_what_goes_go_too() -> None:
    link = ("libQt6Quick.so.6", "PySide6/Qt/lib/libQt6Quick.so.6", "SYMLINK")
    assert not wanted_files([link])
