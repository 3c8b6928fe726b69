"""Getting the answer of a model under test to a question."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from gradewright.endpoints.completion import CallFailed, Endpoint, Request
from gradewright.judge.replies import OnlyThought, without_thought
from gradewright.model.question import Question
from gradewright.schemas.config import ModelConfig
from gradewright.schemas.results import Failure

_STAGE = "generate_answer"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, or why there is none. ``seconds`` is how long it took."""

    text: str = ""
    failure: Failure | None = None
    caveats: tuple[str, ...] = ()
    reasoning: str = ""
    seconds: float = 0.0
    usage: Mapping[str, int] = field(default_factory=dict)


def answer(question: Question, model: ModelConfig, endpoint: Endpoint | None) -> Answered:
    """Return the model's answer: a recorded one for the interface ``manual``, else what its server says.

    Reasoning that a model writes in front of its answer is no part of it. An answer that was cut off is an answer, with
    the caveat ``partial_content``.
    """
    started = time.monotonic()
    if endpoint is None:
        recorded = model.manual_traces.find(question.key, question.text)
        if recorded is None:
            return Answered(failure=_failure("no_answer", f"No answer to “{question.key}” is recorded."))
        return Answered(recorded)
    messages = [{"role": "system", "content": model.system_prompt}] if model.system_prompt else []
    messages.append({"role": "user", "content": question.text})
    try:
        completion = endpoint.complete(Request(messages, model.max_tokens, model.temperature))
    except CallFailed as failed:
        failure = _failure(failed.reason.value, str(failed))
        return Answered(failure=failure, seconds=time.monotonic() - started)
    took = time.monotonic() - started
    try:
        text, thought = without_thought(completion.text)
    except OnlyThought:
        said = f"All of the answer was reasoning; its budget of {model.max_tokens:,} tokens ran out."
        return Answered(failure=_failure("truncated", said), seconds=took, usage=completion.usage.counts())
    if completion.refused and not text.strip():
        said = "The provider withheld the answer."
        return Answered(failure=_failure("refused", said), seconds=took, usage=completion.usage.counts())
    if completion.truncated and not text.strip():
        said = f"There is no answer: its budget of {model.max_tokens:,} tokens ran out."
        return Answered(failure=_failure("truncated", said), seconds=took, usage=completion.usage.counts())
    caveats = ("partial_content",) if completion.truncated else ()
    return Answered(
        text.strip() if thought else text,
        None,
        caveats,
        thought or completion.reasoning,
        took,
        completion.usage.counts(),
    )


def _failure(category: str, reason: str) -> Failure:
    return Failure(category=category, stage=_STAGE, reason=reason)
