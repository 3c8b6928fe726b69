"""Rows that hold what nobody wrote: said in words, with the library's name and a way on, never as a fault of ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from gradewright.errors import LibraryUnusable
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, FewShotExample, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import CallableTrait, LLMTrait, RegexTrait
from gradewright.runs import execute, plan_verification
from gradewright.store.library import Library

TRAITS = (
    RegexTrait(name="cites", pattern="a"),
    LLMTrait(name="polite", kind="boolean", description="Is it polite?"),
    CallableTrait(name="code", kind="boolean", callable_code=b"x"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed library with a benchmark, answers and a run."""
    rubric = Rubric(tuple(RubricEntry(trait.name, trait) for trait in TRAITS))
    question = Question("k", "Why?", "So.", rubric=rubric, keywords=("a",), few_shot=(FewShotExample("Q", "A"),))
    path = tmp_path / "clinic.gradewright"
    with Library.open(path) as library:
        benchmark = Benchmark("b", rubric=Rubric(tuple(RubricEntry(t.name + "2", t) for t in TRAITS[:1])))
        added = library.add_checkpoint(benchmark, [Question("k2", "How?"), question])
        library.add_answers(added, [Answer("k", "m", "a", fields={"x": 1})], "file")
        execute(plan_verification(library, added), library)
    return path


def everything(library: Library) -> None:
    """Read all that the library holds."""
    for row in library.benchmarks():
        library.benchmark(row.id)
        list(library.iter_questions(row.id))
        list(library.iter_answers(row.id))
    library.kept_rubrics()
    for run in library.runs():
        library.run_checks(run.id)
        results = library.result_ids(run.id)
        library.result_rows(results)
        for result in results:
            library.cells_of(result)
    library.history()


def change(path: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(path)
    with db:
        assert db.execute(statement, values).rowcount > 0
    db.close()


def said(path: Path, read: Callable[[Library], object]) -> str:
    with Library.open(path, read_only=True, create=False) as library, pytest.raises(LibraryUnusable) as caught:
        read(library)
    return str(caught.value)


JSON_COLUMNS = [
    "benchmark.rubric", "question.keywords", "question_body.rubric", "question_body.few_shot", "answer.fields",
    "run.config", "cell.value", "cell.detail",
]  # fmt: skip


@pytest.mark.parametrize("column", JSON_COLUMNS)
@pytest.mark.parametrize("text", ["{", "[[1]]", '"x"', "[" * 100_000, 5, '[{"id": "e", "trait": {"type": "rgx"}}]'])
def test_columns_of_data(path: Path, column: str, text: object) -> None:
    table, name = column.split(".")
    change(path, f"UPDATE {table} SET {name} = ?", text)
    sentence = ""
    with Library.open(path, read_only=True, create=False) as library:
        try:
            everything(library)
        except LibraryUnusable as error:
            sentence = str(error)
    if text == "{" or sentence:
        assert "The library is damaged" in sentence
        assert "backups" in sentence


@pytest.mark.parametrize("column", ["benchmark.name", "question.text", "question_body.template", "answer.text"])
def test_texts_that_are_no_text(path: Path, column: str) -> None:
    table, name = column.split(".")
    change(path, f"UPDATE {table} SET {name} = CAST(x'61ff62' AS TEXT)")
    sentence = said(path, everything)
    assert "clinic.gradewright" in sentence
    assert "The library is damaged" in sentence
    change(path, f"UPDATE {table} SET {name} = 10000000000")
    # A number is written as text in such a column, and is read as that.
    with Library.open(path, read_only=True, create=False) as library:
        everything(library)


def test_words_for_states_that_there_are_none_of(path: Path) -> None:
    change(path, "UPDATE run SET state = 'walking'")
    assert "The library is damaged" in said(path, everything)


def test_a_column_that_is_gone(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("ALTER TABLE question_body RENAME COLUMN notes TO nodes")
    db.close()
    with pytest.raises(LibraryUnusable, match="damaged: a part of it is missing"):
        Library.open(path, create=False)


def test_a_format_that_there_is_none_of(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    # The schema format number of SQLite's header, 1 to 4.
    raw[44:48] = b"\xff\xff\xff\xff"
    path.write_bytes(bytes(raw))
    for read_only in (True, False):
        with pytest.raises(LibraryUnusable, match="The library is damaged"):
            Library.open(path, create=False, read_only=read_only)
