"""The frames between this program and a process that runs foreign code. Standard library only.

A frame is a head of 24 bytes (the length of the JSON, the length of what follows it, a nonce) and its parts. Results
come back under the nonce of the request that they answer, so that what was written before the request is not taken for
its result. Texts follow requests as bytes in UTF-8 (with halves of surrogate pairs); results are JSON and nothing else.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any, Final

HEAD: Final = struct.Struct(">II16s")
NONCE_BYTES: Final = 16
ENCODING: Final = ("utf-8", "surrogatepass")
LARGEST_JSON: Final = 8_000_000

Read = Callable[[int], bytes]
"""Returns exactly so many bytes; raises EOFError where the other side has gone."""

NO_NONCE: Final = bytes(NONCE_BYTES)


class FrameBroken(Exception):
    """What came is no frame: the other side wrote something else into the channel."""


def pack(nonce: bytes, value: object, extra: int = 0) -> bytes:
    """Return a frame, to be followed by ``extra`` bytes. ``value`` is JSON data; what is not ASCII becomes escapes."""
    body = json.dumps(value, separators=(",", ":")).encode("ascii")
    return HEAD.pack(len(body), extra, nonce) + body


def unpack(read: Read, largest: int = LARGEST_JSON) -> tuple[bytes, Any, int]:
    """Return the nonce, the JSON value of the next frame, and how many bytes follow it.

    Raises:
        EOFError: the other side has gone.
        FrameBroken: the frame is too large, or holds no JSON.
    """
    length, extra, nonce = HEAD.unpack(read(HEAD.size))
    if length > largest:
        raise FrameBroken(f"a frame of {length} bytes")
    try:
        return nonce, json.loads(read(length)), extra
    except (ValueError, RecursionError) as error:
        raise FrameBroken(str(error)) from error
