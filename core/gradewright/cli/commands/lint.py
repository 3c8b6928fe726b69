"""``gradewright lint``: read the findings of a benchmark or of a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, control_for, read_library
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console, one_line
from gradewright.cli.parser import add_json_option
from gradewright.jobs.typed import readable
from gradewright.lint.finding import Finding, Place, Severity

if TYPE_CHECKING:
    from gradewright.jobs.linting import LintReport

STATEMENTS = {"must": "must", "must_not": "must not", "pass": "pass example", "fail": "fail example"}
WHOLE = {
    **STATEMENTS,
    "pass_line": "pass line",
    "cannot_judge": "cannot-judge rule",
    "overall_rule": "overall rule",
}
"""What parts of criteria and rubrics are called."""
SEVERITIES = tuple(severity.value for severity in Severity)


def add(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "lint",
        run,
        help="check how a benchmark is written",
        description="Check how a benchmark is written: what is missing, what cannot work, and wording that two people "
        "would read in two ways. A file is checked without taking it into the library.",
    )
    parser.add_argument("what", metavar="FILE|BENCHMARK", help="a file, else a benchmark of the library by name or id")
    parser.add_argument(
        "--fail-on",
        metavar="SEVERITY",
        choices=SEVERITIES,
        help="exit with 1 if there is a finding of this severity or above: error, warning or hint",
    )
    add_json_option(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the findings."""
    from gradewright.jobs.linting import lint_file, lint_library

    path = Path(args.what)
    if path.is_file() or (_looks_like_path(args.what) and not path.is_dir()):
        report = lint_file(path, control=control_for(console))
        for warning in report.warnings:
            console.warn(f"{path}: {warning}")
    else:
        with read_library(args) as library:
            benchmark_id = library.find_benchmark(readable(args.what))
            report = lint_library(library, benchmark_id, control=control_for(console))
    if args.json:
        console.json(_data(report))
    else:
        _print(report, console)
    return 1 if args.fail_on and _at_least(report, Severity(args.fail_on)) else 0


def _looks_like_path(text: str) -> bool:
    """Whether a name that is no file was meant as one, so that the message speaks of a file."""
    return "/" in text or "\\" in text or text.lower().endswith((".jsonld", ".json", ".csv", ".jsonl", ".tsv"))


def _at_least(report: LintReport, severity: Severity) -> int:
    order = list(Severity)
    limit = order.index(severity)
    return sum(order.index(found.severity) <= limit and found.silenced is None for found in report.findings)


def _print(report: LintReport, console: Console) -> None:
    for found in report.findings:
        words = f"“{found.words}” {found.why}" if found.words else found.why
        heading = found.severity.value if found.silenced is None else "silenced"
        console.say(one_line(f"{heading}: {where(found, report)}: {words}") + f"  [{found.rule}]")
        if found.silenced:
            console.say(one_line(f"    Silenced: {found.silenced}"))
        console.say(f"    {found.message}")
        if found.fix is not None:
            console.say(f"    {found.fix.title}: {' | '.join(found.fix.after.splitlines())}")
    if report.language is not None and report.language.language.is_covered:
        console.say(report.language.statement)
    if report.findings:
        counts = ", ".join(counted(report.count(severity), severity.value) for severity in Severity)
        console.say(f"{counts} in “{one_line(report.benchmark.name)}”.")
    else:
        console.say(
            "No finding. No wording check fired and nothing is incomplete. Whether the criteria fit your task is for "
            "the people who own them."
        )


def where(found: Finding, report: LintReport) -> str:
    """Return where a finding points, in words: the question, the trait, the part."""
    place = found.place
    names: list[str] = []
    if place.question_id is not None:
        question = report.names[place.question_id]
        names.append(f"question {question.number}")
    elif place.entry_id is not None:
        names.append("global rubric")
    if place.entry_id is not None:
        names.append(f"“{report.traits[place.entry_id]}”")
    kind, _, rest = place.part.partition(":")
    if kind == "instruction":
        list_name, _, number = rest.partition(":")
        names.append(f"{list_name} instruction {int(number) + 1}")
    elif kind == "kept-test":
        names.append(f"kept test {int(rest) + 1}")
    elif kind in STATEMENTS and rest:
        names.append(f"{STATEMENTS[kind]} {int(rest) + 1}")
    elif kind == "anchor":
        names.append(f"anchor of point {rest}")
    elif rest:
        names.append(f"{kind} “{rest}”")
    elif kind:
        names.append(WHOLE.get(kind, kind))
    return ", ".join(names) or "benchmark"


def _data(report: LintReport) -> dict[str, Any]:
    return {
        "benchmark": report.benchmark.name,
        "questions": report.questions,
        "language": _language_data(report),
        "counts": {severity.value: report.count(severity) for severity in Severity},
        "findings": [_finding_data(found, report) for found in report.findings],
    }


def _language_data(report: LintReport) -> dict[str, Any] | None:
    """The language of the global rubric; ``certain`` is false where nothing told it and English was taken."""
    spoken = report.language
    if spoken is None:
        return None
    language = spoken.language
    return {
        "code": language.code or None,
        "name": language.name,
        "set": spoken.was_set,
        "certain": spoken.certain,
        "covered": language.is_covered,
    }


def _place_data(place: Place, report: LintReport) -> dict[str, Any]:
    trait = report.traits[place.entry_id] if place.entry_id is not None else None
    return {"trait": trait, "part": place.part or None, "start": place.start, "end": place.end}


def _finding_data(found: Finding, report: LintReport) -> dict[str, Any]:
    place = found.place
    question = report.names[place.question_id] if place.question_id is not None else None
    fix = found.fix
    return {
        "rule": found.rule,
        "severity": found.severity.value,
        "question": question.number if question else None,
        "question_id": question.key if question else None,
        "trait": report.traits[place.entry_id] if place.entry_id is not None else None,
        "part": place.part or None,
        "start": place.start,
        "end": place.end,
        "words": found.words,
        "why": found.why,
        "message": found.message,
        "also": [_place_data(each, report) for each in found.also],
        "silenced": found.silenced,
        "fix": None if fix is None else {"title": fix.title, "before": fix.before, "after": fix.after.splitlines()},
    }
