"""The Debian package: the frozen folder in /usr/lib, and around it what a desktop needs to know of the program."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import gradewright
from bootstrap.system_libraries import DRAWING, WAYLAND_DISPLAY, X_DISPLAY, Need, loads, runs
from installers.icons import ICON, write_icons
from installers.linux.changelog import debian_changelog
from installers.linux.elf import elf_files, package_dependencies, remove_foreign_search_paths, strip_symbols

HERE = Path(__file__).resolve().parent
METAINFO = HERE / "io.github.gradewright.Gradewright.metainfo.xml"
MAINTAINER = "Gradewright contributors <gradewright@users.noreply.github.com>"
PYTHON = f"libpython{sys.version_info[0]}.{sys.version_info[1]}"
# A system's own Python does without its library, until it is frozen.
PYTHON_LIBRARY = (Need(f"{PYTHON}.so.1.0", loads, (PYTHON,)),) if sys.base_prefix == "/usr" else ()
PROGRAMS = ("gradewright", "gradewright-desktop")

# The package's dependencies are read from the libraries of the building system, so they have to be there.
NEEDS = (
    *PYTHON_LIBRARY,
    *DRAWING,
    *X_DISPLAY,
    *WAYLAND_DISPLAY,
    Need("libcups.so.2", loads, ("libcups2t64", "libcups2")),
    Need("dpkg-shlibdeps", runs, ("dpkg-dev",)),
    Need("objdump", runs, ("binutils",)),
    Need("patchelf", runs, ("patchelf",)),
)

# Qt loads these parts only when they can be loaded: printing, here.
OPTIONAL_PARTS = ("printsupport/libcupsprintersupport.so",)
FONTS = "fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji"

CONTROL = """\
Package: gradewright
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kibibytes}
Depends: {Depends}
Recommends: {Recommends}
Section: science
Priority: optional
Description: workbench for judging the answers of language models
 Gradewright is for people who have to say whether a language model's answers
 are good. They design criteria and answer templates, check their wording,
 verify recorded answers, and see every verdict with what it rests on.
 .
 It works offline, keeps everything in one file, and runs nothing that a file
 brings along. This package has the window and the command line.
"""


def build_package(project: Path, frozen: Path) -> Path:
    """Build the package of the frozen folder into dist/ and return it."""
    root = project / "build" / "debian"
    shutil.rmtree(root, ignore_errors=True)
    program = root / "usr" / "lib" / "gradewright"
    shutil.copytree(frozen, program, symlinks=True)
    strip_symbols(elf_files(program))
    remove_foreign_search_paths(elf_files(program))
    _lay_out(project, root, program)
    _set_modes(root)
    _write_control(project, root, program)
    package = project / "dist" / f"gradewright_{gradewright.__version__}_{_architecture()}.deb"
    package.parent.mkdir(exist_ok=True)
    # xz at 6 packs to a third; higher levels take minutes and memory for a few per cent.
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", str(root), str(package)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return package


def _lay_out(project: Path, root: Path, program: Path) -> None:
    share = root / "usr" / "share"
    _put(HERE / "gradewright-desktop.desktop", share / "applications")
    _put(METAINFO, share / "metainfo")
    _put(HERE / "gradewright-mime.xml", share / "mime" / "packages", "gradewright.xml")
    _put(HERE / "lintian-overrides", share / "lintian" / "overrides", "gradewright")
    _put_icons(project, share / "icons" / "hicolor")
    documents = share / "doc" / "gradewright"
    _put(HERE / "copyright", documents)
    _put_compressed(debian_changelog(METAINFO, MAINTAINER), documents / "changelog.gz")
    notices = program / "third-party-notices.txt"
    _put_compressed(notices.read_text(encoding="utf-8"), documents / "third-party-notices.txt.gz")
    notices.unlink()
    for name in PROGRAMS:
        page = (HERE / f"{name}.1").read_text(encoding="utf-8").replace("@VERSION@", gradewright.__version__)
        _put_compressed(page, share / "man" / "man1" / f"{name}.1.gz")
        link = root / "usr" / "bin" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(f"../lib/gradewright/{name}")


def _put_icons(project: Path, hicolor: Path) -> None:
    _put(project / ICON, hicolor / "scalable" / "apps")
    for size, file in write_icons(project).items():
        _put(file, hicolor / f"{size}x{size}" / "apps", "gradewright.png")


def _put(source: Path, folder: Path, name: str | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, folder / (name or source.name))


def _put_compressed(text: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    # Without a time, the same text gives the same file.
    target.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def _set_modes(root: Path) -> None:
    """Nothing is executable but the program, whatever the umask and the wheels said."""
    program = root / "usr" / "lib" / "gradewright" / "gradewright"
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == program else 0o644)


def _write_control(project: Path, root: Path, program: Path) -> None:
    # Its presence tells dpkg-shlibdeps where the package's root is.
    (root / "DEBIAN").mkdir(mode=0o755)
    files = elf_files(program)
    optional = [file for file in files if file.as_posix().endswith(OPTIONAL_PARTS)]
    needed = [file for file in files if file not in optional]
    fields = package_dependencies(needed, optional, project / "build" / "debian-dependencies")
    packed = [path for path in sorted(root.rglob("*")) if path.is_file() and not path.is_symlink()]
    control = CONTROL.format(
        version=gradewright.__version__,
        architecture=_architecture(),
        maintainer=MAINTAINER,
        kibibytes=sum(-(-path.stat().st_size // 1024) for path in packed),
        Depends=fields["Depends"],
        Recommends=", ".join(filter(None, (fields.get("Recommends", ""), FONTS))),
    )
    target = root / "DEBIAN"
    (target / "control").write_text(control, encoding="utf-8")
    sums = (f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in packed)
    (target / "md5sums").write_text("".join(sums), encoding="utf-8")
    for file in target.iterdir():
        file.chmod(0o644)


def _architecture() -> str:
    command = ["dpkg", "--print-architecture"]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ).stdout.strip()
