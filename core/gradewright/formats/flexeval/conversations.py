"""Reading FlexEval's conversations: one JSON object a line, with ``input`` as a list of messages (its page, section 9).

Blank lines, a byte-order mark and unusual line separators inside texts, at which FlexEval stops, are read. A line that
is no conversation is left out and told with its number; the others go in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.whole_files import refuse_size
from gradewright.model.conversation import Conversation, Message, ToolCall


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A line (from 1) that was left out, or read otherwise than FlexEval does, and why."""

    line: int
    message: str
    left_out: bool = True


@dataclass(frozen=True, slots=True)
class ConversationFile:
    """The conversations of a file with the numbers of their lines, and what was remarked."""

    conversations: tuple[Conversation, ...]
    lines: tuple[int, ...]
    problems: tuple[LineProblem, ...] = ()


def read_conversations(raw: bytes, file: str | None = None) -> ConversationFile:
    """Return the conversations of a JSON lines file.

    Raises:
        FileUnreadable: it is no text in UTF-8, or no line of it is a conversation.
    """
    refuse_size(len(raw), file)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileUnreadable(
            "The file is no text in UTF-8.", file=file, place=f"byte {error.start + 1:,}", hint="Save it as UTF-8."
        ) from error
    found: list[Conversation] = []
    numbers: list[int] = []
    problems: list[LineProblem] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found.append(_conversation(line, number, problems))
            numbers.append(number)
        except ValueError as error:
            problems.append(LineProblem(number, str(error)))
    if problems and not found:
        raise FileUnreadable(problems[0].message, file=file, place=f"line {problems[0].line}")
    return ConversationFile(tuple(found), tuple(numbers), tuple(problems))


def is_conversations(raw: bytes) -> bool:
    """Return whether the first line of a file is a conversation."""
    first = next((line for line in raw[: 1 << 20].removeprefix(b"\xef\xbb\xbf").split(b"\n") if line.strip()), b"")
    if not first.lstrip().startswith(b"{") or b'"input"' not in first:
        return False
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and isinstance(value.get("input"), list)


def _conversation(line: str, number: int, problems: list[LineProblem]) -> Conversation:
    try:
        value = json.loads(line)
    except RecursionError as error:
        raise ValueError("The line is nested too deep.") from error
    except ValueError as error:
        raise ValueError(f"The line is no JSON: {str(error).split(': ')[0].lower()}.") from error
    if not isinstance(value, dict) or not isinstance(value.get("input"), list):
        raise ValueError("The line is no conversation: it has no list “input”.")
    system: str | None = None
    messages: list[Message] = []
    for place, each in enumerate(value["input"], start=1):
        message = _message(each, place)
        if message.role == "system":
            if system is not None:
                problems.append(LineProblem(number, f"Message {place}, a second system message, is left out.", False))
            system = message.content if system is None else system
            continue
        messages.append(message)
    metadata = {key: member for key, member in value.items() if key != "input"}
    return Conversation(tuple(messages), system, metadata)


def _message(value: Any, place: int) -> Message:
    if not isinstance(value, dict):
        raise ValueError(f"Message {place} is no object with “role” and “content”.")
    role, content = value.get("role"), value.get("content")
    if not isinstance(role, str) or not role.strip():
        raise ValueError(f"Message {place} has no role.")
    if content is None and not value.get("tool_calls"):
        raise ValueError(f"Message {place} has no content.")
    calls = tuple(_tool_call(call) for call in value.get("tool_calls") or () if isinstance(call, Mapping))
    rest = {key: member for key, member in value.items() if key not in ("role", "content")}
    return Message(role, _as_text(content), calls, rest)


def _tool_call(value: Mapping[str, Any]) -> ToolCall:
    """Return a tool call in the layout of chat APIs: a function with a name and arguments."""
    function = value.get("function") if isinstance(value.get("function"), Mapping) else value
    assert isinstance(function, Mapping)
    return ToolCall(str(function.get("name", "")), _as_text(function.get("arguments")), _as_text(value.get("output")))


def _as_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    # Parts of a message, as chat APIs take them: their texts, one a line.
    if isinstance(value, list):
        texts = [part.get("text") if isinstance(part, Mapping) else None for part in value]
        if all(isinstance(text, str) for text in texts):
            return "\n".join(text for text in texts if isinstance(text, str))
    return json.dumps(value, ensure_ascii=False)
