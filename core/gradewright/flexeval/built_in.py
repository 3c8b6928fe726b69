"""The function metrics that FlexEval brings along (its page, section 8), as far as they need nothing from elsewhere.

Not here: readability (its word list is downloaded there), moderation (a service), and what only LangGraph databases
have.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from gradewright.flexeval.objects import Message, Thread, ToolCall, Turn

_EMOJI = re.compile(
    "["
    "\U0001f1e6-\U0001f1ff\U0001f300-\U0001f5ff\U0001f600-\U0001f64f\U0001f680-\U0001f6ff\U0001f700-\U0001faff"
    "\u2600-\u27bf\u2b00-\u2bff\u2300-\u23ff"
    "]+"
)


def constant(object: Any, constant: float = 0, response: float | None = None) -> float:
    """The number that was asked for."""
    return constant if response is None else response


def identity(object: Any) -> float:
    """The object itself, which is a number for nothing that is looked at here."""
    return object  # type: ignore[no-any-return]


def is_role(object: Turn | Message, role: str) -> dict[str, int]:
    """Whether the object has a role, under the role's name."""
    return {role: int(object.role == role)}


def index_in_thread(object: Turn | Message) -> int:
    """The place in the conversation, from 0."""
    return object.index_in_thread


def is_last_turn_in_thread(turn: Turn) -> int:
    """Whether no turn follows."""
    return int(turn.index_in_thread == len(turn.thread.turns) - 1)


def string_length(object: Thread | Turn | Message) -> int:
    """The characters of all messages."""
    return sum(len(message.content) for message in object.messages)


def count_of_parts_matching_regex(object: Thread | Turn | Message, expression: str) -> dict[str, int]:
    """How many messages a pattern is found in, under the pattern."""
    return {expression: sum(bool(re.search(expression, message.content)) for message in object.messages)}


def message_matches_regex(message: Message, expression: str) -> dict[str, int]:
    """Whether a pattern is found in the message, under the pattern."""
    return {expression: int(bool(re.search(expression, message.content)))}


def count_emojis(object: Thread | Turn | Message) -> int:
    """The runs of emoji in all messages."""
    return sum(len(_EMOJI.findall(message.content)) for message in object.messages)


def count_tokens(object: Thread | Turn | Message) -> dict[str, int]:
    """The tokens that were told with generated messages."""
    return {
        "prompt_tokens": sum(message.prompt_tokens or 0 for message in object.messages),
        "completion_tokens": sum(message.completion_tokens or 0 for message in object.messages),
    }


def count_messages(object: Thread | Turn) -> int:
    """How many messages there are."""
    return len(object.messages)


def count_messages_per_role(object: Thread | Turn) -> dict[str, int]:
    """How many messages there are of each role."""
    counts: dict[str, int] = {}
    for message in object.messages:
        counts[message.role] = counts.get(message.role, 0) + 1
    return counts


def count_turns(thread: Thread) -> int:
    """How many turns there are."""
    return len(thread.turns)


def count_llm_models(thread: Thread) -> dict[str, int]:
    """How many messages each model has generated."""
    counts: dict[str, int] = {}
    for message in thread.messages:
        if message.model_name:
            counts[message.model_name] = counts.get(message.model_name, 0) + 1
    return counts


def count_tool_calls(object: Thread | Turn | Message) -> int:
    """How many tools were called."""
    return len(object.toolcalls)


def count_tool_calls_by_name(object: Thread | Turn | Message | ToolCall) -> dict[str, int]:
    """How often each tool was called."""
    counts: dict[str, int] = {}
    for call in [object] if isinstance(object, ToolCall) else object.toolcalls:
        counts[call.function_name] = counts.get(call.function_name, 0) + 1
    return counts


def tool_was_called(object: Thread | Turn | Message) -> int:
    """Whether any tool was called."""
    return int(bool(object.toolcalls))


def count_errors(object: Thread | Turn | Message | ToolCall) -> dict[str, int]:
    """How many outputs of each tool speak of an error."""
    counts: dict[str, int] = {}
    for call in [object] if isinstance(object, ToolCall) else object.toolcalls:
        name = f"{call.function_name}_errors"
        counts[name] = counts.get(name, 0) + ("error" in call.response_content.lower())
    return counts


def value_counts_by_tool_name(object: Thread | Turn, json_key: str) -> dict[str, int]:
    """How often each value of a member of the tools' outputs occurs, by tool and value."""
    counts: dict[str, int] = {}
    for call in object.toolcalls:
        try:
            output = json.loads(call.response_content)
        except ValueError:
            continue
        if isinstance(output, Mapping) and json_key in output:
            name = f"{call.function_name}_{output[json_key]}"
            counts[name] = counts.get(name, 0) + 1
    return counts


def count_numeric_tool_call_params_by_name(tool_call: ToolCall) -> dict[str, float]:
    """The arguments of a call that are numbers, by name."""
    try:
        given = json.loads(tool_call.args) if isinstance(tool_call.args, str) else tool_call.args
    except ValueError:
        return {}
    if not isinstance(given, Mapping):
        return {}
    return {str(key): value for key, value in given.items() if isinstance(value, (int, float))}


BUILT_IN: Mapping[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        constant, identity, is_role, index_in_thread, is_last_turn_in_thread, string_length,
        count_of_parts_matching_regex, message_matches_regex, count_emojis, count_tokens, count_messages,
        count_messages_per_role, count_turns, count_llm_models, count_tool_calls, count_tool_calls_by_name,
        tool_was_called, count_errors, value_counts_by_tool_name, count_numeric_tool_call_params_by_name,
    )
}  # fmt: skip

ELSEWHERE: Mapping[str, str] = {
    "flesch_reading_ease": "needs a word list that is not part of this program",
    "flesch_kincaid_grade": "needs a word list that is not part of this program",
    "openai_moderation_api": "is a service of one provider",
    "latency": "needs times, which conversations in JSON lines do not have",
    "is_langgraph_type": "is about LangGraph databases, which are not read here",
}
"""Functions that FlexEval has and this program does not, with the reason."""
