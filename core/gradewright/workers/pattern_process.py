"""One watched worker process: it is asked, given a budget, and ended where it goes past that."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, Final

WORKER_ARGUMENT: Final = "--gradewright-pattern-worker"
"""The argument with which a frozen program starts itself as a worker. Its entry points have to look for it first."""

START_SECONDS: Final = 20.0
"""How long a worker may take to start; a cold disk or a busy machine can need seconds."""


class WorkerStuck(Exception):
    """The worker did not answer within its budget and was ended."""


class WorkerLost(Exception):
    """The worker ended by itself: the system stopped it, or memory ran out."""


def worker_command() -> list[str]:
    """Return the command that starts a worker: this program itself where it is frozen, else Python on a file."""
    if getattr(sys, "frozen", False):
        return [sys.executable, WORKER_ARGUMENT]
    return [sys.executable, "-I", "-S", str(Path(__file__).with_name("pattern_worker.py"))]


class PatternProcess:
    """A running worker. Not for use by several threads at once."""

    def __init__(self, command: Sequence[str]) -> None:
        flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=flags,
        )
        self._answers: SimpleQueue[Any] = SimpleQueue()
        # The texts that the worker holds; kept here, so that nothing else can come to have their identity.
        self._held: tuple[Sequence[str], int] | None = None
        self._reader = threading.Thread(target=self._read, name="pattern-worker-reader", daemon=True)
        self._reader.start()
        self.answer(START_SECONDS)

    def ask(self, request: dict[str, Any]) -> None:
        """Send a request. Its answers are fetched with :meth:`answer`.

        Raises:
            WorkerLost: the worker has ended.
        """
        self._write(_frame(request))

    def hold(self, texts: Sequence[str], start: int, end: int) -> None:
        """Give the worker ``texts[start:end]`` to match on, unless it holds just these. ``texts`` must not change.

        Raises:
            WorkerLost: the worker has ended.
        """
        if self._held is not None and self._held[0] is texts and self._held[1] == start:
            return
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts[start:end]]
        self._write(_frame({"texts": [len(text) for text in encoded]}) + b"".join(encoded))
        self._held = (texts, start)

    def answer(self, seconds: float) -> Any:
        """Return the next answer.

        Raises:
            WorkerStuck: none came within ``seconds``; the worker has been ended.
            WorkerLost: the worker has ended by itself.
        """
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            self.end()
            raise WorkerStuck from None
        if answer is _ENDED:
            self.end()
            raise WorkerLost
        return answer

    def end(self) -> None:
        """End the worker and give back what it held. May be called more than once."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                _pipe(pipe).close()
            except OSError:
                # What was still in the pipe to a dead worker cannot be flushed, and nobody wants it.
                continue

    def _write(self, data: bytes) -> None:
        stdin = _pipe(self._process.stdin)
        try:
            stdin.write(data)
            stdin.flush()
        except (OSError, ValueError) as error:
            # ValueError: the pipe to a worker that was ended is closed.
            self.end()
            raise WorkerLost(str(error)) from error

    def _read(self) -> None:
        stdout = _pipe(self._process.stdout)
        while True:
            head = stdout.read(4)
            body = stdout.read(struct.unpack(">I", head)[0]) if len(head) == 4 else b""
            if not body:
                self._answers.put(_ENDED)
                return
            self._answers.put(json.loads(body))


_ENDED: Final = object()


def _frame(value: object) -> bytes:
    body = json.dumps(value).encode("ascii")
    return struct.pack(">I", len(body)) + body


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "the process was started with pipes"
    return pipe
