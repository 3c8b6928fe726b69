"""A model server on loopback that says what a test has written for it, in OpenAI's and in Anthropic's protocol."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

from support.raw_http import Answer, Asked, Give, listen
from support.said import Payload, Said, fitting_reply

__all__ = ["ModelServer", "Payload", "Said", "Script", "fitting_reply", "model_server", "system_text", "user_text"]

Script = Callable[[Payload], Said | str]


@dataclass
class ModelServer:
    """The server while it runs: its address, and everything that it was asked."""

    base_url: str
    script: Script
    asked: list[Payload] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def answer(self, asked: Asked) -> Answer:
        """Return the answer to a request, as the script says."""
        payload = json.loads(asked.body) if asked.body else {}
        self.asked.append(payload)
        self.headers.append(asked.headers)
        self.paths.append(asked.path)
        said = self.script(payload)
        said = Said(said) if isinstance(said, str) else said
        anthropic = asked.path.partition("?")[0].endswith("/messages")
        headers = {"Content-Type": "text/event-stream"} if payload.get("stream") and said.body is None else {}
        content = said.content(payload, anthropic)
        return Answer(said.status, content, {**headers, **said.headers}, said.latency, said.drip, said.cut)


@contextmanager
def model_server(script: Script) -> Iterator[ModelServer]:
    """Run a server that answers each request with what ``script`` says to it. A script may take its time."""
    running = ModelServer("", script)
    ready, loop = threading.Event(), asyncio.new_event_loop()
    # Scripts may wait for one another, so each has a thread of its own.
    pool = ThreadPoolExecutor(max_workers=32, thread_name_prefix="script")

    def handle(asked: Asked, give: Give) -> None:
        def say() -> None:
            answer = running.answer(asked)
            loop.call_soon_threadsafe(give, answer)

        pool.submit(say).add_done_callback(_raise)

    async def serve() -> None:
        server, port = await listen(handle)
        running.base_url = f"http://127.0.0.1:{port}/v1"
        ready.set()
        try:
            await stop.wait()
        finally:
            server.close()

    stop = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait()
    try:
        yield running
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        pool.shutdown(wait=False, cancel_futures=True)
        loop.close()


def _raise(future: object) -> None:
    """Say what went wrong in a script; the connection waits in vain then."""
    error = future.exception()  # type: ignore[attr-defined]
    if error is not None and not isinstance(error, RuntimeError):
        raise error


def user_text(payload: Payload) -> str:
    """Return what the user said last in a request."""
    return str(payload["messages"][-1]["content"])


def system_text(payload: Payload) -> str:
    """Return the system's message of a request, or nothing."""
    first = payload["messages"][0]
    return str(first["content"]) if first["role"] == "system" else ""
