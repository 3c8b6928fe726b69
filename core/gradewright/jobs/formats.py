"""The names of the formats that can be exported."""

from __future__ import annotations

from typing import Literal

ExportFormat = Literal["jsonld", "markdown", "csv", "jsonl"]

BENCHMARK_FORMATS: tuple[ExportFormat, ...] = ("jsonld", "markdown")
RESULT_FORMATS: tuple[ExportFormat, ...] = ("csv", "jsonl")
EXPORT_FORMATS: tuple[ExportFormat, ...] = (*BENCHMARK_FORMATS, *RESULT_FORMATS)
