"""A model server on loopback that says what a test has written for it, in OpenAI's chat completions."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Payload = dict[str, Any]


@dataclass(frozen=True)
class Said:
    """One answer of the server: a reply of the model, or with another ``status`` whatever ``body`` is."""

    text: str = ""
    finish_reason: str = "stop"
    refusal: str | None = None
    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    usage: tuple[int, int] = (7, 3)

    def content(self) -> bytes:
        """Return the body as bytes."""
        if self.body is not None:
            return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()
        message = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        asked, given = self.usage
        usage = {"prompt_tokens": asked, "completion_tokens": given, "total_tokens": asked + given}
        choice = {"index": 0, "message": message, "finish_reason": self.finish_reason}
        return json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode()


Script = Callable[[Payload], Said | str]


@dataclass
class ModelServer:
    """The server while it runs: its address, and everything that it was asked."""

    base_url: str
    script: Script
    asked: list[Payload] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


@contextmanager
def model_server(script: Script) -> Iterator[ModelServer]:
    """Run a server that answers each request with what ``script`` says to it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            running.asked.append(payload)
            running.headers.append({name.lower(): value for name, value in self.headers.items()})
            said = running.script(payload)
            said = Said(said) if isinstance(said, str) else said
            content = said.content()
            self.send_response(said.status)
            for name, value in {"Content-Type": "application/json", **said.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    running = ModelServer(f"http://127.0.0.1:{server.server_address[1]}/v1", script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield running
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def user_text(payload: Payload) -> str:
    """Return what the user said last in a request."""
    return str(payload["messages"][-1]["content"])


def system_text(payload: Payload) -> str:
    """Return the system's message of a request, or nothing."""
    first = payload["messages"][0]
    return str(first["content"]) if first["role"] == "system" else ""


def fitting_reply(payload: Payload, **given: Any) -> str:
    """Return a reply that fits the schema of a request: what is ``given`` by key, else something of the right type."""
    schema = (payload.get("response_format") or {}).get("json_schema", {}).get("schema")
    if schema is None:
        return "An answer in words."
    return json.dumps({name: given.get(name, _filler(about)) for name, about in schema["properties"].items()})


def _filler(about: Payload) -> Any:
    if "anyOf" in about:
        return _filler(about["anyOf"][0])
    if "enum" in about:
        return about["enum"][0]
    fillers: dict[str, Any] = {"boolean": True, "integer": about.get("maximum", 1), "number": 1.0, "array": []}
    return fillers.get(about.get("type", ""), "text")
