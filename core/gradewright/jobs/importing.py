"""Taking files into the library: checkpoints, tables of questions, recorded answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gradewright.edits import AddQuestions, Edit, RemoveAnswers, RemoveBenchmark, RemoveQuestions
from gradewright.errors import FileUnreadable, LibraryUnusable
from gradewright.formats.question_keys import Keys
from gradewright.formats.sniff import FileKind, sniff
from gradewright.jobs.control import JobControl
from gradewright.jobs.reading import KIND_WORDS, ReadAnswers, ReadBenchmark, read_benchmark, read_recorded
from gradewright.jobs.replicates import number_replicates
from gradewright.jobs.reports import ImportReport
from gradewright.jobs.typed import readable
from gradewright.model.question import Question

if TYPE_CHECKING:
    from gradewright.store.library import Library


def import_file(
    library: Library,
    path: Path,
    *,
    into: int | None = None,
    model: str | None = None,
    strict: bool = False,
    control: JobControl | None = None,
) -> ImportReport:
    """Take one file in; see :func:`import_files`."""
    return import_files(library, [path], into=into, model=model, strict=strict, control=control)[0]


def import_files(
    library: Library,
    paths: Sequence[Path],
    *,
    into: int | None = None,
    model: str | None = None,
    strict: bool = False,
    control: JobControl | None = None,
) -> list[ImportReport]:
    """Take files in. What each of them is, is found out from its content.

    A checkpoint becomes a benchmark; so does a table of questions, named after its file, unless ``into`` names the
    benchmark that gets the questions. Recorded answers go into the benchmark ``into``, else into the last one that
    comes from the same ``paths``. ``model`` is for answers that name none. All files are read before anything is
    written, and what came in is taken back where a later file fails, so that the library has all of them or none.

    Raises:
        FileUnreadable: a file cannot be read, ``strict`` and a row does not fit, or answers without a benchmark.
        NotFound: there is no benchmark ``into``.
        LibraryUnusable: the library cannot be written.
        Cancelled: the job was asked to stop; nothing of any file is in the library.
    """
    control = control or JobControl()
    read: list[ReadBenchmark | ReadAnswers] = []
    asked: ReadBenchmark | None = None
    for number, path in enumerate(paths):
        control.report(number, len(paths), f"Reading {path.name}")
        if sniff(path) in (FileKind.CHECKPOINT, FileKind.QUESTIONS):
            asked = read_benchmark(path, strict=strict)
            read.append(asked)
        else:
            questions = _asked_in(library, path, into, asked)
            read.append(read_recorded(path, questions, model=model, strict=strict))
    reports: list[ImportReport] = []
    target = into
    with _all_or_none(library) as taken_in:
        for each in read:
            if isinstance(each, ReadBenchmark):
                reports.append(_add_benchmark(library, each, into, control, taken_in))
                target = into if into is not None else reports[-1].benchmark_id
            else:
                assert target is not None  # _asked_in refused everything else
                reports.append(_add_answers(library, target, each, control, taken_in))
    return reports


def import_answers(
    library: Library,
    benchmark_id: int,
    path: Path,
    *,
    model: str | None = None,
    strict: bool = False,
    control: JobControl | None = None,
) -> ImportReport:
    """Take one file of recorded answers in; see :func:`import_answer_files`."""
    return import_answer_files(library, benchmark_id, [path], model=model, strict=strict, control=control)[0]


def import_answer_files(
    library: Library,
    benchmark_id: int,
    paths: Sequence[Path],
    *,
    model: str | None = None,
    strict: bool = False,
    control: JobControl | None = None,
) -> list[ImportReport]:
    """Take recorded answers into a benchmark. All files are read before anything is written.

    Raises:
        FileUnreadable: a file cannot be read, none of its rows fits, or ``strict`` and one does not.
        NotFound: there is no such benchmark.
        LibraryUnusable: the library cannot be written.
        Cancelled: the job was asked to stop; nothing of any file is in the library.
    """
    control = control or JobControl()
    questions = list(_texts(library, benchmark_id))
    read: list[ReadAnswers] = []
    for number, path in enumerate(paths):
        control.report(number, len(paths), f"Reading {path.name}")
        read.append(read_recorded(path, questions, model=model, strict=strict))
    with _all_or_none(library) as taken_in:
        return [_add_answers(library, benchmark_id, each, control, taken_in) for each in read]


@contextmanager
def _all_or_none(library: Library) -> Iterator[list[Edit]]:
    """Take back what came in with the first files where a later one fails. The block notes how, file by file."""
    taken_in: list[Edit] = []
    try:
        yield taken_in
    except BaseException as error:
        left: list[Edit] = []
        for inverse in reversed(taken_in):
            try:
                library.apply(inverse)
            except LibraryUnusable:
                left.append(inverse)
        if left and isinstance(error, LibraryUnusable):
            names = ", ".join(edit.title.removeprefix("remove ") for edit in reversed(left))
            error.hint = f"Already taken in, and still there: {names}. Free some space, or remove it."
        raise


def _asked_in(library: Library, path: Path, into: int | None, asked: ReadBenchmark | None) -> Iterable[tuple[str, str]]:
    """The questions that a file of answers can be about."""
    if into is None and asked is None:
        raise FileUnreadable(
            "These are recorded answers, and nothing says to which benchmark they belong.",
            file=str(path),
            hint="Name it: gradewright answers import BENCHMARK FILE",
        )
    questions = [] if into is None else list(_texts(library, into))
    # A checkpoint becomes a benchmark of its own, so its questions are not those of "into".
    if asked is not None and (into is None or asked.kind is FileKind.QUESTIONS):
        questions += [(question.key, question.text) for question in asked.questions]
    return questions


def _texts(library: Library, benchmark_id: int) -> Iterator[tuple[str, str]]:
    library.benchmark_row(benchmark_id)
    return ((question.key, question.text) for question in library.iter_questions(benchmark_id))


def _add_benchmark(
    library: Library, read: ReadBenchmark, into: int | None, control: JobControl, taken_in: list[Edit]
) -> ImportReport:
    if into is not None and read.kind is FileKind.QUESTIONS:
        return _add_questions(library, read, into, control, taken_in)
    name = read.benchmark.name
    questions = control.watched(read.questions, len(read.questions), f"Taking in “{name}”")
    benchmark_id = library.add_checkpoint(read.benchmark, questions)
    taken_in.append(RemoveBenchmark(benchmark_id, name))
    return ImportReport(
        path=read.path,
        kind=KIND_WORDS[read.kind],
        benchmark_id=benchmark_id,
        benchmark_name=library.benchmark_row(benchmark_id).name,
        wanted_name=name,
        questions=len(read.questions),
        scenarios=len(read.benchmark.scenarios),
        left_out=read.left_out,
        warnings=read.warnings,
        keys=read.keys,
    )


def _add_questions(
    library: Library, read: ReadBenchmark, into: int, control: JobControl, taken_in: list[Edit]
) -> ImportReport:
    control.report(0, len(read.questions), "Adding questions")
    questions = tuple(_with_free_keys(library, into, read.questions))
    added = library.apply(AddQuestions(into, questions)).questions
    if added:
        taken_in.append(RemoveQuestions(tuple(sorted(added))))
    return ImportReport(
        path=read.path,
        kind=KIND_WORDS[read.kind],
        benchmark_id=into,
        benchmark_name=library.benchmark_row(into).name,
        questions=len(questions),
        left_out=read.left_out,
        warnings=read.warnings,
    )


def _with_free_keys(library: Library, benchmark_id: int, questions: Sequence[Question]) -> Iterator[Question]:
    """The questions with keys that the benchmark does not have yet."""
    keys = Keys()
    for question in library.iter_questions(benchmark_id):
        keys.take(question.key)
    for question in questions:
        yield replace(question, key=keys.take(question.key))


def _models(read: ReadAnswers) -> set[str]:
    return {answer.model for answer in read.answers}


def _add_answers(
    library: Library, benchmark_id: int, read: ReadAnswers, control: JobControl, taken_in: list[Edit]
) -> ImportReport:
    numbered, warnings = number_replicates(read.answers, library.iter_answers(benchmark_id, models=_models(read)))
    answers = control.watched(numbered, len(numbered), "Taking in answers")
    source = readable(read.path.name)
    taken_in.append(RemoveAnswers(library.add_answers(benchmark_id, answers, source), source))
    return ImportReport(
        path=read.path,
        kind=KIND_WORDS[read.kind],
        benchmark_id=benchmark_id,
        benchmark_name=library.benchmark_row(benchmark_id).name,
        answers=len(read.answers),
        left_out=read.left_out,
        warnings=(*read.warnings, *warnings),
    )
