"""Where the library is when nobody says."""

from __future__ import annotations

import os
from pathlib import Path

ENVIRONMENT = "GRADEWRIGHT_LIBRARY"
LIBRARY_NAME = "My library.gradewright"


def default_library() -> Path:
    """Return the path of the library that the window and the command line share.

    The environment variable ``GRADEWRIGHT_LIBRARY`` comes first, then the folder in which this system keeps the data of
    programs (``~/.local/share/gradewright`` on Linux). Nothing is made here.
    """
    named = os.environ.get(ENVIRONMENT)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("gradewright", appauthor=False) / LIBRARY_NAME
