"""The program of a pattern worker: holds texts, matches patterns on them, tells the results. Standard library only.

Frames in both directions are a length of four bytes and JSON in ASCII. Requests:

``{"texts": [sizes]}``: that many texts follow, as bytes of these sizes in UTF-8 (with halves of surrogate pairs); they
replace the ones held. No answer.

``{"pattern", "flags", "want": "search" | "findall", "start", "careful"}``: match on the held texts from number
``start``. The first answer says whether the pattern compiled (``true``, or ``{"error": sentence}``); then results
follow in order, several a frame: ``"0110"`` for searches, a list of what ``findall`` found otherwise. What is known is
told every few hundredths of a second, or with ``careful`` at once, so that a text on which it hangs can be told.
"""

from __future__ import annotations

import json
import os
import re
import struct
import time
import warnings
from typing import Any, BinaryIO

TELL_SECONDS = 0.02
ENCODING = ("utf-8", "surrogatepass")


def serve() -> int:
    """Answer requests on standard input until it ends. Returns the exit code."""
    # Opened by number: a program without a console has no sys.stdin, but it has the pipes it was given.
    with os.fdopen(0, "rb", closefd=False) as source, os.fdopen(1, "wb", closefd=False) as target:
        warnings.simplefilter("ignore")
        _send(target, True)
        texts: list[str] = []
        while (request := _receive(source)) is not None:
            if "texts" in request:
                texts = [source.read(size).decode(*ENCODING) for size in request["texts"]]
            else:
                _match(request, texts[request["start"] :], target)
    return 0


def _match(request: dict[str, Any], texts: list[str], target: BinaryIO) -> None:
    try:
        compiled = re.compile(request["pattern"], request["flags"])
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        _send(target, {"error": str(error) or type(error).__name__})
        return
    _send(target, True)
    searching = request["want"] == "search"
    patience = 0.0 if request["careful"] else TELL_SECONDS
    known: list[Any] = []
    told = time.monotonic()
    for text in texts:
        known.append("01"[compiled.search(text) is not None] if searching else compiled.findall(text))
        now = time.monotonic()
        if now - told >= patience:
            _send(target, "".join(known) if searching else known)
            known.clear()
            told = now
    if known:
        _send(target, "".join(known) if searching else known)


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
