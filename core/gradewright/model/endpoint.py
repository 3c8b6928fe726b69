"""Endpoints as values: where a model is reached, what it allows and costs. The key is never among them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from gradewright.errors import InvalidValue

DEFAULT_TIMEOUT: Final = 120.0
_MOST_AT_ONCE: Final = 512
_KEY_NAME: Final = re.compile(r"api[-_]?key|authorization|secret|password|bearer|access[-_]?token", re.IGNORECASE)
_KEY_IN_ADDRESS: Final = re.compile(
    r"[?&](?:[a-z-]*[-_])?(?:api[-_]?)?(?:key|token|secret)=|\A[a-z]+://[^/?#]*:[^/?#]*@", re.IGNORECASE
)


class ReplyForm(StrEnum):
    """How a model is held to the shape of a reply, the strictest first."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TOOL = "tool"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Limits:
    """What an endpoint allows. None means: no limit is known.

    ``at_once`` calls in flight, ``requests`` and ``tokens`` a minute, ``context`` in tokens of prompt and reply
    together. ``timeout`` is for a whole call in seconds.
    """

    at_once: int = 8
    requests: int | None = None
    tokens: int | None = None
    context: int | None = None
    timeout: float = DEFAULT_TIMEOUT

    def __post_init__(self) -> None:
        if not 1 <= self.at_once <= _MOST_AT_ONCE:
            raise InvalidValue(f"Between 1 and {_MOST_AT_ONCE} calls can be in flight at once.")
        for name, value in (("requests", self.requests), ("tokens", self.tokens), ("context", self.context)):
            if value is not None and value < 1:
                raise InvalidValue(f"A limit of {name} is a whole number above 0.")
        if not 0 < self.timeout < 86_400:
            raise InvalidValue("The time for a call is above 0 s and below a day.")


@dataclass(frozen=True, slots=True)
class Price:
    """What a person entered: money for a million tokens, as of a date (``2026-05-31``), in a currency.

    ``cache_read`` and ``cache_write`` are None where the person gave none: then the cost is told from low to high.
    """

    asked: float
    given: float
    date: str
    currency: str = "USD"
    cache_read: float | None = None
    cache_write: float | None = None

    def __post_init__(self) -> None:
        from datetime import date

        for value in (self.asked, self.given, self.cache_read, self.cache_write):
            if value is not None and not 0 <= value < 1e9:
                raise InvalidValue("A price for a million tokens is a number from 0 up.")
        try:
            date.fromisoformat(self.date)
        except ValueError as error:
            raise InvalidValue(f"“{self.date}” is no date of a price.", hint="Write it as 2026-05-31.") from error


@dataclass(frozen=True, slots=True)
class Capability:
    """What was found out about a model at a server. ``pinned``: a person set the form, and no probe changes it.

    ``dropped`` are parameters that it does not take, ``renamed`` those that it takes under another name, ``most_out``
    is the largest budget of tokens that it accepts. ``seconds`` is the time of the probe's judged call, ``at`` when it
    was made (ISO 8601), or "" where there was none.
    """

    form: ReplyForm | None = None
    pinned: bool = False
    dropped: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    most_out: int | None = None
    seconds: float | None = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at a server, by a name of the person's. ``parameters`` go into every request as they are.

    ``key_variable`` names a variable of the environment whose key comes before the one of the keyring.
    """

    name: str
    base_url: str
    model: str
    protocol: str = "openai_chat"
    limits: Limits = field(default_factory=Limits)
    price: Price | None = None
    capability: Capability = field(default_factory=Capability)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    key_variable: str = ""

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InvalidValue("An endpoint needs a name.")
        if _KEY_IN_ADDRESS.search(self.base_url) or any(_KEY_NAME.search(name) for name in self.parameters):
            raise InvalidValue(
                "There is a key among the settings of the endpoint.", hint="Keys are kept apart: in the system keyring."
            )
