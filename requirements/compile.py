"""Remake the lock files beside this script from pyproject.toml: `python3 run.py lock`.

Every file pins its packages with hashes for all systems and all Pythons that the project supports, and names no
download host: whoever installs chooses the index. The widest lock is made first and bounds the others, so that a
package has one version everywhere. Needs uv.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
WIDEST = "dev"
LOCKS: dict[str, list[str]] = {
    "dev": ["--extra", "dev"],
    "desktop": ["--extra", "desktop"],
    "test": ["--extra", "test"],
    "fuzz": ["--extra", "fuzz"],
}
LOWEST_PYTHON = "3.11"
HEADER = "# Made by `python3 run.py lock` from pyproject.toml; not to be edited by hand.\n"


def compile_lock(uv: str, name: str, upgrade: bool) -> None:
    """Write one lock file. Pins already in it are kept unless `upgrade` asks for the newest."""
    target = HERE / f"{name}.txt"
    command = [uv, "pip", "compile", "pyproject.toml", *LOCKS[name], "--group", "build"]
    command += ["--universal", "--python-version", LOWEST_PYTHON, "--generate-hashes", "--no-header", "--quiet"]
    command += ["--no-emit-index-url", "--no-emit-find-links", "--no-annotate", "--output-file", str(target)]
    if upgrade:
        command.append("--upgrade")
    if name != WIDEST:
        command += ["--constraints", str(HERE / f"{WIDEST}.txt")]
    subprocess.run(command, cwd=PROJECT, check=True)
    target.write_text(HEADER + target.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    if set(arguments) - {"--upgrade"}:
        print("usage: compile.py [--upgrade]", file=sys.stderr)
        return 2
    uv = shutil.which("uv")
    if uv is None:
        print("Making the lock files needs uv: install it with `pip install uv` and try again.", file=sys.stderr)
        return 2
    for name in LOCKS:
        compile_lock(uv, name, upgrade="--upgrade" in arguments)
        print(f"requirements/{name}.txt")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
