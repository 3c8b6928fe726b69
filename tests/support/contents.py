"""Hypothesis strategies for the values of the model, with texts of every script and characters that break things."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from hypothesis import strategies as st

from gradewright.model.answer import Answer
from gradewright.model.criterion import Criterion, CriterionSource, Scale
from gradewright.model.kept_test import OUTCOMES, KeptTest
from gradewright.model.question import Benchmark, FewShotExample, Question
from gradewright.model.rubric import (
    CannotJudgeRule,
    OverallRule,
    Rubric,
    RubricEntry,
    RubricTerms,
    RubricVersions,
    VersionStep,
)
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)

T = TypeVar("T")

AWKWARD = (
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "x\udfffy",
    "日本語",
    "العربية",
    "🧪",
    "e\u0301",
    '"',
    "%_\\",
    "\u2028",
    "naïve ÄÖÜ",
)


def short(name: str, strategy: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    """Give a strategy a short representation: Hypothesis writes them out in full, which takes longer than the test."""

    def one(draw: st.DrawFn) -> T:
        return draw(strategy)

    one.__name__ = name
    return st.composite(one)()


texts = short("texts", st.one_of(st.text(max_size=12), st.sampled_from(AWKWARD)))
names = texts.filter(lambda text: bool(text.strip()))
# Traits are pydantic models, which hold no lone surrogates.
trait_texts = texts.filter(lambda text: not any("\ud800" <= character <= "\udfff" for character in text))
trait_names = trait_texts.filter(bool)

json_values: st.SearchStrategy[Any] = short(
    "json_values",
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
        max_leaves=5,
    ),
)
json_objects = st.dictionaries(texts, json_values, max_size=3)

_statements = st.lists(trait_texts, max_size=3).map(tuple)
_scales = st.integers(3, 5).flatmap(
    lambda points: st.builds(
        Scale,
        points=st.just(points),
        anchors=st.lists(trait_texts, max_size=points).map(tuple),
        pass_line=st.none() | st.integers(1, points),
    )
)
_criterion_values = {
    "name": trait_texts,
    "definition": trait_texts,
    "must": _statements,
    "must_not": _statements,
    "pass_examples": _statements,
    "fail_examples": _statements,
    "must_pass": st.booleans(),
    "source": st.none()
    | st.builds(CriterionSource, list=trait_texts, id=trait_texts, count=st.none() | st.integers(0, 99)),
    "extra": st.dictionaries(texts, json_values, max_size=2),
}
criteria = short(
    "criteria",
    st.builds(Criterion, scale=st.none() | _scales, **_criterion_values)
    | st.builds(Criterion, scoring=st.just("scale"), scale=_scales, **_criterion_values),
)

traits: st.SearchStrategy[Trait] = short(
    "traits",
    st.one_of(
        st.builds(
            RegexTrait, name=trait_names, pattern=trait_texts.map(re.escape), description=st.none() | trait_texts
        ),
        st.builds(LLMTrait, name=trait_names, kind=st.sampled_from(["boolean", "score"]), description=trait_texts),
        st.builds(LLMTrait, name=trait_names, kind=st.just("literal"), classes=st.just({"a": "first", "b": "second"})),
        st.builds(CallableTrait, name=trait_names, kind=st.just("boolean"), callable_code=st.binary(max_size=20)),
        st.builds(
            MetricTrait, name=trait_names, metrics=st.just(["precision"]), tp_instructions=st.just(["one", "two"])
        ),
        st.builds(AgenticTrait, name=trait_names, kind=st.just("boolean"), description=trait_names),
        criteria,
        st.builds(UnreadableTrait, name=trait_names, intended=st.just("llm"), problem=trait_texts),
    ),
)
entry_ids = st.sampled_from(["one", "two", "three", "four"])
entries = short(
    "entries",
    st.builds(
        RubricEntry,
        id=entry_ids,
        trait=traits,
        gated=st.booleans(),
        origin=st.none() | json_objects,
        retired=st.booleans(),
        group=texts,
    ),
)
terms = short(
    "terms",
    st.builds(
        RubricTerms,
        *(texts, texts, texts, st.sampled_from(OverallRule), st.none() | st.builds(CannotJudgeRule, texts, texts)),
        st.dictionaries(texts, json_values, max_size=2),
    ),
)
_ids = st.lists(texts, max_size=2).map(tuple)
_steps = st.builds(
    VersionStep,
    *(st.integers(1, 99), texts, texts, _ids, _ids, st.lists(st.tuples(texts, _ids), max_size=2).map(tuple)),
    st.none() | st.integers(1, 99),
)
versions = short(
    "versions", st.builds(RubricVersions, st.integers(0, 9), texts, st.lists(_steps, max_size=2).map(tuple), _ids)
)
_entry_lists = st.lists(entries, max_size=3, unique_by=lambda entry: entry.id).map(tuple)
rubrics = short("rubrics", st.builds(Rubric, _entry_lists) | st.builds(Rubric, _entry_lists, terms, versions, _ids))

outcomes = st.dictionaries(texts, st.sampled_from(OUTCOMES), max_size=2)
kept_tests = short(
    "kept_tests",
    st.builds(KeptTest, texts, st.none() | json_objects, st.sampled_from(["", "pass", "fail"]), outcomes, outcomes),
)

QUESTION_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "text": texts,
    "reference": texts,
    "template": texts,
    "rubric": rubrics,
    "finished": st.booleans(),
    "keywords": st.lists(texts, max_size=2).map(tuple),
    "few_shot": st.lists(st.builds(FewShotExample, texts, texts), max_size=2).map(tuple),
    "author": json_values,
    "sources": json_values,
    "notes": texts,
    "workspace_path": texts,
    "custom": json_objects,
    "created": texts,
    "modified": texts,
    "residue": st.none() | json_objects,
    "kept_tests": st.lists(kept_tests, max_size=2).map(tuple),
}
BENCHMARK_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "name": names,
    "description": texts,
    "version": texts,
    "creator": json_values,
    "rubric": rubrics,
    "custom": json_objects,
    "scenarios": st.lists(json_objects, max_size=2).map(tuple),
    "identifier": texts,
    "created": texts,
    "modified": texts,
    "residue": st.none() | json_objects,
}

questions = short("questions", st.builds(Question, key=texts, **QUESTION_VALUES))
benchmarks = short("benchmarks", st.builds(Benchmark, **BENCHMARK_VALUES))


def answers(keys: list[str]) -> st.SearchStrategy[Answer]:
    """Return answers to questions of these keys."""
    return st.builds(
        Answer,
        question_key=st.sampled_from(keys),
        model=texts,
        text=texts,
        replicate=st.integers(1, 3),
        fields=st.none() | json_objects,
        buckets=st.none() | st.just({"recall": {"tp": ["a"], "fn": [], "fp": [], "tn": []}}),
    )
