"""The frozen folder: both programs with Python, Qt and everything else they need but the system's own libraries."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from installers.icons import write_icons
from installers.notices import third_party_notices


def freeze(project: Path) -> Path:
    """Build the folder anew and return it."""
    work = project / "build" / "frozen-work"
    folder = project / "build" / "frozen"
    write_icons(project)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "ERROR"]
    command += ["--workpath", str(work), "--distpath", str(folder)]
    command.append(str(project / "installers" / "pyinstaller" / "gradewright.spec"))
    # Importing modules to see what they hold must not depend on a screen.
    subprocess.run(command, cwd=project, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, check=True)
    program = folder / "gradewright"
    if sys.platform != "win32":
        (program / "gradewright-desktop").symlink_to("gradewright")
    (program / "third-party-notices.txt").write_text(third_party_notices(), encoding="utf-8")
    return program
