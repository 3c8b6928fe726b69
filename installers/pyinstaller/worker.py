"""A frozen program starts itself again as its worker processes: asked first, before anything heavy is loaded."""

from __future__ import annotations

import sys
from importlib import import_module

# The argument that a worker is started with: the module whose `serve` does its work.
WORKERS = {
    "--gradewright-pattern-worker": "gradewright.workers.pattern_worker",
    "--gradewright-judging-worker": "gradewright.runs.judging_worker",
    "--gradewright-sandbox-worker": "gradewright.workers.sandbox.program",
}


def serve_if_asked() -> None:
    """Be the worker that the command line names, and end; return at once if it names none."""
    if len(sys.argv) == 2 and sys.argv[1] in WORKERS:
        sys.exit(import_module(WORKERS[sys.argv[1]]).serve())
