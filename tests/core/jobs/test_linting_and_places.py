"""Findings with the names of their places, and where the library is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gradewright.errors import FileUnreadable
from gradewright.jobs.linting import lint_file, lint_library
from gradewright.jobs.places import default_library
from gradewright.jobs.sample import add_sample
from gradewright.lint.finding import Severity
from gradewright.store.library import Library

WriteFile = Callable[[str, str], Path]


def test_a_file_is_checked_without_a_library(write: WriteFile) -> None:
    path = write("q.csv", "question,answer\nWhy?,Because\nWhy?,\n")
    report = lint_file(path)
    assert report.questions == 2
    repeated = next(found for found in report.findings if found.rule == "duplicate-question")
    assert repeated.place.question_id == 2
    assert report.names[2].text == "Why?"
    assert report.count(Severity.WARNING) == 1
    with pytest.raises(FileUnreadable):
        lint_file(write("a.csv", "question_id,answer,model\nq,x,m\n"))


def test_only_questions_with_findings_are_named(library: Library) -> None:
    report = lint_library(library, add_sample(library).benchmark_id)
    (name,) = report.names.values()
    assert name.number == 6
    assert {report.traits[f.place.entry_id] for f in report.findings if f.place.entry_id} == {"Alcohol", "Side effects"}


def test_the_library_is_where_the_environment_or_the_system_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADEWRIGHT_LIBRARY", str(tmp_path / "x.gradewright"))
    assert default_library() == tmp_path / "x.gradewright"
    monkeypatch.delenv("GRADEWRIGHT_LIBRARY")
    assert default_library().name == "My library.gradewright"
    assert default_library().parent.name == "gradewright"
