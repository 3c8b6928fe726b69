"""The client of model servers: what it asks, what it reads, and how it asks otherwise, against scripted servers."""

from __future__ import annotations

import gzip
import json
import socket
from dataclasses import replace
from typing import Any

import pytest
from support.clients import ASK, KEY, SCHEMA, SHAPED, talk
from support.said import Said, anthropic_error, error_body

from gradewright.endpoints.completion import CallFailed, Finish, Request, state_of
from gradewright.endpoints.http_client import HttpClient
from gradewright.endpoints.protocols import protocol
from gradewright.errors import InvalidValue
from gradewright.model.endpoint import Capability, Endpoint, Limits, ReplyForm
from gradewright.model.run import CellState, FailureReason

pytestmark = pytest.mark.network


def test_it_asks_and_reads() -> None:
    with talk(Said("So.", reasoning="Hm."), key=KEY, parameters={"top_p": 0.5}) as server:
        (reply,) = server.ask(replace(ASK, seed=7))

    assert (reply.text, reply.finish, reply.form, reply.reasoning) == ("So.", Finish.STOP, ReplyForm.PLAIN, "Hm.")
    assert reply.usage.counts() == {"input_tokens": 7, "output_tokens": 3, "total_tokens": 10}
    assert (reply.model, reply.notes, state_of(reply)) == ("small", (), None)
    assert json.loads(reply.raw)["object"] == "chat.completion"
    asked = {"model": "small", "messages": list(ASK.messages), "max_tokens": 100, "temperature": 0.0, "seed": 7}
    assert server.server.asked == [{**asked, "top_p": 0.5}]
    assert server.server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert server.server.paths == ["/v1/chat/completions"]


def test_messages_of_anthropic() -> None:
    with talk(Said('{"a": 1}', reasoning="Hm."), protocol="anthropic_messages", key=KEY) as server:
        (reply,) = server.ask(replace(SHAPED, seed=7))

    (asked,), (headers,) = server.server.asked, server.server.headers
    assert (reply.text, reply.finish, reply.form) == ('{"a": 1}', Finish.TOOL, ReplyForm.TOOL)
    assert reply.notes == ("This protocol has no “seed”; it was asked without.",)
    assert (asked["system"], asked["max_tokens"]) == ("Judge.", 100)
    assert asked["messages"] == [{"role": "user", "content": "Why?"}]
    assert asked["tools"][0]["input_schema"] == SCHEMA
    assert asked["tool_choice"] == {"type": "tool", "name": "reply"}
    assert (headers["x-api-key"], headers["anthropic-version"]) == (KEY, "2023-06-01")
    assert "authorization" not in headers
    assert server.server.paths == ["/v1/messages"]


def test_no_key_no_header() -> None:
    with talk("So.") as server:
        server.ask(ASK)

    assert not {"authorization", "x-api-key", "api-key"} & set(server.server.headers[0])


@pytest.mark.parametrize(
    ("said", "finish", "state"),
    [
        (Said("cut", "length"), Finish.LENGTH, CellState.TRUNCATED),
        (Said("", "content_filter"), Finish.CONTENT_FILTER, CellState.REFUSED),
        (Said("", refusal="No."), Finish.REFUSAL, CellState.REFUSED),
        (Said("So.", None), Finish.UNKNOWN, None),
        (Said("<think>Pass? First"), Finish.LENGTH, CellState.TRUNCATED),
        (Said("So.", usage=None), Finish.STOP, None),
    ],
)
def test_how_it_ended_is_told(said: Said, finish: Finish, state: CellState | None) -> None:
    with talk(said) as server:
        (reply,) = server.ask(ASK)

    assert (reply.finish, state_of(reply)) == (finish, state)


def test_thought_stands_apart() -> None:
    with talk("<think>Fail? No.</think>\nPass.") as server:
        (reply,) = server.ask(ASK)

    assert (reply.text, reply.reasoning) == ("Pass.", "Fail? No.")
    assert "<think>" in reply.raw


def test_content_in_parts() -> None:
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}, {"type": "text", "text": "So."}, "!"]
    message = {"choices": [{"message": {"content": parts}, "finish_reason": "stop"}]}
    with talk(Said(body=message)) as server:
        (reply,) = server.ask(ASK)

    assert (reply.text, reply.reasoning, reply.usage.known) == ("So.!", "Hm.", False)


FILTERED = {
    "error": {"message": "Filtered", "code": "content_filter", "innererror": {"content_filter_result": {"hate": {}}}}
}


@pytest.mark.parametrize(
    "said",
    [
        Said(status=400, body=FILTERED),
        Said(status=400, body=error_body("The response was filtered due to Azure's content management policy.")),
        Said(status=403, body=error_body("Input was flagged as harmful", code=403)),
        Said(status=200, body=FILTERED),
    ],
)
def test_a_provider_that_declines_has_answered(said: Said) -> None:
    with talk(said) as server:
        (reply,) = server.ask(ASK)

    assert state_of(reply) is CellState.REFUSED
    assert reply.notes[0].startswith("The provider declined: ")
    assert len(server.server.asked) == 1


TPM = "Rate limit reached on tokens per min (TPM): Limit 10000, Used 9348, Requested 5086. Please try again in 26.604s."
TOO_LARGE = "Request too large for small on tokens per min (TPM): Limit 30000, Requested 36278."
CONTEXT = "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens."
LLAMA = {"message": "exceeds", "type": "exceed_context_size_error", "code": 400, "n_prompt_tokens": 900, "n_ctx": 512}
PAGE = b"<!DOCTYPE html><html><title>Sign in &amp; go</title></html>"
RATE, SERVER, LONG = FailureReason.RATE_LIMIT, FailureReason.SERVER_ERROR, FailureReason.TOO_LONG


@pytest.mark.parametrize(
    ("said", "reason", "again", "words"),
    [
        (Said(status=429, body=error_body(TPM, "tokens", "rate_limit_exceeded")), RATE, True, "26.604s"),
        (Said(status=429, body=error_body(TOO_LARGE, "tokens", "rate_limit_exceeded")), LONG, False, "36,278 .*30,000"),
        (Said(status=429, body=error_body("You exceeded your current quota", code="insufficient_quota")), RATE, False,
         "no credit"),
        (Said(status=429, body=error_body("You exceeded your current quota. Please retry in 51.7s.")), RATE, True,
         "current quota"),
        (Said(status=402, body=error_body("Payment required")), RATE, False, "no credit"),
        (Said(body={"choices": [{"message": {"content": ""}, "error": {"code": 502, "message": "cut"}}]}), SERVER, True,
         "502.*cut"),
        (Said(status=400, body=error_body(CONTEXT, code="context_length_exceeded")), LONG, False, "8,227 .*8,192"),
        (Said(status=400, body=error_body(CONTEXT, code="invalid_request_error")), LONG, False, "8,227 .*8,192"),
        (Said(status=400, body={"error": LLAMA}), LONG, False, "900 tokens of at most 512"),
        (Said(status=413, body={}), LONG, False, "too long"),
        (Said(status=529, body=anthropic_error("Overloaded", "overloaded_error")), SERVER, True, "Overloaded"),
        (Said(status=503, body=error_body("Loading model", code=503)), SERVER, True, "Loading model"),
        (Said(status=500, body=b"oops"), SERVER, True, "oops"),
        (Said(status=502, body=PAGE), SERVER, True, "web page, titled “Sign in & go”"),
        (Said(status=401, body=error_body(f"bad {KEY}")), SERVER, False, "did not accept the key .401"),
        (Said(status=404, body={"error": "no model small"}), SERVER, False, "no model small"),
        (Said(status=422, body={"detail": [{"loc": ["body", "messages"], "msg": "wrong"}]}), SERVER, False,
         "messages: wrong"),
        (Said(body={"error": {"message": "busy", "code": 503}}), SERVER, True, "503.*busy"),
        (Said(body={"error": {"message": "busy", "code": "overloaded"}}), SERVER, True, "busy"),
        (Said(body={"error": {"message": "busy", "code": None}}), SERVER, True, "busy"),
        (Said(body={"error": {"message": "slow", "code": 429}}), RATE, True, "slow"),
        (Said(body=PAGE), SERVER, False, "web page “Sign in & go”, no chat completion"),
        (Said(body=b'{"choices": [{"mess'), SERVER, True, "broke off"),
        (Said(body=b""), SERVER, True, "nothing"),
        (Said(body=b"data: {}\n\n"), SERVER, False, "stream"),
        (Said(body={"choices": []}), SERVER, True, "no chat completion"),
        (Said(body=[1]), SERVER, False, "no chat completion"),
        (Said(body=b"[" * 100_000), SERVER, False, "no chat completion"),
        (Said(status=302, body={}, headers={"Location": "http://127.0.0.1:1/?k=1"}), SERVER, False,
         r"sends on to http://127.0.0.1:1/ .302.*Nothing was sent"),
        (Said("So.", cut=20), FailureReason.CONNECTION, True, "broke off"),
        (Said("So.", cut=-1), FailureReason.CONNECTION, True, "broke off|cannot be reached"),
    ],
)  # fmt: skip
def test_failures_are_sentences(said: Said, reason: FailureReason, again: bool, words: str) -> None:
    with talk(said, key=KEY) as server, pytest.raises(CallFailed, match=words) as failed:
        server.ask(ASK)

    assert (failed.value.reason, failed.value.again) == (reason, again)
    assert KEY not in str(failed.value)
    assert str(failed.value).startswith(("http://127.0.0.1:", "The "))
    assert str(failed.value).endswith((".", "?"))
    assert len(server.server.asked) == 1


def test_a_crowd_is_told_with_its_limit() -> None:
    said = "Your current concurrency is 40, which exceeds your limit of 39"
    with talk(Said(status=429, body={"error": said})) as server, pytest.raises(CallFailed) as failed:
        server.ask(ASK)

    assert (failed.value.crowded, failed.value.at_once, failed.value.said) == (True, 39, said)


def test_a_key_that_is_repeated_is_masked() -> None:
    with talk(f"You sent {KEY}.", key=KEY) as server:
        (reply,) = server.ask(ASK)

    assert KEY not in reply.text + reply.raw
    assert "sk-…6789" in reply.text


@pytest.mark.parametrize("where", ["127.0.0.1", "localhost"])
def test_a_server_that_is_not_there(where: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with talk("So.", base_url=f"http://{where}:{port}") as server, pytest.raises(CallFailed, match="reached") as failed:
        server.ask(ASK)

    assert (failed.value.reason, failed.value.again) == (FailureReason.CONNECTION, True)


@pytest.mark.parametrize("said", [Said("So.", drip=(1, 0.05)), Said("So.", latency=30)])
def test_a_call_has_a_limit_of_time(said: Said) -> None:
    with talk(said) as server, pytest.raises(CallFailed, match=r"did not answer within 0\.2 s") as failed:
        server.ask(replace(ASK, timeout=0.2))

    assert (failed.value.reason, failed.value.again) == (FailureReason.TIMEOUT, True)


def test_a_slow_reply_is_read() -> None:
    with talk(Said("So.", drip=(50, 0.002))) as server:
        assert server.ask(ASK)[0].text == "So."


def test_enormous_bodies_are_not_read() -> None:
    bomb = gzip.compress(b" " * 40_000_000)
    with talk(Said(body=bomb, headers={"Content-Encoding": "gzip"})) as server, pytest.raises(CallFailed, match="more"):
        server.ask(ASK)


def test_bytes_that_are_no_utf_8() -> None:
    body = b'{"choices": [{"message": {"content": "pr\xe9cis \\ud83d"}, "finish_reason": "stop"}]}'
    with talk(Said(body=body)) as server:
        (reply,) = server.ask(ASK)

    assert reply.text == "pr�cis �"
    assert "no UTF-8" in reply.notes[0]


def test_the_strictest_form_that_works_is_found_and_kept() -> None:
    no = Said(status=400, body=error_body("response_format is not supported", param="response_format"))
    no_tools = Said(status=400, body=error_body("tool_choice: unknown", param="tool_choice"))
    with talk(no, no, no_tools, '{"a": 1}', '{"a": 2}') as server:
        first, second = server.ask(SHAPED, SHAPED)

    kinds = [(asked.get("response_format") or {}).get("type") for asked in server.server.asked]
    assert kinds == ["json_schema", "json_object", None, None, None]
    assert ["tools" in asked for asked in server.server.asked] == [False, False, True, False, False]
    assert (first.form, second.form) == (ReplyForm.PLAIN, ReplyForm.PLAIN)
    assert server.learned[-1] == Capability(form=ReplyForm.PLAIN)


@pytest.mark.parametrize("words", ["The tools crashed.", "Try again."])
def test_a_server_in_trouble_says_nothing_about_forms(words: str) -> None:
    with talk(Said(status=500, body=error_body(words))) as server, pytest.raises(CallFailed):
        server.ask(SHAPED)

    assert server.learned == []


def test_a_grammar_that_fails_inside_the_server_is_a_matter_of_form() -> None:
    with talk(Said(status=500, body=error_body("failed to parse grammar")), "{}") as server:
        assert server.ask(SHAPED)[0].form is ReplyForm.JSON_OBJECT


def test_a_pinned_form_is_kept_to() -> None:
    no = Said(status=400, body=error_body("response_format is not supported", param="response_format"))
    pinned = Capability(form=ReplyForm.JSON_OBJECT, pinned=True)
    with talk(no, "So.", capability=pinned) as server, pytest.raises(CallFailed, match="response_format"):
        server.ask(SHAPED)

    assert server.learned == []


def test_an_empty_reply_in_a_form_is_asked_for_once_without() -> None:
    with talk("", '{"a": 1}', '{"a": 2}') as server:
        first, second = server.ask(SHAPED, SHAPED)

    assert (first.text, first.form, second.form) == ('{"a": 1}', ReplyForm.PLAIN, ReplyForm.JSON_SCHEMA)
    assert "json_schema was empty" in first.notes[0]
    assert ["response_format" in asked for asked in server.server.asked] == [True, False, True]


@pytest.mark.parametrize(
    ("body", "settings", "dropped"),
    [
        (error_body("Unsupported value: 'temperature' does not support 0.0 with this model.", param="temperature"), {},
         "temperature"),
        (error_body("This model does not support the temperature parameter."), {}, "temperature"),
        (error_body("Unrecognized request argument supplied: logprobs"), {"parameters": {"logprobs": 1}}, "logprobs"),
        ({"detail": [{"loc": ["body", "temperature"], "msg": "Extra inputs are not permitted"}]}, {}, "temperature"),
        (anthropic_error("temperature: Input should be less than or equal to 1", "invalid_request_error"), {},
         "temperature"),
    ],
)  # fmt: skip
def test_a_parameter_that_is_refused_is_left_out_from_then_on(body: Any, settings: Any, dropped: str) -> None:
    with talk(Said(status=400, body=body), "So.", **settings) as server:
        first, second = server.ask(ASK, ASK)

    assert [dropped in asked for asked in server.server.asked] == [True, False, False]
    assert first.notes == second.notes == (f"The model does not take “{dropped}”; it was asked without.",)
    assert server.learned == [Capability(dropped=frozenset({dropped}))]


def test_the_budget_under_its_other_name() -> None:
    said = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    with talk(Said(status=400, body=error_body(said, param="max_tokens")), "So.") as server:
        (reply,) = server.ask(ASK)

    assert server.server.asked[1]["max_completion_tokens"] == 100
    assert "max_tokens" not in server.server.asked[1]
    assert "max_completion_tokens" in reply.notes[0]


def test_a_budget_that_is_too_large() -> None:
    said = "max_tokens is too large: 100. This model supports at most 64 completion tokens."
    with talk(Said(status=400, body=error_body(said, param="max_tokens")), "So.") as server:
        (reply,) = server.ask(ASK)

    assert [asked["max_tokens"] for asked in server.server.asked] == [100, 64]
    assert "at most 64 tokens" in reply.notes[0]


def test_a_model_without_a_system_message() -> None:
    with talk(Said(status=400, body=error_body("System role not supported")), "So.") as server:
        server.ask(replace(SHAPED, schema=None))

    assert server.server.asked[1]["messages"] == [{"role": "user", "content": "Judge.\n\nWhy?"}]


def test_a_server_that_refuses_everything_is_not_asked_for_ever() -> None:
    with talk(Said(status=400, body=error_body("temperature response_format tools max_tokens seed: no"))) as server:
        with pytest.raises(CallFailed):
            server.ask(replace(SHAPED, temperature=0.5, seed=1))
        assert len(server.server.asked) <= 8


def test_what_is_too_long_is_not_sent() -> None:
    long = Request([{"role": "user", "content": "word " * 40_000}], 100)
    with talk("So.", limits=Limits(context=8192)) as server, pytest.raises(CallFailed, match="8,192") as failed:
        server.ask(long)

    assert failed.value.reason is FailureReason.TOO_LONG
    assert server.server.asked == []


def test_the_path_that_is_there_is_found() -> None:
    missing = Said(status=404, body={"detail": "Not Found"})
    with talk(missing, "So.", "So.") as server:
        server.settings["base_url"] = server.server.base_url.removesuffix("/v1")
        server.ask(ASK, ASK)

    assert server.server.paths == ["/v1/chat/completions", "/chat/completions", "/chat/completions"]


def test_models_are_listed() -> None:
    listed = {"object": "list", "data": [{"id": "small"}, {"id": "large"}, {"id": "small"}, {}]}
    with talk(Said(body=listed)) as server:
        assert server.use(HttpClient.models) == ["small", "large"]

    assert server.server.paths == ["/v1/models"]


def test_a_key_that_cannot_be_one_is_not_shown() -> None:
    wire = protocol("openai_chat").wire
    assert wire is not None
    with pytest.raises(InvalidValue) as refused:
        HttpClient(Endpoint("Harbor", "http://127.0.0.1:1", "small"), wire, "sk-1\r\nX: y")
    assert "sk-1" not in str(refused.value)
