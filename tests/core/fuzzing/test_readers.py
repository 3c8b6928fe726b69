"""Every reader on files that nobody meant to write: a value or a sentence, in bounded steps, and no fault of ours.

The same changes each time. Longer, and guided by the lines that they reach: `python3 run.py fuzz`.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from fuzz.mutations import mutated, overwritten
from fuzz.steps import TooManySteps, at_most
from fuzz.targets import TARGETS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

#: Lines of Python for one input. Files of the size of the seeds take a tenth of it.
MOST_STEPS = 3_000_000
#: Opening a library writes a file; there are fewer tries, so that the suite stays quick.
TRIES = {"library": 12, "checkpoint": 30}
USUAL_TRIES = 60
NAMES = [name for name, target in TARGETS.items() if not target.needs_window]


@cache
def seeds(name: str) -> list[bytes]:
    return list(TARGETS[name].seeds())


@pytest.mark.parametrize("name", NAMES)
def test_what_is_well_formed_is_read(name: str) -> None:
    assert seeds(name)
    for seed in seeds(name):
        TARGETS[name].run(seed)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_changed_is_read_or_refused(name: str) -> None:
    target = TARGETS[name]

    @settings(
        max_examples=TRIES.get(name, USUAL_TRIES),
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(st.sampled_from(seeds(name)), st.integers(0, 2**32))
    def read(seed: bytes, number: int) -> None:
        with at_most(MOST_STEPS):
            target.run(target.change(seed, Random(number)))

    read()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("data", [b"", b"\x00", b"\xff\xfe", b"{", b"[" * 5_000, b'{"":' * 300, b"\xef\xbb\xbf"])
def test_what_is_no_file_at_all(name: str, data: bytes) -> None:
    with at_most(MOST_STEPS):
        TARGETS[name].run(data)


def test_changes_are_the_same_for_the_same_number() -> None:
    seed = seeds("checkpoint")[0]
    for change in (mutated, overwritten):
        assert [change(seed, Random(n)) for n in range(20)] == [change(seed, Random(n)) for n in range(20)]
        assert len({change(seed, Random(n)) for n in range(20)}) > 15
    assert len(overwritten(seed, Random(3))) == len(seed)


def test_code_without_an_end_is_ended() -> None:
    def endless() -> None:
        while True:
            pass

    with pytest.raises(TooManySteps), at_most(1_000):
        endless()
