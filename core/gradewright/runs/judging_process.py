"""One process that judges answers: it is given batches, one at a time, and ended when it is not needed any more."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from gradewright.runs.judging_worker import receive, send
from gradewright.workers.sandbox.installation import search_path

WORKER_ARGUMENT: Final = "--gradewright-judging-worker"
"""The argument with which a frozen program starts itself as this process. Its entry points look for it first."""


class JudgingLost(Exception):
    """The process could not be started, or has ended: the system stopped it, or memory ran out."""


def worker_command() -> list[str]:
    """Return the command that starts the process: this program itself where it is frozen, else Python on a file."""
    if getattr(sys, "frozen", False):
        return [sys.executable, WORKER_ARGUMENT]
    return [sys.executable, "-I", "-S", str(Path(__file__).with_name("judging_worker.py"))]


class JudgingProcess:
    """A running process. One thread asks it; another may end it meanwhile."""

    def __init__(self, command: Sequence[str], setting: bytes) -> None:
        """Start it. ``setting`` is the pickled rubric that holds for all questions.

        Raises:
            JudgingLost: it did not start.
        """
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            raise JudgingLost(str(error)) from error
        self._first: tuple[bytes, ...] = (json.dumps(search_path()).encode("ascii"), setting)

    def ask(self, batch: bytes) -> bytes:
        """Have a batch judged, and wait for it.

        Raises:
            JudgingLost: the process has ended. It is still to be ended here.
        """
        try:
            for body in (*self._first, batch):
                send(_pipe(self._process.stdin), body)
            self._first = ()
            told = receive(_pipe(self._process.stdout))
        except (OSError, ValueError) as error:
            # ValueError: the pipe of a process that was ended is closed.
            raise JudgingLost(str(error)) from error
        if told is None:
            raise JudgingLost
        return told

    def kill(self) -> None:
        """Stop it, from whatever thread; the one that waits for an answer finds it lost."""
        if self._process.poll() is None:
            self._process.kill()

    def end(self) -> None:
        """Stop it and give back what it held. May be called more than once."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                _pipe(pipe).close()
            except OSError:
                # What was still in the pipe to a dead process cannot be flushed, and nobody wants it.
                continue


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "the process was started with pipes"
    return pipe
