"""How edits stand in the journal: typing merges, additions are restored and not added again."""

from __future__ import annotations

import pytest
from support.memory_target import MemoryTarget

from gradewright.edits import (
    AddAnswers,
    AddBenchmark,
    AddQuestions,
    Compound,
    Edit,
    RemoveRecordedAnswers,
    ReplaceAnswer,
    RestoreAnswers,
    RestoreBenchmark,
    RestoreQuestions,
    RestoreRecordedAnswers,
    RubricOwner,
    SetBenchmark,
    SetEntry,
    SetQuestion,
    merged,
    repeatable,
)
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import RubricEntry
from gradewright.model.traits import LLMTrait

OWNER = RubricOwner(benchmark_id=1)


def llm(**values: object) -> SetEntry:
    return SetEntry(OWNER, RubricEntry("a", LLMTrait.model_validate({"name": "Dose", "kind": "score"} | values)))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (SetQuestion(1, "text", "a"), SetQuestion(1, "text", "ab")),
        (SetBenchmark(1, "name", "a"), SetBenchmark(1, "name", "ab")),
        (SetQuestion(1, "template", "a", "set hint"), SetQuestion(1, "template", "ab", "set hint")),
    ],
)
def test_typing_on_in_one_place_is_one_step(earlier: Edit, later: Edit) -> None:
    assert merged(earlier, earlier, later) == later


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (SetQuestion(1, "text", "a"), SetQuestion(2, "text", "ab")),
        (SetQuestion(1, "text", "a"), SetQuestion(1, "reference", "ab")),
        (SetQuestion(1, "text", "a"), SetBenchmark(1, "name", "ab")),
        (SetQuestion(1, "template", "a", "set tolerance"), SetQuestion(1, "template", "b", "set weight")),
        (SetQuestion(1, "finished", True), SetQuestion(1, "finished", False)),
        (SetQuestion(1, "author", {"name": "a"}), SetQuestion(1, "author", {"name": "ab"})),
        (Compound("two", ()), SetQuestion(1, "text", "a")),
        (SetQuestion(1, "text", "a"), Compound("two", ())),
    ],
)
def test_anything_else_is_a_step_of_its_own(earlier: Edit, later: Edit) -> None:
    assert merged(earlier, earlier, later) is None


def test_typing_in_one_text_of_a_trait_is_one_step() -> None:
    start = llm(description="a")
    assert merged(llm(description="ab"), start, llm(description="abc")) == llm(description="abc")


@pytest.mark.parametrize(
    ("start", "earlier", "later"),
    [
        (llm(), llm(max_score=6), llm(max_score=7)),
        (llm(description="a"), llm(description="ab"), llm(description="ab", summary="s")),
        (llm(description="a"), llm(description="ab", summary="s"), llm(description="abc", summary="t")),
        (llm(description="a"), llm(description="ab"), llm(description="abc", max_score=7)),
    ],
)
def test_other_changes_of_a_trait_are_steps_of_their_own(start: SetEntry, earlier: SetEntry, later: SetEntry) -> None:
    assert merged(earlier, start, later) is None


def test_what_was_added_is_restored_on_redo() -> None:
    target = MemoryTarget()
    benchmark = AddBenchmark(Benchmark("B"))
    question = AddQuestions(1, (Question("k", "t"), Question("l", "u")))
    answer = AddAnswers(1, (Answer("k", "m", "t"),), "file.csv")
    assert repeatable(benchmark, benchmark.apply(target)) == RestoreBenchmark(1, "B")
    assert repeatable(question, question.apply(target)) == RestoreQuestions((1, 2))
    assert repeatable(answer, answer.apply(target)) == RestoreAnswers(1, "file.csv")
    other = ReplaceAnswer(1, Answer("k", "m", "u"))
    swapped = (RemoveRecordedAnswers((1,)), RestoreRecordedAnswers((2,)))
    assert repeatable(other, other.apply(target)) == Compound("change answer", swapped)
    several = Compound("two", (SetQuestion(1, "text", "v"), AddQuestions(1, (Question("m", "w"),))))
    again = repeatable(several, several.apply(target))
    assert again == Compound("two", (SetQuestion(1, "text", "v"), RestoreQuestions((3,))))
