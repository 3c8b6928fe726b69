"""What files in the wild look like, and what is made of it."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from support.checkpoints import NOW, encoded, exact, item, prop, read, root, saved_again, written

from gradewright.formats.karenina_jsonld import read_checkpoint
from gradewright.model.question import FewShotExample
from gradewright.verify.ids import question_id


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_marked_encodings_open_with_a_warning(encoding: str) -> None:
    text = encoded(root(item("Ünï?"))).decode("utf-8")
    checkpoint = read_checkpoint(text.encode(encoding))

    assert checkpoint.questions[0].text == "Ünï?"
    assert len(checkpoint.warnings) == 1
    assert written(checkpoint).decode("utf-8").startswith("{")


@pytest.mark.parametrize("context", ["https://schema.org/", ["https://schema.org/"], None])
def test_other_contexts_open_with_a_warning_and_become_the_usual_one(context: Any) -> None:
    tree = root(item(), **{"@context": context})
    checkpoint = read(tree)

    assert "/@context" in checkpoint.warnings[0]
    assert saved_again(tree)["@context"]["@vocab"] == "https://schema.org/"


def test_root_keys_without_the_at_sign() -> None:
    tree = root(item())
    tree = {key.removeprefix("@"): value for key, value in tree.items()}

    assert read(tree).benchmark.identifier == "urn:uuid:karenina-checkpoint-1.5"
    assert read(tree).warnings == []
    assert exact(saved_again(tree)) == exact(tree)


def test_missing_dates_open_with_warnings_and_are_filled_in() -> None:
    element = item()
    del element["dateCreated"]
    element["dateModified"] = None
    tree = root(element, dateCreated=None)
    checkpoint = read(tree)
    again = saved_again(tree)

    assert len(checkpoint.warnings) == 3
    assert again["dataFeedElement"][0]["dateCreated"] == NOW
    assert again["dataFeedElement"][0]["dateModified"] == NOW
    assert again["dateCreated"] == NOW


def test_a_missing_template_name_is_filled_in() -> None:
    element = item()
    del element["item"]["hasPart"]["name"]

    assert "no name" in read(root(element)).warnings[0]
    assert (
        saved_again(root(element))["dataFeedElement"][0]["item"]["hasPart"]["name"] == "What is 2+2?... Answer Template"
    )


@pytest.mark.parametrize(
    "creator", ["Me", {"name": "Ann", "email": "a@example.org", "extra": 1}, {"@type": "Person", "name": "B"}]
)
def test_creators(creator: Any) -> None:
    tree = root(item(), creator=creator)

    assert read(tree).benchmark.creator == creator
    assert exact(saved_again(tree)) == exact(tree)


def test_absent_values_read_as_karenina_reads_them() -> None:
    tree = root(item(), creator=None, version=None, description=None, additionalProperty=None)
    benchmark = read(tree).benchmark

    assert (benchmark.creator, benchmark.version, benchmark.description) == ("Unknown", "0.1.0", "")
    assert exact(saved_again(tree)) == exact(tree)


@pytest.mark.parametrize(
    ("value", "finished"), [(True, True), (0, False), (1.0, True), ("true", True), ("No", False), ("on", True)]
)
def test_finished_is_read_from_its_variants(value: Any, finished: bool) -> None:
    tree = root(item(additionalProperty=[prop("finished", value)]))

    assert read(tree).questions[0].finished is finished
    assert exact(saved_again(tree)) == exact(tree)


def test_keywords_of_the_item_count_where_the_question_has_none() -> None:
    old, both = item("Old?"), item("Both?", keywords=["own"])
    old["keywords"], both["keywords"] = ["a", "b"], ["c"]
    tree = root(old, both)

    assert [question.keywords for question in read(tree).questions] == [("a", "b"), ("own",)]
    assert exact(saved_again(tree)) == exact(tree)


def test_author_and_sources_as_text_and_as_objects() -> None:
    tree = root(
        item("A?", additionalProperty=[prop("author", '{"name": "Ann"}'), prop("sources", "[1]")]),
        item("B?", additionalProperty=[prop("author", {"name": "Bob"}), prop("sources", "a plain text")]),
        item("C?", additionalProperty=[prop("author", "12"), prop("sources")]),
    )
    said = [(question.author, question.sources) for question in read(tree).questions]

    assert said == [({"name": "Ann"}, [1]), ({"name": "Bob"}, "a plain text"), (12, None)]
    assert exact(saved_again(tree)) == exact(tree)


def test_only_the_first_custom_prefix_goes() -> None:
    tree = root(item(additionalProperty=[prop("finished", True), prop("custom_my_custom_key", 1), prop("custom_", 2)]))

    assert read(tree).questions[0].custom == {"my_custom_key": 1, "": 2}
    assert exact(saved_again(tree)) == exact(tree)


def test_few_shot_examples() -> None:
    text = '[{"question": "Q", "answer": "A"}]'
    tree = root(
        item("A?", additionalProperty=[prop("few_shot_examples", text)]),
        item("B?", additionalProperty=[prop("few_shot_examples", [{"question": "Q", "answer": "A", "more": 1}])]),
        item("C?", additionalProperty=[prop("few_shot_examples", '[{"question": 1}]')]),
    )
    checkpoint = read(tree)

    assert [question.few_shot for question in checkpoint.questions] == [(FewShotExample("Q", "A"),)] * 2 + [()]
    assert "few-shot" in checkpoint.warnings[0]
    assert exact(saved_again(tree)) == exact(tree)


def test_an_item_without_identifier_gets_karenina_s() -> None:
    elements = [item("Same?"), item("Same?"), item("Empty?")]
    del elements[0]["@id"], elements[1]["@id"]
    elements[2]["@id"] = ""
    tree = root(*elements)
    wanted = question_id("Same?")

    assert [question.key for question in read(tree).questions] == [wanted, f"{wanted}-1", question_id("Empty?")]
    assert exact(saved_again(tree)) == exact(tree)


def test_equal_identifiers_lose_no_question() -> None:
    first, second = item("One?"), item("Two?")
    second["@id"] = first["@id"]
    tree = root(first, second)
    checkpoint = read(tree)

    assert [question.text for question in checkpoint.questions] == ["One?", "Two?"]
    assert len({question.key for question in checkpoint.questions}) == 2
    assert "/dataFeedElement/1" in checkpoint.warnings[0]
    assert exact(saved_again(tree)) == exact(tree)


def test_halves_of_surrogate_pairs_are_replaced_and_named() -> None:
    raw = encoded(root(item("X?"))).replace(b'"X?"', b'"X \\ud83d?"')
    checkpoint = read_checkpoint(raw)

    assert checkpoint.questions[0].text == "X \ufffd?"
    assert checkpoint.warnings == [
        "/dataFeedElement/0/item/text: Half of a surrogate pair, which is no character, was replaced by “\ufffd”."
    ]


def test_escaped_pairs_are_no_halves() -> None:
    raw = encoded(root(item("X?"))).replace(b'"X?"', b'"\\ud83d\\ude00?"')

    assert read_checkpoint(raw).questions[0].text == "😀?"
    assert read_checkpoint(raw).warnings == []


def test_a_key_twice_with_the_same_value_is_harmless() -> None:
    raw = encoded(root(item())).replace(b'"name": "Sums",', b'"name": "Sums", "name": "Sums",')
    checkpoint = read_checkpoint(raw)

    assert checkpoint.benchmark.name == "Sums"
    assert checkpoint.warnings == ["/name: The key “name” stands there twice with the same value; one is kept."]


def test_many_equal_warnings_are_counted() -> None:
    elements = []
    for number in range(30):
        element = item(f"Q{number}?")
        del element["dateCreated"]
        elements.append(element)
    lines = read(root(*elements)).warnings

    assert len(lines) == 6
    assert "25 more places" in lines[-1]


def test_scenarios_are_kept_word_for_word() -> None:
    scenario = {
        "@type": "karenina:Scenario",
        "name": "retry",
        "entryNode": "a",
        "nodes": {"a": {"@type": "karenina:ScenarioNode", "nodeId": "a", "stateUpdateSource": "lambda a, p: quit()"}},
        "edges": [],
        "outcomeCriteria": [{"name": "o", "check": {"type": "AllOf", "conditions": [{"verify_with": {"min": 1}}]}}],
    }
    tree = root(hasPart=[scenario])
    checkpoint = read(tree)

    assert checkpoint.benchmark.scenarios == (scenario,)
    assert "has lost its type" in checkpoint.warnings[0]
    assert exact(saved_again(tree)) == exact(tree)


def test_secrets_are_taken_out_and_listed() -> None:
    override = {"interface": "claude_agent_sdk", "endpoint_api_key": "sk-1", "anthropic_api_key": None, "max_tokens": 5}
    agent = {
        "@type": "Rating", "name": "runs", "description": "It runs", "bestRating": 1.0, "worstRating": 0.0,
        "additionalType": "karenina:QuestionSpecificAgenticRubricTrait",
        "additionalProperty": [prop("kind", "boolean"), prop("model_override", override)],
    }  # fmt: skip
    tree = root(
        item("A?", rating=[agent]),
        item("B?", additionalProperty=[prop("finished", True), prop("custom_c", {"api_key": "k"})]),
    )
    checkpoint = read(tree)
    raw = written(checkpoint)

    found = {(secret.place, secret.name, secret.value) for secret in checkpoint.secrets}
    assert found == {
        ("/dataFeedElement/0/item/rating/0/additionalProperty/1/value/endpoint_api_key", "endpoint_api_key", "sk-1"),
        ("/dataFeedElement/1/item/additionalProperty/1/value/api_key", "api_key", "k"),
    }
    assert len(checkpoint.warnings) == 2
    assert b"sk-1" not in raw
    assert "sk-1" not in repr(checkpoint)
    expected = copy.deepcopy(tree)
    del expected["dataFeedElement"][0]["item"]["rating"][0]["additionalProperty"][1]["value"]["endpoint_api_key"]
    expected["dataFeedElement"][1]["item"]["additionalProperty"][1]["value"] = {}
    assert exact(saved_again(tree)) == exact(expected)
