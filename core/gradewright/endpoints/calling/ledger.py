"""What the calls of a run used up, and the caps that end it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gradewright.endpoints.completion import CallFailed, Completion
from gradewright.endpoints.costs import Cost, cost_of
from gradewright.errors import InvalidValue
from gradewright.model.endpoint import Endpoint
from gradewright.model.run import FailureReason

_MOST_FAILURES: Final = 20
#: Failures that say nothing about the next call.
_OF_ONE_CALL: Final = (FailureReason.TOO_LONG, FailureReason.NO_JUDGE)


@dataclass(frozen=True, slots=True)
class Caps:
    """What a run may use up; None means any amount. ``seconds`` is for the whole, waits included.

    ``cost`` is money in the currency of the prices, compared with the high end of the cost. ``failures`` in a row end
    the calls to that endpoint, the other ones go on.
    """

    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None
    failures: int | None = _MOST_FAILURES

    def __post_init__(self) -> None:
        for name in ("calls", "tokens", "cost", "seconds", "failures"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise InvalidValue(f"A cap on {name} is a number above 0.")


@dataclass(frozen=True, slots=True)
class Used:
    """What was used up. ``uncounted`` calls told no tokens, ``unpriced`` ones have no cost (no price, or no tokens)."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: Cost | None = None
    uncounted: int = 0
    unpriced: int = 0


class Ledger:
    """Counts the calls of a run. It belongs to one event loop."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        self._calls = 0
        self._in = 0
        self._out = 0
        self._cost: Cost | None = None
        self._uncounted = 0
        self._unpriced = 0
        self._failures: dict[str, int] = {}
        self._closed: dict[str, str] = {}

    @property
    def used(self) -> Used:
        """What was used up by now."""
        return Used(self._calls, self._in, self._out, self._cost, self._uncounted, self._unpriced)

    @property
    def closed(self) -> dict[str, str]:
        """Endpoints that are not asked any more, with a sentence each."""
        return dict(self._closed)

    def begin(self) -> None:
        """Count a call that is being sent."""
        self._calls += 1

    def count(self, endpoint: Endpoint, completion: Completion) -> None:
        """Count what a reply used up."""
        usage = completion.usage
        self._failures[endpoint.name] = 0
        self._in += usage.total_in or 0
        self._out += usage.out or 0
        self._uncounted += not usage.known
        cost = cost_of(usage, endpoint.price)
        if cost is None:
            self._unpriced += 1
        else:
            self._cost = cost if self._cost is None else self._cost + cost

    def fail(self, endpoint: Endpoint, failure: CallFailed) -> None:
        """Count a call that failed for good, and close the endpoint where no other call can do better."""
        if failure.everywhere:
            self._closed.setdefault(endpoint.name, failure.message)
            return
        if failure.reason in _OF_ONE_CALL:
            return
        row = self._failures.get(endpoint.name, 0) + 1
        self._failures[endpoint.name] = row
        if self._caps.failures is not None and row >= self._caps.failures:
            said = f"{row} calls in a row failed. The last one: {failure.message}"
            self._closed.setdefault(endpoint.name, said)

    def spent(self, seconds: float) -> str:
        """Return a sentence on the cap that is reached after this time, or nothing."""
        caps = self._caps
        if caps.calls is not None and self._calls >= caps.calls:
            return f"The cap of {caps.calls:,} calls is reached."
        if caps.tokens is not None and self._in + self._out >= caps.tokens:
            return f"The cap of {caps.tokens:,} tokens is reached."
        if caps.cost is not None and self._cost is not None and self._cost.high >= caps.cost:
            return f"The cap of {caps.cost:g} {self._cost.currency} is reached."
        if caps.seconds is not None and seconds >= caps.seconds:
            return f"The cap of {caps.seconds:g} s is reached."
        return ""
