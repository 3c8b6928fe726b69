"""Starting and stopping the local judge. It runs in a process of its own and ends with this one."""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, Queue
from typing import Final, Self

from gradewright.endpoints.local_judge import NAME
from gradewright.endpoints.local_judge.installing import JudgeEnvironment, NotInstalled
from gradewright.errors import UserError
from gradewright.model.endpoint import Endpoint, Limits
from gradewright.resources import engine_resource

_PROGRAM: Final = "local_judge/server.py"
_READY: Final = "BASE_URL="
_LOOK_AGAIN: Final = 0.1
_END: Final = 5.0
#: A long prompt takes this model one to two minutes on an old processor.
_TIMEOUT: Final = 600.0


class JudgeNotStarted(UserError):
    """The local judge did not come up."""


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How it runs. Two threads on a busy computer are many times slower than one.

    ``slots`` are calls at once, ``context`` the tokens for each; ``port`` 0 is any free one; ``wait`` is for the start,
    in seconds.
    """

    port: int = 0
    slots: int = 2
    context: int = 4096
    threads: int = 1
    wait: float = 180.0
    key: str | None = None


class LocalJudge:
    """A local judge while it runs; a context manager that stops it."""

    def __init__(self, process: subprocess.Popen[str], base_url: str, settings: JudgeSettings) -> None:
        self._process = process
        self.base_url = base_url
        self.settings = settings

    @property
    def endpoint(self) -> Endpoint:
        """How it is asked."""
        limits = Limits(at_once=self.settings.slots, context=self.settings.context, timeout=_TIMEOUT)
        return Endpoint(NAME, self.base_url, NAME, limits=limits)

    @property
    def runs(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def wait(self) -> int:
        """Wait until it ends by itself; return its exit code."""
        return self._process.wait()

    def stop(self) -> None:
        """Stop it, within some seconds. Safe to call twice."""
        _stop(self._process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def start_local_judge(
    environment: JudgeEnvironment,
    settings: JudgeSettings | None = None,
    *,
    go_on: Callable[[], bool] = lambda: True,
) -> LocalJudge:
    """Start it and wait until it answers: some seconds. ``go_on`` is asked meanwhile; False gives it up.

    Raises:
        NotInstalled: it is not installed.
        JudgeNotStarted: it did not come up in time, ended by itself, or was given up; no process is left.
    """
    settings = settings or JudgeSettings()
    if not environment.is_ready:
        raise NotInstalled("The local judge is not installed.", hint="Install it with: gradewright judge-server")
    program = engine_resource(_PROGRAM).read_text(encoding="utf-8")
    given = {name: getattr(settings, name) for name in ("port", "slots", "context", "threads", "wait", "key")}
    process = subprocess.Popen(
        [str(environment.python), "-I", "-u", "-c", program, json.dumps(given)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    try:
        base_url = _ready(process, settings.wait, go_on)
    except BaseException:
        _stop(process)
        raise
    return LocalJudge(process, base_url, settings)


def _ready(process: subprocess.Popen[str], wait: float, go_on: Callable[[], bool]) -> str:
    lines: Queue[str] = Queue()
    last: list[str] = [""]
    for stream, keep in ((process.stdout, lines.put), (process.stderr, lambda line: last.__setitem__(0, line))):
        threading.Thread(target=_read, args=(stream, keep), daemon=True).start()
    until = time.monotonic() + wait + _END
    while time.monotonic() < until and go_on():
        try:
            line = lines.get(timeout=_LOOK_AGAIN)
        except Empty:
            if process.poll() is not None:
                break
            continue
        if line.startswith(_READY):
            return line.removeprefix(_READY)
    said = f" It said: {last[0]}" if last[0] else ""
    raise JudgeNotStarted(f"The local judge did not start.{said}")


def _read(stream: object, keep: Callable[[str], None]) -> None:
    """Read to the end, so that the process never waits for a full pipe."""
    with contextlib.suppress(ValueError, OSError):
        for line in stream:  # type: ignore[attr-defined]
            if line.strip():
                keep(line.strip())


def _stop(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
