"""Taking files in: what they are is found out, what does not fit is listed, and a bad file changes nothing."""

from __future__ import annotations

import hashlib
import io
import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from gradewright.errors import FileUnreadable
from gradewright.jobs.control import Cancelled, JobControl
from gradewright.jobs.exporting import export
from gradewright.jobs.importing import import_answers, import_file, import_files
from gradewright.store.library import Library

WriteFile = Callable[[str, str], Path]
CHECKPOINTS = Path(__file__).parents[2] / "data" / "conformance" / "checkpoints"


def test_a_table_becomes_a_benchmark_named_after_its_file(library: Library, questions: Path) -> None:
    report = import_file(library, questions)
    assert (report.kind, report.benchmark_name, report.questions) == ("table of questions", "rivers", 2)
    (row,) = library.benchmarks()
    assert (row.name, row.question_count) == ("rivers", 2)
    assert library.undo_title == "add benchmark “rivers”"


def test_the_same_file_again_makes_a_copy_and_says_so(library: Library, questions: Path) -> None:
    first, second = import_files(library, [questions, questions])
    assert (first.is_copy, second.is_copy) == (False, True)
    assert (second.wanted_name, second.benchmark_name) == ("rivers", "rivers (2)")


def test_answers_go_to_the_benchmark_of_the_same_call(library: Library, questions: Path, write: WriteFile) -> None:
    answers = write("a.jsonl", '{"question_id": "q2", "model": "m", "answer": "尼罗河"}\n')
    reports = import_files(library, [questions, answers])
    assert [(each.questions, each.answers) for each in reports] == [(2, 0), (0, 1)]
    assert reports[0].benchmark_id == reports[1].benchmark_id
    (stored,) = library.answers(reports[0].benchmark_id)
    assert (stored.answer.question_key, stored.answer.text) == ("q2", "尼罗河")


def test_answers_alone_need_a_benchmark(library: Library, write: WriteFile) -> None:
    answers = write("a.jsonl", '{"question_id": "q2", "model": "m", "answer": "x"}\n')
    with pytest.raises(FileUnreadable, match="to which benchmark they belong"):
        import_file(library, answers)


def test_questions_can_be_added_to_a_benchmark_under_free_keys(library: Library, questions: Path) -> None:
    into = import_file(library, questions).benchmark_id
    report = import_file(library, questions, into=into)
    assert (report.benchmark_id, report.questions) == (into, 2)
    assert [question.key for question in library.iter_questions(into)] == ["q1", "q2", "q1-1", "q2-1"]
    library.undo()
    assert library.benchmark_row(into).question_count == 2


def test_rows_that_do_not_fit_are_listed_and_the_rest_goes_in(
    library: Library, questions: Path, write: WriteFile
) -> None:
    benchmark_id = import_file(library, questions).benchmark_id
    answers = write("a.csv", "question,answer,model\nLongest river?,Nile,m\nWho?,x,m\nLongest river?,,m\n")
    report = import_answers(library, benchmark_id, answers)
    assert report.answers == 1
    assert [row.line for row in report.left_out] == [3, 4]
    with pytest.raises(FileUnreadable) as caught:
        import_answers(library, benchmark_id, answers, strict=True)
    assert str(caught.value).startswith(f"{answers}, line 3: ")
    assert "1 more row does not fit" in str(caught.value)
    assert len(library.answers(benchmark_id)) == 1


def test_a_file_of_which_no_row_fits_is_refused(library: Library, questions: Path, write: WriteFile) -> None:
    benchmark_id = import_file(library, questions).benchmark_id
    answers = write("a.csv", "question,answer,model\nWho?,x,m\nWhat?,y,m\n")
    with pytest.raises(FileUnreadable, match="None of the 2 rows fits"):
        import_answers(library, benchmark_id, answers)


def test_manual_traces_find_their_questions_by_the_hash_of_the_text(
    library: Library, questions: Path, write: WriteFile
) -> None:
    benchmark_id = import_file(library, questions).benchmark_id
    digest = hashlib.md5(b"Longest river?").hexdigest()
    traces = write("traces.json", json.dumps({digest: "The Nile."}))
    report = import_answers(library, benchmark_id, traces, model="hand")
    assert (report.kind, report.answers) == ("manual traces", 1)
    (stored,) = library.answers(benchmark_id)
    assert (stored.answer.question_key, stored.answer.model) == ("q1", "hand")


def test_answers_taken_in_twice_are_kept_numbered_and_pointed_out(
    library: Library, questions: Path, write: WriteFile
) -> None:
    benchmark_id = import_file(library, questions).benchmark_id
    answers = write("a.csv", "question_id,answer,model\nq1,Nile,m\nq1,Amazon,m\n")
    assert import_answers(library, benchmark_id, answers).warnings == ()
    again = import_answers(library, benchmark_id, answers)
    assert again.warnings == (
        "2 answers were recorded already, word for word; recorded once more.",
        "2 answers have the next free replicate number, because the model has answered the question before.",
    )
    assert [stored.answer.replicate for stored in library.answers(benchmark_id)] == [1, 2, 3, 4]


def test_a_bad_file_among_good_ones_leaves_the_library_as_it_was(
    library: Library, questions: Path, write: WriteFile
) -> None:
    bad = write("bad.jsonld", '{"@context": {}, "name": "x", "dataFeedElement": [')
    with pytest.raises(FileUnreadable) as caught:
        import_files(library, [questions, bad])
    assert caught.value.file == str(bad)
    assert library.benchmarks() == []
    assert library.undo_title is None


def test_a_job_that_is_stopped_leaves_the_library_as_it_was(library: Library, questions: Path) -> None:
    cancel = threading.Event()
    control = JobControl(lambda progress: cancel.set() if progress.text.startswith("Taking in") else None, cancel)
    with pytest.raises(Cancelled):
        import_file(library, questions, control=control)
    assert library.benchmarks() == []


@pytest.mark.parametrize("path", sorted(CHECKPOINTS.glob("*.jsonld")), ids=lambda path: path.stem)
def test_checkpoints_come_in_whole(library: Library, path: Path) -> None:
    expected = json.loads(path.with_suffix("").with_suffix(".expect.json").read_text(encoding="utf-8"))
    report = import_file(library, path)
    assert report.benchmark_name == expected["name"]
    assert report.questions == len(expected["questions"])
    assert report.scenarios == len(expected.get("scenarios") or ())
    stream = io.BytesIO()
    export(library, report.benchmark_id, "jsonld", stream)
    assert stream.getvalue() == path.read_bytes()
