"""The window's command where Qt is not installed: a sentence, not a traceback."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest


@pytest.mark.skipif(find_spec("PySide6") is not None, reason="Qt is installed in this environment")
def test_the_window_says_what_to_install() -> None:
    code = "import sys; from gradewright_desktop.app import main; sys.exit(main([]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "gradewright-desktop: the window needs Qt. Install it with: pip install 'gradewright[desktop]'\n"
    )
