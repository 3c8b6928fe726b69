"""Rubrics in a library: terms, versions, retired entries, and rubrics that are kept alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from gradewright.edits import (
    AddEntry,
    AddKeptRubric,
    MoveEntry,
    RemoveEntry,
    ReplaceRubric,
    RubricOwner,
    SetEntry,
    SetTerms,
    SetVersions,
)
from gradewright.errors import NotFound
from gradewright.model.criterion import Criterion, CriterionSource, Scale
from gradewright.model.question import Benchmark
from gradewright.model.rubric import (
    CannotJudgeRule,
    OverallRule,
    Rubric,
    RubricEntry,
    RubricTerms,
    RubricVersions,
    VersionStep,
)
from gradewright.store.library import Library

from .conftest import Clock

FEE = Criterion(
    name="Fee",
    definition="Whether the fee is there.",
    must=("Names the fee.", "Names 日本 too."),
    must_not=("Promises a discount.",),
    pass_examples=("The fee is 5 €.",),
    fail_examples=("It costs something.",),
    scoring="scale",
    scale=Scale(points=4, anchors=("none", "wrong", "about", "exact"), pass_line=3),
    must_pass=True,
    source=CriterionSource(list="failures.json", id="F7", count=41),
    extra={"colour": "red"},
)
RULE = CannotJudgeRule("no reply", "N/A")
TERMS = RubricTerms("Replies", "reply quality", "one reply", OverallRule.FAILS_ON_MUST_PASS, RULE, {"x": 1}, "de")
STEP = VersionStep(2, "ab" * 32, "2031-05-06", ("fee",), ("old",), (("tone", ("must",)),), 1, {"by": "me"})
WHOLE = Rubric(
    (RubricEntry("fee", FEE, group="Money"), RubricEntry("old", Criterion(name="Old"), retired=True)),
    TERMS,
    RubricVersions(2, "ab" * 32, (STEP,), ("fee", "old")),
    ("gone",),
)


@pytest.fixture
def owner(library: Library) -> RubricOwner:
    return RubricOwner(benchmark_id=library.add_checkpoint(Benchmark("B"), []))


def _rubric(library: Library, owner: RubricOwner) -> Rubric:
    return library.benchmark(owner.benchmark_id or 0).rubric


def test_everything_of_a_rubric_comes_back(library: Library, owner: RubricOwner) -> None:
    library.apply(ReplaceRubric(owner, WHOLE))
    assert _rubric(library, owner) == WHOLE
    assert library.benchmarks()[0].entry_count == 2
    library.undo()
    assert _rubric(library, owner) == Rubric()
    library.redo()
    assert _rubric(library, owner) == WHOLE


def test_edits_of_entries_keep_the_terms(library: Library, owner: RubricOwner) -> None:
    library.apply(ReplaceRubric(owner, WHOLE))
    library.apply(AddEntry(owner, RubricEntry("new", Criterion(name="New"))))
    library.apply(MoveEntry(owner, "new", 0))
    library.apply(SetEntry(owner, RubricEntry("new", Criterion(name="Newer"))))
    rubric = _rubric(library, owner)
    assert (rubric.terms, rubric.versions) == (WHOLE.terms, WHOLE.versions)
    assert [entry.id for entry in rubric] == ["new", "fee", "old"]


def test_the_id_of_a_removed_criterion_is_spent_until_undone(library: Library, owner: RubricOwner) -> None:
    library.apply(AddEntry(owner, RubricEntry("fee", FEE)))
    library.apply(RemoveEntry(owner, "fee", "Fee"))
    assert _rubric(library, owner).spent == ("fee",)
    library.undo()
    assert _rubric(library, owner) == Rubric((RubricEntry("fee", FEE),))


def test_terms_and_versions_are_set_and_taken_back(library: Library, owner: RubricOwner) -> None:
    library.apply(SetTerms(owner, TERMS))
    library.apply(SetVersions(owner, WHOLE.versions))
    assert (library.undo_title, _rubric(library, owner).terms) == ("make version 2", TERMS)
    library.undo()
    library.undo()
    assert _rubric(library, owner).is_plain


def test_typing_in_a_statement_is_one_step(library: Library, owner: RubricOwner, clock: Clock) -> None:
    library.apply(AddEntry(owner, RubricEntry("fee", FEE)))
    clock.step = timedelta(milliseconds=400)
    library.apply(SetTerms(owner, TERMS))
    for text in ("Names t", "Names the f", "Names the fee in €."):
        changed = FEE.model_copy(update={"must": (text, *FEE.must[1:])})
        library.apply(SetEntry(owner, RubricEntry("fee", changed)))
    library.undo()
    assert _rubric(library, owner).entries[0].trait == FEE


def test_typing_in_two_statements_is_two_steps(library: Library, owner: RubricOwner, clock: Clock) -> None:
    library.apply(AddEntry(owner, RubricEntry("fee", FEE)))
    clock.step = timedelta(milliseconds=400)
    first = FEE.model_copy(update={"must": ("A.", FEE.must[1])})
    library.apply(SetEntry(owner, RubricEntry("fee", first)))
    library.apply(SetEntry(owner, RubricEntry("fee", FEE.model_copy(update={"must": ("A.", "B.")}))))
    library.undo()
    assert _rubric(library, owner).entries[0].trait == first


def test_kept_rubrics(library: Library) -> None:
    library.apply(AddKeptRubric(WHOLE))
    library.apply(AddKeptRubric(WHOLE))
    rows = library.kept_rubrics()
    assert [(row.name, row.entry_count) for row in rows] == [("Replies", 2), ("Replies (2)", 2)]
    assert library.kept_rubric(rows[0].id) == WHOLE
    changes = library.apply(RemoveEntry(RubricOwner(kept_id=rows[1].id), "old"))
    assert changes.rubrics == {rows[1].id}
    assert len(library.kept_rubric(rows[1].id)) == 1
    library.undo()
    library.undo()
    assert [row.name for row in library.kept_rubrics()] == ["Replies"]
    library.redo()
    assert library.kept_rubric(rows[1].id).terms == replace(TERMS, name="Replies (2)")
    with pytest.raises(NotFound):
        library.kept_rubric(99)
    with pytest.raises(NotFound):
        library.apply(RemoveEntry(RubricOwner(kept_id=99), "old"))


def test_the_words_of_a_version_are_kept_once(library: Library) -> None:
    library.keep_rubric_version("f1", WHOLE)
    library.keep_rubric_version("f1", Rubric())
    assert library.rubric_version("f1") == WHOLE
    assert library.rubric_version("f2") is None
