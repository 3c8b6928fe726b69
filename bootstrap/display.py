"""A display for tests of the real window: Xvfb where there is Linux, the person's own screen elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bootstrap.errors import SetupError

SCREEN = "1600x1000x24"


@contextmanager
def virtual_display() -> Iterator[dict[str, str]]:
    """Variables that put a program's windows on a display of its own, which ends with the context."""
    if not sys.platform.startswith("linux"):
        yield {}
        return
    reading, writing = os.pipe()
    # Xvfb picks a free number itself and tells it once it listens: nothing to guess, nothing to wait for.
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading, encoding="ascii") as pipe:
            number = pipe.readline().strip()
        if not number:
            raise SetupError("The virtual display Xvfb, which the tests of the window need, does not start.")
        yield {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "", "XDG_SESSION_TYPE": "x11"}
    finally:
        server.terminate()
        server.wait(timeout=10)
