"""Clients of model servers for tests: made, asked and closed in one event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from support.model_server import ModelServer, Payload, model_server
from support.said import Said

from gradewright.endpoints.completion import Completion, Request
from gradewright.endpoints.http_client import HttpClient
from gradewright.endpoints.protocols import protocol
from gradewright.model.endpoint import Capability, Endpoint, Limits

T = TypeVar("T")
KEY = "sk-secret-0123456789"
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}}
ASK = Request([{"role": "user", "content": "Why?"}], 100, 0.0)
SHAPED = Request([{"role": "system", "content": "Judge."}, {"role": "user", "content": "Why?"}], 100, schema=SCHEMA)


@dataclass
class Talk:
    """A server that says things one after the other (the last one again and again), and how it is asked."""

    server: ModelServer
    protocol: str = "openai_chat"
    key: str | None = None
    learned: list[Capability] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)

    def ask(self, *requests: Request) -> list[Completion]:
        """Return the replies to requests, all by one client."""

        async def work(client: HttpClient) -> list[Completion]:
            return [await client.complete(each) for each in requests]

        return self.use(work)

    def use(self, work: Callable[[HttpClient], Awaitable[T]]) -> T:
        """Do something with a client."""

        async def run() -> T:
            client = self.client()
            try:
                return await work(client)
            finally:
                await client.aclose()

        return asyncio.run(run())

    def client(self) -> HttpClient:
        """Return a client; it is closed by whoever asked for it."""
        wire = protocol(self.protocol).wire
        assert wire is not None
        return HttpClient(self.endpoint(), wire, self.key, on_learned=self.learned.append)

    def endpoint(self) -> Endpoint:
        """Return the server as an endpoint."""
        plain = Endpoint("Harbor", self.server.base_url, "small", self.protocol, limits=Limits(timeout=10))
        return replace(plain, **self.settings)


@contextmanager
def talk(*said: Said | str, protocol: str = "openai_chat", key: str | None = None, **settings: Any) -> Iterator[Talk]:
    """Run a server with these answers. ``settings`` are members of its endpoint."""
    answers = list(said)

    def script(_payload: Payload) -> Said | str:
        return answers.pop(0) if len(answers) > 1 else answers[0]

    with model_server(script) as server:
        yield Talk(server, protocol, key, settings=settings)
