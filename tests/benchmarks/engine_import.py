"""Importing the engine in a fresh process."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile

from tests.benchmarks.frame import Figure

ROUNDS = 7
KARENINA_SECONDS = 1.16

ENGINE = (
    "gradewright.cli",
    "gradewright.model.question",
    "gradewright.verify.answer",
    "gradewright.workers.patterns",
    "gradewright.formats.karenina_jsonld",
    "gradewright.formats.template_source",
    "gradewright.lint",
)
"""What verifies and lints, reads and writes files."""

LIBRARY = (*ENGINE, "gradewright.store.library")
"""The same with the library, which brings SQLAlchemy."""

PROGRAM = """
import time
start = time.process_time()
{imports}
print(time.process_time() - start)
"""


def run() -> list[Figure]:
    """Measure processor seconds, the median of fresh processes."""
    return [
        Figure("engine import", _seconds(ENGINE), KARENINA_SECONDS, "s", 0.25, "ours"),
        Figure("engine and library import", _seconds(LIBRARY), KARENINA_SECONDS, "s", 0.5, "ratio"),
    ]


def _seconds(modules: tuple[str, ...]) -> float:
    program = PROGRAM.format(imports="\n".join(f"import {module}" for module in modules))
    command = [sys.executable, "-c", program]
    with tempfile.TemporaryDirectory() as cache:
        # A program compiles its modules once, on its first start; that start is not what is measured here.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": ""}

        def once() -> float:
            done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
            return float(done.stdout)

        once()
        return statistics.median(once() for _ in range(ROUNDS))
