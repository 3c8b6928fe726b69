"""Filling the prompt of a choice trait with a conversation (FlexEval's page, section 3).

Filled is what FlexEval fills, by the same syntax of doubled braces, conversions and widths, with one difference on
purpose: nothing can be read out of the inserted text by attribute or index, so that a prompt from a file cannot reach
into the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Final, TypeVar

from gradewright.errors import InvalidValue
from gradewright.model.choice import ChoiceLevel
from gradewright.model.conversation import Conversation, Message, ToolCall

T = TypeVar("T")

GAPS: Final = ("conversation", "context", "content", "tool_calls")
"""The names that a prompt can use."""

_NOT_TOGETHER: Final = (("{conversation}", "{context}"),)
_WIDEST: Final = 4
_CONVERSIONS: Final[Mapping[str, Callable[[object], str]]] = {"r": repr, "s": str, "a": ascii}


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A piece of a filled prompt; ``gap`` names what it came from, "" for the prompt's own words."""

    text: str
    gap: str = ""


def texts_of(conversation: Conversation, level: ChoiceLevel, index: int | None) -> dict[str, str]:
    """Return the text for every gap, for a turn or message by its place from 0 (None for the whole thread).

    Raises:
        InvalidValue: there is no such turn or message, or nothing in the conversation at all.
    """
    if level == "Thread":
        entries = [entry for message in conversation.messages for entry in _entries(message)]
        if not entries:
            raise InvalidValue("The conversation has no message, so there is nothing to judge.")
        context, content = "".join(entries[:-1]), entries[-1]
        calls = "".join(_told(call) for message in conversation.messages for call in message.tool_calls)
    elif level == "Turn":
        places = _place(conversation.turns, index, "turn")
        turn = [conversation.messages[place] for place in places]
        context = "".join(_shown(conversation.messages[: places.start]))
        content = "".join(_shown(turn))
        calls = "".join(_told(call, "    ") for message in turn for call in message.tool_calls if call.printed)
    else:
        message = _place(conversation.messages, index, "message")
        system = "" if conversation.system is None else f"system: {conversation.system}\n"
        earlier = conversation.messages[: conversation.messages.index(message) if index is None else index]
        context = system + "".join(f"{each.role}: {each.content}\n" for each in earlier)
        content = message.content
        calls = "".join(_told(call) for call in message.tool_calls)
    return {"conversation": context + content, "context": context, "content": content, "tool_calls": calls}


def fill(prompt: str, texts: Mapping[str, str]) -> str:
    """Return a prompt with its gaps filled. Raises InvalidValue, see :func:`parts`."""
    return "".join(part.text for part in parts(prompt, texts))


def parts(prompt: str, texts: Mapping[str, str]) -> tuple[PromptPart, ...]:
    """Return a filled prompt in pieces, so that its own words can be told from what was inserted.

    Raises:
        InvalidValue: a brace stands alone, a name is none of the four, or a gap asks for more than its text.
    """
    for left, right in _NOT_TOGETHER:
        if left in prompt and right in prompt:
            raise InvalidValue(f"The prompt uses both {left} and {right}, which cannot be filled together.")
    if "{completion}" in prompt:
        raise InvalidValue(
            "The prompt uses {completion}, which is never filled.", hint="{content} holds what was generated."
        )
    return tuple(_filled(prompt, texts))


def _filled(prompt: str, texts: Mapping[str, str]) -> Iterator[PromptPart]:
    try:
        pieces = list(Formatter().parse(prompt))
    except ValueError as error:
        raise InvalidValue(
            "A brace in the prompt stands alone.", hint="Write {{ and }} where braces are meant as such."
        ) from error
    for own, name, spec, conversion in pieces:
        if own:
            yield PromptPart(own)
        if name is not None:
            yield PromptPart(_inserted(name, spec or "", conversion, texts), name)


def _inserted(name: str, spec: str, conversion: str | None, texts: Mapping[str, str]) -> str:
    if name not in texts:
        known = ", ".join(f"{{{gap}}}" for gap in GAPS)
        raise InvalidValue(f"The prompt has a gap {{{name}}}, which nothing fills.", hint=f"There are {known}.")
    text = texts[name]
    if conversion is not None:
        if conversion not in _CONVERSIONS:
            raise InvalidValue(f"The prompt has a gap with !{conversion}, which means nothing.")
        text = _CONVERSIONS[conversion](text)
    if sum(character.isdigit() for character in spec) > 2 * _WIDEST or len(spec) > 4 * _WIDEST:
        raise InvalidValue(f"The gap {{{name}:{spec}}} is wider than anything that can be sent.")
    try:
        return format(text, spec)
    except ValueError as error:
        raise InvalidValue(f"The gap {{{name}:{spec}}} asks for a form that text does not have.") from error


def _place(members: Sequence[T], index: int | None, noun: str) -> T:
    if index is None or not 0 <= index < len(members):
        raise InvalidValue(f"The conversation has no {noun} {'' if index is None else index + 1}.".replace(" .", "."))
    return members[index]


def _shown(messages: Sequence[Message]) -> Iterator[str]:
    for message in messages:
        if message.content:
            yield f"{message.role}: {message.content}\n"
        yield from (f"toolcall: {call.output}\n" for call in message.tool_calls)


def _entries(message: Message) -> list[str]:
    return [f"{message.role}: {message.content}\n", *(f"toolcall: {call.output}\n" for call in message.tool_calls)]


def _told(call: ToolCall, indent: str = "") -> str:
    lines = (f"Function name: {call.name}", f"Input arguments: {call.arguments}", f"Function output: {call.output}")
    return "\n\n" + "".join(f"{indent}{line}\n" for line in lines) + indent
