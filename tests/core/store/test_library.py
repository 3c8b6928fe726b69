"""What a library keeps and gives back: benchmarks, questions, answers, names, search, history."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gradewright.edits import (
    AddAnswers,
    AddBenchmark,
    AddEntry,
    AddQuestions,
    Compound,
    MoveQuestion,
    RemoveBenchmark,
    RemoveQuestions,
    RubricOwner,
    SetBenchmark,
    SetQuestion,
)
from gradewright.errors import InvalidValue, LibraryUnusable, NotFound
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, FewShotExample, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import CallableTrait, RegexTrait
from gradewright.store.changes import Changes
from gradewright.store.library import Library

from .conftest import Clock

RUBRIC = Rubric(
    (
        RubricEntry("a", RegexTrait(name="dose", pattern="mg"), origin={"@type": "Rating", "x": [1, 1.0]}),
        RubricEntry("b", CallableTrait(name="code", kind="boolean", callable_code=b"\x80\x05\xff"), gated=True),
    )
)
FULL = Question(
    key="urn:uuid:question-1",
    text="Which dose? \ud800 日本",
    reference="5 mg\0",
    template="class Answer(BaseAnswer): ...",
    rubric=RUBRIC,
    finished=True,
    keywords=("dose", "médecine"),
    few_shot=(FewShotExample("q", "a"),),
    author={"@type": "Person", "name": "N"},
    sources=[{"url": "x"}, 1, 1.0],
    notes="n",
    workspace_path="/w",
    custom={"idx": 0, "ratio": 1.0, "none": None},
    created="2020-01-01T00:00:00",
    modified="yesterday",
    residue={"deep": [{"x": 1.0}]},
)
BENCHMARK = Benchmark(
    name="Clinic",
    description="d",
    creator={"@type": "Person"},
    rubric=RUBRIC,
    custom={"a": [1, None]},
    scenarios=({"name": "s"},),
    identifier="urn:1",
    created="c",
    modified="m",
    residue={"@context": {}},
)


def plain(count: int, start: int = 1) -> list[Question]:
    return [Question(f"k{number}", f"question {number}") for number in range(start, start + count)]


def test_everything_comes_back_as_it_was(library: Library) -> None:
    benchmark_id = library.add_checkpoint(BENCHMARK, [FULL, Question("k2", "bare")])
    first, second = library.question_ids(benchmark_id)
    assert library.benchmark(benchmark_id) == BENCHMARK
    assert library.question(first) == FULL
    assert repr(library.question(first).sources) == repr(FULL.sources)
    assert library.questions([second, first]) == [Question("k2", "bare"), FULL]
    assert list(library.iter_questions(benchmark_id)) == [FULL, Question("k2", "bare")]
    assert library.benchmark_of(second) == benchmark_id


def test_counts(library: Library) -> None:
    benchmark_id = library.add_checkpoint(BENCHMARK, [FULL, *plain(3)])
    library.add_answers(benchmark_id, [Answer("k1", "atlas", "yes"), Answer("k2", "beta", "no")], "file.csv")
    row = library.benchmark_row(benchmark_id)
    assert (row.question_count, row.finished_count, row.answer_count, row.entry_count) == (4, 1, 2, 2)
    library.apply(RemoveQuestions((library.question_ids(benchmark_id)[1],)))
    row = library.benchmark_row(benchmark_id)
    assert (row.question_count, row.answer_count) == (3, 1)
    assert [stored.answer.model for stored in library.answers(benchmark_id)] == ["beta"]
    library.apply(RemoveBenchmark(benchmark_id))
    assert library.benchmarks() == []


def test_light_rows(library: Library) -> None:
    stub = "class Answer:\n    # Default template: returns False to indicate custom verification needed\n"
    long = Question("k2", "x" * 1_000, template=stub)
    benchmark_id = library.add_checkpoint(BENCHMARK, [FULL, long])
    ids = library.question_ids(benchmark_id)
    full, other = library.question_rows(ids)
    assert (full.key, full.text, full.finished, full.has_template, full.entry_count) == (
        FULL.key,
        FULL.text,
        True,
        True,
        2,
    )
    assert (len(other.text), other.has_template, other.entry_count) == (240, False, 0)
    library.apply(SetQuestion(ids[1], "template", "class Answer: x = VerifiedField()"))
    library.apply(SetQuestion(ids[1], "rubric", RUBRIC))
    assert library.question_rows([ids[1]])[0].has_template
    assert library.question_rows([ids[1]])[0].entry_count == 2


def test_a_taken_name_gets_a_number(library: Library) -> None:
    ids = [library.add_checkpoint(Benchmark("Clinic"), []) for _ in range(3)]
    library.apply(AddBenchmark(Benchmark("Clinic")))
    assert [row.name for row in library.benchmarks()] == ["Clinic", "Clinic (2)", "Clinic (3)", "Clinic (4)"]
    library.apply(RemoveBenchmark(ids[1]))
    library.add_checkpoint(Benchmark("Clinic"), [])
    assert library.benchmarks()[-1].name == "Clinic (2)"


def test_a_benchmark_is_found_by_name_or_id(library: Library) -> None:
    first = library.add_checkpoint(Benchmark("Discharge letters"), [])
    second = library.add_checkpoint(Benchmark("1"), [])
    assert library.find_benchmark("Discharge letters") == first
    assert library.find_benchmark(" discharge LETTERS ") == first
    assert library.find_benchmark("1") == second  # a name goes before an id
    assert library.find_benchmark("2") == second
    with pytest.raises(NotFound, match="Near: “Discharge letters”"):
        library.find_benchmark("Discharge leters")
    with pytest.raises(NotFound, match="It holds “Discharge letters”, “1”"):
        library.find_benchmark("zzzzzz")
    library.apply(SetBenchmark(second, "name", "Discharge letters"))
    with pytest.raises(NotFound, match="Several"):
        library.find_benchmark("Discharge letters")


def test_an_empty_library_says_so(library: Library) -> None:
    with pytest.raises(NotFound, match="The library is empty"):
        library.find_benchmark("x")


def test_orders_and_filters_of_questions(library: Library) -> None:
    questions = [Question("k1", "b", finished=True), Question("k2", "A"), Question("k3", "c")]
    benchmark_id = library.add_checkpoint(Benchmark("B"), questions)
    one, two, three = library.question_ids(benchmark_id)
    assert list(library.question_ids(benchmark_id, order="-position")) == [three, two, one]
    assert list(library.question_ids(benchmark_id, order="text")) == [two, one, three]
    assert list(library.question_ids(benchmark_id, order="-finished")) == [one, two, three]
    assert list(library.question_ids(benchmark_id, finished=False)) == [two, three]
    assert list(library.question_ids(benchmark_id, finished=True)) == [one]


def test_questions_can_be_put_between_two_others_for_ever(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), plain(2))
    first, last = library.question_ids(benchmark_id)
    expected = [first]
    for number in range(120):
        changes = library.apply(AddQuestions(benchmark_id, (Question(f"n{number}", "new"),), before_id=last))
        expected.extend(changes.questions)
    assert list(library.question_ids(benchmark_id)) == [*expected, last]
    several = library.apply(AddQuestions(benchmark_id, tuple(plain(5, 10)), before_id=last))
    assert list(library.question_ids(benchmark_id)) == [*expected, *sorted(several.questions), last]


def test_moving(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), plain(3))
    one, two, three = library.question_ids(benchmark_id)
    changes = library.apply(MoveQuestion(three, one))
    assert changes == Changes(frozenset({benchmark_id}), frozenset({three}), structure=True, title="move question")
    assert list(library.question_ids(benchmark_id)) == [three, one, two]
    other = library.add_checkpoint(Benchmark("C"), plain(1))
    with pytest.raises(NotFound, match="another benchmark"):
        library.apply(MoveQuestion(one, library.question_ids(other)[0]))


def test_changes_name_what_changed(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), plain(2))
    one, two = library.question_ids(benchmark_id)
    here = frozenset({benchmark_id})
    assert library.apply(SetQuestion(one, "text", "new")) == Changes(
        questions=frozenset({one}), title="change question"
    )
    assert library.apply(SetQuestion(one, "finished", True)).benchmarks == here
    entry = RubricEntry("a", RegexTrait(name="dose", pattern="mg"))
    added = library.apply(AddEntry(RubricOwner(question_id=two), entry))
    assert (added.questions, added.structure) == (frozenset({two}), False)
    assert library.apply(AddEntry(RubricOwner(benchmark_id=benchmark_id), entry)).benchmarks == here
    answers = library.apply(AddAnswers(benchmark_id, (Answer("k1", "m", "t"),)))
    assert (answers.answers_of, answers.benchmarks) == (here, here)
    both = library.apply(Compound("two", (SetQuestion(one, "text", "x"), SetQuestion(two, "text", "y"))))
    assert (both.questions, both.title) == (frozenset({one, two}), "two")
    undone = library.undo()
    assert undone == both
    assert not library.apply(SetQuestion(two, "text", "question 2"))


def test_a_checkpoint_that_breaks_off_is_not_there(library: Library) -> None:
    def breaking() -> Iterator[Question]:
        yield from plain(700)
        raise InvalidValue("The file ends in the middle.")

    with pytest.raises(InvalidValue):
        library.add_checkpoint(Benchmark("B"), breaking())
    assert library.benchmarks() == []
    assert library.search("question") == []
    assert library.history() == []


def test_answers(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), [*plain(2), Question("k1", "the key again")])
    one, two, _ = library.question_ids(benchmark_id)
    full = Answer("k2", "atlas", "x\0\ud800", 2, {"a": 1, "b": None, "c": 1.0}, {"r": {"tp": ["x"], "fn": []}})
    answers = [full, Answer("k1", "beta", "b"), Answer("k1", "atlas", "y" * 1_000, fields={})]
    batch = library.add_answers(benchmark_id, iter(answers), "answers.csv")
    stored = library.answers(benchmark_id)
    assert [(s.question_id, s.answer) for s in stored] == [(one, answers[2]), (one, answers[1]), (two, full)]
    assert repr(stored[2].answer) == repr(full)
    assert [s.batch_id for s in stored] == [batch] * 3
    assert list(library.iter_answers(benchmark_id, models=["beta"])) == [stored[1]]
    assert list(library.answer_ids(benchmark_id, question_id=one)) == [stored[0].id, stored[1].id]
    assert library.answer(stored[2].id) == stored[2]
    assert library.answers_by_id([stored[2].id, stored[0].id]) == [stored[2], stored[0]]
    assert library.answer_models(benchmark_id) == ["atlas", "beta"]
    light = library.answer_rows([stored[0].id, stored[1].id])
    assert [(len(row.text), row.model, row.has_fields) for row in light] == [(240, "atlas", True), (1, "beta", False)]
    (info,) = library.answer_batches(benchmark_id)
    assert (info.id, info.source, info.count) == (batch, "answers.csv", 3)
    assert library.undo_title == "add answers of answers.csv"
    library.undo()
    assert library.answers(benchmark_id) == []
    assert library.answer_batches(benchmark_id) == []
    library.redo()
    assert library.answers(benchmark_id) == stored


def test_answers_to_an_unknown_question_are_refused_whole(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), plain(1))
    with pytest.raises(NotFound, match="no question “k7”"):
        library.add_answers(benchmark_id, [Answer("k1", "m", "t"), Answer("k7", "m", "t")])
    with pytest.raises(NotFound, match="no benchmark 9"):
        library.add_answers(9, [])
    assert library.answers(benchmark_id) == []
    assert library.undo_title == "add benchmark “B”"


def test_a_long_read_sees_one_state(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), plain(1_000))
    stream = library.iter_questions(benchmark_id)
    first = next(stream)
    library.apply(RemoveQuestions(tuple(library.question_ids(benchmark_id)[500:])))
    library.apply(SetQuestion(library.question_ids(benchmark_id)[400], "text", "later"))
    assert [first, *stream] == plain(1_000)
    assert len(library.question_ids(benchmark_id)) == 500


@pytest.mark.parametrize("number", [0, 99])
def test_unknown_ids_are_not_found(library: Library, number: int) -> None:
    for read in (library.benchmark, library.benchmark_row, library.question, library.benchmark_of, library.answer):
        with pytest.raises(NotFound, match=str(number)):
            read(number)
    for reads in (library.questions, library.question_rows, library.answer_rows, library.result_rows):
        with pytest.raises(NotFound, match=str(number)):
            reads([number])
    with pytest.raises(NotFound, match=str(number)):
        library.run(number)


def test_a_closed_library_says_so(library: Library) -> None:
    library.add_checkpoint(Benchmark("B"), plain(1_000))
    going = library.iter_questions(1)
    next(going)
    library.close()
    library.close()
    with pytest.raises(LibraryUnusable, match="was closed"):
        library.benchmarks()
    with pytest.raises(LibraryUnusable, match="was closed"):
        library.apply(SetBenchmark(1, "name", "x"))
    assert len(list(going)) == 999  # what began to read may finish


def test_a_copy_of_the_whole_library(library: Library, tmp_path: Path, clock: Clock) -> None:
    benchmark_id = library.add_checkpoint(BENCHMARK, [FULL])
    copy = library.copy_to(tmp_path / "kept elsewhere" / "kopie 日本.gradewright")
    library.apply(SetBenchmark(benchmark_id, "name", "later"))
    with Library.open(copy, clock=clock) as other:
        assert other.benchmark(benchmark_id) == BENCHMARK
        assert other.undo_title == "add benchmark “Clinic”"
    assert not list(copy.parent.glob(".*"))


def test_equal_questions_keep_their_own_values(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), [FULL, replace(FULL, text="other")])
    one, two = library.question_ids(benchmark_id)
    library.apply(SetQuestion(two, "custom", {}))
    assert library.question(one).custom == FULL.custom
    assert library.question(two).custom == {}
