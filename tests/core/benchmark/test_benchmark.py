"""``Benchmark`` in the hands of a script: what goes in, comes out, and goes through files."""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import Any

import pytest

import gradewright
from gradewright import Benchmark
from gradewright.errors import FileUnreadable, NotFound
from gradewright.schemas import (
    BadArgument,
    BaseAnswer,
    CallableRubricTrait,
    DynamicRubric,
    LLMRubricTrait,
    Question,
    RegexRubricTrait,
    Rubric,
    VerifiedField,
)
from gradewright.schemas.primitives import AnyOf, ExactMatch, FieldCheck, NumericExact

DATA = Path(__file__).resolve().parents[2] / "data" / "conformance" / "checkpoints"
SOURCE = (
    "class Answer(BaseAnswer):\n"
    "    n: int = VerifiedField(description='n', ground_truth=1, verify_with=NumericExact())\n"
)


class Named(BaseAnswer):
    """Declares two fields and a strategy."""

    name: str = VerifiedField(description="its name", ground_truth="Danube", verify_with=ExactMatch(normalize=[]))
    count: int | None = VerifiedField(description="how many", ground_truth=2, verify_with=NumericExact(), default=None)

    class VerificationStrategy:
        verify_strategy = AnyOf(conditions=[FieldCheck(field="name"), FieldCheck(field="count")])


def filled() -> Benchmark:
    """Return a benchmark with two questions."""
    made = Benchmark.create(name="Rivers", description="About rivers", version="1.2.0", creator="A. Author")
    made.add_question("Which river flows through Vienna?", "The Danube", SOURCE, keywords=["geography"])
    made.add_question("Which river flows through Paris?", "The Seine", finished=False, author={"name": "B. Author"})
    return made


def test_questions_are_held_in_order_by_their_ids() -> None:
    made = filled()
    first, second = made.get_question_ids()

    assert first == "urn:uuid:question-which-river-flows-through-vienna-" + first[-8:]
    assert len(made) == made.question_count == 2
    assert [question["id"] for question in made] == [first, second]
    assert made.get_all_questions(ids_only=True) == [first, second]
    assert first in made
    assert made[0] == made[first] == made.get_question(first)
    assert made.get_question(first)["raw_answer"] == "The Danube"
    assert made.get_question(first)["keywords"] == ["geography"]
    assert made.finished_count == 1
    assert made.get_progress() == 50.0
    assert not made.is_complete
    assert made.get_finished_questions(ids_only=True) == [first]
    assert made.get_unfinished_questions(ids_only=True) == [second]


def test_a_question_may_be_an_object_or_a_dict() -> None:
    made = Benchmark(name="Rivers")
    question = Question(
        question="Q two?",
        raw_answer="yes",
        tags=["a", "b"],
        few_shot_examples=[{"question": "Q?", "answer": "A"}],
        question_rubric=Rubric(regex_traits=[RegexRubricTrait(name="r", pattern="x")]),
    )
    by_object = made.add_question(question, question_id=None)
    by_dict = made.add_question({"question": "Q three?", "raw_answer": "", "finished": False})

    assert by_object == question.id == "f175273a9135d7aea369a330e537f3e4"
    assert by_dict.startswith("urn:uuid:question-q-three-")
    assert made.get_question(by_object)["keywords"] == ["a", "b"]
    given = {"date_created": None, "date_modified": None}
    assert made.get_question_as_object(by_object).model_copy(update=given) == question
    rubric = made.get_question_rubric(by_object)
    assert rubric is not None
    assert rubric.get_regex_trait_names() == ["r"]
    with pytest.raises(BadArgument, match="already"):
        made.add_question(question)


def test_equal_texts_get_ids_of_their_own_and_free_ones_are_used_again() -> None:
    made = Benchmark.create(name="Same")
    first, second = made.add_question("R?", ""), made.add_question("R?", "")

    assert second == f"{first}-1"
    assert made.remove_question(first) is True
    assert made.remove_question(first) is False
    assert made.add_question("R?", "") == first
    assert made.add_question("R?", "") == f"{first}-2"
    assert made.clear_questions() == 3
    assert made.is_empty
    assert made.add_question("R?", "") == first


@pytest.mark.parametrize(
    ("add", "says"),
    [
        (lambda b: b.add_question("What?"), "raw_answer"),
        (lambda b: b.add_question("", "x"), "text"),
        (lambda b: b.add_question(3, "x"), "text"),
        (lambda b: b.add_question({"question": "x"}), "raw_answer"),
        (lambda b: b.add_question("What?", "x", answer_templates="x"), "Nearest: “answer_template”"),
        (lambda b: b.add_question("What?", "x", tags=["a"]), "“keywords”"),
        (lambda b: b.add_question("What?", "x", "class ("), "not Python"),
        (lambda b: b.add_question("What?", "x", int), "BaseAnswer"),
        (lambda b: b.add_question("What?", "x", few_shot_examples=["a"]), "few-shot"),
        (lambda b: b.add_question("What?", "x", question_id=b.get_question_ids()[0]), "already"),
        (lambda b: b.update_question_metadata(b.get_question_ids()[0], autor="x"), "Nearest: “author”"),
        (lambda b: b.set_global_rubric([]), "no rubric"),
        (lambda b: Benchmark.create(), "name"),
        (lambda b: Benchmark.create(title="x"), "no argument “title”"),
        (lambda b: Benchmark.create(name="x", versoin="1"), "Nearest: “version”"),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(add: Any, says: str) -> None:
    made = filled()
    before = made.get_all_questions()
    with pytest.raises(BadArgument, match=says):
        add(made)
    assert made.get_all_questions() == before


def test_questions_that_are_not_there_are_told_with_the_nearest() -> None:
    made = filled()
    first = made.get_question_ids()[0]
    for ask in (made.get_question, made.mark_finished, made.get_template, made.get_question_rubric):
        with pytest.raises(NotFound, match=first):
            ask(first[:-1])
    assert not made.has_template("other")


def test_what_belongs_to_a_question_is_set_and_read() -> None:
    made = filled()
    first, second = made.get_question_ids()
    made.update_question_metadata(
        first, sources=[{"name": "Atlas"}], answer_notes="German names too", custom_metadata={"level": 2}, keywords=[]
    )
    made.set_question_author(first, {"name": "C"})
    made.set_question_custom_property(first, "reviewed", True)
    made.mark_finished(second)

    assert made.get_question_author(first) == {"name": "C"}
    assert made.get_question_sources(first) == [{"name": "Atlas"}]
    assert made.get_question_custom_property(first, "reviewed") is True
    assert made.get_question_metadata(first)["custom_metadata"] == {"level": 2, "reviewed": True}
    assert made.get_question_timestamps(first)["created"]
    assert made.toggle_finished(second) is False
    assert [q["id"] for q in made.filter_questions(has_template=True)] == [first]
    assert [q["id"] for q in made.filter_questions(author="b. auth")] == [second]
    assert [q["id"] for q in made.search_questions("SEINE")] == [second]
    made.get_question(first)["custom_metadata"]["level"] = 9
    assert made.get_question_custom_property(first, "level") == 2


def test_templates_go_in_as_text_or_class() -> None:
    made = filled()
    first, second = made.get_question_ids()
    made.add_answer_template(second, Named)

    assert made.get_template(second).startswith('class Answer(BaseAnswer):\n    """Declares')
    assert made.get_missing_templates() == []
    assert [q["id"] for q in made.get_finished_templates()] == [first]
    made.copy_template(second, first)
    assert made.get_template(first) == made.get_template(second)
    made.remove_template(first)
    assert made.apply_global_template(SOURCE) == [first]
    made.update_template(first, Named)
    assert made.get_template_id(first) == made.get_template_id(second)
    assert made.validate_templates() == (True, [])


def test_a_class_whose_text_is_lost_is_written_from_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    made = filled()
    first = made.get_question_ids()[0]
    monkeypatch.setattr("inspect.getsource", lambda _: (_ for _ in ()).throw(OSError("no text")))
    made.add_answer_template(first, Named)

    source = made.get_template(first)
    assert "count: int | None = VerifiedField(" in source
    assert "AnyOf(conditions=[FieldCheck(field='name'), FieldCheck(field='count')])" in source
    assert made.validate_templates() == (True, [])

    class Own(Named):
        def verify(self) -> bool:
            return True

    with pytest.raises(BadArgument, match="text of “Own”"):
        made.add_answer_template(first, Own)


def test_templates_go_through_a_file_of_their_own(tmp_path: Path) -> None:
    made, other = filled(), filled()
    first, second = made.get_question_ids()
    made.add_answer_template(second, Named)
    other.remove_template(first)
    file = made.export_generated_templates(tmp_path / "templates.json")

    assert other.import_generated_templates(file) == {first: True, second: True}
    assert other.import_generated_templates(file) == {first: False, second: False}
    assert other.get_template(second) == made.get_template(second)
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(FileUnreadable, match=r"templates\.json"):
        other.import_generated_templates(file)


def test_a_misspelt_option_in_a_template_is_remarked_on() -> None:
    made = filled()
    made.add_answer_template(made.get_question_ids()[1], SOURCE.replace("NumericExact()", "NumericExact(modee=1)"))
    usable, told = made.validate_templates()

    assert usable
    assert "modee" in told[0]["message"]


def test_rubrics_are_set_read_and_taken_away() -> None:
    made = filled()
    first = made.get_question_ids()[0]
    llm = LLMRubricTrait(name="clear", kind="score", min_score=0, max_score=1)
    regex = RegexRubricTrait(name="cites", pattern=r"\[\d+\]")
    made.set_global_rubric(Rubric(llm_traits=[llm]))
    made.add_global_rubric_trait(regex)
    made.add_question_rubric_trait(first, RegexRubricTrait(name="short", pattern="^.{,80}$"))

    rubric = made.get_global_rubric()
    assert rubric == Rubric(llm_traits=[llm], regex_traits=[regex])
    merged = made.get_merged_rubric(first)
    assert merged is not None
    assert merged.get_trait_names() == ["clear", "cites", "short"]
    with pytest.raises(BadArgument, match="cites"):
        made.add_global_rubric_trait(regex)
    assert made.validate_rubrics() == (True, [])
    made.add_question_rubric_trait(first, regex)
    assert made.validate_rubrics()[0] is False
    assert made.clear_all_rubrics() == 2
    assert made.get_global_rubric() is None
    assert made.get_question_rubric(first) is None


def test_gated_traits_and_plain_ones_are_kept_apart() -> None:
    made = filled()
    made.set_global_rubric(DynamicRubric(regex_traits=[RegexRubricTrait(name="dose", pattern="x", summary="doses")]))
    made.set_global_rubric(Rubric(regex_traits=[RegexRubricTrait(name="plain", pattern="x")]))

    dynamic = made.get_global_dynamic_rubric()
    assert dynamic is not None
    assert dynamic.get_trait_names() == ["dose"]
    made.remove_global_rubric()
    assert made.get_global_dynamic_rubric() == dynamic


def test_a_benchmark_says_what_it_is() -> None:
    made = filled()

    assert str(made) == "Rivers 1.2.0: 2 questions, 1 finished"
    assert made.get_summary()["has_template_count"] == 1
    assert "Which river flows through Vienna?" in made.to_markdown()
    made.name = "Streams"
    assert made.name == "Streams"
    with pytest.raises(BadArgument, match="name"):
        made.name = ""
    made.set_multiple_custom_properties({"a": 1, "b": 2})
    assert made.remove_custom_property("a") is True
    assert made.get_custom_property("b") == 2


def test_the_package_gives_the_names_that_scripts_import() -> None:
    for name in gradewright.__all__:
        assert getattr(gradewright, name) is not None
    for name in gradewright.schemas.__all__:
        assert getattr(gradewright.schemas, name) is not None
    assert gradewright.Benchmark is Benchmark
    with pytest.raises(AttributeError):
        gradewright.schemas.Nothing  # noqa: B018


def test_a_function_of_a_module_is_pickled_with_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_checks.py").write_text(
        "LIMIT = 5\n\ndef brief(text):\n    return len(text) < LIMIT\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    import own_checks  # type: ignore[import-not-found]

    trait = CallableRubricTrait.from_callable("brief", own_checks.brief, "boolean")
    monkeypatch.delitem(__import__("sys").modules, "own_checks")
    (tmp_path / "own_checks.py").unlink()
    linecache.clearcache()

    with pytest.warns(match="brief"):
        assert trait.deserialize_callable()("abc") is True
    assert trait.source == "def brief(text):\n    return len(text) < LIMIT\n"
