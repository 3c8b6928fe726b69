"""Edits and values as JSON: what comes back is what went in, to the type of every number."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import contents

from gradewright.edits import (
    AddAnswers,
    AddBenchmark,
    AddEntry,
    AddKeptRubric,
    AddQuestions,
    Compound,
    Edit,
    MoveEntry,
    MoveQuestion,
    RemoveAnswers,
    RemoveBenchmark,
    RemoveEntry,
    RemoveKeptRubric,
    RemoveQuestions,
    RemoveRecordedAnswers,
    ReplaceAnswer,
    ReplaceRubric,
    RestoreAnswers,
    RestoreBenchmark,
    RestoreKeptRubric,
    RestoreQuestions,
    RestoreRecordedAnswers,
    RubricOwner,
    SetBenchmark,
    SetEntry,
    SetQuestion,
    SetTerms,
    SetVersions,
    dump_edit,
    load_edit,
)
from gradewright.edits.codec import EDIT_CLASSES
from gradewright.edits.values import from_json, to_json

ids = st.integers(1, 2**62)
owners = st.one_of(*(st.builds(RubricOwner, **{name: ids}) for name in ("benchmark_id", "question_id", "kept_id")))


def settings_of(kind: type, values: dict[str, st.SearchStrategy[object]]) -> st.SearchStrategy[Edit]:
    return st.one_of(
        *(st.builds(kind, ids, st.just(aspect), value, contents.texts) for aspect, value in values.items())
    )


BY_KIND: dict[str, st.SearchStrategy[Edit]] = {
    "set_benchmark": settings_of(SetBenchmark, contents.BENCHMARK_VALUES),
    "set_question": settings_of(SetQuestion, contents.QUESTION_VALUES),
    "add_benchmark": st.builds(AddBenchmark, contents.benchmarks, st.lists(contents.questions, max_size=2).map(tuple)),
    "remove_benchmark": st.builds(RemoveBenchmark, ids, contents.texts),
    "restore_benchmark": st.builds(RestoreBenchmark, ids, contents.texts),
    "add_questions": st.builds(AddQuestions, ids, st.lists(contents.questions, max_size=2).map(tuple), st.none() | ids),
    "remove_questions": st.builds(RemoveQuestions, st.lists(ids, max_size=3).map(tuple)),
    "restore_questions": st.builds(RestoreQuestions, st.lists(ids, max_size=3).map(tuple)),
    "move_question": st.builds(MoveQuestion, ids, st.none() | ids),
    "add_entry": st.builds(AddEntry, owners, contents.entries, st.none() | st.integers(0, 9)),
    "remove_entry": st.builds(RemoveEntry, owners, contents.texts, contents.texts),
    "move_entry": st.builds(MoveEntry, owners, contents.texts, st.integers(0, 9), contents.texts),
    "set_entry": st.builds(SetEntry, owners, contents.entries, contents.texts),
    "set_terms": st.builds(SetTerms, owners, contents.terms, contents.texts),
    "set_versions": st.builds(SetVersions, owners, contents.versions, contents.texts),
    "replace_rubric": st.builds(ReplaceRubric, owners, contents.rubrics, contents.texts),
    "add_kept_rubric": st.builds(AddKeptRubric, contents.rubrics),
    "remove_kept_rubric": st.builds(RemoveKeptRubric, ids, contents.texts),
    "restore_kept_rubric": st.builds(RestoreKeptRubric, ids, contents.texts),
    "add_answers": st.builds(
        AddAnswers, ids, st.lists(contents.answers(["k", "日"]), max_size=2).map(tuple), contents.texts
    ),
    "remove_answers": st.builds(RemoveAnswers, ids, contents.texts),
    "restore_answers": st.builds(RestoreAnswers, ids, contents.texts),
    "remove_recorded_answers": st.builds(RemoveRecordedAnswers, st.lists(ids, max_size=3).map(tuple)),
    "restore_recorded_answers": st.builds(RestoreRecordedAnswers, st.lists(ids, max_size=3).map(tuple)),
    "replace_answer": st.builds(ReplaceAnswer, ids, contents.answers(["k", "日"])),
}
single: st.SearchStrategy[Edit] = st.one_of(*BY_KIND.values())
edits: st.SearchStrategy[Edit] = st.recursive(
    single, lambda inner: st.builds(Compound, contents.texts, st.lists(inner, max_size=3).map(tuple)), max_leaves=4
)


def test_every_kind_of_edit_is_tried() -> None:
    assert set(EDIT_CLASSES) == {*BY_KIND, "compound"}


@pytest.mark.parametrize("cls", EDIT_CLASSES.values(), ids=lambda cls: cls.kind)
def test_every_kind_has_words(cls: type[Edit]) -> None:
    assert "title" in dir(cls) or "title" in {field.name for field in fields(cls)}


@given(edits)
def test_an_edit_comes_back_as_it_was(edit: Edit) -> None:
    text = dump_edit(edit)
    text.encode()
    back = load_edit(text)
    assert back == edit
    assert dump_edit(back) == text


@given(contents.json_values)
def test_json_data_comes_back_to_the_type(value: object) -> None:
    text = to_json(value)
    text.encode()
    assert repr(from_json(text)) == repr(value)


def test_scripts_are_written_readably_and_lone_surrogates_as_escapes() -> None:
    assert to_json(["日本"]) == '["日本"]'
    assert to_json(["日\ud800"]) == '["\\u65e5\\ud800"]'
    assert json.loads(to_json(["日\ud800"])) == ["日\ud800"]
