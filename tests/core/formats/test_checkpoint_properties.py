"""Properties of reading and writing checkpoints that hold for any content."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from support.checkpoints import NOW, encoded, exact, prop, read, root, written

from gradewright.formats.karenina_jsonld import read_checkpoint, write_checkpoint
from gradewright.formats.karenina_jsonld.layout import Layout
from gradewright.model.kept_test import OUTCOMES, KeptTest, kept_test_data
from gradewright.model.question import Benchmark, FewShotExample, Question

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SOME_TEXT = TEXT.filter(bool)
SCALAR = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
JSON = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=8
)
KEPT = "gradewright_kept_tests"
KEPT_TEXT = JSON.map(lambda value: {"value": json.dumps([{"text": "a", "values": value}])})
PROPERTY = st.builds(
    lambda name, value, extra: {"@type": "PropertyValue", "name": name, **value, **extra},
    st.sampled_from(
        ["custom_a", "custom_", "odd", "author", "sources", "original_answer_template", "answer_notes", KEPT]
    )
    | TEXT,
    st.just({}) | KEPT_TEXT | JSON.map(lambda value: {"value": value}),
    st.just({}) | st.dictionaries(st.sampled_from(["unit", "x"]), JSON, max_size=2),
).filter(lambda made: made["name"] not in ("finished", "few_shot_examples"))


def shuffled(strategy: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Return the same objects with their keys in any order."""
    return strategy.flatmap(lambda made: st.permutations(list(made.items())).map(dict))


EXTRA = st.dictionaries(st.sampled_from(["x-a", "x-b", "url"]), JSON, max_size=2)
ITEM = st.builds(
    lambda key, text, reference, template, properties, keywords, more, extra: {
        "@type": "DataFeedItem",
        **key,
        "dateCreated": "2026",
        "dateModified": "",
        "item": {
            "text": text,
            "acceptedAnswer": {"text": reference, **more},
            "hasPart": {"name": "n", "text": template},
            **properties,
            **keywords,
        },
        **extra,
    },
    st.just({}) | TEXT.map(lambda key: {"@id": key}),
    SOME_TEXT,
    TEXT,
    TEXT,
    st.just({}) | st.lists(PROPERTY, max_size=4).map(lambda made: {"additionalProperty": made}),
    st.just({}) | st.lists(TEXT, max_size=2).map(lambda made: {"keywords": made}),
    EXTRA,
    EXTRA,
)
ROOT = st.builds(
    lambda items, extra, properties: root(*items, **{**extra, "additionalProperty": properties}),
    st.lists(shuffled(ITEM), max_size=4),
    EXTRA,
    st.lists(PROPERTY, max_size=3),
)


@given(shuffled(ROOT))
def test_any_checkpoint_comes_back_as_it_was(tree: dict[str, Any]) -> None:
    raw = encoded(tree)

    assert written(read_checkpoint(raw)).decode("utf-8") == raw.decode("utf-8")


SAID = st.dictionaries(TEXT, st.sampled_from(OUTCOMES), max_size=2)
KEPT_TEST = st.builds(
    KeptTest,
    TEXT,
    st.none() | st.dictionaries(TEXT, JSON, max_size=2),
    st.sampled_from(["", "pass", "fail"]),
    SAID,
    SAID,
)
QUESTION = st.builds(
    Question,
    key=SOME_TEXT,
    text=SOME_TEXT,
    reference=TEXT,
    template=TEXT,
    finished=st.booleans(),
    keywords=st.lists(TEXT, max_size=2).map(tuple),
    few_shot=st.lists(st.builds(FewShotExample, TEXT, TEXT), max_size=2).map(tuple),
    author=st.none() | st.dictionaries(TEXT, JSON, min_size=1, max_size=2),
    sources=st.none() | st.lists(JSON, min_size=1, max_size=2),
    notes=TEXT,
    workspace_path=TEXT,
    custom=st.dictionaries(TEXT, JSON, max_size=3),
    created=SOME_TEXT,
    modified=SOME_TEXT,
    kept_tests=st.lists(KEPT_TEST, max_size=2).map(tuple),
)
QUESTIONS = st.lists(QUESTION, max_size=3, unique_by=lambda question: question.key)


@given(QUESTIONS, SOME_TEXT)
def test_new_benchmarks_come_back_equal(questions: list[Question], name: str) -> None:
    raw = b"".join(write_checkpoint(Benchmark(name=name, creator="c"), questions, now=NOW))
    checkpoint = read_checkpoint(raw)

    assert checkpoint.benchmark.name == name
    assert [exact_question(question) for question in checkpoint.questions] == [exact_question(q) for q in questions]
    # Nothing of a question that was made here needs a residue, and a second save changes nothing.
    assert all(question.residue is None for question in checkpoint.questions)
    assert written(checkpoint) == raw


def exact_question(question: Question) -> str:
    """Return a question in a form that tells 1 from 1.0."""
    others = ("rubric", "few_shot", "kept_tests")
    parts = [getattr(question, name) for name in Question.__dataclass_fields__ if name not in others]
    examples = [(example.question, example.answer) for example in question.few_shot]
    return json.dumps([*parts, examples, [kept_test_data(test) for test in question.kept_tests]])


@given(QUESTION, ITEM)
def test_any_edit_of_any_question_is_read_back(edited: Question, element: dict[str, Any]) -> None:
    checkpoint = read(root(element))
    residue = checkpoint.questions[0].residue
    raw = b"".join(write_checkpoint(checkpoint.benchmark, [replace(edited, residue=residue)], now=NOW))
    again = read_checkpoint(raw).questions[0]

    assert exact_question(in_order(again)) == exact_question(in_order(edited))


def in_order(question: Question) -> Question:
    """Return a question with its own properties sorted: those that a file has already keep their places there."""
    return replace(question, custom=dict(sorted(question.custom.items())), residue=None)


LAYOUTS = st.builds(
    Layout, st.none() | st.sampled_from(["", " ", "    ", "\t"]), st.just(","), st.sampled_from([":", ": "]),
    st.just("\n"), st.just(""), st.booleans(),
)  # fmt: skip


@given(JSON, LAYOUTS)
def test_the_encoder_agrees_with_json(value: Any, layout: Layout) -> None:
    expected = json.dumps(
        value, indent=layout.indent, separators=(layout.comma, layout.colon), ensure_ascii=layout.ascii
    )

    assert layout.encoder()(value, 0) == expected


def test_floats_that_json_lacks_are_written_as_python_does() -> None:
    raw = encoded(root()).replace(b'"value": "3.0.0-jsonld"', b'"value": NaN')

    assert written(read_checkpoint(raw)) == raw
    assert exact(prop("a", 1)) != exact(prop("a", 1.0))
