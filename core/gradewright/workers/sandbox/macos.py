"""The sandbox that macOS has built in, asked for by the process itself. Standard library only.

The call is old, marked as deprecated, and what the system's own programs and browsers still stand on. Where it is gone
or refuses, that is told like any layer that is missing.
"""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Sequence
from typing import Final

SEATBELT: Final = "seatbelt"

_RULES: Final = """(version 1)
(deny default)
(allow sysctl-read)
(allow process-info* (target self))
(allow signal (target self))
(allow file-read-metadata)
"""
_SYSTEM: Final = ("/usr/lib", "/System/Library", "/System/Volumes/Preboot/Cryptexes", "/Library/Frameworks", "/dev")


def confine(readable: Sequence[str]) -> list[str]:
    """Leave this process reading below ``readable``, and no network, programs, or writing."""
    found = ctypes.util.find_library("sandbox") or "/usr/lib/libsandbox.dylib"
    try:
        library = ctypes.CDLL(found)
        start = library.sandbox_init
    except (OSError, AttributeError):
        return []
    start.argtypes = [ctypes.c_char_p, ctypes.c_uint64, ctypes.POINTER(ctypes.c_char_p)]
    start.restype = ctypes.c_int
    said = ctypes.c_char_p()
    return [SEATBELT] if start(rules(readable).encode(), 0, ctypes.byref(said)) == 0 else []


def rules(readable: Sequence[str]) -> str:
    """Return the rules in the sandbox's own language."""
    places = " ".join(f"(subpath {_quoted(place)})" for place in dict.fromkeys([*readable, *_SYSTEM]))
    return f"{_RULES}(allow file-read* {places})\n(allow file-map-executable {places})\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
