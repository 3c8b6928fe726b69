"""What the frozen folder's programs and libraries need of the system, and the traces that building leaves in them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from bootstrap.errors import SetupError

MAGIC = b"\x7fELF"


def elf_files(folder: Path) -> list[Path]:
    """The programs and libraries in a folder, without the links to them."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink())
    return [file for file in files if _starts_with_magic(file)]


def strip_symbols(files: Iterable[Path]) -> None:
    """Take out what only a debugger reads, from the libraries that have it.

    Not from those that come without, which some stripping tools break; and not from the program, to which its code is
    appended.
    """
    libraries = [str(file) for file in files if ".so" in file.name]
    unstripped = [library for library in libraries if ".symtab" in _output("readelf", "-SW", library)]
    subprocess.run(["strip", "--strip-unneeded", *unstripped], check=True)


def remove_foreign_search_paths(files: Iterable[Path]) -> None:
    """Take out search paths that point into the machine that built a library; those relative to the file stay."""
    for file in files:
        paths = _output("patchelf", "--print-rpath", str(file)).split(":")
        kept = [path for path in paths if path.startswith("$ORIGIN")]
        if kept:
            if kept != paths:
                subprocess.run(["patchelf", "--set-rpath", ":".join(kept), str(file)], check=True)
        elif paths != [""]:
            subprocess.run(["patchelf", "--remove-rpath", str(file)], check=True)


def package_dependencies(files: list[Path], optional: list[Path], work: Path) -> dict[str, str]:
    """The packages that have the libraries which the files load, with the least versions that have the symbols used.

    Returns the fields `Depends` and `Recommends`; what only the optional files load is recommended.
    """
    # dpkg-shlibdeps wants to stand in a source package; it looks no further than the name and the architecture.
    control = work / "debian" / "control"
    control.parent.mkdir(parents=True, exist_ok=True)
    control.write_text("Source: gradewright\n\nPackage: gradewright\nArchitecture: any\n", encoding="utf-8")
    private = {file.parent for file in files if ".so" in file.name}
    command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0"]
    command += [f"-l{path}" for path in sorted(private)]
    command += ["-dRecommends", *(f"-e{file}" for file in optional), "-dDepends", *(f"-e{file}" for file in files)]
    result = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        errors = "\n".join(line for line in result.stderr.splitlines() if "error:" in line)
        raise SetupError(f"The frozen program loads libraries that are neither in it nor on this system:\n{errors}")
    lines = result.stdout.splitlines()
    fields = (line.removeprefix("shlibs:").partition("=") for line in lines)
    return {name: packages for name, _, packages in fields}


def _starts_with_magic(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(len(MAGIC)) == MAGIC


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
