"""Several files at once: a later one that fails takes the earlier ones out again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gradewright.errors import LibraryUnusable
from gradewright.jobs.control import Cancelled, JobControl, Progress
from gradewright.jobs.importing import import_answer_files, import_file, import_files
from gradewright.jobs.replicates import number_replicates
from gradewright.model.answer import Answer
from gradewright.store.library import Library

WriteFile = Callable[[str, str], Path]


@pytest.fixture
def answers(write: WriteFile) -> Path:
    return write("long.csv", f"question_id,answer,model\nq1,{'Nile ' * 100_000},m\nq2,x,m\n")


def only_pages(library: Library, more: int) -> None:
    """Let the file grow by so many pages, and then fail as a full disk does."""
    writer = library._opened.writer
    assert writer is not None
    used = writer.connection.execute("PRAGMA page_count").fetchone()[0]
    writer.connection.execute(f"PRAGMA max_page_count={used + more}").close()


def cancelled_at(text: str) -> JobControl:
    """A control by which a job is asked to stop as soon as it says what it does."""
    control = JobControl(lambda progress: control.cancel() if progress.text == text else None)
    return control


def test_a_full_disk_at_the_second_file_takes_the_first_out(library: Library, questions: Path, answers: Path) -> None:
    only_pages(library, 20)
    with pytest.raises(LibraryUnusable, match="disk is full"):
        import_files(library, [questions, answers])
    assert library.benchmarks() == []

    only_pages(library, 10_000)
    import_files(library, [questions, answers])
    (row,) = library.benchmarks()
    assert (row.name, row.question_count, row.answer_count) == ("rivers", 2, 2)


@pytest.mark.parametrize("into", [False, True])
def test_stopping_at_the_second_file_takes_the_first_out(
    library: Library, questions: Path, answers: Path, write: WriteFile, into: bool
) -> None:
    here = import_file(library, write("lakes.csv", "id,question\nq9,Deepest lake?\n")).benchmark_id
    before = library.benchmarks()
    with pytest.raises(Cancelled):
        import_files(
            library, [questions, answers], into=here if into else None, control=cancelled_at("Taking in answers")
        )
    assert library.benchmarks() == before


def test_answers_of_several_files_come_in_together_or_not(library: Library, questions: Path, write: WriteFile) -> None:
    here = import_file(library, questions).benchmark_id
    few, many = (write(f"{name}.csv", f"question_id,answer,model\nq1,Nile,{name}\n") for name in ("few", "many"))
    seen: list[str] = []

    def report(progress: Progress) -> None:
        seen.append(progress.text)
        if seen.count("Taking in answers") == 3:
            control.cancel()

    control = JobControl(report)
    with pytest.raises(Cancelled):
        import_answer_files(library, here, [few, many], control=control)
    assert library.benchmark_row(here).answer_count == 0


def test_numbers_go_on_after_the_highest_one() -> None:
    given = [Answer("q", "m", "a", replicate=number) for number in (1, 7, 1, 7, 2)]
    numbered, _ = number_replicates(given, [])
    assert [answer.replicate for answer in numbered] == [1, 7, 8, 9, 2]
