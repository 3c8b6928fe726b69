"""Traits in checkpoints: what ratings mean, and how they are written."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import pytest
from support.checkpoints import NOW, exact, item, prop, rating, read, root, saved_again

from gradewright.formats.karenina_jsonld import write_checkpoint
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)


def trait_of(described: dict[str, Any]) -> tuple[Trait, list[str]]:
    """Return the trait that a global rating opens as, and the warnings."""
    tree = root(item(), rating=[described])
    checkpoint = read(tree)
    assert exact(saved_again(tree)) == exact(tree)
    return checkpoint.benchmark.rubric.traits[0], checkpoint.warnings


def written_rating(entry: RubricEntry) -> dict[str, Any]:
    """Return the global rating that an entry is written as."""
    raw = b"".join(write_checkpoint(Benchmark(name="B", rubric=Rubric((entry,))), [], now=NOW))
    found: dict[str, Any] = json.loads(raw)["rating"][0]
    return found


def values(described: dict[str, Any]) -> dict[str, Any]:
    """Return the properties of a rating by name."""
    return {entry["name"]: entry.get("value") for entry in described["additionalProperty"]}


def test_a_boolean_and_a_score() -> None:
    boolean, _ = trait_of(rating("karenina:GlobalRubricTrait", prop("min_score", 1), prop("max_score", 5)))
    score, warnings = trait_of(
        rating("GlobalLLMRubricTrait", prop("min_score", 0), prop("max_score", 10), best=10.0, worst=0.0)
    )

    assert isinstance(boolean, LLMTrait)
    assert isinstance(score, LLMTrait)
    assert (boolean.kind, boolean.higher_is_better) == ("boolean", True)
    assert (score.kind, score.min_score, score.max_score) == ("score", 0, 10)
    assert warnings == []


def test_a_score_from_0_to_1_needs_its_kind() -> None:
    bounds = (prop("min_score", 0), prop("max_score", 1))
    silent, warnings = trait_of(rating("GlobalRubricTrait", *bounds))
    said, quiet = trait_of(rating("GlobalRubricTrait", prop("kind", "score"), *bounds))

    assert isinstance(silent, LLMTrait)
    assert silent.kind == "boolean"
    assert len(warnings) == 1
    assert isinstance(said, LLMTrait)
    assert said.kind == "score"
    assert quiet == []
    assert values(written_rating(RubricEntry("e", said)))["kind"] == "score"


def test_a_score_without_bounds_takes_those_of_the_rating_and_says_so() -> None:
    trait, warnings = trait_of(rating("GlobalRubricTrait", best="10", worst=0))
    usual, quiet = trait_of(rating("GlobalRubricTrait", best=5, worst=1))
    odd, remarks = trait_of(rating("GlobalRubricTrait", best=7.5, worst=1))

    assert isinstance(trait, LLMTrait)
    assert (trait.min_score, trait.max_score) == (0, 10)
    assert len(warnings) == 2
    assert isinstance(usual, LLMTrait)
    assert (usual.min_score, usual.max_score, quiet) == (1, 5, [])
    assert isinstance(odd, LLMTrait)
    assert odd.max_score == 5
    assert len(remarks) == 1


def test_higher_is_better_is_absent_or_empty() -> None:
    absent, _ = trait_of(rating("GlobalRegexTrait", prop("pattern", "x")))
    empty, _ = trait_of(rating("GlobalRegexTrait", prop("pattern", "x"), prop("higher_is_better")))

    assert isinstance(absent, RegexTrait)
    assert isinstance(empty, RegexTrait)
    assert (absent.higher_is_better, empty.higher_is_better) == (True, None)


def test_literal_classes_as_object_and_as_text() -> None:
    classes = {"good": "well said", "bad": "not so"}
    for value in (classes, json.dumps(classes)):
        trait, warnings = trait_of(
            rating("GlobalLLMRubricTrait", prop("kind", "literal"), prop("classes", value), best=1.0)
        )
        assert isinstance(trait, LLMTrait)
        assert list(trait.classes or ()) == ["good", "bad"]
        assert (trait.min_score, trait.max_score) == (0, 1)
        assert warnings == []


def test_metrics_as_lists_and_as_text() -> None:
    trait, _ = trait_of(
        rating("GlobalMetricRubricTrait", prop("metrics", '["f1"]'), prop("tp_instructions", ["says yes"]))
    )

    assert isinstance(trait, MetricTrait)
    assert (trait.metrics, trait.tp_instructions, trait.higher_is_better) == (["f1"], ["says yes"], None)


def test_callables_stay_bytes() -> None:
    code = base64.b64encode(b"cbuiltins\nlen\n.").decode()
    trait, _ = trait_of(rating("GlobalCallableTrait", prop("callable_code", code)))
    bare, warnings = trait_of(rating("GlobalCallableTrait", best=5.0, worst=1.0))

    assert isinstance(trait, CallableTrait)
    assert isinstance(bare, CallableTrait)
    assert trait.callable_code == b"cbuiltins\nlen\n."
    assert (bare.kind, bare.callable_code, warnings) == ("boolean", b"", [])


def test_gated_traits() -> None:
    trait = rating(
        "karenina:GlobalDynamicRubricTrait", prop("pattern", "mg"), prop("dynamic_trait_type", "regex"),
        prop("summary", "dosing"), prop("summary", "dosing"),
    )  # fmt: skip
    (entry,) = read(root(item(), rating=[trait])).benchmark.rubric

    assert entry.gated
    assert isinstance(entry.trait, RegexTrait)
    assert entry.trait.summary == "dosing"
    again = written_rating(RubricEntry("e", entry.trait, gated=True))
    assert again["additionalType"] == "karenina:GlobalDynamicRubricTrait"
    assert values(again)["dynamic_trait_type"] == "regex"


def test_agentic_traits_and_template_kinds() -> None:
    schema = {"type": "template", "schema": {"properties": {"n": {"type": "integer"}}}}
    agentic, _ = trait_of(rating("GlobalAgenticRubricTrait", prop("max_turns", 3), prop("context_mode", "trace_only")))
    llm, _ = trait_of(rating("GlobalLLMRubricTrait", prop("kind", schema), best=0.0))

    assert isinstance(agentic, AgenticTrait)
    assert (agentic.kind, agentic.max_turns, agentic.context_mode) == ("boolean", 3, "trace_only")
    assert isinstance(llm, LLMTrait)
    assert (llm.kind, llm.higher_is_better) == (schema, None)


@pytest.mark.parametrize(
    "described",
    [
        rating("GlobalMetricRubricTrait", prop("tp_instructions", ["x"])),
        rating("GlobalMetricRubricTrait", prop("metrics", "not JSON")),
        rating("GlobalLLMRubricTrait", prop("kind", "literal")),
        rating("GlobalLLMRubricTrait", prop("kind", "odd")),
        rating("GlobalRegexTrait", prop("pattern", 5)),
        rating("GlobalCallableTrait", prop("callable_code", "a")),
        rating("GlobalAgenticRubricTrait", description=None),
        rating("GlobalDynamicRubricTrait"),
        rating("GlobalRegexTrait", prop("pattern", "x"), name=""),
    ],
)
def test_details_without_sense_are_kept_and_said(described: dict[str, Any]) -> None:
    trait, warnings = trait_of(described)

    assert isinstance(trait, UnreadableTrait)
    assert trait.problem
    assert warnings[0].startswith("/rating/0: The trait")


def test_a_global_rating_inside_a_question_is_kept_without_effect() -> None:
    own = rating("QuestionSpecificRegexTrait", prop("pattern", "x"), name="own")
    stray = rating("GlobalRegexTrait", prop("pattern", "y"), name="stray")
    tree = root(item(rating=[stray, own]))
    checkpoint = read(tree)

    assert [trait.name for trait in checkpoint.questions[0].rubric.traits] == ["own"]
    assert "no effect" in checkpoint.warnings[0]
    assert exact(saved_again(tree)) == exact(tree)


def test_names_that_karenina_refuses_are_kept_with_a_warning() -> None:
    dotted = rating("GlobalRegexTrait", prop("pattern", "x"), name="a.b")
    checkpoint = read(root(item(), rating=[dotted, dotted]))

    assert len(checkpoint.benchmark.rubric) == 2
    assert len(checkpoint.warnings) == 3


def test_deep_judgment_and_ground_truth_survive() -> None:
    trait = LLMTrait(
        name="dj", kind="boolean", deep_judgment_enabled=True, deep_judgment_max_excerpts=3, include_ground_truth=True
    )
    described = written_rating(RubricEntry("e", trait))

    assert list(values(described))[:4] == [
        "deep_judgment_enabled", "deep_judgment_excerpt_enabled", "deep_judgment_search_enabled",
        "deep_judgment_max_excerpts",
    ]  # fmt: skip
    assert trait_of(described)[0] == trait


TRAITS: list[Trait] = [
    LLMTrait(name="b", kind="boolean", summary="s", higher_is_better=None),
    LLMTrait(name="s", kind="score", min_score=0, max_score=1),
    LLMTrait(name="l", kind="literal", classes={"b": "B", "a": "A"}),
    LLMTrait(name="t", kind={"type": "template", "schema": {}}, higher_is_better=None),
    RegexTrait(name="r", pattern="a+", case_sensitive=False, invert_result=True, higher_is_better=False),
    RegexTrait(name="n", pattern="é+", normalize=True),
    CallableTrait(name="c", kind="score", callable_code=b"\x80", min_score=0, max_score=9),
    CallableTrait(name="k", kind="literal", callable_code=b"\x80", classes={"x": "X", "y": "Y"}),
    MetricTrait(
        name="m", metrics=["accuracy"], evaluation_mode="full_matrix", tp_instructions=["a"], tn_instructions=["b"]
    ),
    AgenticTrait(name="a", description="d", kind="score", min_score=0, max_score=3, max_turns=2),
]


@pytest.mark.parametrize("trait", TRAITS, ids=lambda trait: f"{trait.type}-{trait.name}")
@pytest.mark.parametrize("gated", [False, True])
def test_new_traits_come_back_equal(trait: Trait, gated: bool) -> None:
    rubric = Rubric((RubricEntry("e", trait, gated=gated),))
    benchmark, question = Benchmark(name="B", rubric=rubric), Question("k", "Q?", rubric=rubric)
    for owner in (benchmark, question):
        raw = b"".join(
            write_checkpoint(owner, [], now=NOW)
            if isinstance(owner, Benchmark)
            else write_checkpoint(Benchmark(name="B"), [owner], now=NOW)
        )
        checkpoint = read(json.loads(raw))
        holder = checkpoint.benchmark if isinstance(owner, Benchmark) else checkpoint.questions[0]
        (entry,) = holder.rubric
        assert checkpoint.warnings == []
        assert (entry.trait, entry.gated) == (trait, gated)
        assert list(getattr(entry.trait, "classes", None) or ()) == list(getattr(trait, "classes", None) or ())


def test_an_edited_trait_changes_only_what_was_edited() -> None:
    described = rating(
        "GlobalRegexTrait",
        {"@type": "PropertyValue", "name": "pattern", "value": "old", "note": "kept"},
        prop("own", 1.0), prop("higher_is_better"),
        best=1, worst=0, ratingExplanation="kept",
    )  # fmt: skip
    tree = root(item(), rating=[described])
    checkpoint = read(tree)
    entry = checkpoint.benchmark.rubric.entries[0]
    assert isinstance(entry.trait, RegexTrait)
    edited = entry.with_trait(entry.trait.model_copy(update={"pattern": "new"}))
    benchmark = replace(checkpoint.benchmark, rubric=Rubric((edited,)))
    found = json.loads(b"".join(write_checkpoint(benchmark, checkpoint.questions, now=NOW)))["rating"][0]

    assert found["ratingExplanation"] == "kept"
    assert exact(found["bestRating"]) == "1"
    assert found["additionalType"] == "karenina:GlobalRegexTrait"
    assert found["additionalProperty"][:3] == [
        {"@type": "PropertyValue", "name": "pattern", "value": "new", "note": "kept"},
        prop("own", 1.0),
        prop("higher_is_better"),
    ]
    assert read(root(item(), rating=[found])).benchmark.rubric.traits[0] == edited.trait


def test_accents_in_either_form_are_a_property_of_ours_that_goes_again() -> None:
    loose = RegexTrait(name="r", pattern="é", normalize=True)
    described = written_rating(RubricEntry("e", loose))

    assert values(described)["gradewright_unicode_form"] == "NFC"
    assert trait_of(described)[0] == loose
    checkpoint = read(root(item(), rating=[described]))
    plain = checkpoint.benchmark.rubric.entries[0].with_trait(loose.model_copy(update={"normalize": False}))
    again = json.loads(b"".join(write_checkpoint(replace(checkpoint.benchmark, rubric=Rubric((plain,))), [], now=NOW)))[
        "rating"
    ][0]
    assert "gradewright_unicode_form" not in values(again)
    assert "gradewright_unicode_form" not in values(written_rating(RubricEntry("e", plain.trait)))


def test_a_trait_moved_to_a_question_says_so() -> None:
    checkpoint = read(root(item(), rating=[rating("GlobalRegexTrait", prop("pattern", "x"))]))
    moved = replace(checkpoint.questions[0], rubric=checkpoint.benchmark.rubric)
    benchmark = replace(checkpoint.benchmark, rubric=Rubric())
    tree = json.loads(b"".join(write_checkpoint(benchmark, [moved], now=NOW)))

    assert "rating" not in tree
    element = tree["dataFeedElement"][0]["item"]["rating"][0]
    assert element["additionalType"] == "karenina:QuestionSpecificRegexTrait"


def test_secrets_of_a_trait_made_here_are_left_out_with_a_warning() -> None:
    override = {"interface": "claude_agent_sdk", "anthropic_api_key": "sk-2", "temperature": 0.1}
    trait = AgenticTrait(name="a", description="d", kind="boolean", model_override=override)
    benchmark = Benchmark(name="B", rubric=Rubric((RubricEntry("e", trait),)))
    warnings: list[str] = []
    raw = b"".join(write_checkpoint(benchmark, [], now=NOW, warnings=warnings))

    assert b"sk-2" not in raw
    assert b"temperature" in raw
    assert warnings == ["“anthropic_api_key” of the trait “a” is a secret and is left out."]
