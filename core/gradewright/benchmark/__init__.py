"""The benchmark of a script: ``Benchmark``, with the names and the behaviour of Karenina's."""

from __future__ import annotations

from gradewright.benchmark.benchmark import Benchmark

__all__ = ["Benchmark"]
