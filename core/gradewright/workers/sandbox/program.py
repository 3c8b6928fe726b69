"""Where the separate process begins. Standard library only, so that it starts quickly.

On systems that can fork it is a supervisor, which runs no foreign code itself: its standard input is a socket, over
which it is told to fork a process for each piece of code, and to end one. Elsewhere it is the one process of one piece
of code, and its standard input and output are the channel.

The supervisor's messages are lines of JSON: ``{"path", "readable", "folder", "memory"}`` first, then
``{"start": [modules]}`` with the channel's descriptor, answered by ``{"pid"}``, and ``{"end": pid}``, answered by
``{"status"}``, the exit status as ``waitpid`` gives it.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from typing import Any


def serve() -> int:
    """Do what the other end says until it has gone. Returns the exit code."""
    if stat.S_ISSOCK(os.fstat(0).st_mode):
        return _supervise()
    return _serve_alone()


def _supervise() -> int:
    import contextlib
    import importlib
    import signal
    import socket

    control = socket.socket(fileno=0)
    setting, _ = _message(control)
    sys.path[:] = setting["path"] or sys.path
    from gradewright.workers.sandbox import serving

    layers = _leave_network()
    _answer(control, {"layers": layers})
    while True:
        try:
            request, descriptors = _message(control)
        except (EOFError, OSError):
            # The program may have been killed, and then nobody else removes it.
            with contextlib.suppress(OSError):
                os.rmdir(setting["folder"])  # noqa: PTH106 - loaded where start-up time counts
            return 0
        if "end" in request:
            os.kill(request["end"], signal.SIGKILL)
            _answer(control, {"status": os.waitpid(request["end"], 0)[1]})
            continue
        try:
            for module in request["start"]:
                importlib.import_module(module)
        except Exception as error:
            os.close(descriptors[0])
            _answer(control, {"error": f"{type(error).__name__}: {error}"})
            continue
        supervisor = os.getpid()
        pid = os.fork()
        if pid == 0:
            try:
                serving.serve_forked(descriptors[0], supervisor, setting, layers)
            finally:
                # Whatever happened, this copy of the supervisor must not go on as one.
                os._exit(70)
        os.close(descriptors[0])
        _answer(control, {"pid": pid})


def _leave_network() -> list[str]:
    if sys.platform != "linux":
        return []
    from gradewright.workers.sandbox import linux

    return linux.leave_network()


def _message(control: Any) -> tuple[dict[str, Any], list[int]]:
    import socket

    text, descriptors = b"", []
    while not text.endswith(b"\n"):
        part, found, _, _ = socket.recv_fds(control, 65536, 1)
        if not part:
            raise EOFError
        text += part
        descriptors += found
    message: dict[str, Any] = json.loads(text)
    return message, descriptors


def _answer(control: Any, value: object) -> None:
    control.sendall(json.dumps(value).encode("ascii") + b"\n")


def _serve_alone() -> int:
    """Take the setting as the first line of standard input, and serve on standard input and output."""
    line = b""
    while not line.endswith(b"\n"):
        part = os.read(0, 1)
        if not part:
            return 0
        line += part
    setting = json.loads(line)
    sys.path[:] = setting["path"] or sys.path
    from gradewright.workers.sandbox import serving

    return serving.serve_alone(setting)


if __name__ == "__main__":
    raise SystemExit(serve())
