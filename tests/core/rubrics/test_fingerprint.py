"""Fingerprints change with what graders go by, and with nothing else."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.rubrics import criterion, full_rubric, rubrics

from gradewright.model.criterion import Criterion, CriterionSource, Scale
from gradewright.model.rubric import CannotJudgeRule, OverallRule, Rubric, RubricEntry, RubricTerms
from gradewright.model.traits import CallableTrait, LLMTrait, RegexTrait
from gradewright.rubrics.fingerprint import canonical, criterion_fingerprint, fingerprint, shown
from gradewright.rubrics.members import normal


def with_criterion(rubric: Rubric, place: int = 0, **members: Any) -> Rubric:
    """Return the rubric with members of one criterion replaced."""
    entries = list(rubric.entries)
    entries[place] = entries[place].with_trait(entries[place].trait.model_copy(update=members))
    return rubric.with_entries(entries)


def test_what_is_hashed_is_exactly_what_the_rules_say() -> None:
    rubric = Rubric(
        (
            criterion("b", name=" B\r\n", must=("z", "a ", "", "a", " "), pass_examples=("2", "1"), fail_examples=()),
            criterion("a", scoring="scale", scale=Scale(points=3, anchors=("low",)), must=(), must_pass=True),
            criterion("c", retired=True),
        ),
        RubricTerms("Name", "Type", "one é", cannot_judge=CannotJudgeRule("cut off", "unclear")),
    )
    expected = {
        "cannot_judge_rule": {"when": "cut off", "word": "unclear"},
        "criteria": [
            {
                "id": "a", "name": "A", "definition": "", "must": [], "must_not": [],
                "examples": {"pass": ["Your order 4711 is on its way."], "fail": ["Your order is on its way."]},
                "scoring": "scale", "scale": {"points": 3, "anchors": ["low", "", ""], "pass_line": None},
                "must_pass": True,
            },
            {
                "id": "b", "name": "B", "definition": "", "must": ["a", "z"], "must_not": [],
                "examples": {"pass": ["2", "1"], "fail": []}, "scoring": "pass-fail", "scale": None,
                "must_pass": False,
            },
        ],
        "graded_unit": "one é",
        "overall_rule": "fails-on-any",
    }  # fmt: skip
    # No key here needs RFC 8785's own order, and no value its own number form, so that the standard library will do.
    text = json.dumps(expected, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(rubric).decode() == text
    assert fingerprint(rubric) == hashlib.sha256(text.encode()).hexdigest()


def test_the_fingerprint_of_an_empty_rubric_is_known() -> None:
    text = b'{"cannot_judge_rule":null,"criteria":[],"graded_unit":"","overall_rule":"fails-on-any"}'
    assert fingerprint(Rubric()) == hashlib.sha256(text).hexdigest()
    assert shown(fingerprint(Rubric())) == hashlib.sha256(text).hexdigest()[:12]


def test_a_criterion_has_a_fingerprint_made_of_its_own_members() -> None:
    entry = criterion()
    members = json.loads(canonical(Rubric((entry,))))["criteria"][0]
    text = json.dumps(members, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert criterion_fingerprint(entry) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Other"},
        {"definition": "Other"},
        {"must": ("Other.",)},
        {"must_not": ()},
        {"pass_examples": ("Other",)},
        {"fail_examples": ("Other", "Your order is on its way.")},
        {"must_pass": False},
        {"scoring": "scale", "scale": Scale(points=3)},
    ],
)
def test_any_word_and_flag_that_graders_go_by_counts(change: dict[str, Any]) -> None:
    assert fingerprint(with_criterion(full_rubric(), **change)) != fingerprint(full_rubric())


@pytest.mark.parametrize(
    "scale",
    [
        Scale(points=5, anchors=("Rude", "Curt", "Polite", "Warm"), pass_line=3),
        Scale(points=4, anchors=("Rude", "Curt", "Polite", "Hearty"), pass_line=3),
        Scale(points=4, anchors=("Rude", "Curt", "Polite", "Warm"), pass_line=4),
        Scale(points=4, anchors=("Rude", "Curt", "Polite", "Warm")),
    ],
)
def test_any_part_of_a_scale_in_use_counts(scale: Scale) -> None:
    assert fingerprint(with_criterion(full_rubric(), 1, scale=scale)) != fingerprint(full_rubric())


def test_what_graders_do_not_go_by_does_not_count() -> None:
    rubric = full_rubric()
    same = [
        rubric.with_entries(reversed(rubric.entries)),
        rubric.with_entries(entry for entry in rubric.entries if not entry.retired),
        replace(rubric, terms=replace(rubric.terms, name="Other", check_type="other", extra={"x": 1})),
        with_criterion(rubric, source=CriterionSource(list="b", id="9", count=1)),
        with_criterion(rubric, source=None),
        with_criterion(rubric, scale=Scale(points=3, anchors=("left over",))),
        with_criterion(rubric, must=("  Repeats the order number.\r\n", "", "Repeats the order number.")),
        with_criterion(rubric, extra={"unknown": [1]}),
        replace(rubric, spent=("gone",)),
    ]
    assert {fingerprint(each) for each in same} == {fingerprint(rubric)}


def test_terms_that_graders_go_by_count() -> None:
    rubric = full_rubric()
    terms = rubric.terms
    others = [
        replace(terms, graded_unit="one line"),
        replace(terms, overall_rule=OverallRule.FAILS_ON_MUST_PASS),
        replace(terms, cannot_judge=None),
        replace(terms, cannot_judge=CannotJudgeRule("The reply is cut off.", "skip")),
    ]
    made = {fingerprint(replace(rubric, terms=each)) for each in others}
    assert len(made | {fingerprint(rubric)}) == 5


def test_a_rule_that_says_nothing_is_none() -> None:
    with_rule = Rubric(terms=RubricTerms(cannot_judge=CannotJudgeRule(" ", "\n")))
    assert fingerprint(with_rule) == fingerprint(Rubric())


def test_traits_count_by_their_own_members_and_not_by_their_place() -> None:
    one = Rubric(
        (RubricEntry("x", LLMTrait(name="A", kind="boolean")), RubricEntry("y", RegexTrait(name="B", pattern="b")))
    )
    other = Rubric((RubricEntry("z", one.entries[1].trait), RubricEntry("q", one.entries[0].trait)))
    assert fingerprint(one) == fingerprint(other)
    members = json.loads(canonical(one))["traits"]
    assert {"type": "regex", "name": "B", "pattern": '"b"'} in members
    assert "traits" not in json.loads(canonical(Rubric((criterion(),))))


def test_white_space_in_a_pattern_and_the_order_of_classes_count() -> None:
    def made(trait: Any) -> str:
        return criterion_fingerprint(RubricEntry("x", trait))

    assert made(RegexTrait(name="A", pattern="a ")) != made(RegexTrait(name="A", pattern="a"))
    classes = {"good": "Is good.", "bad": "Is bad."}
    turned = dict(reversed(classes.items()))
    assert made(LLMTrait(name="A", kind="literal", classes=classes)) != made(
        LLMTrait(name="A", kind="literal", classes=turned)
    )


def test_the_text_beside_a_function_does_not_count() -> None:
    code = CallableTrait(name="A", kind="boolean", callable_code=b"\x80", source="def a(): ...")
    bare = code.model_copy(update={"source": None})
    assert criterion_fingerprint(RubricEntry("x", code)) == criterion_fingerprint(RubricEntry("y", bare))


def test_numbers_that_json_cannot_carry_have_a_fingerprint() -> None:
    trait = LLMTrait(name="A", kind="score", max_score=10**6000, deep_judgment_fuzzy_match_threshold=float("inf"))
    assert len(fingerprint(Rubric((RubricEntry("x", trait),)))) == 64


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a\r\nb\rc\n", "a\nb\nc"),
        ("\ufeff\u00a0 e\u0301 \u3000\u2028", "é"),
        ("\x85a\ufeff", "a"),
        ("a\ud800b", "a\ufffdb"),
        ("\x1ca\x1f", "\x1ca\x1f"),
        ("\u200ba", "\u200ba"),
    ],
)
def test_texts_are_normalised_as_the_rules_say(text: str, made: str) -> None:
    assert normal(text) == made


def _rewritten(text: str) -> str:
    return f"\ufeff \r{unicodedata.normalize('NFD', text)}\u2003"


@settings(max_examples=60)
@given(rubrics(), st.randoms(use_true_random=False))
def test_no_way_of_writing_the_same_words_changes_a_fingerprint(rubric: Rubric, random: Any) -> None:
    entries = []
    for entry in rubric.entries:
        trait = entry.trait
        assert isinstance(trait, Criterion)
        musts = [*map(_rewritten, trait.must), *trait.must, "\u2003"]
        random.shuffle(musts)
        update = {"must": tuple(musts), "definition": _rewritten(trait.definition), "source": None}
        entries.append(replace(entry.with_trait(trait.model_copy(update=update)), group="Other"))
    random.shuffle(entries)
    terms = replace(rubric.terms, name="Other", graded_unit=_rewritten(rubric.terms.graded_unit))
    assert fingerprint(Rubric(tuple(entries), terms)) == fingerprint(rubric)
    assert len(fingerprint(rubric)) == 64


@settings(max_examples=60)
@given(rubrics())
def test_a_retired_criterion_is_as_good_as_none(rubric: Rubric) -> None:
    assert fingerprint(rubric) == fingerprint(rubric.with_entries(rubric.active))
