"""What cannot be read is refused with its place, whatever it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.checkpoints import encoded, item, prop, rating, root

from gradewright.errors import FileUnreadable, UserError
from gradewright.formats.karenina_jsonld import read_checkpoint


def refusal(source: Any) -> FileUnreadable:
    """Return the error of reading a tree or bytes."""
    raw = source if isinstance(source, bytes) else encoded(source)
    with pytest.raises(FileUnreadable) as caught:
        read_checkpoint(raw, "file.jsonld")
    assert caught.value.file == "file.jsonld"
    return caught.value


BAD_ROOTS = [
    (root(item(), **{"@type": "Organization"}), "/@type"),
    (root(item(), name=None), "/name"),
    (root(item(), name=""), "/name"),
    (root(item(), name=3), "/name"),
    (root(item(), version=2), "/version"),
    (root(item(), creator=["A"]), "/creator"),
    (root(item(), creator={"@type": "Organization", "name": "O"}), "/creator/@type"),
    (root(item(), creator={"@type": "Person"}), "/creator/name"),
    (root(item(), dateCreated=5), "/dateCreated"),
    (root(dataFeedElement=None), "/dataFeedElement"),
    (root(dataFeedElement={}), "/dataFeedElement"),
    (root(item(), hasPart=[{"name": "s"}]), "/hasPart"),
    (root(hasPart=[{"name": "s"}]), "/hasPart/0/entryNode"),
    (root(item(), rating={}), "/rating"),
    (root(item(), rating=[rating("karenina:QuestionSpecificRegexTrait")]), "/rating/0/additionalType"),
    (root(item(), rating=[rating("karenina:Nonsense")]), "/rating/0/additionalType"),
    (root(item(), rating=[rating(["a"])]), "/rating/0/additionalType"),  # type: ignore[arg-type]
    (root(item(), rating=[rating("GlobalRegexTrait", best=None)]), "/rating/0/bestRating"),
    (root(item(), rating=[rating("GlobalRegexTrait", worst="low")]), "/rating/0/worstRating"),
    (root(item(), rating=[rating("GlobalRegexTrait", **{"@type": "Review"})]), "/rating/0/@type"),
    (root(item(), rating=[rating("GlobalRegexTrait", {"value": 1})]), "/rating/0/additionalProperty/0/name"),
    (root(item(), additionalProperty={}), "/additionalProperty"),
    (root(item(), additionalProperty=[3]), "/additionalProperty/0"),
]


@pytest.mark.parametrize(("tree", "place"), BAD_ROOTS)
def test_roots_are_refused_with_the_place(tree: Any, place: str) -> None:
    assert refusal(tree).place == place


BAD_QUESTIONS: list[tuple[dict[str, Any], str]] = [
    ({"text": None}, "/text"),
    ({"text": ""}, "/text"),
    ({"text": ["T"]}, "/text"),
    ({"acceptedAnswer": None}, "/acceptedAnswer"),
    ({"acceptedAnswer": [{"text": "4"}]}, "/acceptedAnswer"),
    ({"acceptedAnswer": {"@type": "Answer"}}, "/acceptedAnswer/text"),
    ({"acceptedAnswer": {"@type": "Reply", "text": ""}}, "/acceptedAnswer/@type"),
    ({"hasPart": None}, "/hasPart"),
    ({"hasPart": {"name": "n"}}, "/hasPart/text"),
    ({"hasPart": {"name": "n", "text": "", "programmingLanguage": "R"}}, "/hasPart/programmingLanguage"),
    ({"keywords": "one"}, "/keywords"),
    ({"keywords": ["a", 1]}, "/keywords/1"),
    ({"@type": "Answer"}, "/@type"),
    ({"additionalProperty": [prop("finished", None)]}, "/additionalProperty"),
    ({"additionalProperty": [prop("finished", "maybe")]}, "/additionalProperty"),
    ({"additionalProperty": [{"@type": "Thing", "name": "x"}]}, "/additionalProperty/0/@type"),
    ({"rating": [rating("Unknown")]}, "/rating/0/additionalType"),
    ({"rating": [{"@type": "Rating"}]}, "/rating/0/additionalType"),
]


@pytest.mark.parametrize(("changes", "place"), BAD_QUESTIONS)
def test_questions_are_refused_with_the_place(changes: dict[str, Any], place: str) -> None:
    assert refusal(root(item("Good?"), item(**changes))).place == "/dataFeedElement/1/item" + place


@pytest.mark.parametrize("element", [3, None, [], {"@type": "ListItem"}, {"@type": "DataFeedItem"}])
def test_items_that_are_none(element: Any) -> None:
    assert (refusal(root(element)).place or "").startswith("/dataFeedElement/0")


def test_utf16_without_a_mark() -> None:
    assert "byte-order mark" in str(refusal('{"a": 1}'.encode("utf-16-le")))
    assert "byte-order mark" in str(refusal('{"a": 1}'.encode("utf-32-be")))


def test_other_encodings_name_the_byte() -> None:
    assert refusal(b'{"name": "caf\xe9"}').place == "byte 14"


def test_json_errors_name_the_line() -> None:
    assert refusal(b'{\n  "name": oops}').place == "line 2, column 11"
    assert refusal(b"").place == "line 1, column 1"
    assert "no JSON object" in str(refusal(b"[]"))


def test_repeated_keys_with_different_values_name_the_place() -> None:
    raw = encoded(root(item("A?"), item("B?"))).replace(b'"text": "B?"', b'"text": "B?", "text": "C?"')
    error = refusal(raw)

    assert error.place == "/dataFeedElement/1/item/text"
    assert "twice" in error.message


def test_values_beyond_all_use() -> None:
    assert "too deeply" in str(refusal(b'{"name": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"))
    deep = json.loads("[" * 300 + "]" * 300)
    assert refusal(root(item(additionalProperty=[prop("finished", True), prop("custom_x", deep)]))).place
    assert refusal(root(item(), own=deep)).place == ""
    assert "too long" in str(refusal(b'{"name": ' + b"9" * 5000 + b"}"))


def test_the_old_dataset_layout_is_named() -> None:
    old = {"@context": {}, "@type": "Dataset", "name": "Old", "version": "3.0.0-jsonld", "hasPart": [item()]}

    assert "old Dataset layout" in str(refusal(old))
    del old["@type"]
    assert refusal(old).place == "/hasPart"


def test_files_that_only_look_like_checkpoints() -> None:
    assert "only a JSON-LD context" in str(refusal({"@context": {"@vocab": "https://schema.org/"}}))
    gui = {"version": "2.0", "questions": [], "templates": {}, "globalRubric": None}
    assert "no Karenina checkpoint" in str(refusal(gui))
    assert "no Karenina checkpoint" in str(refusal({"a": 1}))


def outcome(raw: bytes) -> UserError | None:
    """Return what a person is told about bytes that are no checkpoint; anything but a sentence is a fault of ours."""
    try:
        read_checkpoint(raw)
    except UserError as error:
        return error
    return None


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    refused = outcome(raw)

    assert refused is not None
    assert refused.message


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
PLACES = [
    ("name",), ("creator",), ("rating",), ("additionalProperty",), ("dataFeedElement",), ("hasPart",), ("version",),
    ("dataFeedElement", 0), ("dataFeedElement", 0, "item"), ("dataFeedElement", 0, "@id"), ("rating", 0),
    ("dataFeedElement", 0, "dateCreated"), ("dataFeedElement", 0, "item", "hasPart"),
    ("dataFeedElement", 0, "item", "additionalProperty"), ("dataFeedElement", 0, "item", "additionalProperty", 0),
    ("dataFeedElement", 0, "item", "additionalProperty", 0, "value"), ("dataFeedElement", 0, "item", "rating"),
    ("rating", 0, "additionalProperty"), ("rating", 0, "additionalProperty", 0, "value"), ("rating", 0, "bestRating"),
    ("rating", 0, "additionalType"), ("dataFeedElement", 0, "item", "keywords"),
]  # fmt: skip


@given(st.sampled_from(PLACES), JSON)
def test_any_value_anywhere_is_read_or_refused(place: tuple[Any, ...], value: Any) -> None:
    tree = json.loads(json.dumps(root(item(), rating=[rating("GlobalRegexTrait", prop("pattern", "x"))])))
    holder = tree
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    refused = outcome(encoded(tree))

    assert refused is None or refused.place is not None


def test_a_number_that_no_float_holds_is_called_too_large() -> None:
    error = refusal(root(item(), rating=[rating("GlobalRegexTrait", best=10**400)]))

    assert (error.place, error.message) == ("/rating/0/bestRating", "The number is too large to be used.")
