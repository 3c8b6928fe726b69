"""The Debian package, used: read by the linters, installed, started with nothing in the environment, removed.

Needs root and changes the system it runs on (a package called gradewright is installed and removed again).
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from configparser import RawConfigParser
from contextlib import contextmanager
from pathlib import Path

from bootstrap.display import virtual_display
from bootstrap.errors import SetupError
from bootstrap.system_libraries import VIRTUAL_DISPLAY, Need, provide, runs

DESKTOP_FILE = Path("/usr/share/applications/gradewright-desktop.desktop")
NEEDS = (
    *VIRTUAL_DISPLAY,
    Need("lintian", runs, ("lintian",)),
    Need("desktop-file-validate", runs, ("desktop-file-utils",)),
    Need("appstreamcli", runs, ("appstream",)),
    Need("update-mime-database", runs, ("shared-mime-info",)),
    Need("xdg-mime", runs, ("xdg-utils",)),
    Need("xwininfo", runs, ("x11-utils",)),
    Need("man", runs, ("man-db",)),
)
PATIENCE_SECONDS = 30.0
OPENED = "Opened from the desktop: 评测"


class SmokeFailure(Exception):
    """The package does not do what it should. The message says what."""


def check_package(project: Path, package: Path) -> int:
    """Check the package from reading it to removing it; 0 if all is well, 1 at the first thing that is not."""
    if os.geteuid() != 0:
        raise SetupError("Checking a package installs it, so it needs root.")
    provide(NEEDS, "Checking the package")
    try:
        _lint(package)
        with _installed(package) as files, tempfile.TemporaryDirectory(prefix="gradewright-smoke-") as home:
            _check_registration(files)
            _use_command_line(project, Path(home))
            with virtual_display() as display:
                _check_itself(Path(home), display)
                _open_from_the_desktop(project, Path(home), display)
        _check_nothing_is_left(files)
    except SmokeFailure as failure:
        print(f"FAILED: {failure}", flush=True)
        return 1
    print("The package installs, works and goes without a trace.")
    return 0


def _lint(package: Path) -> None:
    _expect("lintian", "--fail-on", "error,warning", "--allow-root", str(package))


@contextmanager
def _installed(package: Path) -> Iterator[list[Path]]:
    """The package's files, while it is installed."""
    _expect("apt-get", "-qq", "install", "--yes", "--no-install-recommends", str(package), quiet=True)
    try:
        listed = _expect("dpkg", "-L", "gradewright", quiet=True).splitlines()
        yield [Path(line) for line in listed if Path(line).is_file() or Path(line).is_symlink()]
    finally:
        _expect("apt-get", "-qq", "purge", "--yes", "gradewright", quiet=True)


def _check_registration(files: list[Path]) -> None:
    """What the desktop knows of the program is well-formed, and a .jsonld is its."""
    _expect("desktop-file-validate", str(DESKTOP_FILE))
    metainfo = next(file for file in files if file.name.endswith(".metainfo.xml"))
    _expect("appstreamcli", "validate", "--no-net", str(metainfo))
    if "gradewright-desktop.desktop" not in _expect("xdg-mime", "query", "default", "application/ld+json", quiet=True):
        raise SmokeFailure("application/ld+json is not opened with the program")
    globs = Path("/usr/share/mime/globs2").read_text(encoding="utf-8")
    if "application/ld+json:*.jsonld" not in globs:
        raise SmokeFailure("*.jsonld is not known as application/ld+json")
    for page in ("gradewright", "gradewright-desktop"):
        _expect("man", "--warnings", "--pager=cat", page, quiet=True)


def _use_command_line(project: Path, home: Path) -> None:
    """From a file to results and back to a file; checking patterns starts the program's own worker processes."""
    exported = home / "exported é.jsonld"
    program = ("gradewright", "--library", str(home / "first library.gradewright"))
    _expect(*program, "sample", home=home)
    _expect(*program, "import", str(_sample(project)), home=home)
    benchmarks = json.loads(_expect(*program, "list", "--json", home=home, quiet=True))
    if len(benchmarks) != 2:
        raise SmokeFailure(f"two benchmarks were taken in, and {len(benchmarks)} are listed")
    name = json.loads(_sample(project).read_text(encoding="utf-8"))["name"]
    _expect(*program, "verify", name, home=home)
    _expect(*program, "results", name, "--json", home=home, quiet=True)
    _expect(*program, "export", name, "--format", "jsonld", "-o", str(exported), home=home)
    if json.loads(exported.read_text(encoding="utf-8"))["name"] != name:
        raise SmokeFailure("the exported file is not the benchmark that was asked for")


def _check_itself(home: Path, display: Mapping[str, str]) -> None:
    _expect("gradewright-desktop", "--self-check", home=home, variables=display)


def _open_from_the_desktop(project: Path, home: Path, display: Mapping[str, str]) -> None:
    """Start the program as a file manager would, with the line of its desktop file, and see the file taken in."""
    entry = RawConfigParser(interpolation=None)
    entry.read(DESKTOP_FILE, encoding="utf-8")
    file = home / "a file with spaces é.jsonld"
    # A name of its own: the first start may put the sample itself into the library.
    checkpoint = json.loads(_sample(project).read_text(encoding="utf-8")) | {"name": OPENED}
    file.write_text(json.dumps(checkpoint), encoding="utf-8")
    command = [str(file) if part == "%f" else part for part in shlex.split(entry["Desktop Entry"]["Exec"])]
    with (home / "said.txt").open("w+", encoding="utf-8") as said:
        program = subprocess.Popen(command, env=_cleared(home, display), cwd=home, stdout=said, stderr=said)
        try:
            _wait_until("its window is shown", lambda: _window_is_shown(display), program)
            _wait_until("the file is in the library", lambda: _is_in_a_library(home), program)
        finally:
            program.terminate()
            program.wait(timeout=PATIENCE_SECONDS)
            said.seek(0)
            words = said.read()
    if "Traceback" in words:
        raise SmokeFailure(f"the window met faults:\n{words}")
    print("A double click on a .jsonld opens it.", flush=True)


def _wait_until(what: str, true: Callable[[], bool], program: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not true():
        if program.poll() is not None:
            raise SmokeFailure(f"the program ended with {program.returncode} before {what}")
        if time.monotonic() > deadline:
            raise SmokeFailure(f"after {PATIENCE_SECONDS:.0f} seconds it is still not so that {what}")
        time.sleep(0.2)


def _window_is_shown(display: Mapping[str, str]) -> bool:
    command = ["xwininfo", "-root", "-tree"]
    windows = subprocess.run(command, env=os.environ | display, capture_output=True, text=True, check=False)
    return "Gradewright" in windows.stdout


def _is_in_a_library(home: Path) -> bool:
    for library in (home / ".local" / "share" / "gradewright").glob("*.gradewright"):
        listing = _expect("gradewright", "--library", str(library), "list", "--json", home=home, quiet=True)
        if any(benchmark["name"] == OPENED for benchmark in json.loads(listing)):
            return True
    return False


def _check_nothing_is_left(files: list[Path]) -> None:
    left = [str(file) for file in files if file.exists() or file.is_symlink()]
    folder = Path("/usr/lib/gradewright")
    if left or folder.exists():
        raise SmokeFailure(f"removing the package leaves {left[:5] or folder}")


def _sample(project: Path) -> Path:
    return next((project / "resources" / "engine" / "samples").glob("*.jsonld"))


def _expect(
    *command: str, home: Path | None = None, variables: Mapping[str, str] | None = None, quiet: bool = False
) -> str:
    """Run a command that must succeed and return what it printed. With a home, nothing else is in its environment."""
    whole = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    environment = whole if home is None else _cleared(home, variables or {})
    result = subprocess.run(
        command, env=environment, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if not quiet and result.stdout:
        print(result.stdout, end="", flush=True)
    if result.returncode != 0:
        raise SmokeFailure(f"`{shlex.join(command)}` ended with {result.returncode}: {result.stdout[-2000:]}")
    return result.stdout


def _cleared(home: Path, variables: Mapping[str, str]) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), **variables}
