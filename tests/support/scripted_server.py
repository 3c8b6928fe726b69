"""A scripted model server in a process of its own, for benchmarks and for tests that kill their own process.

    python scripted_server.py '{"latency": 0.05, "share_429": 0.1, "rules": [{"contains": "fee", "text": "…"}]}'

prints ``BASE_URL=http://127.0.0.1:PORT/v1`` when it is ready and ends with its parent's pipe or with TERM.
``GET /stats`` tells how many requests came, ``POST /reset`` forgets them.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from email.utils import formatdate
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.raw_http import Answer, Asked, Give, listen
from support.said import Payload, Said, anthropic_error, error_body, fitting_reply

RETRY_AFTER = ("seconds", "date", "none")


@dataclass(frozen=True)
class Rule:
    """What is said to requests that hold ``contains``, ``times`` times (-1: always)."""

    contains: str
    said: Said
    times: int = -1


@dataclass(frozen=True)
class Behaviour:
    """How the server behaves. ``key`` is asked for as a bearer or an x-api-key; shares are between 0 and 1.

    ``retry_after`` is how a 429 tells its wait of ``wait`` seconds. Without a rule that fits it says ``said``, and
    without text in that whatever fits the schema.
    """

    key: str | None = None
    latency: float = 0.0
    share_429: float = 0.0
    share_dropped: float = 0.0
    retry_after: str = "none"
    wait: float = 1.0
    seed: int = 1
    said: Said = Said()
    rules: tuple[Rule, ...] = ()

    @classmethod
    def of(cls, data: dict[str, Any]) -> Behaviour:
        """Read it from JSON data; members of :class:`Said` stand in a rule, or beside the others."""
        own = {each.name for each in fields(cls)} - {"said", "rules"}
        unknown = set(data) - own - {"rules"} - _SAID
        if unknown or data.get("retry_after", "none") not in RETRY_AFTER:
            raise ValueError(f"unknown behaviour: {', '.join(sorted(unknown)) or data.get('retry_after')}")
        rules = tuple(Rule(each["contains"], _said(each), each.get("times", -1)) for each in data.get("rules", ()))
        return cls(**{name: data[name] for name in own & set(data)}, said=_said(data), rules=rules)


_SAID = {each.name for each in fields(Said)} - {"latency"}


def _said(data: dict[str, Any]) -> Said:
    said = Said(**{name: data[name] for name in _SAID & set(data)})
    return replace(said, drip=tuple(said.drip)) if said.drip else said  # type: ignore[arg-type]


@dataclass
class Scripted:
    """The server's state."""

    behaviour: Behaviour
    requests: int = 0
    refused: int = 0
    dropped: int = 0
    prompts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._random = random.Random(self.behaviour.seed)
        self._left = [rule.times for rule in self.behaviour.rules]

    def handle(self, asked: Asked, give: Give) -> None:
        """Answer one request."""
        path = asked.path.partition("?")[0]
        if path == "/stats":
            stats = {
                "requests": self.requests,
                "refused": self.refused,
                "dropped": self.dropped,
                "prompts": self.prompts,
            }
            give(Answer(200, json.dumps(stats).encode()))
        elif path == "/reset":
            self.requests = self.refused = self.dropped = 0
            self.prompts.clear()
            give(Answer(200, b"{}"))
        elif path.endswith("/models"):
            give(Answer(200, json.dumps({"object": "list", "data": [{"id": "scripted", "object": "model"}]}).encode()))
        else:
            give(self._answer(asked, path.endswith("/messages")))

    def _answer(self, asked: Asked, anthropic: bool) -> Answer:
        behaviour = self.behaviour
        self.requests += 1
        if behaviour.key is not None and not self._has_key(asked, anthropic):
            body = error_body("Incorrect API key provided.", "authentication_error", "invalid_api_key")
            if anthropic:
                body = anthropic_error("invalid x-api-key", "authentication_error")
            return Answer(401, json.dumps(body).encode())
        chance = self._random.random()
        if chance < behaviour.share_dropped:
            self.dropped += 1
            return Answer(200, b"", latency=behaviour.latency, cut=-1)
        if chance < behaviour.share_dropped + behaviour.share_429:
            self.refused += 1
            return self._too_many(anthropic)
        payload: Payload = json.loads(asked.body)
        said = self._said(payload, asked.body)
        content = said.content(payload, anthropic)
        headers = {"Content-Type": "text/event-stream", **said.headers} if payload.get("stream") else said.headers
        return Answer(said.status, content, headers, behaviour.latency, said.drip, said.cut)

    def _said(self, payload: Payload, body: bytes) -> Said:
        said = self.behaviour.said
        if self.behaviour.rules:
            # JSON writes some characters in another way, so the words of the messages are searched, not the bytes.
            text = json.dumps(payload["messages"], ensure_ascii=False)
            for number, rule in enumerate(self.behaviour.rules):
                if self._left[number] and rule.contains in text:
                    self._left[number] -= 1
                    said = rule.said
                    break
        if said.text or said.body is not None or said.refusal or said.status != 200:
            return said
        return replace(said, text=fitting_reply(payload))

    def _has_key(self, asked: Asked, anthropic: bool) -> bool:
        key = self.behaviour.key
        bearer = asked.headers.get("authorization") == f"Bearer {key}"
        return bearer or (anthropic and asked.headers.get("x-api-key") == key)

    def _too_many(self, anthropic: bool) -> Answer:
        wait, how = self.behaviour.wait, self.behaviour.retry_after
        headers = {
            "seconds": {"Retry-After": f"{wait:g}"},
            "date": {"Retry-After": formatdate(time.time() + wait, usegmt=True)},
        }.get(how, {})
        body = error_body("Rate limit reached.", "requests", "rate_limit_exceeded")
        if anthropic:
            body = anthropic_error("Rate limit reached.", "rate_limit_error")
        return Answer(429, json.dumps(body).encode(), headers)


async def serve(behaviour: Behaviour) -> None:
    """Serve until standard input ends, which it does with the parent."""
    server, port = await listen(Scripted(behaviour).handle)
    print(f"BASE_URL=http://127.0.0.1:{port}/v1", flush=True)
    loop = asyncio.get_running_loop()
    async with server:
        await loop.run_in_executor(None, sys.stdin.read)


@contextlib.contextmanager
def scripted_server(**behaviour: Any) -> Iterator[str]:
    """Run the server in a process of its own; yield its base URL."""
    Behaviour.of(behaviour)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [sys.executable, __file__, json.dumps(behaviour)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        line = process.stdout.readline().strip()
        if not line.startswith("BASE_URL="):
            raise RuntimeError("the scripted server did not start")
        yield line.removeprefix("BASE_URL=")
    finally:
        process.stdin.close()
        process.wait(10)
        process.stdout.close()


if __name__ == "__main__":
    asyncio.run(serve(Behaviour.of(json.loads(sys.argv[1]) if len(sys.argv) > 1 else {})))
