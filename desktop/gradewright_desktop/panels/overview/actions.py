"""What the commands about benchmarks do."""

from __future__ import annotations

from gradewright.edits import AddBenchmark
from gradewright.model.question import Benchmark
from gradewright.store.library import Changes
from gradewright_desktop.added import OpenAdded
from gradewright_desktop.navigator import Place
from gradewright_desktop.workbench import Workbench

NEW_NAME = "New benchmark"


class BenchmarkActions:
    """Acts on the current benchmark of a workbench."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench

    def new(self) -> None:
        """Add an empty benchmark and open it, ready for its name."""
        OpenAdded(self._workbench.session, AddBenchmark(Benchmark(NEW_NAME)), self._open)

    def show(self, kind: str) -> None:
        """Go to a part of the current benchmark: ``"benchmark"`` or ``"rubric"``."""
        benchmark_id = self._workbench.navigator.current.benchmark_id
        if benchmark_id is not None:
            self._workbench.navigator.go(Place("build", kind, benchmark_id))

    def _open(self, changes: Changes) -> None:
        from gradewright_desktop.panels.overview.overview import BenchmarkOverview

        self._workbench.navigator.go(Place("build", "benchmark", max(changes.benchmarks)))
        overview = self._workbench.panels.get("overview")
        if isinstance(overview, BenchmarkOverview):
            overview.name.setFocus()
            overview.name.selectAll()
