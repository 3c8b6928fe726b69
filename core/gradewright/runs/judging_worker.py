"""The program of a judging process: batches of answers in, their cells out.

Frames in both directions are a length of eight bytes and a body. The first body is JSON, the folders to look for
modules in; the second the pickled rubric that holds for all questions; then pickled batches follow, each with an
answer of its own (see :mod:`gradewright.runs.judging_values`). Both sides are this program, over pipes that nobody else
holds, so what is unpickled was made here. Nothing but the standard library is loaded before the folders are known.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import warnings
from typing import IO, Final

_HEAD: Final = struct.Struct(">Q")


def send(target: IO[bytes], body: bytes) -> None:
    """Write a frame. Raises OSError or ValueError where the other side has gone."""
    target.write(_HEAD.pack(len(body)))
    target.write(body)
    target.flush()


def receive(source: IO[bytes]) -> bytes | None:
    """Read a frame; None where the other side has gone."""
    head = source.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    (length,) = _HEAD.unpack(head)
    body = source.read(length)
    return body if len(body) == length else None


def serve() -> int:
    """Judge what comes on standard input until it ends. Returns the exit code."""
    # An interrupt from the keyboard reaches every process of the terminal; the one that writes decides what follows.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    # Opened by number: a program without a console has no sys.stdin, but it has the pipes it was given.
    with os.fdopen(0, "rb", closefd=False) as source, os.fdopen(1, "wb", closefd=False) as target:
        folders, setting = receive(source), receive(source)
        if folders is None or setting is None:
            return 0
        sys.path[:0] = [folder for folder in json.loads(folders) if folder not in sys.path]
        from gradewright.runs.judging_values import BatchJudge

        judge = BatchJudge(setting)
        while (batch := receive(source)) is not None:
            send(target, judge.judge(batch))
    return 0


if __name__ == "__main__":
    raise SystemExit(serve())
