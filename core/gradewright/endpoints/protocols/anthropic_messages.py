"""Anthropic's messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from gradewright.endpoints.completion import Completion, Finish
from gradewright.endpoints.protocols.wire import SHAPE, Asking, NotACompletion, finish_of, joined, listed_models
from gradewright.endpoints.usage import anthropic_usage
from gradewright.model.endpoint import ReplyForm

API_VERSION: Final = "2023-06-01"
_FINISHES: Final = {
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "max_tokens": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "tool_use": Finish.TOOL,
    "refusal": Finish.REFUSAL,
}


class AnthropicMessages:
    """See :class:`gradewright.endpoints.protocols.wire.Wire`. A shape is held by a tool that the model has to call."""

    forms = (ReplyForm.TOOL, ReplyForm.PLAIN)
    lacks = frozenset({"seed"})
    path = "messages"
    models_path = "models"

    def headers(self, key: str | None, azure: bool) -> dict[str, str]:
        """The version, and the key in its own header."""
        return {"anthropic-version": API_VERSION} | ({} if key is None else {"x-api-key": key})

    def payload(self, asking: Asking) -> dict[str, Any]:
        """See the base."""
        request, messages = asking.request, asking.messages()
        system = "\n\n".join(each["content"] for each in messages if each["role"] == "system")
        payload: dict[str, Any] = {
            "model": asking.model,
            "max_tokens": asking.budget(),
            "messages": [each for each in messages if each["role"] != "system"],
        }
        if system:
            payload["system"] = system
        if request.temperature is not None:
            payload["temperature"] = request.temperature
        if request.schema is not None and asking.form is ReplyForm.TOOL:
            tool = {"name": SHAPE, "description": "Give the reply.", "input_schema": dict(request.schema)}
            payload |= {"tools": [tool], "tool_choice": {"type": "tool", "name": SHAPE}}
        return asking.kept(payload)

    def read(self, value: Any, form: ReplyForm) -> Completion:
        """See the base."""
        parts = value.get("content") if isinstance(value, Mapping) else None
        if not isinstance(parts, list | str):
            raise NotACompletion
        text, thought, _ = joined(parts)
        finish = finish_of(value.get("stop_reason"), _FINISHES)
        if form is ReplyForm.TOOL:
            text = _called(parts) or text
        model = value.get("model")
        return Completion(
            text,
            finish,
            reasoning=thought,
            usage=anthropic_usage(value.get("usage")),
            form=form,
            model=model if isinstance(model, str) else "",
        )

    def models(self, value: Any) -> list[str]:
        """See the base."""
        return listed_models(value)


def _called(parts: Any) -> str:
    """The input of the first call of a tool, as text."""
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, Mapping) and part.get("type") == "tool_use":
            return json.dumps(part.get("input"), ensure_ascii=False)
    return ""
