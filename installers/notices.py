"""The licences of what the frozen program carries along, in one text file beside it.

Most of these licences ask for their text to travel with every copy. The texts are taken from the installed packages
themselves, so that the file is right for exactly what was packed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

HEAD = """\
Gradewright carries the software named below. Each part is under its own licence.

Qt and PySide6 (Qt for Python) are used under the GNU Lesser General Public License, version 3. They are separate files
of this program that you may replace with your own builds; their source is available from The Qt Company.
"""

LICENCE_FILE = re.compile(r"(^|/)(licen[cs]es?/.+|(licen[cs]e|copying|notice|authors)[\w.-]*)$", re.IGNORECASE)
ROOTS = ("gradewright",)
EXTRAS = ("desktop",)


def third_party_notices() -> str:
    sections = [HEAD, *(_section(each) for each in _bundled())]
    python_licence = _python_licence()
    if python_licence:
        sections.append(f"{'=' * 78}\nPython {sys.version.split()[0]}\n\n{python_licence}")
    return "\n".join(sections)


def _bundled() -> list[Distribution]:
    """What the program requires, directly or not, by name."""
    found: dict[str, Distribution] = {}
    waiting: list[tuple[str, tuple[str, ...]]] = [(name, EXTRAS) for name in ROOTS]
    while waiting:
        name, extras = waiting.pop()
        try:
            each = distribution(name)
        except PackageNotFoundError:
            continue  # required on other systems only
        if name not in ROOTS:
            found[name.lower()] = each
        waiting += [(required, ()) for required in _required(each, extras) if required.lower() not in found]
    return [found[name] for name in sorted(found)]


def _required(each: Distribution, extras: tuple[str, ...]) -> Iterator[str]:
    for requirement in each.requires or ():
        name = re.match(r"[\w.-]+", requirement)
        extra = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", requirement)
        if name and (extra is None or extra[1] in extras):
            yield name[0]


def _section(each: Distribution) -> str:
    metadata = each.metadata
    named = [metadata[key] for key in ("License-Expression", "License") if key in metadata]
    licence = named[0] if named else "see below"
    texts = [Path(str(each.locate_file(file))) for file in each.files or () if LICENCE_FILE.search(file.as_posix())]
    parts = [f"{'=' * 78}\n{metadata['Name']} {each.version}\nLicence: {licence.splitlines()[0]}\n"]
    parts += [text.read_text(encoding="utf-8", errors="replace") for text in texts if text.is_file()]
    return "\n".join(parts)


def _python_licence() -> str:
    for place in (Path(sys.base_prefix) / "LICENSE.txt", Path(sys.base_prefix) / "lib" / _python() / "LICENSE.txt"):
        if place.is_file():
            return place.read_text(encoding="utf-8")
    return ""


def _python() -> str:
    return f"python{sys.version_info[0]}.{sys.version_info[1]}"
