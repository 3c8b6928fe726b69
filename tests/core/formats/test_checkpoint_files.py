"""Whole checkpoint files: opened and saved again they are what they were."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from support.checkpoints import DATA, NOW, encoded, exact, item, read, root, saved_again, written

from gradewright.errors import FileUnreadable, InvalidValue, WriteFailed
from gradewright.formats.karenina_jsonld import read_checkpoint, save_checkpoint, write_checkpoint
from gradewright.model.question import Benchmark, FewShotExample, Question

FILES = sorted(DATA.glob("*.jsonld"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_unedited_file_is_saved_to_the_byte(path: Path) -> None:
    assert written(read_checkpoint(path)) == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts_are_those_recorded(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expect.json").read_text("utf-8"))
    checkpoint = read_checkpoint(path)

    assert checkpoint.benchmark.name == expected["name"]
    assert len(checkpoint.questions) == expected["question_count"]
    assert sum(question.finished for question in checkpoint.questions) == expected["finished_count"]
    assert len(checkpoint.benchmark.scenarios) == expected["scenario_count"]
    assert [question.key for question in checkpoint.questions] == [each["id"] for each in expected["questions"]]
    assert checkpoint.warnings == []


def test_the_files_are_there() -> None:
    assert len(FILES) == 19


def test_usual_questions_leave_no_residue() -> None:
    checkpoint = read_checkpoint(DATA / "thousand-questions.jsonld")

    assert all(question.residue is None for question in checkpoint.questions)


def test_long_texts_are_not_kept_twice() -> None:
    tree = root(item("q" * 5000, **{"@id": "urn:inner"}))
    (question,) = read(tree).questions

    assert question.residue is not None
    assert len(json.dumps(question.residue)) < 1000


@pytest.mark.parametrize(
    ("indent", "separators", "ascii_only", "ending"),
    [
        (2, None, False, ""),
        (4, None, True, "\n"),
        ("\t", None, False, "\r\n"),
        (None, (",", ":"), True, "\n"),
        (None, None, False, ""),
    ],
)
def test_the_layout_of_the_file_stays(
    indent: int | str | None, separators: tuple[str, str] | None, ascii_only: bool, ending: str
) -> None:
    tree = root(item("Wie heißt „Å“?", keywords=["é"], **{"x-own": {"a": [], "b": {}}}), item("二?"))
    text = json.dumps(tree, indent=indent, separators=separators, ensure_ascii=ascii_only) + ending

    assert written(read_checkpoint(text.encode("utf-8"))).decode("utf-8") == text


def test_line_ends_of_windows_stay() -> None:
    raw = encoded(root(item())).replace(b"\n", b"\r\n")

    assert written(read_checkpoint(raw)) == raw


def test_an_unedited_file_laid_out_by_hand_keeps_its_date() -> None:
    text = json.dumps(root(item()), indent=2).replace('"@vocab": "https', '"@vocab":    "https')
    again = json.loads(written(read_checkpoint(text.encode())))

    assert exact(again) == exact(json.loads(text))


def test_an_edited_file_gets_a_new_date() -> None:
    checkpoint = read(root(item()))
    edited = replace(checkpoint.questions[0], text="What is 3+3?")
    tree = json.loads(b"".join(write_checkpoint(checkpoint.benchmark, [edited], now=NOW)))

    assert tree["dateModified"] == NOW
    assert tree["dateCreated"] == "2026-01-01T00:00:00"
    assert tree["dataFeedElement"][0]["item"]["text"] == "What is 3+3?"


def test_a_new_benchmark_is_written_as_karenina_would() -> None:
    question = Question(
        key="urn:uuid:question-a",
        text="Which river flows through Vienna, and how long is it in km?",
        reference="The Danube",
        finished=True,
        keywords=("rivers",),
        few_shot=(FewShotExample("Paris?", "Seine"),),
        author={"@type": "Person", "name": "A"},
        notes="Accept German.",
        workspace_path="task_01",
        custom={"difficulty": "easy", "reviewed_by": None},
    )
    benchmark = Benchmark(name="Rivers", creator="Me")
    tree = json.loads(b"".join(write_checkpoint(benchmark, [question], now="2026-09-01T10:00:00+00:00")))

    assert list(tree) == [
        "@context", "@type", "@id", "name", "description", "version", "creator",
        "dateCreated", "dateModified", "dataFeedElement", "additionalProperty",
    ]  # fmt: skip
    assert tree["@id"] == "urn:uuid:karenina-checkpoint-1788256800.0"
    assert tree["additionalProperty"][0]["value"] == "3.0.0-jsonld"
    (element,) = tree["dataFeedElement"]
    assert element["item"]["hasPart"]["name"] == "Which river flows through Vien... Answer Template"
    names = [entry["name"] for entry in element["item"]["additionalProperty"]]
    assert names == [
        "finished", "author", "custom_difficulty", "custom_reviewed_by",
        "few_shot_examples", "answer_notes", "workspace_path",
    ]  # fmt: skip
    assert "value" not in element["item"]["additionalProperty"][3]
    again = read(tree)
    assert again.warnings == []
    assert replace(again.questions[0], created="", modified="") == question


def test_questions_and_scenarios_do_not_go_together() -> None:
    benchmark = Benchmark(name="Both", scenarios=({"name": "s"},))

    with pytest.raises(InvalidValue, match="either questions or scenarios"):
        list(write_checkpoint(benchmark, [Question("k", "Q?")], now=NOW))


def test_saving_replaces_the_file_or_leaves_it(tmp_path: Path) -> None:
    checkpoint = read_checkpoint(DATA / "minimal.jsonld")
    target = tmp_path / "out.jsonld"
    target.write_text("old")

    def failing() -> list[Question]:
        raise RuntimeError("the library went away")

    with pytest.raises(RuntimeError):
        save_checkpoint(target, checkpoint.benchmark, (question for question in failing()), now=NOW)
    assert target.read_text() == "old"
    assert save_checkpoint(target, checkpoint.benchmark, checkpoint.questions, now=NOW) == []
    assert target.read_bytes() == (DATA / "minimal.jsonld").read_bytes()
    with pytest.raises(WriteFailed):
        save_checkpoint(tmp_path / "no" / "out.jsonld", checkpoint.benchmark, [], now=NOW)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadable, match="no such file") as missing:
        read_checkpoint(tmp_path / "none.jsonld")
    assert str(tmp_path) in str(missing.value)
    with pytest.raises(FileUnreadable, match="folder"):
        read_checkpoint(tmp_path)


def test_unknown_keys_and_properties_come_back() -> None:
    odd = item(
        **{"@id": "urn:inner", "x": [1, 1.0, None, {"z": 1, "a": 2}]},
        additionalProperty=[
            {"@type": "PropertyValue", "name": "strange", "value": 1e3, "unit": "m"},
            {"name": "finished", "value": 1},
        ],
    )
    odd["extra"] = True
    tree = root(odd, own={"b": 1, "a": 1.0})
    tree["additionalProperty"].append({"name": "last_run", "value": {"k": [1.0]}, "note": "kept"})

    assert exact(saved_again(tree)) == exact(tree)
