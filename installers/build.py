"""`python3 run.py package`: build the package for this system, and on request prove that it works.

package              the package: a .deb on Linux, the plain folder elsewhere
package folder       only the frozen folder, in build/frozen/gradewright
package check        build the package, read it with the distribution's linters, install it, use it, remove it
"""

from __future__ import annotations

import sys
from pathlib import Path

from bootstrap.errors import BAD_SETUP, SetupError
from bootstrap.system_libraries import provide
from installers.frozen import freeze

PROJECT = Path(__file__).resolve().parent.parent
TASKS = ("package", "folder", "check")


def main(arguments: list[str]) -> int:
    task = arguments[0] if arguments else "package"
    if task not in TASKS or len(arguments) > 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        return _build(task)
    except SetupError as error:
        print(error, file=sys.stderr)
        return BAD_SETUP


def _build(task: str) -> int:
    if sys.platform.startswith("linux"):
        from installers.linux.debian import NEEDS

        provide(NEEDS, "Building the package")
    folder = freeze(PROJECT)
    print(f"{folder.relative_to(PROJECT)}: {_megabytes(folder)} MB", flush=True)
    if task == "folder" or not sys.platform.startswith("linux"):
        return 0
    return _debian_package(folder, check=task == "check")


def _debian_package(folder: Path, *, check: bool) -> int:
    from installers.linux.debian import build_package
    from installers.smoke.debian import check_package

    package = build_package(PROJECT, folder)
    print(f"{package.relative_to(PROJECT)}: {package.stat().st_size / 1e6:.0f} MB", flush=True)
    return check_package(PROJECT, package) if check else 0


def _megabytes(folder: Path) -> int:
    return round(sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
