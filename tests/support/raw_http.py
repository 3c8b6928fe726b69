"""A server of HTTP/1.1 on a raw asyncio protocol: just enough for model servers, thousands of requests a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

_REASONS = {
    200: "OK",
    302: "Found",
    400: "Bad Request",
    401: "Unauthorized",
    404: "Not Found",
    429: "Too Many Requests",
}


@dataclass(frozen=True)
class Asked:
    """One request; header names are in small letters."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Answer:
    """One answer, see :class:`support.said.Said` for the last three."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    latency: float = 0.0
    drip: tuple[int, float] | None = None
    cut: int | None = None

    def head(self) -> bytes:
        """Return the status line and the headers."""
        lines = [f"HTTP/1.1 {self.status} {_REASONS.get(self.status, 'Status')}"]
        headers = {"Content-Type": "application/json", **self.headers, "Content-Length": str(len(self.body))}
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


Give = Callable[[Answer], None]
Handle = Callable[[Asked, Give], None]


class RawHttp(asyncio.Protocol):
    """One connection. ``handle`` is given each request and what takes its answer, at once or later, in the loop."""

    def __init__(self, handle: Handle) -> None:
        self._handle = handle
        self._buffer = bytearray()
        self._busy = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._next()

    def _next(self) -> None:
        if self._busy:
            return
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        first, *lines = bytes(self._buffer[:end]).decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        length = end + 4 + int(headers.get("content-length", "0"))
        if len(self._buffer) < length:
            return
        body = bytes(self._buffer[end + 4 : length])
        del self._buffer[:length]
        method, path, _ = first.split(" ", 2)
        self._busy = True
        self._handle(Asked(method, path, headers, body), self._answer)

    def _answer(self, answer: Answer) -> None:
        if answer.latency:
            asyncio.get_running_loop().call_later(answer.latency, self._write, answer)
        else:
            self._write(answer)

    def _write(self, answer: Answer) -> None:
        transport = self._transport
        if transport is None:
            return
        if answer.cut is not None:
            if answer.cut >= 0:
                transport.write(answer.head() + answer.body[: answer.cut])
                transport.close()
            else:
                transport.abort()
            return
        if answer.drip is not None:
            transport.write(answer.head())
            self._drip(answer.body, *answer.drip)
            return
        transport.write(answer.head() + answer.body)
        self._done()

    def _drip(self, rest: bytes, size: int, pause: float) -> None:
        if self._transport is None:
            return
        self._transport.write(rest[:size])
        if len(rest) > size:
            asyncio.get_running_loop().call_later(pause, self._drip, rest[size:], size, pause)
        else:
            self._done()

    def _done(self) -> None:
        self._busy = False
        if self._buffer:
            self._next()


async def listen(handle: Handle) -> tuple[asyncio.Server, int]:
    """Listen on a free port of the loopback address; return the server and the port."""
    server = await asyncio.get_running_loop().create_server(lambda: RawHttp(handle), "127.0.0.1", 0, backlog=512)
    return server, server.sockets[0].getsockname()[1]
