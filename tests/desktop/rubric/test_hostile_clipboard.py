"""The clipboard may hold anything: what is no trait is none."""

from __future__ import annotations

from random import Random

from fuzz.targets import TARGETS

from gradewright_desktop.panels.rubric.clipboard import entries_from

TARGET = TARGETS["clipboard"]


def test_whatever_is_there_is_read_or_is_nothing() -> None:
    seeds = list(TARGET.seeds())
    assert all(len(entries_from(seed.decode())) == 1 for seed in seeds)
    random = Random(7)
    for data in (b"", b"{", b"[" * 5_000, *seeds, *(TARGET.change(random.choice(seeds), random) for _ in range(150))):
        TARGET.run(data)
