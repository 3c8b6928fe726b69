"""Replies that were recorded before, found by the prompt: for samples, demonstrations and repeats without a server.

The file is JSON: ``{"prompt": "reply", …}``, or a list of ``{"prompt": …, "reply": …}`` and ``{"contains": […],
"reply": …}``; the last user message is the prompt, ``contains`` are pieces that all stand somewhere in the messages.
The first that fits is the reply.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradewright.endpoints.completion import CallFailed, Completion, Request
from gradewright.errors import FileUnreadable
from gradewright.model.endpoint import ReplyForm
from gradewright.model.run import FailureReason

_NOTE = "A recorded reply; no model was asked."


@dataclass(frozen=True, slots=True)
class RecordedReply:
    """One reply, by the whole prompt or by pieces of it."""

    reply: str
    prompt: str | None = None
    contains: tuple[str, ...] = ()

    def fits(self, prompt: str, everything: str) -> bool:
        """Whether this is the reply to a prompt."""
        if self.prompt is not None:
            return self.prompt == prompt
        return all(piece in everything for piece in self.contains)


class RecordedReplies:
    """See :class:`gradewright.endpoints.completion.ModelClient`. ``form`` is the one in which they were recorded."""

    def __init__(
        self,
        replies: Sequence[RecordedReply] | Mapping[str, str],
        *,
        form: ReplyForm = ReplyForm.JSON_SCHEMA,
        source: str = "the recorded replies",
    ) -> None:
        self._exact: dict[str, str] = {}
        self._others: list[RecordedReply] = []
        self._form = form
        self._source = source
        if isinstance(replies, Mapping):
            self._exact = dict(replies)
            return
        for each in replies:
            if each.prompt is not None and not self._others:
                self._exact.setdefault(each.prompt, each.reply)
            else:
                self._others.append(each)

    @property
    def form(self) -> ReplyForm:
        """See the base."""
        return self._form

    async def complete(self, request: Request) -> Completion:
        """See the base."""
        prompt = next((each["content"] for each in reversed(request.messages) if each["role"] == "user"), "")
        found = self._exact.get(prompt)
        if found is None and self._others:
            everything = "\n".join(each["content"] for each in request.messages)
            found = next((each.reply for each in self._others if each.fits(prompt, everything)), None)
        if found is None:
            raise CallFailed(
                FailureReason.SERVER_ERROR,
                f"There is no reply to this prompt in {self._source}.",
                hint="Recorded replies know the prompts with which they were recorded and no others.",
            )
        form = self._form if request.schema is not None else ReplyForm.PLAIN
        return Completion(found, form=form, model="recorded", raw=found, notes=(_NOTE,))

    async def aclose(self) -> None:
        """See the base."""


def read_recorded(path: Path) -> RecordedReplies:
    """Read recorded replies from a file.

    Raises:
        FileUnreadable: it cannot be read, or holds something else; the place is told.
    """
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise FileUnreadable(f"The recorded replies cannot be read: {error}.", file=str(path)) from error
    if isinstance(data, dict) and all(isinstance(reply, str) for reply in data.values()):
        return RecordedReplies(data, source=path.name)
    if not isinstance(data, list):
        raise FileUnreadable("The file holds no recorded replies.", file=str(path))
    return RecordedReplies([_entry(each, number, path) for number, each in enumerate(data)], source=path.name)


def _entry(entry: Any, number: int, path: Path) -> RecordedReply:
    if isinstance(entry, dict) and isinstance(entry.get("reply"), str):
        prompt, contains = entry.get("prompt"), entry.get("contains")
        if isinstance(prompt, str):
            return RecordedReply(entry["reply"], prompt)
        if isinstance(contains, list) and all(isinstance(piece, str) for piece in contains):
            return RecordedReply(entry["reply"], None, tuple(contains))
    said = "This is no recorded reply: it has “reply”, and “prompt” or “contains”."
    raise FileUnreadable(said, file=str(path), place=f"/{number}")
