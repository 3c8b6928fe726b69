"""Many calls: pace, waits, tries, caps and ends, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from support.fake_model import Answering, FakeModel
from support.virtual_time import run_virtually

from gradewright.endpoints.calling.jobs import Done, End, Ended, Job, Line, Paused, asking
from gradewright.endpoints.calling.ledger import Caps
from gradewright.endpoints.calling.patient import Patience
from gradewright.endpoints.calling.scheduler import Scheduler
from gradewright.endpoints.completion import CallFailed, Completion, ModelClient, Request, Usage
from gradewright.endpoints.waiting import Told
from gradewright.errors import InvalidValue
from gradewright.model.endpoint import Endpoint, Limits, Price
from gradewright.model.run import FailureReason

ASK = Request([{"role": "user", "content": "Why?"}], 100)
SO = Completion("So.", usage=Usage(100, 0, 0, 10))


def busy(wait: float | None = None, **more: Any) -> CallFailed:
    return CallFailed(FailureReason.RATE_LIMIT, "Too many requests.", again=True, wait=wait, status=429, **more)


def broken(again: bool = True, everywhere: bool = False) -> CallFailed:
    return CallFailed(FailureReason.SERVER_ERROR, "It broke.", again=again, everywhere=everywhere)


class Bench:
    """One endpoint or several, and everything that came of them."""

    def __init__(self, answer: Answering = lambda n, r: SO, *, limits: Limits | None = None, seconds: float = 1.0,
                 price: Price | None = None, **options: Any) -> None:  # fmt: skip
        self.limits, self.price, self.options = limits or Limits(), price, options
        self.models: dict[str, FakeModel] = {}
        self.done: list[Done] = []
        self.batches: list[int] = []
        self.pauses: list[Paused] = []
        self.seconds = 0.0
        self.add("Harbor", answer, seconds)

    def add(self, name: str, answer: Answering, seconds: float = 1.0) -> None:
        self.models[name] = FakeModel(answer, seconds)

    @property
    def model(self) -> FakeModel:
        return self.models["Harbor"]

    def scheduler(self) -> Scheduler:
        lines = {
            name: Line(Endpoint(name, "x", "m", limits=self.limits, price=self.price), lambda model=model: model)
            for name, model in self.models.items()
        }
        return Scheduler(lines, on_pause=self.pauses.append, wall=lambda: 1000.0, **self.options)

    def take(self, batch: list[Done]) -> None:
        self.done += batch
        self.batches.append(len(batch))

    def run(self, jobs: int | Iterable[Job], meanwhile: Callable[[Scheduler], Any] | None = None) -> Ended:
        async def work() -> Ended:
            scheduler = self.scheduler()
            if meanwhile is not None:
                meanwhile(scheduler)
            ended = await scheduler.run(self.jobs(jobs) if isinstance(jobs, int) else jobs, self.take)
            self.seconds = asyncio.get_running_loop().time()
            return ended

        return run_virtually(work())

    @staticmethod
    def jobs(count: int, endpoint: str = "Harbor") -> Iterator[Job]:
        return (asking(number, endpoint, ASK) for number in range(count))


def once(first: CallFailed) -> Answering:
    return lambda number, request: first if number == 0 else SO


def test_everything_is_asked_once() -> None:
    bench = Bench(limits=Limits(at_once=4))
    ended = bench.run(20)

    assert (ended.end, ended.not_asked, ended.used.calls) == (End.COMPLETE, 0, 20)
    assert sorted(each.key for each in bench.done) == list(range(20))
    assert all(each.value is SO and each.failure is None for each in bench.done)
    assert (bench.model.most, bench.seconds, bench.model.closed) == (4, 5.0, True)
    assert sum(bench.batches) == 20


def test_the_number_of_calls_grows_up_to_the_limit() -> None:
    bench = Bench(limits=Limits(at_once=64))
    bench.run(400)

    starts = [sum(1 for each in bench.model.calls if second <= each < second + 1) for second in range(4)]
    assert starts == [8, 16, 32, 64]
    assert bench.model.most == 64


def test_too_many_requests_halve_the_number_once_for_all_that_were_under_way() -> None:
    bench = Bench(lambda number, _: busy(2.0) if 120 <= number < 184 else SO, limits=Limits(at_once=64))
    ended = bench.run(400)

    assert ended.end is End.COMPLETE
    assert len(bench.done) == 400
    assert not any(each.failure for each in bench.done)
    after = sorted(at for at in bench.model.calls if at >= 6.0)
    assert sum(1 for at in after if at < after[0] + 1) <= 32
    assert not [at for at in bench.model.calls if 4.0 < at < 6.0]


def test_jobs_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def jobs() -> Iterator[Job]:
        for number in range(100):
            taken.append(number)
            yield asking(number, "Harbor", ASK)

    bench = Bench(limits=Limits(at_once=4), caps=Caps(calls=8))
    bench.run(jobs())

    assert len(taken) <= 12


@pytest.mark.parametrize(("wait", "begins"), [(26.604, 27.604), (0.34, 1.34)])
def test_a_server_that_asks_to_wait_is_waited_for(wait: float, begins: float) -> None:
    bench = Bench(once(busy(wait)), limits=Limits(at_once=1))
    ended = bench.run(2)

    assert ended.end is End.COMPLETE
    assert bench.model.calls[1] >= begins
    assert bench.model.calls[1] <= begins + 2


def test_a_long_wait_is_a_pause_that_says_until_when() -> None:
    bench = Bench(once(busy(86_400.0, said="daily quota")), limits=Limits(at_once=4))
    ended = bench.run(8)

    assert bench.pauses == [Paused("Harbor", 1000.0 + 86_400.0, "daily quota")]
    assert (ended.end, len(bench.done)) == (End.COMPLETE, 8)
    assert len(bench.model.calls) == 9


def test_a_pause_can_be_refused() -> None:
    bench = Bench(once(busy(86_400.0)), limits=Limits(at_once=1), patience=Patience(give_up_over=120))
    bench.run(1)

    assert bench.done[0].failure is not None
    assert "86,400 s" in str(bench.done[0].failure)


def test_no_retries_means_none() -> None:
    bench = Bench(lambda number, _: busy(5.0), limits=Limits(at_once=1), patience=Patience(retries=0))
    bench.run(1)

    assert len(bench.model.calls) == 1
    assert bench.done[0].failure is not None


def test_a_crowd_is_made_smaller_at_once_without_waiting() -> None:
    said = busy(60.0, at_once=39, crowded=True)
    bench = Bench(lambda number, _: said if number == 120 else SO, limits=Limits(at_once=64))
    bench.run(800)

    later = [at for at in bench.model.calls if at >= 5.0]
    assert later
    assert max(sum(1 for each in later if at <= each < at + 1) for at in later) <= 39
    assert bench.seconds < 60
    assert bench.pauses == []


def test_what_passes_by_is_tried_again_and_what_does_not_is_told() -> None:
    bench = Bench(lambda number, _: broken(), limits=Limits(at_once=1), patience=Patience(retries=2))
    ended = bench.run(1)

    assert len(bench.model.calls) == 3
    assert bench.done[0].failure is not None
    assert bench.done[0].value is None
    assert (ended.end, ended.used.calls) == (End.COMPLETE, 3)
    gaps = [b - a - 1 for a, b in zip(bench.model.calls, bench.model.calls[1:], strict=False)]
    assert 0.25 <= gaps[0] <= 0.5
    assert 0.5 <= gaps[1] <= 1.0


def test_requests_a_minute() -> None:
    bench = Bench(limits=Limits(at_once=8, requests=10))
    bench.run(25)

    for at in bench.model.calls:
        assert sum(1 for each in bench.model.calls if at <= each < at + 60) <= 10
    assert 120 <= bench.seconds <= 123


def test_tokens_a_minute() -> None:
    bench = Bench(limits=Limits(at_once=8, tokens=1100))
    bench.run(30)

    assert bench.model.calls[-1] >= 120
    busiest = max(sum(1 for each in bench.model.calls if at <= each < at + 60) for at in bench.model.calls)
    assert busiest <= 10


def test_headers_that_say_nothing_is_left() -> None:
    told = Completion("So.", usage=Usage(1, 0, 0, 1), told=Told(0, 30.0))
    bench = Bench(lambda number, _: told if number == 0 else SO, limits=Limits(at_once=1))
    bench.run(2)

    assert bench.model.calls == [0.0, 31.0]


@pytest.mark.parametrize(
    ("caps", "calls", "words"),
    [
        (Caps(calls=10), 10, "cap of 10 calls"),
        (Caps(tokens=1000), 10, "cap of 1,000 tokens"),
        (Caps(cost=0.001), 5, "cap of 0.001 USD"),
        (Caps(seconds=3), 4, "cap of 3 s"),
    ],
)
def test_caps_end_it_cleanly(caps: Caps, calls: int, words: str) -> None:
    bench = Bench(limits=Limits(at_once=1), caps=caps, price=Price(1.9, 3.0, "2026-05-31"))
    ended = bench.run(100)

    assert ended.end is End.CAPPED
    assert words in ended.said
    assert abs(len(bench.model.calls) - calls) <= 1
    assert len(bench.done) == len(bench.model.calls)
    assert bench.model.closed


def test_a_cap_of_time_ends_a_pause() -> None:
    bench = Bench(once(busy(86_400.0)), limits=Limits(at_once=2), caps=Caps(seconds=100))
    ended = bench.run(5)

    assert (ended.end, bench.seconds) == (End.CAPPED, 100.0)
    assert len(bench.done) + ended.not_asked <= 5


def test_a_key_that_is_not_accepted_closes_one_endpoint_and_leaves_the_others() -> None:
    bench = Bench(lambda number, _: broken(again=False, everywhere=True), limits=Limits(at_once=2))
    bench.add("Local", lambda number, _: SO)
    jobs = [job for pair in zip(bench.jobs(50), bench.jobs(50, "Local"), strict=True) for job in pair]
    ended = bench.run(jobs)

    assert len(bench.model.calls) == 2
    assert ended.closed == {"Harbor": "It broke."}
    assert sum(1 for each in bench.done if each.endpoint == "Local") == 50
    assert ended.not_asked == 48


def test_failures_in_a_row_close_an_endpoint() -> None:
    bench = Bench(lambda number, _: broken(), limits=Limits(at_once=1), caps=Caps(failures=3), patience=Patience(0))
    ended = bench.run(50)

    assert len(bench.model.calls) == 3
    assert ended.closed["Harbor"].startswith("3 calls in a row failed.")


def test_failures_that_do_not_pass_close_an_endpoint_too() -> None:
    bench = Bench(lambda number, _: broken(again=False), limits=Limits(at_once=1), caps=Caps(failures=3))
    bench.run(50)

    assert len(bench.model.calls) == 3


def test_texts_that_are_too_long_are_no_failures_of_the_endpoint() -> None:
    long = CallFailed(FailureReason.TOO_LONG, "Too long.")
    bench = Bench(lambda number, _: long, limits=Limits(at_once=1), caps=Caps(failures=3))
    ended = bench.run(50)

    assert (len(bench.done), ended.closed) == (50, {})


@pytest.mark.parametrize("answer", [lambda n, r: SO, once(busy(86_400.0))], ids=["calls under way", "a pause"])
def test_a_stop_is_quick(answer: Answering) -> None:
    bench = Bench(answer, limits=Limits(at_once=4), seconds=600.0 if answer(0, ASK) is SO else 1.0)

    def meanwhile(scheduler: Scheduler) -> None:
        asyncio.get_running_loop().call_later(5.0, scheduler.stop)

    ended = bench.run(100, meanwhile)

    assert ended.end is End.STOPPED
    assert bench.seconds <= 7.0
    assert ended.not_asked + len(bench.done) >= 4
    assert bench.model.closed


def test_calls_under_way_at_a_stop_have_a_moment() -> None:
    bench = Bench(limits=Limits(at_once=2), seconds=1.0)

    def meanwhile(scheduler: Scheduler) -> None:
        asyncio.get_running_loop().call_later(0.5, scheduler.stop)

    bench.run(100, meanwhile)
    assert len(bench.done) == 2


def test_a_slow_endpoint_does_not_hold_the_others() -> None:
    bench = Bench(once(busy(3600.0)), limits=Limits(at_once=2))
    bench.add("Local", lambda number, _: SO)
    jobs = [*bench.jobs(100), *bench.jobs(100, "Local")]
    bench.run(jobs)

    assert bench.models["Local"].calls[-1] < 60
    assert len(bench.done) == 200


def test_work_of_several_calls_is_one_result() -> None:
    async def twice(client: ModelClient) -> str:
        first = await client.complete(ASK)
        return first.text + (await client.complete(ASK)).text

    bench = Bench(limits=Limits(at_once=2))
    ended = bench.run([Job("a", "Harbor", twice), Job("b", "Harbor", twice)])

    assert {each.key: each.value for each in bench.done} == {"a": "So.So.", "b": "So.So."}
    assert ended.used.calls == 4


def test_a_fault_in_the_work_ends_it_and_keeps_what_was_done() -> None:
    async def wrong(client: ModelClient) -> None:
        await client.complete(ASK)
        raise LookupError("ours")

    bench = Bench(limits=Limits(at_once=1))
    with pytest.raises(LookupError, match="ours"):
        bench.run([*bench.jobs(2), Job("bad", "Harbor", wrong), *bench.jobs(2)])
    assert [each.key for each in bench.done] == [0, 1]
    assert bench.model.closed


def test_a_batch_that_cannot_be_kept_ends_it() -> None:
    bench = Bench(limits=Limits(at_once=1))

    def full(batch: list[Done]) -> None:
        raise OSError("full")

    bench.take = full  # type: ignore[method-assign]
    with pytest.raises(OSError, match="full"):
        bench.run(100)
    assert len(bench.model.calls) <= 2


def test_results_can_gather() -> None:
    bench = Bench(limits=Limits(at_once=4), seconds=0.1, batch_seconds=1.0)
    bench.run(100)

    assert (sum(bench.batches), len(bench.batches)) == (100, 3)


def test_what_was_used_is_told_with_what_is_not_known() -> None:
    answers = [SO, Completion("So."), Completion("So.", usage=Usage(100, 50, 0, 10))]
    bench = Bench(lambda number, _: answers[number], limits=Limits(at_once=1), price=Price(1.0, 2.0, "2026-05-31"))
    used = bench.run(3).used

    assert (used.calls, used.tokens_in, used.tokens_out, used.uncounted, used.unpriced) == (3, 250, 20, 1, 1)
    assert used.cost is not None
    assert used.cost.low == pytest.approx(0.00024)
    assert used.cost.high == pytest.approx(0.00029)


@pytest.mark.parametrize(
    "wrong", [lambda: Caps(calls=0), lambda: Patience(retries=-1), lambda: Caps(cost=float("nan"))]
)
def test_caps_and_patience_are_checked(wrong: Callable[[], object]) -> None:
    with pytest.raises(InvalidValue):
        wrong()
