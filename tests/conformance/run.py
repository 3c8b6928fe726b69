"""Compare this engine with recorded cases: ``python tests/conformance/run.py FOLDER``.

FOLDER holds ``karenina/*.json``, ``flexeval/*.json`` and ``checkpoints/*.jsonld`` with their ``.expect.json``, or files
of that kind itself.
Prints a row a file: cases, equal, different on purpose, not run, different. Exits with 1 where anything differs without
an entry in ``deviations.toml``, with 2 where there is nothing to compare.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conformance import (
    callables,
    checkpoints,
    files,
    flexeval,
    handwritten,
    ids,
    primitives,
    rubrics,
    templates,
    traits,
)
from conformance.cases import Observation, differences
from conformance.values import decode
from gradewright.workers.code import CodeRunner
from gradewright.workers.patterns import PatternRunner, WatchedPatterns
from gradewright.workers.sandbox.runner import CodeSandbox

EQUAL, ON_PURPOSE, NOT_RUN, DIFFERENT = "equal", "different on purpose", "not run", "different"
COLUMNS = (EQUAL, ON_PURPOSE, NOT_RUN, DIFFERENT)
CHECKPOINTS = "checkpoints"

Observe = Callable[[Mapping[str, Any], PatternRunner], Observation]
ObserveCode = Callable[[Mapping[str, Any], CodeRunner], Observation]

OBSERVERS: dict[str, Observe] = {
    "primitives.json": primitives.observe,
    "templates.json": templates.observe,
    "template_ids.json": ids.observe_template_id,
    "regex_traits.json": traits.observe_regex,
    "metric.json": traits.observe_metric,
    "rubric_merge.json": rubrics.observe,
    "llm_trait_validation.json": files.observe_trait_and_file,
    "question_ids.json": files.observe_question_ids,
    "choice_parsing.json": flexeval.observe_choice,
    "rubric_files.json": flexeval.observe_rubrics,
    "prompt_templates.json": flexeval.observe_prompt,
}

PROGRAMS: dict[str, ObserveCode] = {"handwritten_templates.json": handwritten.observe}
"""Files whose cases run in the sandbox."""

KINDS: dict[str, ObserveCode] = {
    "callable_evaluate": callables.observe_evaluate,
    "callable_from_callable": callables.observe_from_callable,
}
"""Kinds of cases, in files of other cases, that run in the sandbox."""


@dataclass
class Row:
    """The comparison of one file."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    deviations: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    @property
    def cases(self) -> int:
        """How many cases the file holds."""
        return sum(self.counts.values())


def compare(folder: Path) -> list[Row]:
    """Run all cases in a folder. The rows are in order of file name, checkpoints last."""
    rules = deviations()
    rows = []
    with WatchedPatterns() as patterns, CodeSandbox() as code:
        for path in _case_files(folder):
            rows.append(_compare_file(path, rules, patterns, code))
    records = sorted(folder.glob("*.expect.json")) or sorted((folder / CHECKPOINTS).glob("*.expect.json"))
    if records:
        rows.append(_compare_checkpoints(records))
    return rows


def deviations() -> list[Mapping[str, Any]]:
    """Return the entries of ``deviations.toml``."""
    with Path(__file__).with_name("deviations.toml").open("rb") as stream:
        entries: list[Mapping[str, Any]] = tomllib.load(stream)["deviation"]
    return entries


def table(rows: list[Row]) -> str:
    """Return the rows as a table for people."""
    width = max(len(row.name) for row in rows)
    lines = [f"{'file':{width}}  {'cases':>6}  " + "  ".join(f"{column:>{len(column)}}" for column in COLUMNS)]
    total = Row("all")
    for row in rows:
        total.counts += row.counts
    for row in [*rows, total]:
        counts = "  ".join(f"{row.counts[column]:>{len(column)}}" for column in COLUMNS)
        lines.append(f"{row.name:{width}}  {row.cases:>6}  {counts}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run from the shell. Returns the exit code."""
    parser = argparse.ArgumentParser(description="Compare this engine with recorded cases.")
    parser.add_argument("folder", type=Path, help="a folder with karenina/ and checkpoints/")
    parser.add_argument("--details", action="store_true", help="also list the deviations by file, with their reasons")
    options = parser.parse_args(arguments)
    rows = compare(options.folder)
    if not rows:
        print(f"{options.folder}: no case files in this folder.", file=sys.stderr)
        return 2
    print(table(rows))
    for row in rows:
        for problem in row.problems:
            print(f"\n{row.name}, {problem}")
    if options.details:
        _print_deviations(rows)
    return 1 if any(row.counts[DIFFERENT] for row in rows) else 0


def _case_files(folder: Path) -> Iterator[Path]:
    for place in (folder, folder / "karenina", folder / "flexeval"):
        yield from (path for path in sorted(place.glob("*.json")) if path.name in OBSERVERS or path.name in PROGRAMS)


def _compare_file(path: Path, rules: list[Mapping[str, Any]], patterns: PatternRunner, code: CodeRunner) -> Row:
    row = Row(path.name)
    content = json.loads(path.read_text(encoding="utf-8"))
    # What the cases of a file share stands beside them.
    shared = {key: content[key] for key in ("conversations", "tool_calls") if key in content}
    for each in content["cases"]:
        case = {**shared, **each}
        observation = _observed(path.name, case, patterns, code)
        outcome, deviation, said = judge(path.name, decode(case["expected"]), observation, rules)
        row.counts[outcome] += 1
        if deviation:
            row.deviations[deviation] += 1
        if outcome == DIFFERENT:
            row.problems.append(f"{case['id']}: " + "; ".join(said))
    return row


def _observed(file: str, case: Mapping[str, Any], patterns: PatternRunner, code: CodeRunner) -> Observation:
    in_sandbox = PROGRAMS.get(file) or KINDS.get(case.get("kind", ""))
    try:
        return in_sandbox(case, code) if in_sandbox is not None else OBSERVERS[file](case, patterns)
    except Exception as error:
        # A fault here, or a case of a kind that is not known, is a difference; the other cases still count.
        return Observation({"fault": f"{type(error).__name__}: {error}"})


def judge(
    file: str, expected: Mapping[str, Any], observation: Observation, rules: list[Mapping[str, Any]]
) -> tuple[str, str | None, list[str]]:
    """Return how a case counts, the deviation that explains it, and where it differs."""
    claimed = observation.not_run or observation.deviation
    rule = next((rule for rule in rules if rule["id"] == claimed and file in rule["files"]), None)
    if observation.not_run:
        known = rule is not None and rule["counted"] == NOT_RUN
        return (NOT_RUN, claimed, []) if known else (DIFFERENT, None, [f"not run: {claimed}"])
    said = differences(expected, decode(observation.values))
    bounded = claimed == primitives.BOUNDED_PATTERN
    if rule is not None and (bounded or not said):
        return ON_PURPOSE, claimed, []
    return (DIFFERENT, None, said) if said or claimed else (EQUAL, None, [])


def _compare_checkpoints(records: list[Path]) -> Row:
    row = Row(CHECKPOINTS)
    for path in records:
        recorded = json.loads(path.read_text(encoding="utf-8"))
        observation = checkpoints.observe(path.with_name(recorded["file"]), recorded)
        said = differences(checkpoints.expectation(recorded), observation.values)
        row.counts[DIFFERENT if said else EQUAL] += 1
        if said:
            row.problems.append(f"{recorded['file']}: " + "; ".join(said))
    return row


def _print_deviations(rows: list[Row]) -> None:
    for rule in deviations():
        counts = ", ".join(f"{row.name} {row.deviations[rule['id']]}" for row in rows if row.deviations[rule["id"]])
        print(f"\n{rule['id']} ({rule['counted']}): {counts or 'no case'}\n{rule['reason'].strip()}")


if __name__ == "__main__":
    raise SystemExit(main())
