"""``gradewright show``: one benchmark."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.listing import row_data
from gradewright.cli.commands.opening import add_command, read_library
from gradewright.cli.commands.run_words import run_data
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console, one_line
from gradewright.cli.parser import add_json_option
from gradewright.jobs.typed import readable

if TYPE_CHECKING:
    from gradewright.model.question import Benchmark, Question
    from gradewright.model.rubric import RubricEntry
    from gradewright.model.template import TemplateReading
    from gradewright.store.library import Library

SHOWN = 50


def add(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "show",
        run,
        help="show a benchmark",
        description="Show a benchmark: what it is, its global rubric, its questions "
        f"(the first {SHOWN}, with --all all of them), the recorded answers and the runs.",
    )
    parser.add_argument("benchmark", metavar="BENCHMARK", type=readable, help="the benchmark, by name or id")
    parser.add_argument("--all", action="store_true", help="list every question")
    add_json_option(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the benchmark."""
    with read_library(args) as library:
        benchmark_id = library.find_benchmark(args.benchmark)
        if args.json:
            console.json(_data(library, benchmark_id))
        else:
            _print(library, benchmark_id, args.all, console)
    return 0


def _print(library: Library, benchmark_id: int, every: bool, console: Console) -> None:
    benchmark, row = library.benchmark(benchmark_id), library.benchmark_row(benchmark_id)
    console.say(f"{one_line(benchmark.name)}  (id {benchmark_id}, version {benchmark.version})")
    if benchmark.description:
        console.say(" ".join(benchmark.description.split()))
    creator = creator_name(benchmark)
    if creator:
        console.say(f"By {one_line(creator)}.")
    console.say(f"{counted(row.question_count, 'question')}, {row.finished_count:,} finished.")
    if benchmark.scenarios:
        console.say(f"{counted(len(benchmark.scenarios), 'scenario')}, kept and not run.")
    _print_traits(benchmark, console)
    _print_questions(library, benchmark_id, every, console)
    _print_answers(library, benchmark_id, console)
    for each in library.runs(benchmark_id):
        answers = each.answers
        blank = answers.total - answers.passed - answers.failed
        console.say(
            f"Run {each.number}, {each.state.value}: {answers.passed:,} pass, {answers.failed:,} fail, {blank:,} blank."
        )


def _print_traits(benchmark: Benchmark, console: Console) -> None:
    if benchmark.rubric:
        console.say()
        console.table(
            ["global trait", "kind", "description"],
            ([e.trait.name, trait_kind(e), e.trait.description or ""] for e in benchmark.rubric),
            widest=72,
        )


def _print_questions(library: Library, benchmark_id: int, every: bool, console: Console) -> None:
    from gradewright.formats.template_source import read_template

    ids = library.question_ids(benchmark_id)
    shown = ids if every else ids[:SHOWN]
    if not shown:
        return
    rows = []
    for number, question in enumerate(library.questions(shown), 1):
        template = template_words(read_template(question.template))
        done = "yes" if question.finished else "no"
        rows.append([f"{number:,}", question.text, template, str(len(question.rubric)), done])
    console.say()
    console.table(["no", "question", "template", "own traits", "finished"], rows, widest=60)
    if len(ids) > len(shown):
        console.say(f"… and {counted(len(ids) - len(shown), 'more question')}; --all lists them.")


def _print_answers(library: Library, benchmark_id: int, console: Console) -> None:
    console.say()
    models = library.answer_models(benchmark_id)
    for model in models:
        count = len(library.answer_ids(benchmark_id, models=[model]))
        console.say(f"{counted(count, 'recorded answer')} of {one_line(model)}.")
    if not models:
        console.say("No recorded answers.")


def creator_name(benchmark: Benchmark) -> str:
    """Return who made a benchmark: a plain name, or the name in a Person object."""
    creator = benchmark.creator
    if isinstance(creator, dict):
        return str(creator.get("name", ""))
    return str(creator or "")


def trait_kind(entry: RubricEntry) -> str:
    """Return the kind of a trait in a word or two."""
    trait = entry.trait
    kind = getattr(trait, "kind", None)
    words = f"{trait.type}, {'template' if isinstance(kind, dict) else kind}" if kind is not None else trait.type
    if getattr(trait, "normalize", False):
        words += ", NFC"
    return f"{words}, gated" if entry.gated else words


def template_words(reading: TemplateReading) -> str:
    """Return what a template is in a few words."""
    from gradewright.model.template import BrokenTemplate, DeclarativeTemplate, HandWrittenTemplate

    if isinstance(reading, DeclarativeTemplate):
        return counted(len(reading.template.fields), "field")
    if isinstance(reading, HandWrittenTemplate):
        return "written by hand"
    return "not readable" if isinstance(reading, BrokenTemplate) else "none"


def _data(library: Library, benchmark_id: int) -> dict[str, Any]:
    benchmark, row = library.benchmark(benchmark_id), row_data(library.benchmark_row(benchmark_id))
    return {name: row.pop(name) for name in ("id", "name", "version")} | {
        "counts": row,
        "description": benchmark.description,
        "creator": benchmark.creator,
        "created": benchmark.created,
        "modified": benchmark.modified,
        "custom": dict(benchmark.custom),
        "scenarios": len(benchmark.scenarios),
        "rubric": [_entry_data(entry) for entry in benchmark.rubric],
        "models": {
            model: len(library.answer_ids(benchmark_id, models=[model]))
            for model in library.answer_models(benchmark_id)
        },
        "runs": [run_data(each) for each in library.runs(benchmark_id)],
        "questions": [_question_data(question) for question in library.iter_questions(benchmark_id)],
    }


def _question_data(question: Question) -> dict[str, Any]:
    from gradewright.formats.template_source import read_template
    from gradewright.verify.ids import template_id

    return {
        "id": question.key,
        "text": question.text,
        "reference": question.reference,
        "finished": question.finished,
        "keywords": list(question.keywords),
        "author": question.author,
        "sources": question.sources,
        "notes": question.notes,
        "custom": dict(question.custom),
        "template": _template_data(read_template(question.template)) | {"id": template_id(question.template)},
        "rubric": [_entry_data(entry) for entry in question.rubric],
    }


def _template_data(reading: TemplateReading) -> dict[str, Any]:
    from gradewright.model.primitives import dump_primitive
    from gradewright.model.template import BrokenTemplate, DeclarativeTemplate, HandWrittenTemplate

    if isinstance(reading, BrokenTemplate):
        return {"kind": "broken", "problem": reading.problem.message, "line": reading.problem.line, "fields": []}
    if isinstance(reading, HandWrittenTemplate):
        return {"kind": "hand-written", "fields": [{"name": f.name, "type": f.annotation} for f in reading.fields]}
    if not isinstance(reading, DeclarativeTemplate):
        return {"kind": "none", "fields": []}
    return {
        "kind": "declarative",
        "fields": [
            {
                "name": field.name,
                "type": field.annotation,
                "description": field.description,
                "ground_truth": field.ground_truth,
                "rule": None if field.primitive is None else dump_primitive(field.primitive),
                "weight": field.weight,
            }
            for field in reading.template.fields
        ],
    }


def _entry_data(entry: RubricEntry) -> dict[str, Any]:
    data: dict[str, Any] = entry.trait.model_dump(mode="json")
    return data | {"gated": True} if entry.gated else data
