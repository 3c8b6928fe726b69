"""The client of OpenAI-compatible servers, against a server of the test's own."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from support.model_server import ModelServer, Payload, Said, model_server

from gradewright.endpoints.completion import CallFailed, Request
from gradewright.endpoints.openai_chat import OpenAIChat
from gradewright.errors import InvalidValue
from gradewright.model.run import FailureReason

pytestmark = pytest.mark.network

ASK = Request([{"role": "user", "content": "Why?"}], 100, 0.0)
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}}
SHAPED = Request([{"role": "user", "content": "Why?"}], 100, schema=SCHEMA)
KEY = "sk-secret-0123"


@contextmanager
def chat(*said: Said | str, **options: Any) -> Iterator[tuple[OpenAIChat, ModelServer, list[float]]]:
    """Return a client, and a server that says these things one after the other, the last one again and again."""
    waited: list[float] = []
    answers = list(said)

    def script(_payload: Payload) -> Said | str:
        return answers.pop(0) if len(answers) > 1 else answers[0]

    with (
        model_server(script) as server,
        OpenAIChat(server.base_url, "small", sleep=waited.append, **options) as client,
    ):
        yield client, server, waited


def test_it_asks_and_reads() -> None:
    with chat("So.", key=KEY, extra={"seed": 7}) as (client, server, _):
        reply = client.complete(ASK)

    assert (reply.text, reply.truncated, reply.refused, reply.plain) == ("So.", False, False, True)
    assert reply.usage.counts() == {"input_tokens": 7, "output_tokens": 3, "total_tokens": 10}
    expected = {"model": "small", "messages": list(ASK.messages), "max_tokens": 100, "temperature": 0.0, "seed": 7}
    assert server.asked == [expected]
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_no_key_no_header() -> None:
    with chat("So.") as (client, server, _):
        client.complete(ASK)

    assert "authorization" not in server.headers[0]


@pytest.mark.parametrize(
    ("said", "truncated", "refused"),
    [
        (Said("cut", "length"), True, False),
        (Said("", "content_filter"), False, True),
        (Said("", refusal="No."), False, True),
    ],
)
def test_how_it_ended_is_told(said: Said, truncated: bool, refused: bool) -> None:
    with chat(said) as (client, _, _waited):
        reply = client.complete(ASK)

    assert (reply.truncated, reply.refused) == (truncated, refused)


def test_what_passes_by_is_tried_again() -> None:
    busy, broken = Said(status=429, body={}, headers={"Retry-After": "9"}), Said(status=503, body=b"busy")
    with chat(busy, broken, "So.") as (client, server, waited):
        assert client.complete(ASK).text == "So."

    assert len(server.asked) == 3
    assert waited[0] == 9.0
    assert 0 < waited[1] < 2


@pytest.mark.parametrize(
    ("said", "reason", "words"),
    [
        (Said(status=429, body={"error": {"message": "slow down"}}), FailureReason.RATE_LIMIT, "slow down"),
        (Said(status=500, body=b"oops"), FailureReason.SERVER_ERROR, "oops"),
        (Said(status=401, body={"error": {"message": f"bad {KEY}"}}), FailureReason.SERVER_ERROR, "api_key_env"),
        (Said(status=404, body={"error": "no model small"}), FailureReason.SERVER_ERROR, "no model small"),
        (Said(status=413, body={}), FailureReason.TOO_LONG, "too long"),
        (
            Said(status=400, body={"error": {"message": "maximum context length is 5"}}),
            FailureReason.TOO_LONG,
            "context length",
        ),
        (Said(body=b"<html>"), FailureReason.SERVER_ERROR, "no chat completion"),
        (Said(body={"choices": []}), FailureReason.SERVER_ERROR, "no chat completion"),
        (Said(body=b"[" * 100_000), FailureReason.SERVER_ERROR, "no chat completion"),
        (Said(status=302, body={}, headers={"Location": "http://127.0.0.1:1/"}), FailureReason.SERVER_ERROR, "302"),
    ],
)
def test_failures_are_sentences(said: Said, reason: FailureReason, words: str) -> None:
    with chat(said, key=KEY, retries=1) as (client, _, _waited), pytest.raises(CallFailed, match=words) as failed:
        client.complete(ASK)

    assert failed.value.reason is reason
    assert KEY not in str(failed.value)


def test_a_server_that_is_not_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (
        OpenAIChat(f"http://127.0.0.1:{port}", "small", retries=0) as client,
        pytest.raises(CallFailed, match="cannot be reached") as failed,
    ):
        client.complete(ASK)

    assert failed.value.reason is FailureReason.CONNECTION


def test_a_server_that_drips_is_given_up() -> None:
    ready, end = threading.Event(), threading.Event()

    def drip(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            ready.set()
            while not end.wait(0.02):
                try:
                    connection.sendall(b" ")
                except OSError:
                    return

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=drip, args=(listening,))
        thread.start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            with (
                OpenAIChat(address, "small", retries=0, timeout=0.3) as client,
                pytest.raises(CallFailed, match="did not answer") as failed,
            ):
                client.complete(ASK)
        finally:
            end.set()
            thread.join()

    assert ready.is_set()
    assert failed.value.reason is FailureReason.TIMEOUT


def test_a_shape_is_asked_for() -> None:
    with chat('{"a": 1}') as (client, server, _):
        assert client.complete(SHAPED).plain is False

    assert server.asked[0]["response_format"]["json_schema"]["schema"] == SCHEMA


def test_a_server_without_shapes_is_asked_without_from_then_on() -> None:
    refused = Said(status=400, body={"error": {"message": "response_format is not supported"}})
    with chat(refused, '{"a": 1}') as (client, server, _):
        assert client.complete(SHAPED).plain is True
        assert client.complete(SHAPED).plain is True

    assert ["response_format" in asked for asked in server.asked] == [True, False, False]


def test_an_empty_reply_under_a_shape_is_asked_once_without() -> None:
    with chat("", '{"a": 1}', '{"a": 2}') as (client, server, _):
        assert client.complete(SHAPED).text == '{"a": 1}'
        assert client.complete(SHAPED).plain is False

    assert ["response_format" in asked for asked in server.asked] == [True, False, True]


@pytest.mark.parametrize("address", ["", "ftp://x", "localhost:8000", "http://", "http://me:pw@host/v1", "http://[x"])
def test_addresses_are_checked(address: str) -> None:
    with pytest.raises(InvalidValue, match="address"):
        OpenAIChat(address, "small")
