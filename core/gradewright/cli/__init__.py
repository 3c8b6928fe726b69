"""The command line: the same jobs as the window, without Qt."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; see :mod:`gradewright.cli.program`."""
    from gradewright.cli.program import main as run

    return run(argv)
