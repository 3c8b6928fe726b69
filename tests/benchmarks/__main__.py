"""Print the figures: ``python -m tests.benchmarks [NAME...] [--json]``."""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import sys
from pathlib import Path
from types import ModuleType

# Benchmarks import each other's frame by the package's name, wherever they are started from.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests import benchmarks
from tests.benchmarks.frame import Figure

FRAME = {"frame", "__main__"}


def names() -> list[str]:
    """Return the names of the benchmarks: their modules' names, with dashes."""
    found = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    return sorted(name.replace("_", "-") for name in found if name not in FRAME)


def main(arguments: list[str] | None = None) -> int:
    """Run from the shell. The exit code is 0 whether goals are met or not, and 2 for an unknown name."""
    known = names()
    parser = argparse.ArgumentParser(prog="bench", description="Measure the program.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {', '.join(known)}")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in known:
            parser.error(f"no benchmark “{name}”; there are: {', '.join(known)}")
    figures: list[Figure] = []
    for name in options.names or known:
        module = importlib.import_module(f"tests.benchmarks.{name.replace('-', '_')}")
        measured = _run(module)
        if not options.json:
            lines = [_line(figure) for figure in measured]
            print("\n".join(lines if figures else [_head(), *lines]), flush=True)
        figures += measured
    if options.json:
        print(json.dumps([figure.row() for figure in figures], indent=2))
    return 0


def _run(module: ModuleType) -> list[Figure]:
    result = module.run()
    return result if isinstance(result, list) else [result]


def _head() -> str:
    return f"{'figure':<34}{'ours':>14}{'baseline':>14}{'ratio':>8}{'goal':>12}  result"


def _line(figure: Figure) -> str:
    goal = f"{figure.goal:g} x" if figure.judged == "ratio" else f"{figure.goal:g} {figure.unit}"
    baseline = "" if figure.baseline is None else f"{figure.baseline:.4g} {figure.unit}"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
    result = "met" if figure.met else "SHORT"
    ours = f"{figure.ours:.4g} {figure.unit}"
    note = f"  ({figure.note})" if figure.note else ""
    return f"{figure.name:<34}{ours:>14}{baseline:>14}{ratio:>8}{goal:>12}  {result}{note}"


if __name__ == "__main__":
    raise SystemExit(main())
