"""Feeds readers with changed files, guided by what lines they reach: ``python -m fuzz [TARGET...] [--seconds N]``.

Each target runs in a process of its own, since the engine of atheris ends the one that it runs in. What makes a reader
fail is kept under ``build/fuzz``; ``--input FILE`` gives it to a target again.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import subprocess
import sys
from pathlib import Path
from random import Random

from fuzz.targets import PROJECT, TARGETS

KEPT = PROJECT / "build" / "fuzz"
LARGEST = 200_000
NOT_HERE = (
    "Fuzzing needs atheris, which is not installed for this Python. The same readers are tried without it by: "
    "python3 run.py test tests/core/fuzzing"
)


def main(arguments: list[str] | None = None) -> int:
    """Run the targets; returns 0 where none failed, 1 where one did, 2 for bad use."""
    parser = argparse.ArgumentParser(prog="run.py fuzz", description="Feed readers with files that nobody meant.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"which readers: {', '.join(TARGETS)}")
    parser.add_argument("--seconds", type=int, default=60, help="how long, for each target (default: 60)")
    parser.add_argument("--input", type=Path, metavar="FILE", help="give one file to the target and tell what happens")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    unknown = [name for name in given.targets if name not in TARGETS]
    if unknown:
        print(f"There is no target “{unknown[0]}”. There are: {', '.join(TARGETS)}.", file=sys.stderr)
        return 2
    if given.input is not None:
        if len(given.targets) != 1:
            print("--input needs the one target that the file is for.", file=sys.stderr)
            return 2
        TARGETS[given.targets[0]].run(given.input.read_bytes())
        print("It was read, or refused in words.")
        return 0
    if importlib.util.find_spec("atheris") is None:
        print(NOT_HERE, file=sys.stderr)
        return 2
    if given.inside:
        return _guided(given.targets[0], given.seconds)
    return _all_of(given.targets or _possible(), given.seconds)


def _possible() -> list[str]:
    """The targets whose libraries are here: those of the window are not needed for the others."""
    window = importlib.util.find_spec("PySide6") is not None
    return [name for name, target in TARGETS.items() if window or not target.needs_window]


def _all_of(names: list[str], seconds: int) -> int:
    failed = []
    for name in names:
        print(f"{name}: {seconds} s", flush=True)
        command = [sys.executable, "-m", "fuzz", name, "--seconds", str(seconds), "--inside"]
        if subprocess.run(command, check=False, stdin=subprocess.DEVNULL, cwd=PROJECT / "tests").returncode:
            failed.append(name)
    for name in failed:
        print(f"{name} failed; what it was given is in {KEPT / name}.")
    return 1 if failed else 0


def _guided(name: str, seconds: int) -> int:
    import atheris

    target = TARGETS[name]
    corpus = KEPT / name / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    with atheris.instrument_imports(include=["gradewright"]):
        # What a reader imports, it imports when it first reads.
        seeds = list(target.seeds())
        for seed in seeds[:20]:
            target.run(seed)
    for seed in seeds:
        (corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)

    def change(data: bytes, most: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < 0.25:
            return bytes(atheris.Mutate(data, most))
        return target.change(bytes(data), random)[:most]

    options = [
        sys.argv[0],
        str(corpus),
        f"-max_total_time={seconds}",
        f"-max_len={LARGEST}",
        f"-artifact_prefix={KEPT / name}/",
        "-timeout=30",
        "-rss_limit_mb=3000",
        "-print_final_stats=1",
        "-verbosity=0",
    ]
    atheris.Setup(options, lambda data: target.run(bytes(data)), custom_mutator=change)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
