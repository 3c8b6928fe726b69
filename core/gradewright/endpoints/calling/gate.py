"""How many calls to one endpoint are under way: as many as it bears, and none while it asks to wait.

The number starts small, doubles with each round of successes until the first “too many requests”, and grows by one a
round from then on (additive increase, multiplicative decrease, as TCP does it). A refusal halves it, once for all the
calls that were under way then.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gradewright.endpoints.completion import CallFailed, Completion, Request
from gradewright.endpoints.estimates import likely_tokens
from gradewright.endpoints.waiting import Told
from gradewright.model.endpoint import Limits
from gradewright.model.run import FailureReason

_FIRST: Final = 8.0
_MINUTE: Final = 60.0
_USUAL_REPLY: Final = 200
_LEARN: Final = 0.1
#: Shorter waits are everyday business and are told to nobody.
_WORTH_SAYING: Final = 5.0
#: Calls that waited together start again one after the other within this share of the wait, at most this many seconds.
_SPREAD: Final = (0.1, 2.0)


@dataclass(slots=True)
class Ticket:
    """One call under way: the round in which it began, and the tokens that were set aside for it."""

    round: int
    minute: _Spent | None


@dataclass(slots=True)
class _Spent:
    at: float
    tokens: int
    likely: int


@dataclass(frozen=True, slots=True)
class Pause:
    """An endpoint that is not asked for a while: ``seconds`` from now, and what the server said."""

    seconds: float
    said: str


class Gate:
    """Lets calls to one endpoint through. It belongs to one event loop, whose clock it uses."""

    def __init__(
        self,
        limits: Limits,
        *,
        on_pause: Callable[[Pause], None] | None = None,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._limits = limits
        self._on_pause = on_pause
        self._jitter = jitter
        self._ceiling = float(limits.at_once)
        self._width = min(_FIRST, self._ceiling)
        self._steady = False
        self._round = 0
        self._under_way = 0
        self._held_until = 0.0
        self._waiting: deque[tuple[asyncio.Future[Ticket], int]] = deque()
        self._minute: deque[_Spent] = deque()
        self._timer: asyncio.TimerHandle | None = None
        # What was set aside for a call is brought nearer to what calls turn out to use.
        self._usual_reply = float(_USUAL_REPLY)
        self._usual_factor = 1.0

    @property
    def width(self) -> int:
        """How many calls may be under way now."""
        return max(1, int(self._width))

    @property
    def under_way(self) -> int:
        """How many calls are under way."""
        return self._under_way

    async def enter(self, request: Request) -> Ticket:
        """Wait until a call may begin."""
        likely = 0 if self._limits.tokens is None else likely_tokens(request.messages)
        if not self._waiting and self._delay(likely) <= 0:
            return self._begin(likely)
        future: asyncio.Future[Ticket] = asyncio.get_running_loop().create_future()
        self._waiting.append((future, likely))
        self._let_in()
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.left(future.result())
            raise

    def succeeded(self, ticket: Ticket, completion: Completion) -> None:
        """Take in a call that brought a reply."""
        if ticket.minute is not None:
            self._count(ticket.minute, completion)
        if self._width < self._ceiling and self._under_way >= self.width - 1:
            self._width = min(self._ceiling, self._width + (1.0 if not self._steady else 1.0 / self._width))
        if completion.told is not None:
            self._heed(completion.told)
        self.left(ticket)

    def failed(self, ticket: Ticket, failure: CallFailed) -> None:
        """Take in a call that failed: fewer at once, and nobody for as long as the server asks for."""
        if failure.reason is FailureReason.RATE_LIMIT and failure.again:
            if ticket.round == self._round:
                self._round += 1
                self._steady = True
                self._width = max(1.0, self._width / 2)
            if failure.at_once is not None:
                self._ceiling = max(1.0, min(self._ceiling, float(failure.at_once)))
                self._width = min(self._width, self._ceiling)
        if failure.wait and not failure.crowded:
            self.hold(failure.wait, failure.said)
        self.left(ticket)

    def left(self, ticket: Ticket) -> None:
        """Take in a call that is over, or was given up."""
        del ticket
        self._under_way -= 1
        self._let_in()

    def hold(self, seconds: float, said: str = "") -> None:
        """Let nobody in for this long."""
        until = self._now() + seconds
        if until > self._held_until + 0.001:
            self._held_until = until
            if self._on_pause is not None and seconds >= _WORTH_SAYING:
                self._on_pause(Pause(seconds, said))
        self._let_in()

    def spread(self, waited: float) -> float:
        """Return the seconds by which a call that waited with others starts later than they."""
        share, most = _SPREAD
        return min(most, waited * share) * self._jitter()

    def _count(self, spent: _Spent, completion: Completion) -> None:
        asked, given = completion.usage.total_in, completion.usage.out
        if asked is None or given is None or not spent.likely:
            return
        self._usual_reply += _LEARN * (given - self._usual_reply)
        self._usual_factor += _LEARN * (asked / spent.likely - self._usual_factor)
        spent.tokens = asked + given

    def _heed(self, told: Told) -> None:
        if told.requests_left == 0 and told.requests_reset:
            self.hold(told.requests_reset, "No requests are left for this minute.")
        if told.tokens_left == 0 and told.tokens_reset:
            self.hold(told.tokens_reset, "No tokens are left for this minute.")

    def _begin(self, likely: int) -> Ticket:
        self._under_way += 1
        if self._limits.requests is None and self._limits.tokens is None:
            return Ticket(self._round, None)
        spent = _Spent(self._now(), self._expected(likely), likely)
        self._minute.append(spent)
        return Ticket(self._round, spent)

    def _let_in(self) -> None:
        while self._waiting:
            future, likely = self._waiting[0]
            if future.done():
                self._waiting.popleft()
                continue
            delay = self._delay(likely)
            if delay > 0:
                self._wake_in(delay)
                return
            self._waiting.popleft()
            future.set_result(self._begin(likely))

    def _expected(self, likely: int) -> int:
        """The tokens to set aside for a call whose prompt likely has so many."""
        return int(likely * self._usual_factor + self._usual_reply) if likely else 0

    def _delay(self, likely: int) -> float:
        """Seconds until the next call may begin, infinite where only another one's end can help."""
        if self._under_way >= self.width:
            return float("inf")
        delay = self._held_until - self._now() if self._held_until else 0.0
        if self._limits.requests is None and self._limits.tokens is None:
            return delay
        return max(delay, self._minute_delay(self._expected(likely)))

    def _minute_delay(self, tokens: int) -> float:
        now, minute = self._now(), self._minute
        while minute and minute[0].at <= now - _MINUTE:
            minute.popleft()
        if not minute:
            return 0.0
        requests, most = self._limits.requests, self._limits.tokens
        delay = 0.0
        if requests is not None and len(minute) >= requests:
            delay = minute[len(minute) - requests].at + _MINUTE - now
        if most is not None:
            over = sum(each.tokens for each in minute) + tokens - most
            for each in minute:
                if over <= 0:
                    break
                over -= each.tokens
                delay = max(delay, each.at + _MINUTE - now)
        return delay

    def _wake_in(self, delay: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if delay != float("inf"):
            self._timer = asyncio.get_running_loop().call_later(delay, self._let_in)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
