"""Edits one by one: what they change, what takes them back, which words they have, what they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from support.memory_target import MemoryTarget

from gradewright.edits import (
    AddAnswers,
    AddBenchmark,
    AddEntry,
    AddQuestions,
    Compound,
    Edit,
    MoveEntry,
    MoveQuestion,
    RemoveAnswers,
    RemoveBenchmark,
    RemoveEntry,
    RemoveQuestions,
    RemoveRecordedAnswers,
    ReplaceAnswer,
    RestoreBenchmark,
    RestoreQuestions,
    RestoreRecordedAnswers,
    RubricOwner,
    SetBenchmark,
    SetEntry,
    SetQuestion,
    changes_nothing,
)
from gradewright.errors import InvalidValue, NotFound
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import RegexTrait


def entry(identifier: str, pattern: str = "x") -> RubricEntry:
    return RubricEntry(identifier, RegexTrait(name=f"trait {identifier}", pattern=pattern))


YES = Answer("k1", "atlas", "yes")


@pytest.fixture
def target() -> MemoryTarget:
    content = MemoryTarget()
    rubric = Rubric((entry("a"), entry("b"), entry("c")))
    AddBenchmark(Benchmark("Clinic", rubric=rubric), tuple(Question(f"k{n}", f"text {n}") for n in "123")).apply(
        content
    )
    AddAnswers(1, (YES, Answer("k1", "beta", "no", fields={"dose": 1})), "answers.csv").apply(content)
    return content


GLOBAL = RubricOwner(benchmark_id=1)
EDITS: list[tuple[Edit, str]] = [
    (SetBenchmark(1, "name", "Ward"), "rename benchmark"),
    (SetBenchmark(1, "version", "2"), "change version"),
    (SetQuestion(1, "text", "new"), "change question"),
    (SetQuestion(1, "finished", True), "mark question as finished"),
    (SetQuestion(1, "template", "source", "set tolerance of dose"), "set tolerance of dose"),
    (AddBenchmark(Benchmark("Clinic")), "add benchmark “Clinic”"),
    (RemoveBenchmark(1, "Clinic"), "remove benchmark “Clinic”"),
    (AddQuestions(1, (Question("k4", "four"),)), "add question"),
    (AddQuestions(1, (Question("k4", "four"), Question("k5", "five")), 2), "add 2 questions"),
    (RemoveQuestions((1, 3)), "remove 2 questions"),
    (MoveQuestion(3, 1), "move question"),
    (MoveQuestion(1, None), "move question"),
    (AddEntry(GLOBAL, entry("d"), 1), "add trait “trait d”"),
    (AddEntry(RubricOwner(question_id=2), entry("d")), "add trait “trait d”"),
    (RemoveEntry(GLOBAL, "b", "trait b"), "remove “trait b”"),
    (MoveEntry(GLOBAL, "a", 2, "trait a"), "move “trait a”"),
    (SetEntry(GLOBAL, entry("b", "y")), "change trait “trait b”"),
    (AddAnswers(1, (Answer("k2", "atlas", "no"),)), "add answer"),
    (RemoveAnswers(1, "answers.csv"), "remove answers of answers.csv"),
    (RemoveRecordedAnswers((1,)), "remove answer"),
    (RemoveRecordedAnswers((2, 1)), "remove 2 answers"),
    (ReplaceAnswer(2, Answer("k1", "beta", "no", fields={"dose": 1.0})), "change answer"),
    (Compound("tidy", (RemoveRecordedAnswers((1,)), ReplaceAnswer(1, Answer("k2", "gamma", "yes")))), "tidy"),
    (Compound("fix 2 findings", (SetQuestion(1, "text", "a"), SetQuestion(1, "text", "b"))), "fix 2 findings"),
]


@pytest.mark.parametrize(("edit", "title"), EDITS, ids=lambda value: getattr(value, "kind", None))
def test_an_edit_changes_something_and_its_inverse_takes_it_back(target: MemoryTarget, edit: Edit, title: str) -> None:
    before = target.contents()
    inverse = edit.apply(target)
    after = target.contents()

    assert edit.title == title
    assert after != before
    assert not changes_nothing(edit, inverse)
    again = inverse.apply(target)
    assert target.contents() == before
    again.apply(target)
    assert target.contents() == after


@pytest.mark.parametrize(
    "edit",
    [
        SetBenchmark(1, "name", "Clinic"),
        SetQuestion(1, "keywords", []),
        MoveQuestion(1, 2),
        MoveQuestion(3, None),
        MoveEntry(GLOBAL, "a", 0),
        SetEntry(GLOBAL, entry("a")),
        RestoreBenchmark(1),
        RestoreQuestions((1, 2)),
        RestoreRecordedAnswers((1, 2)),
        RemoveRecordedAnswers(()),
        ReplaceAnswer(1, YES),
        AddQuestions(1, ()),
        Compound("nothing", (SetQuestion(1, "text", "text 1"), MoveQuestion(1, 2))),
    ],
    ids=lambda edit: edit.kind,
)
def test_what_is_so_already_is_no_change(target: MemoryTarget, edit: Edit) -> None:
    before = target.contents()
    assert changes_nothing(edit, edit.apply(target))
    assert target.contents() == before


def test_a_number_of_another_type_is_a_change(target: MemoryTarget) -> None:
    SetQuestion(1, "author", 1).apply(target)
    edit = SetQuestion(1, "author", 1.0)
    assert not changes_nothing(edit, edit.apply(target))


@pytest.mark.parametrize(
    "edit",
    [
        SetBenchmark(9, "name", "x"),
        SetQuestion(9, "text", "x"),
        RemoveBenchmark(9),
        RestoreBenchmark(9),
        AddQuestions(9, (Question("k", "t"),)),
        AddQuestions(1, (Question("k", "t"),), before_id=9),
        RemoveQuestions((1, 9)),
        MoveQuestion(9, None),
        MoveQuestion(1, 9),
        AddEntry(RubricOwner(question_id=9), entry("x")),
        RemoveEntry(GLOBAL, "z"),
        MoveEntry(GLOBAL, "z", 0),
        SetEntry(GLOBAL, entry("z")),
        AddAnswers(1, (Answer("unknown", "m", "t"),)),
        RemoveAnswers(9),
        RemoveRecordedAnswers((1, 9)),
        RestoreRecordedAnswers((9,)),
        ReplaceAnswer(9, YES),
    ],
    ids=lambda edit: edit.kind,
)
def test_what_does_not_exist_is_not_found(target: MemoryTarget, edit: Edit) -> None:
    with pytest.raises(NotFound):
        edit.apply(target)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (SetQuestion(1, "texte", "x"), "no “texte”. Nearest: “text”"),
        (SetBenchmark(1, "text", "x"), "no “text”"),
        (SetBenchmark(1, "name", "  "), "needs a name"),
        (AddBenchmark(Benchmark("")), "needs a name"),
        (SetQuestion(1, "text", 3), "cannot be 3"),
        (SetQuestion(1, "finished", 1), "cannot be 1"),
        (SetQuestion(1, "keywords", "word"), "cannot be 'word'"),
        (SetQuestion(1, "keywords", ["word", 3]), "cannot be"),
        (SetQuestion(1, "custom", []), "cannot be []"),
        (SetBenchmark(1, "rubric", ()), "cannot be ()"),
        (AddEntry(GLOBAL, entry("a")), "already has an entry"),
        (MoveQuestion(1, 1), "in front of itself"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_words(target: MemoryTarget, edit: Edit, words: str) -> None:
    before = target.contents()
    with pytest.raises(InvalidValue) as raised:
        edit.apply(target)
    assert words in raised.value.message
    assert target.contents() == before


@pytest.mark.parametrize("ids", [{}, {"benchmark_id": 1, "question_id": 2}])
def test_a_rubric_has_one_owner(ids: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        RubricOwner(**ids)


def test_entries_keep_within_the_list(target: MemoryTarget) -> None:
    AddEntry(GLOBAL, entry("d"), 99).apply(target)
    MoveEntry(GLOBAL, "a", 99).apply(target)
    MoveEntry(GLOBAL, "d", -5).apply(target)
    assert [found.id for found in target.rubric(GLOBAL)] == ["d", "b", "c", "a"]
