"""``gradewright run``, ``resume``, ``runs`` and ``judge``: judges asked about recorded answers, or about a text now."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, control_for, read_library, written_library
from gradewright.cli.commands.run_words import add_fail_on, found, run_data, summary_lines
from gradewright.cli.commands.verify import stopping
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console, one_line
from gradewright.cli.parser import Parser, add_json_option, add_models_option
from gradewright.errors import FileUnreadable, InvalidValue
from gradewright.jobs.typed import readable

if TYPE_CHECKING:
    from gradewright.endpoints.calling.ledger import Caps
    from gradewright.endpoints.keys import Keys
    from gradewright.runs.judged import JudgedPlan, JudgedProgress, JudgedSettings
    from gradewright.store.library import Library

_COMBINE = ("majority", "unanimous", "any")


def add_run(commands: Any) -> None:
    """Add ``gradewright run``."""
    parser = add_command(
        commands,
        "run",
        run,
        help="ask judges about the recorded answers of a benchmark",
        description="Ask judges about the recorded answers of a benchmark: criteria, traits, and the values of "
        "templates, beside the checks that need no judge. Each judgement is kept when it comes; what was judged before "
        "on the same grounds is taken over. With --json, progress is a line of JSON on standard error.",
    )
    parser.add_argument("benchmark", metavar="BENCHMARK", type=readable, help="the benchmark, by name or id")
    _add_judges(parser)
    add_models_option(parser)
    parser.add_argument(
        "--check",
        metavar="NAME",
        action="append",
        dest="checks",
        type=readable,
        help="only this trait or criterion, by name or id (may be repeated)",
    )
    parser.add_argument("--batched", action="store_true", help="ask about all criteria of an answer in one call")
    parser.add_argument("--abstention", action="store_true", help="templates fail where an answer declines to answer")
    parser.add_argument("--sufficiency", action="store_true", help="templates fail where an answer says too little")
    parser.add_argument("--anew", action="store_true", help="judge again what was judged before on the same grounds")
    parser.add_argument("--dry-run", action="store_true", help="say what would be asked and what it costs, and end")
    _add_caps(parser)
    add_fail_on(parser)
    add_json_option(parser)


def add_resume(commands: Any) -> None:
    """Add ``gradewright resume``."""
    parser = add_command(
        commands,
        "resume",
        resume,
        help="take up a judged run: ask what is left and try again what failed",
        description="Take up a judged run. What was judged is not asked again; what failed is tried again; a criterion "
        "that was changed since is judged anew, and only that one.",
    )
    parser.add_argument("benchmark", metavar="BENCHMARK", type=readable, help="the benchmark, by name or id")
    parser.add_argument("--run", metavar="N", type=int, dest="number", help="the run's number (default: the latest)")
    _add_caps(parser)
    add_fail_on(parser)
    add_json_option(parser)


def add_runs(commands: Any) -> None:
    """Add ``gradewright runs``."""
    parser = add_command(commands, "runs", list_runs, help="list the runs of a benchmark")
    parser.add_argument("benchmark", metavar="BENCHMARK", type=readable, help="the benchmark, by name or id")
    add_json_option(parser)


def add_judge(commands: Any) -> None:
    """Add ``gradewright judge``."""
    parser = add_command(
        commands,
        "judge",
        judge,
        help="judge texts by a rubric file now",
        description="Judge texts by a rubric file now. Nothing is kept. Each FILE is one answer; - is standard input.",
    )
    parser.add_argument("rubric", metavar="RUBRIC", type=Path, help="the rubric, a gradewright-rubric file")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="an answer")
    parser.add_argument("--question", metavar="TEXT", default="", type=readable, help="what the answer answers")
    _add_judges(parser)
    add_json_option(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Plan the run, say what it asks, and do it."""
    from gradewright.jobs.judging import plan

    with written_library(args, create=False) as library:
        benchmark_id = library.find_benchmark(args.benchmark)
        keys = _keys()
        planned = plan(library, benchmark_id, _settings(args), keys)
        _tell_plan(planned, args, console)
        return 0 if args.dry_run else _carried_out(planned, library, keys, args, console)


def resume(args: argparse.Namespace, console: Console) -> int:
    """Take up the run."""
    from gradewright.jobs.judging import plan_rest

    with written_library(args, create=False) as library:
        keys = _keys()
        planned = plan_rest(library, library.find_benchmark(args.benchmark), args.number, keys)
        return _carried_out(planned, library, keys, args, console)


def list_runs(args: argparse.Namespace, console: Console) -> int:
    """Print the runs, newest first."""
    with read_library(args) as library:
        rows = library.runs(library.find_benchmark(args.benchmark))
    if args.json:
        console.json([run_data(row) for row in rows])
        return 0
    shown = [
        [
            str(row.number),
            row.state.value,
            row.started[:19].replace("T", " "),
            ", ".join(row.config.get("judges", ())) or "–",
            f"{row.answers.passed:,}",
            f"{row.answers.failed:,}",
            f"{row.answers.not_judged:,}",
        ]
        for row in rows
    ]
    console.table(["run", "state", "started", "judges", "pass", "fail", "blank"], shown)
    return 0


def judge(args: argparse.Namespace, console: Console) -> int:
    """Judge the texts and print what came of it."""
    from gradewright.formats.grading_rubric import read_rubric
    from gradewright.jobs.judging import judge_texts

    rubric = read_rubric(_bytes(args.rubric), str(args.rubric)).rubric
    texts = [_bytes(path).decode("utf-8", "replace") for path in args.files]
    with read_library(args) as library:
        results = judge_texts(library, rubric, args.question, texts, _settings(args), _keys())
    if args.json:
        console.json([{"file": str(path), **told} for path, told in zip(args.files, results, strict=True)])
        return 0
    for path, told in zip(args.files, results, strict=True):
        console.say(f"{one_line(str(path))}: {told['overall']}")
        for cell in told["cells"]:
            said = cell["verdict"] or cell["state"].replace("_", " ")
            console.say(f"  {said}  {one_line(cell['check'])}  {one_line(cell.get('reason', ''))}".rstrip())
    return 0


def _carried_out(planned: JudgedPlan, library: Library, keys: Keys, args: argparse.Namespace, console: Console) -> int:
    from gradewright.jobs.judging import judge as carry_out

    control = control_for(console)

    def tell(progress: JudgedProgress) -> None:
        if args.json:
            line = {"done": progress.done, "total": progress.total, "not_judged": progress.not_judged}
            console.note(json.dumps(line))
        if progress.paused is not None:
            console.note(f"“{progress.paused.endpoint}” asks to wait: {progress.paused.said}")

    with stopping(control.cancel_event):
        report = carry_out(library, planned, keys, caps=_caps(args), control=control, tell=tell)
    if report.last.said:
        console.warn(report.last.said)
    if args.json:
        console.json(run_data(report.run) | {"reused": report.last.reused, "said": report.last.said})
    else:
        for line in summary_lines(report.run):
            console.say(line)
    if not report.complete:
        console.warn(
            f"{counted(planned.judgements - report.last.done, 'judgement')} left; go on with: gradewright resume"
        )
        if control.cancelled:
            raise KeyboardInterrupt
    return found(args.fail_on, report.run.answers)


def _tell_plan(planned: JudgedPlan, args: argparse.Namespace, console: Console) -> None:
    for warning in planned.warnings:
        console.warn(warning)
    cost = planned.cost
    if args.dry_run and args.json:
        data = {
            "answers": len(planned.answer_ids),
            "judgements": planned.judgements,
            "reused": planned.reused,
            "calls": planned.calls,
            "tokens_in": planned.tokens_in,
            "tokens_out": planned.tokens_out,
            "cost": None if cost is None else {"low": cost.low, "high": cost.high, "currency": cost.currency},
        }
        console.json(data)
        return
    low, high = planned.tokens_in[0] + planned.tokens_out[0], planned.tokens_in[1] + planned.tokens_out[1]
    price = "no price entered" if cost is None else f"{cost.low:.2f} to {cost.high:.2f} {cost.currency}"
    say = console.say if args.dry_run else console.note
    say(
        f"{counted(len(planned.answer_ids), 'answer')}, {counted(planned.judgements, 'judgement')}, "
        f"{planned.reused:,} taken over, {counted(planned.calls, 'call')}; {low:,} to {high:,} tokens; {price}."
    )


def _settings(args: argparse.Namespace) -> JudgedSettings:
    from gradewright.runs.judged import JudgedSettings

    return JudgedSettings(
        tuple(args.judges),
        models=tuple(args.models) if getattr(args, "models", None) else None,
        checks=tuple(args.checks) if getattr(args, "checks", None) else None,
        replicates=args.replicates,
        combine=args.combine,
        max_tokens=args.max_tokens,
        temperature=args.temperature,
        language=args.language,
        batched=getattr(args, "batched", False),
        reuse=not getattr(args, "anew", False),
        abstention=getattr(args, "abstention", False),
        sufficiency=getattr(args, "sufficiency", False),
    )


def _caps(args: argparse.Namespace) -> Caps:
    from gradewright.endpoints.calling.ledger import Caps

    return Caps(calls=args.max_calls, cost=args.max_cost)


def _keys() -> Keys:
    from gradewright.endpoints.keys import Keys

    return Keys(os.environ)


def _bytes(path: Path) -> bytes:
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileUnreadable(f"The file cannot be read: {error.strerror or error}.", file=str(path)) from error


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise InvalidValue(f"“{text}” is no number.") from error


def _add_judges(parser: Parser) -> None:
    parser.add_argument(
        "--judge",
        metavar="ENDPOINT",
        action="append",
        dest="judges",
        required=True,
        type=readable,
        help="the endpoint that judges, by name; several are a panel",
    )
    parser.add_argument("--replicates", metavar="N", type=int, default=1, help="ask each judge so often (default: 1)")
    parser.add_argument(
        "--combine",
        metavar="RULE",
        choices=_COMBINE,
        default="majority",
        help=f"how several verdicts become one: {', '.join(_COMBINE)} (default: majority)",
    )
    parser.add_argument(
        "--max-tokens", metavar="N", type=int, default=1024, help="the budget of a reply (default: 1024)"
    )
    parser.add_argument("--temperature", metavar="T", type=_number, default=0.0, help="the temperature (default: 0)")
    parser.add_argument("--language", metavar="NAME", default="", type=readable, help="the language of reasons")


def _add_caps(parser: Parser) -> None:
    parser.add_argument("--max-calls", metavar="N", type=int, help="end after so many calls")
    parser.add_argument("--max-cost", metavar="AMOUNT", type=_number, help="end at this cost, in the prices' currency")
