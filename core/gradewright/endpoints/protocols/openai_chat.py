"""OpenAI's chat completions, as OpenAI, Azure, OpenRouter, Ollama, LM Studio, vLLM and llama.cpp speak them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from gradewright.endpoints.completion import Completion, Finish
from gradewright.endpoints.protocols.wire import SHAPE, Asking, NotACompletion, finish_of, joined, listed_models
from gradewright.endpoints.usage import openai_usage
from gradewright.model.endpoint import ReplyForm

_FINISHES: Final = {
    "stop": Finish.STOP,
    "eos": Finish.STOP,
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "length": Finish.LENGTH,
    "max_tokens": Finish.LENGTH,
    "model_length": Finish.LENGTH,
    "content_filter": Finish.CONTENT_FILTER,
    "safety": Finish.CONTENT_FILTER,
    "refusal": Finish.REFUSAL,
    "tool_calls": Finish.TOOL,
    "tool_use": Finish.TOOL,
    "function_call": Finish.TOOL,
}


class OpenAIChatWire:
    """See :class:`gradewright.endpoints.protocols.wire.Wire`."""

    forms = (ReplyForm.JSON_SCHEMA, ReplyForm.JSON_OBJECT, ReplyForm.TOOL, ReplyForm.PLAIN)
    lacks: frozenset[str] = frozenset()
    path = "chat/completions"
    models_path = "models"

    def headers(self, key: str | None, azure: bool) -> dict[str, str]:
        """A bearer key, or Azure's header; none for servers that need none."""
        if key is None:
            return {}
        return {"api-key": key} if azure else {"Authorization": f"Bearer {key}"}

    def payload(self, asking: Asking) -> dict[str, Any]:
        """See the base."""
        request = asking.request
        budget = asking.known.renamed.get("max_tokens", "max_tokens")
        payload: dict[str, Any] = {"model": asking.model, "messages": asking.messages(), budget: asking.budget()}
        if request.temperature is not None:
            payload["temperature"] = request.temperature
        if request.seed is not None:
            payload["seed"] = request.seed
        if request.schema is not None:
            payload |= _shape(asking.form, request.schema)
        return asking.kept(payload)

    def read(self, value: Any, form: ReplyForm) -> Completion:
        """See the base."""
        choices = value.get("choices") if isinstance(value, Mapping) else None
        if not isinstance(choices, list):
            raise NotACompletion
        if not choices:
            raise NotACompletion(empty=True)
        choice = choices[0]
        message = choice.get("message") if isinstance(choice, Mapping) else None
        if not isinstance(message, Mapping):
            raise NotACompletion
        text, thought, refusal = joined(message.get("content"))
        refusal = refusal or joined(message.get("refusal"))[0]
        thought = thought or joined(message.get("reasoning_content") or message.get("reasoning"))[0]
        finish = finish_of(choice.get("finish_reason"), _FINISHES)
        called = _called(message)
        if form is ReplyForm.TOOL and called and not text.strip():
            text = called
        model = value.get("model")
        return Completion(
            text or refusal,
            Finish.REFUSAL if refusal and not text else finish,
            reasoning=thought,
            usage=openai_usage(value.get("usage")),
            form=form,
            model=model if isinstance(model, str) else "",
        )

    def models(self, value: Any) -> list[str]:
        """See the base."""
        return listed_models(value)


def _shape(form: ReplyForm, schema: Mapping[str, Any]) -> dict[str, Any]:
    if form is ReplyForm.JSON_SCHEMA:
        shape = {"name": SHAPE, "schema": dict(schema)}
        return {"response_format": {"type": "json_schema", "json_schema": shape}}
    if form is ReplyForm.JSON_OBJECT:
        return {"response_format": {"type": "json_object"}}
    if form is ReplyForm.TOOL:
        function = {"name": SHAPE, "description": "Give the reply.", "parameters": dict(schema)}
        chosen = {"type": "function", "function": {"name": SHAPE}}
        return {"tools": [{"type": "function", "function": function}], "tool_choice": chosen}
    return {}


def _called(message: Mapping[str, Any]) -> str:
    """The arguments of the first call of a tool, as text."""
    calls = message.get("tool_calls")
    call = calls[0] if isinstance(calls, list) and calls else {}
    function = call.get("function") if isinstance(call, Mapping) else None
    given = function.get("arguments") if isinstance(function, Mapping) else None
    return given if isinstance(given, str) else json.dumps(given) if isinstance(given, Mapping) else ""
