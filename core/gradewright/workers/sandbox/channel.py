"""Reading and writing frames with a limit on how long that may take."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import threading
import time
from queue import Empty, Queue
from typing import IO, Any, Final, Protocol

from gradewright.workers.sandbox import frames

_PART: Final = 1 << 20


class ChannelSlow(Exception):
    """The other side did not read or write in time."""


class ChannelClosed(Exception):
    """The other side has gone."""


class Channel(Protocol):
    """Both directions between this program and one process."""

    def send(self, data: bytes, seconds: float) -> None:
        """Write everything. Raises ChannelSlow, ChannelClosed."""
        ...

    def frame(self, seconds: float) -> tuple[bytes, Any, int]:
        """Return the next frame, all of which has to be there in time.

        Raises:
            ChannelSlow, ChannelClosed, FrameBroken: see there.
        """
        ...

    def settle(self) -> None:
        """Wait a moment for a process whose end of the channel is closed to end by itself. Raises ChannelSlow."""
        ...

    def close(self) -> None:
        """Close it, after the process on the other side was ended. Safe to call twice."""
        ...


class SocketChannel:
    """A channel over one socket."""

    def __init__(self, own: socket.socket) -> None:
        self._socket = own
        self._waiting = bytearray()

    def send(self, data: bytes, seconds: float) -> None:
        self._socket.settimeout(seconds)
        try:
            self._socket.sendall(data)
        except TimeoutError as error:
            raise ChannelSlow from error
        except OSError as error:
            raise ChannelClosed from error

    def frame(self, seconds: float) -> tuple[bytes, Any, int]:
        until = time.monotonic() + seconds
        self._socket.settimeout(seconds)

        def read(count: int) -> bytes:
            while len(self._waiting) < count:
                self._receive(until)
            return _taken(self._waiting, count)

        return frames.unpack(read)

    def _receive(self, until: float) -> None:
        left = until - time.monotonic()
        if left <= 0:
            raise ChannelSlow
        self._socket.settimeout(left)
        try:
            part = self._socket.recv(_PART)
        except TimeoutError as error:
            raise ChannelSlow from error
        except OSError as error:
            raise ChannelClosed from error
        if not part:
            raise ChannelClosed
        self._waiting += part

    def settle(self) -> None:
        return

    def close(self) -> None:
        self._socket.close()


class PipeChannel:
    """A channel over the standard input and output of a process. Pipes cannot wait with a limit, so threads do."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._waiting = bytearray()
        # Bounded, so that a flood fills the pipe and not the memory of this program.
        self._parts: Queue[bytes] = Queue(8)
        self._reader = threading.Thread(target=self._read, name="sandbox-reader", daemon=True)
        self._reader.start()

    def send(self, data: bytes, seconds: float) -> None:
        failed: list[OSError | ValueError] = []
        writer = threading.Thread(target=self._write, args=(data, failed), name="sandbox-writer", daemon=True)
        if len(data) <= 4096:
            # Fits into an empty pipe, and the pipe is empty: requests wait for the answers of those before them.
            self._write(data, failed)
        else:
            writer.start()
            writer.join(seconds)
            if writer.is_alive():
                raise ChannelSlow
        if failed:
            raise ChannelClosed from failed[0]

    def frame(self, seconds: float) -> tuple[bytes, Any, int]:
        until = time.monotonic() + seconds

        def read(count: int) -> bytes:
            while len(self._waiting) < count:
                try:
                    part = self._parts.get(timeout=max(0.0, until - time.monotonic()))
                except Empty:
                    raise ChannelSlow from None
                if not part:
                    raise ChannelClosed
                self._waiting += part
            return _taken(self._waiting, count)

        return frames.unpack(read)

    def settle(self) -> None:
        if not self._reader.is_alive():
            try:
                self._process.wait(1)
            except subprocess.TimeoutExpired as error:
                raise ChannelSlow from error

    def close(self) -> None:
        while self._reader.is_alive():
            with contextlib.suppress(Empty):
                self._parts.get(timeout=0.01)
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                _pipe(pipe).close()

    def _write(self, data: bytes, failed: list[OSError | ValueError]) -> None:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[_pipe(self._process.stdin).write(rest) :]
        except (OSError, ValueError) as error:
            failed.append(error)

    def _read(self) -> None:
        stdout = _pipe(self._process.stdout)
        while True:
            try:
                part = stdout.read(_PART)
            except (OSError, ValueError):
                part = b""
            self._parts.put(part or b"")
            if not part:
                return


def _taken(waiting: bytearray, count: int) -> bytes:
    taken = bytes(memoryview(waiting)[:count])
    del waiting[:count]
    return taken


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "the process was started with pipes"
    return pipe
