"""Recorded replies and replies that a person pastes."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from gradewright.endpoints.completion import CallFailed, Completion, Request
from gradewright.endpoints.opening import open_client
from gradewright.endpoints.protocols import protocol
from gradewright.endpoints.protocols.pasted import Desk, OpenPrompt, PastedReplies
from gradewright.endpoints.protocols.recorded import RecordedReplies, RecordedReply, read_recorded
from gradewright.errors import FileUnreadable, InvalidValue, NotFound
from gradewright.model.endpoint import Endpoint, ReplyForm
from gradewright.model.run import FailureReason


def request(text: str, system: str = "Judge.") -> Request:
    return Request([{"role": "system", "content": system}, {"role": "user", "content": text}], 10)


def ask(client: Any, text: str) -> Completion:
    return asyncio.run(client.complete(request(text)))


def test_replies_by_prompt_and_by_pieces() -> None:
    client = RecordedReplies(
        [
            RecordedReply("exact", "Why?"),
            RecordedReply("both", contains=("fee", "Judge")),
            RecordedReply("fee", contains=("fee",)),
            RecordedReply("any", contains=()),
        ]
    )
    assert [ask(client, text).text for text in ("Why?", "the fee", "else")] == ["exact", "both", "any"]
    assert ask(client, "Why?").notes == ("A recorded reply; no model was asked.",)


def test_a_prompt_that_was_not_recorded() -> None:
    with pytest.raises(CallFailed, match="no reply to this prompt"):
        ask(RecordedReplies({"Why?": "So."}), "How?")


@pytest.mark.parametrize(
    "data", [{"Why?": "So."}, [{"prompt": "Why?", "reply": "So."}], [{"contains": ["Wh"], "reply": "So."}]]
)
def test_files_of_replies(tmp_path: Path, data: Any) -> None:
    place = tmp_path / "replies.json"
    place.write_text(json.dumps(data), encoding="utf-8")
    client = open_client(Endpoint("Sample", str(place), "", "recorded"))
    assert ask(client, "Why?").text == "So."


@pytest.mark.parametrize("text", ["", "[", "7", '{"a": 1}', '[{"reply": 1}]', '[{"reply": "a"}]', "[" * 10_000])
def test_files_that_hold_none(tmp_path: Path, text: str) -> None:
    place = tmp_path / "replies.json"
    place.write_text(text, encoding="utf-8")
    with pytest.raises(FileUnreadable, match="recorded repl"):
        read_recorded(place)


def test_pasting() -> None:
    changes: list[int] = []
    desk = Desk(lambda: changes.append(len(desk.waiting())))

    async def work() -> list[Any]:
        client = PastedReplies(desk)
        assert client.form is ReplyForm.PLAIN
        calls = [asyncio.ensure_future(client.complete(request(text))) for text in ("One?", "Two?", "Three?")]
        await asyncio.sleep(0)
        assert desk.waiting()[1] == OpenPrompt(2, "Judge.\n\nTwo?")
        # The window is another thread.
        thread = threading.Thread(target=lambda: (desk.reply(2, "Two."), desk.skip(1)))
        thread.start()
        done = await asyncio.gather(*calls[:2], return_exceptions=True)
        thread.join()
        calls[2].cancel()
        await asyncio.gather(calls[2], return_exceptions=True)
        return done

    first, second = asyncio.run(work())
    assert isinstance(first, CallFailed)
    assert first.reason is FailureReason.NO_JUDGE
    assert second.text == "Two."
    assert desk.waiting() == []
    assert changes == [1, 2, 3, 2, 1, 0]


def test_pasting_where_nothing_waits() -> None:
    desk = Desk()
    with pytest.raises(NotFound):
        desk.reply(1, "So.")
    with pytest.raises(InvalidValue, match="empty"):
        desk.reply(1, " ")


def test_endpoints_that_cannot_be_opened() -> None:
    with pytest.raises(InvalidValue, match="person who pastes"):
        open_client(Endpoint("Hand", "", "", "pasted"))
    with pytest.raises(InvalidValue, match="names no model"):
        open_client(Endpoint("Harbor", "localhost:1", " "))
    with pytest.raises(InvalidValue, match="Nearest: “openai_chat”"):
        protocol("openai_chats")
