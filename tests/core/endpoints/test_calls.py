"""Calls in their own thread, over real sockets, to a server in its own process that refuses and drops some."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from concurrent.futures import Future
from typing import Any

import pytest
from support.clients import ASK, KEY, SHAPED
from support.model_server import Payload, model_server
from support.said import Said
from support.scripted_server import Behaviour, scripted_server

from gradewright.endpoints.blocking import BlockingClient
from gradewright.endpoints.calling.jobs import Done, End, Ended, Line, asking
from gradewright.endpoints.calling.patient import Patience
from gradewright.endpoints.calling.scheduler import Scheduler
from gradewright.endpoints.calling.thread import Calls
from gradewright.endpoints.completion import CallFailed, Finish
from gradewright.endpoints.opening import open_client
from gradewright.model.endpoint import Endpoint, Limits
from gradewright.model.run import FailureReason

pytestmark = pytest.mark.network
QUICK = Patience(first_wait=0.01, longest_wait=0.05)


def calls_to(base_url: str, protocol: str = "openai_chat", at_once: int = 16, key: str | None = None) -> Calls:
    endpoint = Endpoint("Scripted", base_url, "scripted", protocol, limits=Limits(at_once=at_once))
    line = Line(endpoint, lambda: open_client(endpoint, key))
    return Calls(lambda: Scheduler({"Scripted": line}, patience=QUICK))


@pytest.mark.parametrize(
    ("protocol", "retry_after"), [("openai_chat", "none"), ("openai_chat", "seconds"), ("anthropic_messages", "date")]
)
def test_none_is_lost_where_some_are_refused_and_dropped(protocol: str, retry_after: str) -> None:
    done: list[Done] = []
    faults = {"share_429": 0.1, "share_dropped": 0.02, "retry_after": retry_after, "wait": 0}
    with scripted_server(key=KEY, **faults) as base_url:
        calls = calls_to(base_url, protocol, key=KEY)
        calls.start((asking(number, "Scripted", SHAPED) for number in range(120)), done.extend)
        ended = calls.wait(60)
        stats = _stats(base_url)

    assert ended.end is End.COMPLETE
    assert sorted(each.key for each in done) == list(range(120))
    assert not [each.failure for each in done if each.failure]
    assert stats["requests"] == ended.used.calls == 120 + stats["refused"] + stats["dropped"]
    assert stats["refused"] > 0
    assert stats["dropped"] > 0


@pytest.mark.parametrize("protocol", ["openai_chat", "anthropic_messages"])
def test_a_wrong_key_ends_it_at_the_first_calls(protocol: str) -> None:
    done: list[Done] = []
    with scripted_server(key=KEY) as base_url:
        calls = calls_to(base_url, protocol, at_once=4, key="sk-other-0123456789")
        calls.start((asking(number, "Scripted", ASK) for number in range(1000)), done.extend)
        ended = calls.wait(60)

    assert 1 <= len(done) <= 8
    assert "did not accept the key (401)" in ended.closed["Scripted"]


def test_a_stop_from_another_thread() -> None:
    done: list[Done] = []
    told: list[Future[Ended]] = []
    with scripted_server(rules=[{"contains": "Why", "text": "So.", "drip": [1, 10]}]) as base_url:
        calls = calls_to(base_url)
        calls.start((asking(number, "Scripted", ASK) for number in range(1000)), done.extend, told.append)
        while not _stats(base_url)["requests"]:
            time.sleep(0.02)
        calls.stop()
        ended = calls.wait(30)

    assert ended.end is End.STOPPED
    assert [each.result() for each in told] == [ended]
    assert done == []
    assert not [each for each in threading.enumerate() if each.name.startswith("gradewright-calls")]


def test_whoever_does_not_wait_leaves_no_thread() -> None:
    ended = threading.Event()
    with scripted_server() as base_url:
        calls = calls_to(base_url)
        calls.start([asking(0, "Scripted", ASK)], lambda batch: None, lambda future: ended.set())
        assert ended.wait(30)
        for thread in threading.enumerate():
            if thread.name.startswith("gradewright-calls"):
                thread.join(10)
                assert not thread.is_alive()
        calls.stop()
        assert calls.wait(1).end is End.COMPLETE


def test_a_stop_before_the_start_has_begun() -> None:
    with scripted_server() as base_url:
        calls = calls_to(base_url)
        calls.stop()
        calls.start((asking(number, "Scripted", ASK) for number in range(1000)), lambda batch: None)
        assert calls.wait(30).end is End.STOPPED


@pytest.mark.parametrize(
    ("said", "state"),
    [({"text": "cut", "cut": 20}, FailureReason.CONNECTION), ({"body": "{"}, FailureReason.SERVER_ERROR)],
)
def test_a_server_that_always_breaks_off_is_given_up(said: dict[str, Any], state: FailureReason) -> None:
    with scripted_server(**said) as base_url:
        endpoint = Endpoint("Scripted", base_url, "scripted")
        with BlockingClient(endpoint, open_client(endpoint), QUICK) as client, pytest.raises(CallFailed) as failed:
            client.complete(ASK)
        assert _stats(base_url)["requests"] == 1 + QUICK.retries

    assert failed.value.reason is state


def test_a_script_waits_for_its_reply() -> None:
    answers = [Said(status=429, body={}, headers={"Retry-After": "0"}), Said(status=503, body=b"busy"), "So."]

    def script(_payload: Payload) -> Said | str:
        return answers.pop(0)

    with model_server(script) as server:
        endpoint = Endpoint("Harbor", server.base_url, "small")
        with BlockingClient(endpoint, open_client(endpoint), QUICK) as client:
            reply = client.complete(ASK)
        client.close()

    assert (reply.text, reply.finish) == ("So.", Finish.STOP)
    assert len(server.asked) == 3
    assert not [each for each in threading.enumerate() if each.name == "gradewright-Harbor"]


def test_rules_of_the_scripted_server() -> None:
    rules = [{"contains": "Why", "text": "once", "times": 1}, {"contains": "Why", "text": "later"}]
    with scripted_server(rules=rules) as base_url:
        endpoint = Endpoint("Scripted", base_url, "scripted")
        with BlockingClient(endpoint, open_client(endpoint)) as client:
            assert [client.complete(ASK).text for _ in range(3)] == ["once", "later", "later"]
    with pytest.raises(ValueError, match="latencies"):
        Behaviour.of({"latencies": 1})


def _stats(base_url: str) -> Any:
    with urllib.request.urlopen(base_url.removesuffix("/v1") + "/stats", timeout=10) as reply:
        return json.load(reply)
