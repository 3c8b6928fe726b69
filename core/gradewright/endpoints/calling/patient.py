"""A client that waits its turn, tries again what may pass by, and stops at a cap."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass

from gradewright.endpoints.calling.gate import Gate
from gradewright.endpoints.calling.ledger import Ledger
from gradewright.endpoints.completion import CallFailed, Completion, ModelClient, ReplyForm, Request
from gradewright.errors import InvalidValue
from gradewright.model.endpoint import Endpoint
from gradewright.model.run import FailureReason


class NotAsked(Exception):
    """The call was not made: a cap is reached, the endpoint is closed, or the run is being stopped."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long a call is tried.

    ``retries`` are for failures that may pass by (no connection, no reply in time, a server in trouble), 0 refuses all
    of it. A “too many requests” has ``rate_retries`` of its own, since waiting for it is what the server asks for.
    ``first_wait`` doubles with each try up to ``longest_wait``, in seconds; what a server asks for is kept to, whatever
    its length, unless it is above ``give_up_over``: then the call fails, and says until when.
    """

    retries: int = 3
    rate_retries: int = 30
    first_wait: float = 0.5
    longest_wait: float = 30.0
    give_up_over: float | None = None

    def __post_init__(self) -> None:
        if self.retries < 0 or self.rate_retries < 0 or not 0 <= self.first_wait <= self.longest_wait:
            raise InvalidValue("Retries and waits are numbers from 0 up, the first wait no longer than the longest.")


class PatientClient:
    """See :class:`gradewright.endpoints.completion.ModelClient`."""

    def __init__(
        self,
        endpoint: Endpoint,
        client: ModelClient,
        gate: Gate,
        patience: Patience,
        *,
        ledger: Ledger | None = None,
        may_go_on: Callable[[], bool] = lambda: True,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """``may_go_on`` is asked before each try."""
        self._endpoint = endpoint
        self._client = client
        self._gate = gate
        self._patience = patience
        self._ledger = ledger
        self._may_go_on = may_go_on
        self._jitter = jitter

    @property
    def form(self) -> ReplyForm:
        """See the base."""
        return self._client.form

    async def aclose(self) -> None:
        """See the base."""
        await self._client.aclose()

    async def complete(self, request: Request) -> Completion:
        """See the base. Raises NotAsked where the call is not made any more."""
        faults = rates = 0
        while True:
            ticket = await self._gate.enter(request)
            try:
                self._begin()
                completion = await self._client.complete(request)
            except CallFailed as failure:
                self._gate.failed(ticket, failure)
                rate = failure.reason is FailureReason.RATE_LIMIT
                rates, faults = rates + rate, faults + (not rate)
                if self._for_good(failure, faults, rates):
                    if self._ledger is not None:
                        self._ledger.fail(self._endpoint, failure)
                    raise
                await asyncio.sleep(self._wait(failure, rates if rate else faults))
            except BaseException:
                self._gate.left(ticket)
                raise
            else:
                self._gate.succeeded(ticket, completion)
                if self._ledger is not None:
                    self._ledger.count(self._endpoint, completion)
                return completion

    def _begin(self) -> None:
        if not self._may_go_on():
            raise NotAsked
        if self._ledger is not None:
            self._ledger.begin()

    def _for_good(self, failure: CallFailed, faults: int, rates: int) -> bool:
        patience = self._patience
        if not failure.again or not patience.retries or faults > patience.retries or rates > patience.rate_retries:
            return True
        most = patience.give_up_over
        if most is None or failure.wait is None or failure.wait <= most:
            return False
        failure.message += f" It asks to wait {failure.wait:,.0f} s, more than the {most:,.0f} s that are waited here."
        return True

    def _wait(self, failure: CallFailed, tries: int) -> float:
        if failure.wait is not None and not failure.crowded:
            # All calls are held for as long as the server asks; this one comes a little later than those that wait.
            return failure.wait + self._gate.spread(max(1.0, failure.wait))
        return self._gate.spread(1.0) if failure.crowded else self._backoff(tries)

    def _backoff(self, tries: int) -> float:
        patience = self._patience
        longest = min(patience.longest_wait, patience.first_wait * 2.0 ** (tries - 1))
        return longest * (0.5 + 0.5 * self._jitter())
