"""Rubrics to test with: one that holds everything, and hypothesis strategies for any."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from gradewright.model.criterion import Criterion, CriterionSource, Scale
from gradewright.model.rubric import CannotJudgeRule, OverallRule, Rubric, RubricEntry, RubricTerms
from gradewright.model.traits import LLMTrait, RegexTrait


def criterion(entry_id: str = "names-order", *, retired: bool = False, group: str = "", **members: Any) -> RubricEntry:
    """Return an entry with a criterion that is complete unless ``members`` say otherwise."""
    values: dict[str, Any] = {
        "name": entry_id.replace("-", " ").capitalize(),
        "must": ("Repeats the order number.",),
        "pass_examples": ("Your order 4711 is on its way.",),
        "fail_examples": ("Your order is on its way.",),
        **members,
    }
    return RubricEntry(entry_id, Criterion(**values), retired=retired, group=group)


def full_rubric() -> Rubric:
    """Return a rubric with every kind of member: scale, flags, sources, a retired criterion, groups, another trait."""
    scale = Scale(points=4, anchors=("Rude", "Curt", "Polite", "Warm"), pass_line=3)
    return Rubric(
        (
            criterion(
                must_pass=True,
                must_not=("Promises a date.",),
                source=CriterionSource(list="a.json", id="c7", count=41),
            ),
            criterion("tone", definition="How it speaks.", scoring="scale", scale=scale, group="Manner"),
            criterion("old-one", retired=True),
            RubricEntry("a1b2c3", RegexTrait(name="Has a number", pattern=r"\d+ ")),
            RubricEntry("d4e5f6", LLMTrait(name="Sound", kind="boolean", description="Is it sound?"), gated=True),
        ),
        RubricTerms(
            "Replies",
            "reply quality",
            "one reply to one customer message",
            OverallRule.FAILS_ON_ANY,
            CannotJudgeRule("The reply is cut off.", "unclear"),
        ),
    )  # fmt: skip


TEXTS = st.text(st.characters(codec=None, exclude_categories=()), max_size=12)
"""Any text, with lone surrogates, marks and line ends of all kinds."""

_LISTS = st.lists(TEXTS, max_size=3).map(tuple)


@st.composite
def scales(draw: st.DrawFn) -> Scale:
    """Return any scale."""
    points = draw(st.sampled_from((3, 4, 5)))
    anchors = draw(st.lists(TEXTS, max_size=points))
    return Scale(points=points, anchors=tuple(anchors), pass_line=draw(st.none() | st.integers(1, points)))


@st.composite
def entries(draw: st.DrawFn, entry_id: str) -> RubricEntry:
    """Return an entry with any criterion."""
    scale = draw(st.none() | scales())
    source = draw(
        st.none()
        | st.builds(CriterionSource, list=TEXTS, id=TEXTS, count=st.none() | st.integers(0, 10**6))
    )  # fmt: skip
    made = Criterion(
        name=draw(TEXTS),
        definition=draw(TEXTS),
        must=draw(_LISTS),
        must_not=draw(_LISTS),
        pass_examples=draw(_LISTS),
        fail_examples=draw(_LISTS),
        scoring=draw(st.sampled_from(("pass-fail", "scale"))) if scale else "pass-fail",
        scale=scale,
        must_pass=draw(st.booleans()),
        source=source,
    )
    return RubricEntry(entry_id, made, retired=draw(st.booleans()), group=draw(st.sampled_from(("", "One", "Two"))))


@st.composite
def rubrics(draw: st.DrawFn) -> Rubric:
    """Return any rubric of criteria."""
    ids = draw(st.lists(st.text("abcé-1", min_size=1, max_size=6), unique_by=_normal_id, max_size=4))
    rule = draw(st.none() | st.builds(CannotJudgeRule, TEXTS, TEXTS))
    terms = RubricTerms(draw(TEXTS), draw(TEXTS), draw(TEXTS), draw(st.sampled_from(OverallRule)), rule)
    return replace(Rubric(tuple(draw(entries(each)) for each in ids)), terms=terms)


def _normal_id(text: str) -> str:
    return text.strip()
