"""What a server can do is found out once, against scripted servers."""

from __future__ import annotations

import json

import pytest
from support.clients import KEY, Talk, talk
from support.model_server import ModelServer, Payload, model_server
from support.said import Said, error_body, fitting_reply

from gradewright.endpoints.completion import CallFailed
from gradewright.endpoints.probe import Probe, probe
from gradewright.model.endpoint import Capability, ReplyForm

pytestmark = pytest.mark.network

MODELS = Said(body={"data": [{"id": "small"}, {"id": "large"}]})
AT = "2026-06-01T12:00:00+00:00"


def probed(server: ModelServer, **settings: object) -> Probe:
    return Talk(server, settings=dict(settings)).use(lambda client: probe(client, "small", AT))


def holding(*forms: str) -> object:
    """A server that holds these forms, refuses other response formats, and ignores tools that it does not know."""

    def script(payload: Payload) -> Said | str:
        if not payload:
            return MODELS
        kind = (payload.get("response_format") or {}).get("type") or ("tool" if "tools" in payload else "plain")
        if kind not in forms and "response_format" in payload:
            return Said(
                status=400, body=error_body(f"response_format {kind} is not supported", param="response_format")
            )
        if kind not in forms:
            return Said("Certainly! It passes.", "eos")
        if kind == "plain":
            return "VERDICT: pass\nREASON: blue"
        return json.dumps({"verdict": "pass", "reason": "blue"}) if kind == "json_object" else fitting_reply(payload)

    return script


@pytest.mark.parametrize(
    ("forms", "found", "calls"),
    [
        (["json_schema", "json_object", "tool", "plain"], ReplyForm.JSON_SCHEMA, 1),
        (["json_object", "plain"], ReplyForm.JSON_OBJECT, 2),
        (["tool", "plain"], ReplyForm.TOOL, 3),
        (["plain"], ReplyForm.PLAIN, 4),
    ],
)
def test_the_strictest_form_that_is_held(forms: list[str], found: ReplyForm, calls: int) -> None:
    with model_server(holding(*forms)) as server:  # type: ignore[arg-type]
        result = probed(server)

    assert result.capability.form is found
    assert [each.held for each in result.tried] == [False] * (calls - 1) + [True]
    assert len(server.asked) == calls + 1
    assert (result.models, result.known, result.capability.at) == (("small", "large"), True, AT)
    assert result.capability.seconds is not None
    assert result.url == f"{server.base_url}/chat/completions"


def test_a_pinned_form_is_the_only_one_tried() -> None:
    pinned = Capability(ReplyForm.PLAIN, pinned=True)
    with model_server(holding("json_schema", "plain")) as server:  # type: ignore[arg-type]
        result = probed(server, capability=pinned)

    assert [each.form for each in result.tried] == [ReplyForm.PLAIN]
    assert result.capability.pinned


def test_a_model_that_holds_nothing_is_read_as_plain_text() -> None:
    with talk(MODELS, "It passes.") as server:
        result = probed(server.server)

    assert result.capability.form is ReplyForm.PLAIN
    assert any("plain text" in note for note in result.notes)


def test_parameters_that_are_refused_are_kept_with_the_result() -> None:
    no = Said(status=400, body=error_body("temperature is not supported", param="temperature"))
    with talk(MODELS, no, json.dumps({"verdict": "pass", "reason": ""})) as server:
        result = probed(server.server)

    assert result.capability.dropped == frozenset({"temperature"})
    assert result.capability.form is ReplyForm.JSON_SCHEMA
    assert result.notes == ("The model does not take “temperature”; it was asked without.",)


def test_a_model_that_is_not_listed_and_a_server_without_a_list() -> None:
    reply = json.dumps({"verdict": "pass", "reason": ""})
    with talk(Said(body={"data": [{"id": "large"}]}), reply) as server:
        assert probed(server.server).known is False
    with talk(Said(status=404, body={}), reply) as server:
        assert probed(server.server).known is None


@pytest.mark.parametrize("said", [Said(status=401, body=error_body(f"bad {KEY}")), Said(status=500, body=b"oops")])
def test_a_server_that_answers_nothing_says_why(said: Said) -> None:
    with talk(said) as server, pytest.raises(CallFailed) as failed:
        probed(server.server)
    assert KEY not in str(failed.value)
