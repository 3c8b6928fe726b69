"""What metrics look at, with the members that FlexEval's functions read (its page, sections 8 and 9).

These classes stand for ``flexeval.classes`` where functions name them. They are built from plain data, so that a
process that runs somebody's functions makes them for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gradewright.model.conversation import Conversation
from gradewright.model.conversation import Message as ModelMessage

ENTRY_OF_TOOL = "toolcall"


class ToolCall:
    """One call of a tool in a message."""

    def __init__(self, data: Mapping[str, Any], message: Message):
        self.function_name = str(data["name"])
        self.args = data["arguments"]
        self.response_content = str(data["output"])
        self.additional_kwargs = {"print": bool(data.get("printed"))}
        self.message, self.turn, self.thread = message, message.turn, message.thread

    def as_dict(self) -> dict[str, Any]:
        """The call as functions that take a ``dict`` get it."""
        return {
            "role": ENTRY_OF_TOOL,
            "content": self.response_content,
            "args": self.args,
            "function_name": self.function_name,
        }


class Message:
    """One message; ``index_in_thread`` counts from 0 over the conversation without its system message."""

    def __init__(self, data: Mapping[str, Any], index: int, turn: Turn):
        self.role = str(data["role"])
        self.content = str(data["content"])
        self.index_in_thread = index
        self.turn, self.thread = turn, turn.thread
        self.metadata_dict: dict[str, Any] = dict(data.get("metadata") or {})
        self.system_prompt = turn.thread.system_prompt if self.role != "user" else None
        self.is_flexeval_completion = bool(data.get("completed"))
        self.prompt_tokens = data.get("prompt_tokens")
        self.completion_tokens = data.get("completion_tokens")
        self.model_name = data.get("model")
        self.toolcalls = [ToolCall(call, self) for call in data.get("tool_calls") or ()]

    @property
    def messages(self) -> list[Message]:
        """Itself: what every level has."""
        return [self]

    @property
    def text(self) -> str:
        """The text that functions that take a ``str`` get."""
        return self.content


class Turn:
    """Neighbouring messages of one side; its role is that of its last message."""

    def __init__(self, thread: Thread, index: int):
        self.thread = thread
        self.index_in_thread = index
        self.messages: list[Message] = []

    @property
    def role(self) -> str:
        """The role of the last message."""
        return self.messages[-1].role

    @property
    def toolcalls(self) -> list[ToolCall]:
        """The tool calls of its messages."""
        return [call for message in self.messages for call in message.toolcalls]

    @property
    def metadata_dict(self) -> dict[str, Any]:
        """Nothing: turns are no objects of a file."""
        return {}

    @property
    def text(self) -> str:
        """The text that functions that take a ``str`` get."""
        return "\n".join(message.content for message in self.messages)


class Thread:
    """One conversation."""

    def __init__(self, data: Mapping[str, Any]):
        self.system_prompt = data.get("system")
        self.metadata_dict: dict[str, Any] = dict(data.get("metadata") or {})
        self.turns: list[Turn] = []
        self.messages: list[Message] = []
        messages = data["messages"]
        for number, places in enumerate(data["turns"]):
            turn = Turn(self, number)
            turn.messages = [Message(messages[place], place, turn) for place in places]
            self.turns.append(turn)
            self.messages += turn.messages

    @property
    def toolcalls(self) -> list[ToolCall]:
        """The tool calls of its messages."""
        return [call for message in self.messages for call in message.toolcalls]

    @property
    def text(self) -> str:
        """The text that functions that take a ``str`` get."""
        return "\n".join(message.content for message in self.messages)


MetricObject = Thread | Turn | Message | ToolCall
CLASSES: Mapping[str, type[MetricObject]] = {"Thread": Thread, "Turn": Turn, "Message": Message, "ToolCall": ToolCall}
"""The classes by the name of their level."""


def thread_data(conversation: Conversation) -> dict[str, Any]:
    """Return a conversation as the plain data that :class:`Thread` is made of."""
    return {
        "system": conversation.system,
        "metadata": dict(conversation.metadata),
        "messages": [_message_data(message) for message in conversation.messages],
        "turns": [list(places) for places in conversation.turns],
    }


def _message_data(message: ModelMessage) -> dict[str, Any]:
    calls = [
        {"name": call.name, "arguments": call.arguments, "output": call.output, "printed": call.printed}
        for call in message.tool_calls
    ]
    data: dict[str, Any] = {"role": message.role, "content": message.content, "metadata": dict(message.metadata)}
    return {**data, "tool_calls": calls, **(message.metadata.get(COMPLETED) or {})}


COMPLETED = "gradewright_completion"
"""The member of a message's metadata that says that it was generated, with what it took."""


def objects_of(thread: Thread, level: str) -> Sequence[MetricObject]:
    """Return the objects of a level, in order."""
    match level:
        case "Thread":
            return [thread]
        case "Turn":
            return thread.turns
        case "Message":
            return thread.messages
        case _:
            return thread.toolcalls


def entries_of(found: MetricObject) -> list[dict[str, Any]]:
    """Return what functions that take a ``list`` get: roles and contents, tool calls after their messages."""
    messages = [] if isinstance(found, ToolCall) else found.messages
    entries: list[dict[str, Any]] = []
    for message in messages:
        entries.append({"role": message.role, "content": message.content})
        entries += [{"role": ENTRY_OF_TOOL, "content": call.response_content} for call in message.toolcalls]
    return entries
