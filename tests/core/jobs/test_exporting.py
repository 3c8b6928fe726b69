"""Writing files: whole or not at all, for programs and for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
import os
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from gradewright.edits import SetBenchmark
from gradewright.errors import NotFound, WriteFailed
from gradewright.formats.karenina_jsonld import read_checkpoint
from gradewright.jobs.control import Cancelled, JobControl
from gradewright.jobs.exporting import export
from gradewright.jobs.importing import import_answers, import_file
from gradewright.jobs.sample import add_sample
from gradewright.jobs.verifying import verify
from gradewright.resources import engine_resource
from gradewright.store.library import Library

WriteFile = Callable[[str, str], Path]


@pytest.fixture
def sample(library: Library) -> int:
    benchmark_id = add_sample(library).benchmark_id
    verify(library, benchmark_id)
    return benchmark_id


def test_a_benchmark_that_was_not_edited_comes_out_as_it_came(library: Library, sample: int, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonld"
    report = export(library, sample, "jsonld", target)
    assert (report.count, report.what, report.warnings) == (12, "question", ())
    assert target.read_bytes() == engine_resource("samples/discharge-medication.jsonld").read_bytes()


def test_an_edited_benchmark_gets_a_new_date(library: Library, sample: int, tmp_path: Path) -> None:
    library.apply(SetBenchmark(sample, "version", "2.0.0"))
    target = tmp_path / "out.jsonld"
    export(library, sample, "jsonld", target, now=datetime(2031, 5, 6, 7, 8, 9))
    read = read_checkpoint(target)
    assert (read.benchmark.version, read.benchmark.modified) == ("2.0.0", "2031-05-06T07:08:09")


def test_results_as_csv_read_back_with_a_row_an_answer(library: Library, sample: int) -> None:
    stream = io.BytesIO()
    assert export(library, sample, "csv", stream).count == 24
    rows = list(csv.DictReader(io.StringIO(stream.getvalue().decode("utf-8"))))
    assert [row["verdict"] for row in rows].count("fail") == 10
    arabic = next(row for row in rows if row["question"].startswith("ما"))
    assert arabic["answer"].startswith("لطفل")
    excel = io.BytesIO()
    export(library, sample, "csv", excel, for_excel=True)
    assert excel.getvalue() == "\ufeff".encode() + stream.getvalue()


def test_results_as_json_lines_hold_every_check(library: Library, sample: int) -> None:
    stream = io.BytesIO()
    export(library, sample, "jsonl", stream)
    records = [json.loads(line) for line in stream.getvalue().decode("utf-8").splitlines()]
    assert len(records) == 24
    assert sum(len(record["cells"]) for record in records) == 108


def test_results_are_those_of_the_run_that_was_named(library: Library, questions: Path, write: WriteFile) -> None:
    benchmark_id = import_file(library, questions).benchmark_id
    with pytest.raises(NotFound, match="has no run yet"):
        export(library, benchmark_id, "csv", io.BytesIO())
    import_answers(library, benchmark_id, write("a.csv", "question_id,answer,model\nq1,Nile,m\n"))
    verify(library, benchmark_id)
    import_answers(library, benchmark_id, write("b.csv", "question_id,answer,model\nq2,x,m\n"))
    verify(library, benchmark_id)
    counts = [export(library, benchmark_id, "jsonl", io.BytesIO(), run_number=n).count for n in (None, 1, 2)]
    assert counts == [2, 1, 2]
    with pytest.raises(NotFound, match=r"has no run 3\. It has 1, 2\."):
        export(library, benchmark_id, "csv", io.BytesIO(), run_number=3)


def test_a_stopped_export_leaves_the_file_that_was_there(library: Library, sample: int, tmp_path: Path) -> None:
    target = tmp_path / "out.md"
    target.write_text("before", encoding="utf-8")
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        export(library, sample, "markdown", target, control=JobControl(cancel=cancel))
    assert target.read_text(encoding="utf-8") == "before"
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".part") == []


def test_a_missing_folder_is_a_sentence(library: Library, sample: int, tmp_path: Path) -> None:
    with pytest.raises(WriteFailed, match="folder does not exist"):
        export(library, sample, "markdown", tmp_path / "none" / "out.md")


def test_an_export_never_takes_the_place_of_the_library(library: Library, sample: int, tmp_path: Path) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to(library.path)
    for target in (library.path, link):
        with pytest.raises(WriteFailed, match="the library itself"):
            export(library, sample, "csv", target)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_to_and_stays_a_pipe(library: Library, sample: int, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    export(library, sample, "jsonl", pipe)
    reader.join(timeout=30)
    assert pipe.is_fifo()
    assert len(received[0].splitlines()) == 24
