"""What calls cost, from the prices that a person entered. Where a part is unknown it is told from low to high."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gradewright.endpoints.estimates import fewest_tokens, most_tokens
from gradewright.endpoints.usage import Usage
from gradewright.model.endpoint import Price

_MILLION: Final = 1_000_000
#: Anthropic asks up to twice the price of the prompt for what is kept an hour in its cache; the others ask no more.
_CACHE_WRITE: Final = 2.0
#: A verdict and a reason are some dozen tokens at least.
_SHORTEST_REPLY: Final = 20


@dataclass(frozen=True, slots=True)
class Cost:
    """Money, from ``low`` to ``high``, in one currency, by prices as of ``date`` (the oldest of them)."""

    low: float
    high: float
    currency: str = "USD"
    date: str = ""

    def __add__(self, other: Cost) -> Cost:
        dates = sorted(each for each in (self.date, other.date) if each)
        return Cost(self.low + other.low, self.high + other.high, self.currency, dates[0] if dates else "")


def cost_of(usage: Usage, price: Price | None) -> Cost | None:
    """Return what a call cost, or None where no price was entered or the server did not count tokens."""
    if price is None or usage.fresh_in is None or usage.out is None:
        return None
    read, written = usage.cache_read or 0, usage.cache_write or 0
    sure = usage.fresh_in * price.asked + usage.out * price.given
    low = (
        sure
        + read * (price.cache_read or 0.0)
        + written * (price.asked if price.cache_write is None else price.cache_write)
    )
    high = (
        sure
        + read * (price.asked if price.cache_read is None else price.cache_read)
        + written * (price.asked * _CACHE_WRITE if price.cache_write is None else price.cache_write)
    )
    return Cost(low / _MILLION, high / _MILLION, price.currency, price.date)


def expected_cost(messages: Sequence[Mapping[str, str]], max_tokens: int, price: Price | None) -> Cost | None:
    """Return what a call is going to cost: from few tokens and a short reply to many and the whole budget."""
    if price is None:
        return None
    fewest = sum(fewest_tokens(each["content"]) for each in messages)
    most = sum(most_tokens(each["content"]) for each in messages)
    low = fewest * price.asked + min(_SHORTEST_REPLY, max_tokens) * price.given
    high = most * price.asked + max_tokens * price.given
    return Cost(low / _MILLION, high / _MILLION, price.currency, price.date)
