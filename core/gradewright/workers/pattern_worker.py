"""The program of a pattern worker: reads a pattern and texts, answers text by text. Standard library only.

Frames in both directions are a length of four bytes and JSON in ASCII. A request is
``{"pattern", "flags", "want": "search" | "findall", "texts"}``; the first answer says whether the pattern compiled
(``true``, or ``{"error": sentence}``), then one answer follows for each text. It ends with its input.
"""

from __future__ import annotations

import json
import os
import re
import struct
import warnings
from typing import Any, BinaryIO


def serve() -> int:
    """Answer requests on standard input until it ends. Returns the exit code."""
    # Opened by number: a program without a console has no sys.stdin, but it has the pipes it was given.
    with os.fdopen(0, "rb", closefd=False) as source, os.fdopen(1, "wb", closefd=False) as target:
        warnings.simplefilter("ignore")
        _send(target, True)
        while (request := _receive(source)) is not None:
            _answer(request, target)
    return 0


def _answer(request: dict[str, Any], target: BinaryIO) -> None:
    try:
        compiled = re.compile(request["pattern"], request["flags"])
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        _send(target, {"error": str(error) or type(error).__name__})
        return
    _send(target, True)
    if request["want"] == "search":
        for text in request["texts"]:
            _send(target, compiled.search(text) is not None)
    else:
        for text in request["texts"]:
            _send(target, compiled.findall(text))


def _send(target: BinaryIO, value: object) -> None:
    body = json.dumps(value).encode("ascii")
    target.write(struct.pack(">I", len(body)) + body)
    target.flush()


def _receive(source: BinaryIO) -> dict[str, Any] | None:
    head = source.read(4)
    if len(head) < 4:
        return None
    body = source.read(struct.unpack(">I", head)[0])
    request: dict[str, Any] = json.loads(body)
    return request


if __name__ == "__main__":
    raise SystemExit(serve())
