"""The two wording checks on statements that people labelled: what must fire, and what must stay clean."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gradewright.lint.double_barreled import double_demands
from gradewright.lint.quality_word import quality_words
from gradewright.lint.words import word_lists

STATEMENTS = Path(__file__).parents[2] / "data" / "lint" / "statements-en.jsonl"
LISTS = word_lists("en")
RULES = ("quality-word", "double-barreled")


def fired(text: str) -> set[str]:
    found = set()
    if quality_words(text, LISTS):
        found.add("quality-word")
    if double_demands(text, LISTS):
        found.add("double-barreled")
    return found


@pytest.fixture(scope="module")
def counts() -> dict[str, dict[str, list[str]]]:
    table: dict[str, dict[str, list[str]]] = {rule: {"hit": [], "missed": [], "false": []} for rule in RULES}
    for line in STATEMENTS.read_text(encoding="utf-8").splitlines():
        labelled = json.loads(line)
        found = fired(labelled["text"])
        for rule in RULES:
            wanted = rule in labelled["rules"]
            if wanted or rule in found:
                key = "hit" if wanted and rule in found else "missed" if wanted else "false"
                table[rule][key].append(labelled["text"])
    return table


@pytest.mark.parametrize("rule", RULES)
def test_nothing_clean_is_touched(rule: str, counts: dict[str, dict[str, list[str]]]) -> None:
    assert counts[rule]["false"] == []


@pytest.mark.parametrize("rule", RULES)
def test_nearly_everything_labelled_is_found(rule: str, counts: dict[str, dict[str, list[str]]]) -> None:
    hits, missed = len(counts[rule]["hit"]), counts[rule]["missed"]
    assert hits >= 20
    assert len(missed) / (hits + len(missed)) <= 0.06, missed


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Names the interaction with alcohol and says when to call the ward.",
            ("Names the interaction with alcohol.", "Says when to call the ward."),
        ),
        (
            "The response should acknowledge the mistake and offer a refund.",
            ("The response should acknowledge the mistake.", "The response should offer a refund."),
        ),
        (
            "Greets the customer by name, states the refund amount, and gives a date.",
            ("Greets the customer by name.", "States the refund amount.", "Gives a date."),
        ),
        ("The dose is in mg and the interval is in hours.", ("The dose is in mg.", "The interval is in hours.")),
        ("States the dose; names the interval.", ("States the dose.", "Names the interval.")),
        # Either of the two is enough, so two statements would ask for more.
        ("Names the drug or gives its class.", ()),
        # The two verbs share what follows; the first would be left with nothing.
        ("Names and explains each side effect.", ()),
    ],
)
def test_a_demand_is_taken_apart_where_that_keeps_its_meaning(text: str, parts: tuple[str, ...]) -> None:
    (split,) = double_demands(text, LISTS)
    assert split.parts == parts


def test_parts_do_not_fire_again() -> None:
    for line in STATEMENTS.read_text(encoding="utf-8").splitlines():
        for split in double_demands(json.loads(line)["text"], LISTS):
            for part in split.parts:
                assert double_demands(part, LISTS) == [], part


def test_the_span_covers_the_joining_word_and_the_verb() -> None:
    text = "Names the interaction with alcohol and says when to call the ward."
    (split,) = double_demands(text, LISTS)
    assert text[split.span.start : split.span.end] == split.span.words == "and says"


def test_a_quality_word_is_found_in_every_spelling_of_the_text() -> None:
    composed, decomposed = "Déjà vu: the tone is polite.", "De\u0301ja\u0300 vu: the tone is polite."
    for text in (composed, decomposed):
        (span,) = quality_words(text, LISTS)
        assert text[span.start : span.end] == "polite"


@pytest.mark.parametrize(
    "text",
    [
        "Tone is appropriate, at most one joke.",
        "Clear in 3 sentences.",
        "Mentions the date clearly.",
        "Says “be polite” somewhere.",
        "Runs `make good` first.",
        "Refers to a health professional.",
        "Is correct and valid.",
        "",
        "。、！",
    ],
)
def test_anchors_quotations_and_fixed_phrases_clear(text: str) -> None:
    assert quality_words(text, LISTS) == []


@pytest.mark.parametrize(
    "text", ["The answer is clear.", "A clear reply.", "Reply is polite", "the model's answer is good"]
)
def test_the_noun_for_the_output_is_no_anchor(text: str) -> None:
    assert len(quality_words(text, LISTS)) == 1


def test_more_than_one_sentence_gets_no_fix() -> None:
    (split,) = double_demands("Names the drug and states the dose. Is in English.", LISTS)
    assert split.parts == ()
