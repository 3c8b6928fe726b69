"""Tokens of a call, counted alike for all protocols, and what they cost.

OpenAI's count of prompt tokens includes those read from its cache, Anthropic's does not; the parts here never overlap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, each None where the server did not tell. ``raw`` is what it said.

    ``fresh_in`` were read anew, ``cache_read`` came out of the provider's cache, ``cache_write`` went into it; ``out``
    includes ``reasoning``.
    """

    fresh_in: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    out: int | None = None
    reasoning: int | None = None
    raw: Mapping[str, Any] = field(default_factory=dict)

    @property
    def total_in(self) -> int | None:
        """All tokens of the prompt."""
        if self.fresh_in is None:
            return None
        return self.fresh_in + (self.cache_read or 0) + (self.cache_write or 0)

    @property
    def known(self) -> bool:
        """Whether the server told both counts that a price needs."""
        return self.fresh_in is not None and self.out is not None

    def counts(self) -> dict[str, int]:
        """Return ``input_tokens``, ``output_tokens`` and ``total_tokens``, those that are known."""
        asked, given = self.total_in, self.out
        found = {"input_tokens": asked, "output_tokens": given}
        if asked is not None and given is not None:
            found["total_tokens"] = asked + given
        return {name: count for name, count in found.items() if count is not None}


def openai_usage(said: Any) -> Usage:
    """Read ``usage`` of a chat completion; what is missing or no count is None."""
    if not isinstance(said, Mapping):
        return Usage()
    asked, cached = _count(said, "prompt_tokens"), _count(_part(said, "prompt_tokens_details"), "cached_tokens")
    if cached is None:
        cached = _count(said, "prompt_cache_hit_tokens")
    return Usage(
        None if asked is None else max(0, asked - (cached or 0)),
        cached,
        None,
        _count(said, "completion_tokens"),
        _count(_part(said, "completion_tokens_details"), "reasoning_tokens"),
        dict(said),
    )


def anthropic_usage(said: Any) -> Usage:
    """Read ``usage`` of a message; what is missing or no count is None."""
    if not isinstance(said, Mapping):
        return Usage()
    return Usage(
        _count(said, "input_tokens"),
        _count(said, "cache_read_input_tokens"),
        _count(said, "cache_creation_input_tokens"),
        _count(said, "output_tokens"),
        None,
        dict(said),
    )


def _part(said: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = said.get(name)
    return part if isinstance(part, Mapping) else {}


def _count(said: Mapping[str, Any], name: str) -> int | None:
    count = said.get(name)
    return count if isinstance(count, int) and not isinstance(count, bool) and count >= 0 else None
