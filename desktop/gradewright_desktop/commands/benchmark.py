"""Benchmarks: a new one, and going to the parts of the current one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command, enabled_when, needs_benchmark, needs_writing

if TYPE_CHECKING:
    from gradewright_desktop.workbench import Workbench


def benchmark_commands(workbench: Workbench) -> list[Command]:
    """Return the commands about benchmarks."""
    from gradewright_desktop.panels.overview.actions import BenchmarkActions

    actions = BenchmarkActions(workbench)
    return [
        Command(
            "benchmark.new",
            "&New benchmark",
            "Benchmark",
            actions.new,
            icon="benchmark",
            when=enabled_when(needs_writing),
            group="new",
        ),
        Command(
            "benchmark.show_overview",
            "Go to the &overview",
            "Benchmark",
            partial(actions.show, "benchmark"),
            icon="info",
            when=enabled_when(needs_benchmark),
            group="go",
        ),
        Command(
            "benchmark.show_rubric",
            "Go to the &global rubric",
            "Benchmark",
            partial(actions.show, "rubric"),
            icon="rubric",
            when=enabled_when(needs_benchmark),
            group="go",
        ),
    ]
