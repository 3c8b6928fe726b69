"""This program's side: the supervisor, and the processes that each run one piece of code.

On systems that can fork, one supervisor is started and copies itself for each piece of code, which takes milliseconds.
Elsewhere every piece of code has a process that is started for it.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from gradewright.workers.sandbox import frames
from gradewright.workers.sandbox.channel import Channel, ChannelClosed, ChannelSlow, PipeChannel, SocketChannel
from gradewright.workers.sandbox.installation import readable_places, search_path
from gradewright.workers.sandbox.limits import Limits

WORKER_ARGUMENT: Final = "--gradewright-sandbox-worker"
"""The argument with which a frozen program starts itself as this process. Its entry points look for it first."""

START_SECONDS: Final = 30.0
_END_SECONDS: Final = 10.0
# Joining what is larger costs more than sending it in two parts.
_SMALL: Final = 65_536
_DIRECT_OVERHEAD: Final = 256 * 1024 * 1024


class ProcessFailed(Exception):
    """The process for code could not be started, or the supervisor has gone."""


class CodeStuck(Exception):
    """The code did not answer in time. Its process is still to be ended."""


class CodeLost(Exception):
    """The process has ended by itself, or closed its channel. It is still to be ended, which tells how it ended."""


class CodeForged(Exception):
    """Something that is no result came out of the channel. The process is still to be ended."""


def worker_command() -> list[str]:
    """Return the command that starts the process: this program itself where it is frozen, else Python on a file."""
    if getattr(sys, "frozen", False):
        return [sys.executable, WORKER_ARGUMENT]
    return [sys.executable, "-I", "-S", "-B", str(Path(__file__).with_name("program.py"))]


_NOT_STARTED = (OSError, ChannelClosed, ChannelSlow, frames.FrameBroken, ValueError, KeyError)


class CodeProcess(Protocol):
    """Where processes come from differs; what can be done with one does not."""

    channel: Channel
    layers: tuple[str, ...]

    def end(self) -> int:
        """End it and return its exit status as ``subprocess`` gives it: negative for a signal."""
        ...


class Processes:
    """Starts processes for code. Not for use by several threads at once; a context manager ends what it started."""

    def __init__(self, limits: Limits, *, forking: bool | None = None) -> None:
        self.limits = limits
        self._forking = hasattr(os, "fork") if forking is None else forking
        self._supervisor: _Supervisor | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def start(self, modules: Sequence[str] = ()) -> CodeProcess:
        """Start a process that has shut itself in and waits for code. ``modules`` are loaded for it before that.

        Raises:
            ProcessFailed: it did not start.
        """
        had_supervisor = self._supervisor is not None
        try:
            return self._start(modules)
        except _NOT_STARTED as error:
            self._drop()
            if had_supervisor:
                # The system may have ended the one that there was; that is no reason not to start another.
                return self.start(modules)
            raise ProcessFailed(str(error) or type(error).__name__) from error

    def close(self) -> None:
        """End the supervisor, and with it every process that it started."""
        self._drop()

    def _start(self, modules: Sequence[str]) -> CodeProcess:
        if not self._forking:
            return _Alone(self._setting(), self.limits)
        if self._supervisor is None:
            self._supervisor = _Supervisor(self._setting())
        return self._supervisor.start(modules)

    def _drop(self) -> None:
        if self._supervisor is not None:
            self._supervisor.close()
            self._supervisor = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _setting(self) -> dict[str, Any]:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="gradewright-empty-", ignore_cleanup_errors=True)
            Path(self._folder.name).chmod(0o500)
        return {
            "path": search_path(),
            "readable": readable_places(),
            "folder": self._folder.name,
            "memory": self.limits.memory,
        }


class _Supervisor:
    """The process that forks. It runs no foreign code, so what it says is believed."""

    def __init__(self, setting: dict[str, Any]) -> None:
        self._control, theirs = socket.socketpair()
        try:
            self._control.settimeout(START_SECONDS)
            self._process = subprocess.Popen(
                worker_command(),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={"LC_ALL": "C.UTF-8"},
                cwd=setting["folder"],
                start_new_session=True,
            )
        except BaseException:
            self._control.close()
            raise
        finally:
            theirs.close()
        try:
            self._ask(setting)
        except BaseException:
            self.close()
            raise

    def start(self, modules: Sequence[str]) -> CodeProcess:
        """Have it fork. Raises OSError or ValueError where it has gone, and what the channel raises."""
        ours, theirs = socket.socketpair()
        try:
            pid = int(self._ask({"start": list(modules)}, theirs.fileno())["pid"])
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        return _Forked(self, pid, SocketChannel(ours))

    def end(self, pid: int) -> int:
        """End a process that it forked and return how that ended."""
        status = int(self._ask({"end": pid})["status"])
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        """End it. What it forked ends with it: by the kernel on Linux, by the closed channel elsewhere."""
        self._control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _ask(self, request: dict[str, Any], descriptor: int | None = None) -> dict[str, Any]:
        line = json.dumps(request).encode("ascii") + b"\n"
        if descriptor is None:
            self._control.sendall(line)
        else:
            socket.send_fds(self._control, [line], [descriptor])
        answer = b""
        while not answer.endswith(b"\n"):
            part = self._control.recv(65536)
            if not part:
                raise ConnectionError("the separate process has ended")
            answer += part
        said: dict[str, Any] = json.loads(answer)
        if "error" in said:
            raise ValueError(said["error"])
        return said


class _Forked:
    def __init__(self, supervisor: _Supervisor, pid: int, channel: Channel) -> None:
        self._supervisor, self._pid, self.channel = supervisor, pid, channel
        self._status: int | None = None
        try:
            self.layers = _wait_until_ready(channel)
        except BaseException:
            self.end()
            raise

    def end(self) -> int:
        if self._status is None:
            self.channel.close()
            try:
                self._status = self._supervisor.end(self._pid)
            except (OSError, ValueError):
                # Its supervisor has gone, and it with that.
                self._status = -int(getattr(signal, "SIGKILL", 9))
        return self._status


class _Alone:
    """A process that was started for one piece of code."""

    def __init__(self, setting: dict[str, Any], limits: Limits) -> None:
        environment = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
        self._process = subprocess.Popen(
            worker_command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"LC_ALL": "C.UTF-8", **environment},
            cwd=setting["folder"],
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            bufsize=0,
        )
        self._job: int | None = None
        jobs = ()
        if sys.platform == "win32":
            from gradewright.workers.sandbox import windows

            self._job = windows.put_in_job(int(self._process._handle), limits.memory + _DIRECT_OVERHEAD)
            jobs = (windows.JOB,) if self._job is not None else ()
        self.channel: Channel = PipeChannel(self._process)
        try:
            self.channel.send(json.dumps(setting).encode("ascii") + b"\n", START_SECONDS)
            self.layers = (*jobs, *_wait_until_ready(self.channel))
        except BaseException:
            self.end()
            raise

    def end(self) -> int:
        if self._process.poll() is None:
            with contextlib.suppress(ChannelSlow):
                self.channel.settle()
        if self._process.poll() is None:
            self._process.kill()
        status = self._process.wait()
        self.channel.close()
        if self._job is not None and sys.platform == "win32":
            from gradewright.workers.sandbox import windows

            windows.close(self._job)
            self._job = None
        return status


def _wait_until_ready(channel: Channel) -> tuple[str, ...]:
    """Return the layers that the process says the system took, before it has any code."""
    _, said, _ = channel.frame(START_SECONDS)
    return tuple(str(layer) for layer in said["ready"])


def ask(process: CodeProcess, value: dict[str, Any], extra: bytes, seconds: float) -> bytes:
    """Send a request and return its nonce.

    Raises:
        CodeStuck, CodeLost: see there.
    """
    nonce = secrets.token_bytes(frames.NONCE_BYTES)
    head = frames.pack(nonce, value, len(extra))
    try:
        if len(extra) <= _SMALL:
            process.channel.send(head + extra, seconds)
        else:
            process.channel.send(head, seconds)
            process.channel.send(extra, seconds)
    except ChannelSlow as error:
        raise CodeStuck from error
    except ChannelClosed as error:
        raise CodeLost from error
    return nonce


def answer(process: CodeProcess, nonce: bytes, seconds: float) -> dict[str, Any]:
    """Return the next answer to the request of this nonce.

    Raises:
        CodeStuck, CodeLost, CodeForged: see there.
    """
    try:
        told, value, extra = process.channel.frame(seconds)
    except ChannelSlow as error:
        raise CodeStuck from error
    except ChannelClosed as error:
        raise CodeLost from error
    except frames.FrameBroken as error:
        raise CodeForged from error
    if told != nonce or extra or not isinstance(value, dict):
        raise CodeForged
    return value
