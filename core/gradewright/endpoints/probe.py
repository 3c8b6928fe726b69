"""What a model at a server can do, found out once: its list of models, the strictest form that it holds, its time.

Each form is tried with one tiny judgement, the strictest first; the first whose reply is in that form is kept with the
endpoint. A form that a person pinned is the only one that is tried.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any, Final

from gradewright.endpoints.completion import CallFailed, Completion, Request
from gradewright.endpoints.http_client import HttpClient
from gradewright.model.endpoint import Capability, ReplyForm
from gradewright.model.run import FailureReason
from gradewright.resources import engine_resource

#: Models that reason first need room for it before the first word of a verdict.
_BUDGET: Final = 2_048
_VERDICT: Final = re.compile(r"^\W*verdict\W*:\W*(pass|fail)\b", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Tried:
    """One form: whether the reply was in it, and what came."""

    form: ReplyForm
    held: bool
    said: str
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """What was found out. ``url`` is where calls go; ``models`` is empty where the server has no list of them.

    ``known`` says whether the model's name is in that list; None where there is no list.
    """

    url: str
    models: tuple[str, ...]
    known: bool | None
    capability: Capability
    tried: tuple[Tried, ...]
    notes: tuple[str, ...] = ()


async def probe(client: HttpClient, model: str, at: str) -> Probe:
    """Ask a server what it can do. ``at`` is the time (ISO 8601) that is kept with the result.

    Raises:
        CallFailed: it cannot be reached, does not accept the key, knows no such model, or answers no call at all.
    """
    models = await _models(client)
    pinned = client.capability.pinned and client.capability.form is not None
    tried: list[Tried] = []
    notes: dict[str, None] = {}
    failure: CallFailed | None = None
    for form in (client.form,) if pinned else client.forms:
        try:
            completion = await client.complete(_request(form))
        except CallFailed as failed:
            if failed.again or failed.everywhere or failed.reason is not FailureReason.SERVER_ERROR:
                raise
            failure = failed
            tried.append(Tried(form, False, failed.message))
            continue
        notes |= dict.fromkeys(completion.notes)
        held = _held(form, completion)
        tried.append(Tried(form, held, _shown(completion), completion.seconds))
        if held:
            break
    if failure is not None and all(each.seconds is None for each in tried):
        raise failure
    best = next((each for each in tried if each.held), tried[-1])
    if not best.held:
        notes["No reply was in any of the forms; they are read from plain text as far as that goes."] = None
    client.settle(
        replace(
            client.capability, form=best.form, seconds=None if best.seconds is None else round(best.seconds, 3), at=at
        )
    )
    known = (model in models) if models else None
    return Probe(client.url, tuple(models), known, client.capability, tuple(tried), tuple(notes))


async def _models(client: HttpClient) -> list[str]:
    """The list of models. Where only the list fails, the judged call says what is wrong."""
    try:
        return await client.models()
    except CallFailed as failure:
        if failure.reason in (FailureReason.CONNECTION, FailureReason.TIMEOUT):
            raise
        return []


def _request(form: ReplyForm) -> Request:
    words = json.loads(engine_resource("endpoints/probe.json").read_text(encoding="utf-8"))
    plain = form is ReplyForm.PLAIN
    messages = [
        {"role": "system", "content": words["plain_system" if plain else "system"]},
        {"role": "user", "content": words["user"]},
    ]
    return Request(messages, _BUDGET, 0.0, None if plain else words["schema"], form)


def _held(form: ReplyForm, completion: Completion) -> bool:
    if completion.truncated or completion.refused:
        return False
    if form is ReplyForm.PLAIN:
        return _VERDICT.search(completion.text) is not None
    try:
        reply: Any = json.loads(completion.text)
    except (ValueError, RecursionError):
        return False
    return isinstance(reply, dict) and reply.get("verdict") in ("pass", "fail")


def _shown(completion: Completion) -> str:
    if completion.truncated:
        return "The reply was cut off."
    if completion.refused:
        return "The model declined."
    return completion.text.strip()[:500]
