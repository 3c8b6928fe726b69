"""What a scripted model server says, in OpenAI's chat completions and in Anthropic's messages, whole or as a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Payload = dict[str, Any]

_ANTHROPIC_STOPS = {"stop": "end_turn", "length": "max_tokens", "tool_calls": "tool_use", "content_filter": "refusal"}


@dataclass(frozen=True)
class Said:
    """One answer of the server: a reply of the model, or with another ``status`` whatever ``body`` is: bytes and text
    as they are, anything else as JSON.

    ``usage`` is tokens in and out, None for a server that does not count. ``latency`` is waited in front, ``drip`` is
    bytes and seconds between pieces, ``cut`` the number of bytes of the body after which the connection drops (-1: at
    once, without a word).
    """

    text: str = ""
    finish_reason: str | None = "stop"
    refusal: str | None = None
    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    usage: tuple[int, int] | None = (7, 3)
    reasoning: str = ""
    latency: float = 0.0
    drip: tuple[int, float] | None = None
    cut: int | None = None

    def content(self, payload: Payload | None = None, anthropic: bool = False) -> bytes:
        """Return the body as bytes, in the protocol and the way in which it was asked for."""
        if self.body is not None:
            if isinstance(self.body, bytes | str):
                return self.body.encode() if isinstance(self.body, str) else self.body
            return json.dumps(self.body).encode()
        payload = payload or {}
        if payload.get("stream"):
            events = self._anthropic_events() if anthropic else self._openai_events()
            return b"".join(events)
        whole = self._anthropic(payload) if anthropic else self._openai(payload)
        return json.dumps(whole).encode()

    def _openai(self, payload: Payload) -> Payload:
        message: Payload = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        if self.reasoning:
            message["reasoning_content"] = self.reasoning
        reason = self.finish_reason
        if payload.get("tool_choice") and reason == "stop":
            function = {"name": "reply", "arguments": self.text}
            message |= {"content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
            reason = "tool_calls"
        choice = {"index": 0, "message": message, "finish_reason": reason}
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": payload.get("model", "scripted"),
            "choices": [choice],
            **self._openai_usage(),
        }

    def _openai_usage(self) -> Payload:
        if self.usage is None:
            return {}
        asked, given = self.usage
        return {"usage": {"prompt_tokens": asked, "completion_tokens": given, "total_tokens": asked + given}}

    def _openai_events(self) -> Iterator[bytes]:
        head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
        for piece in _pieces(self.text):
            yield _event({**head, "choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
        yield _event({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": self.finish_reason}]})
        yield _event({**head, "choices": [], **self._openai_usage()})
        yield b"data: [DONE]\n\n"

    def _anthropic(self, payload: Payload) -> Payload:
        parts: list[Payload] = [{"type": "thinking", "thinking": self.reasoning, "signature": "s"}]
        parts = parts if self.reasoning else []
        reason = "refusal" if self.refusal else _ANTHROPIC_STOPS.get(self.finish_reason or "", self.finish_reason)
        if payload.get("tool_choice") and self.finish_reason == "stop":
            try:
                given = json.loads(self.text)
            except ValueError:
                given = {"text": self.text}
            parts.append({"type": "tool_use", "id": "toolu_1", "name": "reply", "input": given})
            reason = "tool_use"
        else:
            parts.append({"type": "text", "text": self.refusal or self.text})
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": payload.get("model", "scripted")}
        ending = {"content": parts, "stop_reason": reason, "stop_sequence": None}
        return {**message, **ending, **self._anthropic_usage()}

    def _anthropic_usage(self) -> Payload:
        return {} if self.usage is None else {"usage": {"input_tokens": self.usage[0], "output_tokens": self.usage[1]}}

    def _anthropic_events(self) -> Iterator[bytes]:
        start = {**self._anthropic({}), "content": [], "stop_reason": None}
        yield _event({"type": "message_start", "message": start}, "message_start")
        block = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
        yield _event(block, "content_block_start")
        for piece in _pieces(self.text):
            delta = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
            yield _event(delta, "content_block_delta")
        yield _event({"type": "content_block_stop", "index": 0}, "content_block_stop")
        reason = _ANTHROPIC_STOPS.get(self.finish_reason or "", self.finish_reason)
        ending = {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}}
        yield _event({**ending, "usage": {"output_tokens": (self.usage or (0, 0))[1]}}, "message_delta")
        yield _event({"type": "message_stop"}, "message_stop")


def _pieces(text: str) -> Iterator[str]:
    for start in range(0, len(text), 4):
        yield text[start : start + 4]


def _event(value: Payload, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(value)}\n\n".encode()


def error_body(
    message: str, kind: str = "invalid_request_error", code: Any = None, param: str | None = None
) -> Payload:
    """Return an error as OpenAI writes it. ``code`` may be text, a number or None."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def anthropic_error(message: str, kind: str) -> Payload:
    """Return an error as Anthropic writes it."""
    return {"type": "error", "error": {"type": kind, "message": message}}


def fitting_reply(payload: Payload, **given: Any) -> str:
    """Return a reply that fits the schema of a request: what is ``given`` by key, else something of the right type."""
    schema = _schema(payload)
    if schema is None:
        return "An answer in words."
    return json.dumps({name: given.get(name, _filler(about)) for name, about in schema["properties"].items()})


def _schema(payload: Payload) -> Payload | None:
    schema = (payload.get("response_format") or {}).get("json_schema", {}).get("schema")
    for tool in payload.get("tools") or ():
        schema = schema or tool.get("input_schema") or tool.get("function", {}).get("parameters")
    return schema


def _filler(about: Payload) -> Any:
    if "anyOf" in about:
        return _filler(about["anyOf"][0])
    if "enum" in about:
        return about["enum"][0]
    fillers: dict[str, Any] = {"boolean": True, "integer": about.get("maximum", 1), "number": 1.0, "array": []}
    return fillers.get(about.get("type", ""), "text")
