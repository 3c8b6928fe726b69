"""Files as they are read, before anything goes into the library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld import read_checkpoint
from gradewright.formats.sniff import FileKind, sniff
from gradewright.formats.tables import QuestionLookup, RowProblem, read_answers, read_questions
from gradewright.jobs.found_keys import FoundKey, found_keys
from gradewright.jobs.reports import LeftOut
from gradewright.jobs.typed import readable
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question

KIND_WORDS = {
    FileKind.CHECKPOINT: "Karenina checkpoint",
    FileKind.QUESTIONS: "table of questions",
    FileKind.ANSWERS: "recorded answers",
    FileKind.MANUAL_TRACES: "manual traces",
}


@dataclass(frozen=True, slots=True)
class ReadBenchmark:
    """A file that is a benchmark, or questions that become one under the file's name."""

    path: Path
    kind: FileKind
    benchmark: Benchmark
    questions: Sequence[Question]
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[str, ...] = ()
    keys: tuple[FoundKey, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadAnswers:
    """A file of recorded answers, found to the questions of one benchmark."""

    path: Path
    kind: FileKind
    answers: Sequence[Answer]
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[str, ...] = ()


def read_benchmark(path: Path, *, strict: bool = False) -> ReadBenchmark:
    """Read a checkpoint or a table of questions. Nothing in the file is run.

    Raises:
        FileUnreadable: the file is neither, cannot be read, none of its rows fits, or ``strict`` and one does not.
    """
    kind = sniff(path)
    if kind is FileKind.CHECKPOINT:
        checkpoint = read_checkpoint(path)
        warnings, keys = tuple(checkpoint.warnings), found_keys(checkpoint.secrets)
        return ReadBenchmark(path, kind, checkpoint.benchmark, checkpoint.questions, (), warnings, keys)
    if kind is not FileKind.QUESTIONS:
        raise FileUnreadable(
            "These are recorded answers, not questions.",
            file=str(path),
            hint="They go into a benchmark with: gradewright answers import BENCHMARK FILE",
        )
    questions, problems = read_questions(path)
    left_out, warnings = _sorted_out(problems)
    _refuse(path, left_out, len(questions), strict)
    return ReadBenchmark(path, kind, Benchmark(readable(path.stem)), questions, left_out, warnings)


def read_recorded(
    path: Path, questions: Iterable[tuple[str, str]], *, model: str | None = None, strict: bool = False
) -> ReadAnswers:
    """Read recorded answers to questions given as pairs of key and text.

    Raises:
        FileUnreadable: the file holds no answers, none of its rows fits, or ``strict`` and one does not.
    """
    kind = sniff(path)
    if kind is FileKind.CHECKPOINT:
        raise FileUnreadable(
            "This is a benchmark, not recorded answers.",
            file=str(path),
            hint="It goes into the library with: gradewright import FILE",
        )
    answers, problems = read_answers(path, QuestionLookup(questions), model)
    left_out, warnings = _sorted_out(problems)
    _refuse(path, left_out, len(answers), strict)
    # A table of "question" and "answer" alone can be either; who asks for answers means answers.
    words = FileKind.ANSWERS if kind is FileKind.QUESTIONS else kind
    return ReadAnswers(path, words, answers, left_out, warnings)


def _sorted_out(problems: Sequence[RowProblem]) -> tuple[tuple[LeftOut, ...], tuple[str, ...]]:
    left_out = tuple(LeftOut(problem.line, problem.message) for problem in problems if problem.left_out)
    return left_out, tuple(str(problem) for problem in problems if not problem.left_out)


def _refuse(path: Path, left_out: Sequence[LeftOut], taken: int, strict: bool) -> None:
    if not left_out or (taken and not strict):
        return
    first = left_out[0]
    others = len(left_out) - 1
    message = first.message if first.message.endswith((".", "?", "!")) else f"{first.message}."
    if strict:
        rest = f" {others} more {'row does' if others == 1 else 'rows do'} not fit." if others else ""
        hint = "Nothing was taken in, because all rows were asked for."
    else:
        rest = f" None of the {len(left_out)} rows fits." if others else ""
        hint = "Nothing was taken in."
    place = f"line {first.line}" if first.line else None
    raise FileUnreadable(f"{message}{rest}", file=str(path), place=place, hint=hint)
