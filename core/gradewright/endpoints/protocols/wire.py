"""What a protocol over HTTP has to say: paths, headers, requests, replies. No I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from gradewright.endpoints.completion import Completion, Finish, Request
from gradewright.endpoints.learning import SYSTEM
from gradewright.model.endpoint import Capability, ReplyForm

#: The name under which a reply's shape goes to a server.
SHAPE: Final = "reply"


class NotACompletion(Exception):
    """A body that is none of the protocol. ``empty``: it is one without a single reply, which may pass."""

    def __init__(self, *, empty: bool = False) -> None:
        super().__init__()
        self.empty = empty


@dataclass(frozen=True, slots=True)
class Asking:
    """One request to be written: what is asked, in which form, of which model, and what is known about it."""

    request: Request
    form: ReplyForm
    model: str
    known: Capability
    parameters: Mapping[str, Any]

    def budget(self) -> int:
        """Return the tokens to ask for."""
        most = self.known.most_out
        return self.request.max_tokens if most is None else min(most, self.request.max_tokens)

    def messages(self) -> list[dict[str, str]]:
        """Return the messages, the system's in front of the first user's where the model takes no system message."""
        given = [dict(each) for each in self.request.messages]
        if SYSTEM not in self.known.dropped or not given or given[0]["role"] != "system":
            return given
        system, rest = given[0]["content"], given[1:]
        for each in rest:
            if each["role"] == "user":
                each["content"] = f"{system}\n\n{each['content']}"
                return rest
        return [{"role": "user", "content": system}, *rest]

    def kept(self, payload: dict[str, Any]) -> dict[str, Any]:
        """Return a payload with the endpoint's own parameters and without what the model does not take."""
        whole = {**payload, **self.parameters}
        for name in self.known.dropped:
            whole.pop(name, None)
        return whole


class Wire(Protocol):
    """A protocol over HTTP."""

    @property
    def forms(self) -> tuple[ReplyForm, ...]:
        """The ways to hold a reply to a shape, the strictest first."""
        ...

    @property
    def lacks(self) -> frozenset[str]:
        """Parameters of a request that this protocol does not have."""
        ...

    @property
    def path(self) -> str:
        """The path of a call below the base address."""
        ...

    @property
    def models_path(self) -> str:
        """The path of the list of models."""
        ...

    def headers(self, key: str | None, azure: bool) -> dict[str, str]:
        """Return the headers of a call, with the key in the way of this protocol."""
        ...

    def payload(self, asking: Asking) -> dict[str, Any]:
        """Return the body of a request."""
        ...

    def read(self, value: Any, form: ReplyForm) -> Completion:
        """Read the body of a reply. Raises NotACompletion."""
        ...

    def models(self, value: Any) -> list[str]:
        """Read the list of models; what is none gives an empty one."""
        ...


def listed_models(value: Any) -> list[str]:
    """Return the names of ``{"data": [{"id": …}]}`` and of Ollama's ``{"models": [{"name": …}]}``, in order."""
    entries = value
    if isinstance(value, Mapping):
        entries = value.get("data") or value.get("models")
    if not isinstance(entries, list):
        return []
    names = [each.get("id") or each.get("name") if isinstance(each, Mapping) else each for each in entries]
    return list(dict.fromkeys(name for name in names if isinstance(name, str) and name))


def joined(parts: Any) -> tuple[str, str, str]:
    """Return the text, the reasoning and the refusal of a message's content: a string, a list of parts, or nothing."""
    if isinstance(parts, str):
        return parts, "", ""
    texts: list[str] = []
    thoughts: list[str] = []
    refusals: list[str] = []
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping):
            kind = part.get("type")
            if kind in ("thinking", "reasoning"):
                thoughts.append(joined(part.get("thinking") or part.get("text"))[0])
            elif kind == "refusal":
                refusals.append(joined(part.get("refusal"))[0])
            elif isinstance(part.get("text"), str):
                texts.append(part["text"])
    return "".join(texts), "\n".join(thoughts), "".join(refusals)


def finish_of(reason: Any, words: Mapping[str, Finish]) -> Finish:
    """Return how a reply ended, from the protocol's own word."""
    return words.get(reason, Finish.UNKNOWN) if isinstance(reason, str) else Finish.UNKNOWN
