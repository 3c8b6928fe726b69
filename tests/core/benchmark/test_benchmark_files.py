"""Benchmarks of scripts go through files: nothing is lost, and what cannot be is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gradewright import Benchmark
from gradewright.errors import FileUnreadable, WriteFailed
from gradewright.schemas import (
    BadArgument,
    BaseAnswer,
    CallableRubricTrait,
    FileRemark,
    LLMRubricTrait,
    MetricRubricTrait,
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


def test_a_benchmark_goes_through_a_file(tmp_path: Path) -> None:
    made = filled()
    first, second = made.get_question_ids()
    made.add_answer_template(second, Named)
    made.set_custom_property("reviewed", ["A", "B"])
    made.set_global_rubric(
        Rubric(
            llm_traits=[LLMRubricTrait(name="unit", kind="score", min_score=0, max_score=1)],
            callable_traits=[CallableRubricTrait.from_callable("f", lambda text: True, "boolean")],
            metric_traits=[MetricRubricTrait(name="m", metrics=["f1"], tp_instructions=["x"])],
        )
    )
    file = made.save(tmp_path / "rivers.v1.txt")
    opened = Benchmark.load(file)

    assert file.name == "rivers.v1.jsonld"
    assert opened.get_all_questions() == made.get_all_questions()
    assert opened.get_global_rubric() == made.get_global_rubric()
    assert (opened.name, opened.description, opened.version, opened.creator) == (
        "Rivers",
        "About rivers",
        "1.2.0",
        "A. Author",
    )
    assert opened.get_all_custom_properties()["reviewed"] == ["A", "B"]
    assert opened.remarks == []
    assert opened.get_question_ids() == [first, second]
    written = json.loads(file.read_text(encoding="utf-8"))
    (unit,) = [rating for rating in written["rating"] if rating["name"] == "unit"]
    assert {"@type": "PropertyValue", "name": "kind", "value": "score"} in unit["additionalProperty"]


@pytest.mark.parametrize("file", sorted(DATA.glob("*.jsonld")), ids=lambda file: file.stem)
@pytest.mark.filterwarnings("ignore::gradewright.schemas.FileRemark")
def test_an_opened_file_goes_back_as_it_was(file: Path, tmp_path: Path) -> None:
    saved = Benchmark.load(file).save(tmp_path / "again.jsonld")

    assert {**json.loads(saved.read_bytes()), "dateModified": ""} == {
        **json.loads(file.read_bytes()),
        "dateModified": "",
    }


def test_an_edited_file_keeps_what_was_not_touched(tmp_path: Path) -> None:
    file = DATA / "five-trait-kinds.jsonld"
    opened = Benchmark.load(file)
    opened.set_global_rubric(opened.get_global_rubric())
    opened.description = "Another description"
    before = json.loads(file.read_bytes())
    after = json.loads(opened.save(tmp_path / "edited.jsonld").read_bytes())

    assert after["description"] == "Another description"
    assert {**after, "description": "", "dateModified": ""} == {**before, "description": "", "dateModified": ""}


def test_deep_judgment_is_left_out_only_when_asked(tmp_path: Path) -> None:
    made = filled()
    trait = LLMRubricTrait(name="deep", kind="boolean", deep_judgment_enabled=True, deep_judgment_max_excerpts=3)
    made.set_global_rubric(Rubric(llm_traits=[trait]))
    kept = Benchmark.load(made.save(tmp_path / "kept.jsonld")).get_global_rubric()
    plain = Benchmark.load(made.save(tmp_path / "plain.jsonld", save_deep_judgment_config=False)).get_global_rubric()

    assert kept is not None
    assert plain is not None
    assert kept.llm_traits == [trait]
    assert plain.llm_traits[0].deep_judgment_enabled is False
    assert made.get_global_rubric() == kept


def test_a_file_that_needs_a_look_says_so_in_one_warning(tmp_path: Path) -> None:
    written = json.loads((DATA / "minimal.jsonld").read_bytes())
    del written["dateCreated"]
    file = tmp_path / "odd.jsonld"
    file.write_text(json.dumps(written), encoding="utf-8")

    with pytest.warns(FileRemark, match=r"odd\.jsonld") as told:
        opened = Benchmark.load(file)
    assert len(told) == 1
    assert told[0].filename == __file__
    assert opened.remarks


def test_files_that_cannot_be_opened_or_written_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadable, match="no such file"):
        Benchmark.load(tmp_path / "none.jsonld")
    with pytest.raises(WriteFailed):
        filled().save(tmp_path / "no folder" / "x.jsonld")


def test_a_scenario_benchmark_is_kept_and_takes_no_questions() -> None:
    opened = Benchmark.load(DATA / "scenario-basic.jsonld")

    assert opened.is_scenario_benchmark
    assert opened.scenario_count > 0
    with pytest.raises(BadArgument, match="scenarios"):
        opened.add_question("Why?", "So.")
