"""The short way to read a feed item in exactly the layout that Karenina writes.

It gives up (None) on the smallest difference, because what it reads must be written back to the letter by
``items.new_item`` from the question alone. A 10,000-question file takes this way 10,000 times.
"""

from __future__ import annotations

import json
from typing import Any

from gradewright.formats.karenina_jsonld.parse import is_deep
from gradewright.formats.karenina_jsonld.question_properties import (
    decode_text,
    few_shot_of,
    few_shot_text,
    kept_tests_of,
    kept_tests_text,
)
from gradewright.formats.karenina_jsonld.rating_reader import read_ratings
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.formats.karenina_jsonld.secrets import holds_secret
from gradewright.formats.karenina_jsonld.vocabulary import (
    CUSTOM_PREFIX,
    GLOBAL,
    KEPT_TESTS,
    QUESTION,
    template_name,
)
from gradewright.formats.question_keys import Keys
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric

_ITEM_KEYS = ("@type", "@id", "dateCreated", "dateModified", "item")
_HEAD = ("@type", "text", "acceptedAnswer", "hasPart")
_QUESTION_KEYS = frozenset(
    (*_HEAD, *rating, "additionalProperty", *keywords)
    for rating in ((), ("rating",))
    for keywords in ((), ("keywords",))
)
_ANSWER_KEYS = ("@type", "text")
_CODE_KEYS = ("@type", "name", "text", "programmingLanguage")
_PROPERTY_KEYS = ("@type", "name", "value")
_NULL_PROPERTY_KEYS = ("@type", "name")
_NO_RUBRIC = Rubric()

#: The order in which Karenina writes properties; anything else is no usual item.
_RANKS = {"author": 1, "sources": 2, "few_shot_examples": 4, "answer_notes": 5, "workspace_path": 6, KEPT_TESTS: 7}
_CUSTOM_RANK = 3
_EMPTY: tuple[Any, ...] = (None, {}, [], "")


def read_usual_item(item: Any, place: str, taken: Keys, remarks: Remarks) -> Question | None:
    """Return the question of a feed item in Karenina's own layout, or None for any other item.

    Raises:
        FileUnreadable: a rating or a property in it has no reading.
    """
    if type(item) is not dict or tuple(item) != _ITEM_KEYS:
        return None
    kind, key, created, modified, asked = item.values()
    if kind != "DataFeedItem" or type(asked) is not dict or tuple(asked) not in _QUESTION_KEYS:
        return None
    if type(key) is not str or not key or key in taken.taken or not _dated(created, modified):
        return None
    texts = _texts(asked)
    said = _properties(asked["additionalProperty"])
    keywords = _keywords(asked.get("keywords"))
    if texts is None or said is None or keywords is None:
        return None
    rubric = _NO_RUBRIC
    if "rating" in asked:
        # Last, because it remarks on what it finds: the long way must not begin after it.
        if not _ratings_are_usual(asked["rating"]):
            return None
        entries, _ = read_ratings(asked["rating"], QUESTION, f"{place}/item/rating", remarks)
        rubric = Rubric(entries)
    taken.take(key)
    text, reference, template = texts
    return Question(
        key, text, reference, template, rubric, keywords=keywords, created=created, modified=modified, **said
    )


def _dated(created: Any, modified: Any) -> bool:
    return type(created) is str and type(modified) is str and bool(created) and bool(modified)


def _texts(asked: dict[str, Any]) -> tuple[str, str, str] | None:
    kind, text, answer, code = asked["@type"], asked["text"], asked["acceptedAnswer"], asked["hasPart"]
    if kind != "Question" or type(text) is not str or not text or type(answer) is not dict or type(code) is not dict:
        return None
    if tuple(answer) != _ANSWER_KEYS or tuple(code) != _CODE_KEYS:
        return None
    answer_kind, reference = answer.values()
    code_kind, name, template, language = code.values()
    if type(reference) is not str or type(template) is not str or name != template_name(text):
        return None
    if answer_kind != "Answer" or code_kind != "SoftwareSourceCode" or language != "Python":
        return None
    return text, reference, template


def _keywords(value: Any) -> tuple[str, ...] | None:
    if value is None:
        return ()
    if type(value) is not list or not value or not all(type(word) is str for word in value):
        return None
    return tuple(value)


def _ratings_are_usual(value: Any) -> bool:
    if type(value) is not list or not value:
        return False
    for rating in value:
        kind = str(rating.get("additionalType")) if type(rating) is dict else ""
        # Only traits that agents judge have settings of a model, which may hold a key.
        if GLOBAL in kind or (("Agentic" in kind or "Dynamic" in kind) and _may_hold_secret(rating)):
            return False
    return True


def _may_hold_secret(value: Any) -> bool:
    """Return whether a value holds a secret, or is too deep to look; the long way says so with the place."""
    return is_deep(value) or holds_secret(value)


def _properties(entries: Any) -> dict[str, Any] | None:
    """Return the arguments of a question that its properties give, None where they are not as Karenina writes them."""
    if type(entries) is not list or not entries:
        return None
    said: dict[str, Any] = {}
    custom: dict[str, Any] = {}
    rank = -1
    for entry in entries:
        if type(entry) is not dict:
            return None
        keys = tuple(entry)
        if keys == _PROPERTY_KEYS:
            kind, name, value = entry.values()
            if value is None:
                return None
        elif keys == _NULL_PROPERTY_KEYS:
            kind, name = entry.values()
            value = None
        else:
            return None
        if kind != "PropertyValue" or type(name) is not str:
            return None
        if name.startswith(CUSTOM_PREFIX):
            key = name[len(CUSTOM_PREFIX) :]
            if rank < 0 or rank > _CUSTOM_RANK or key in custom:
                return None
            rank = _CUSTOM_RANK
            if isinstance(value, dict | list) and _may_hold_secret(value):
                return None
            custom[key] = value
        elif rank < 0:
            # Karenina writes it always, and first.
            if name != "finished" or type(value) is not bool:
                return None
            rank, said["finished"] = 0, value
        else:
            found = _RANKS.get(name, 0)
            if found <= rank or not _take(name, value, said):
                return None
            rank = found
    if custom:
        said["custom"] = custom
    return said if rank >= 0 else None


def _take(name: str, value: Any, said: dict[str, Any]) -> bool:
    """Take over one named property if writing it again would give the same text."""
    if type(value) is not str or not value:
        return False
    if name == "answer_notes":
        said["notes"] = value
        return True
    if name == "workspace_path":
        said["workspace_path"] = value
        return True
    decoded = decode_text(value)
    if decoded in _EMPTY:
        return False
    if name == "few_shot_examples":
        examples = few_shot_of(decoded)
        if examples is None or few_shot_text(examples) != value:
            return False
        said["few_shot"] = examples
        return True
    if name == KEPT_TESTS:
        tests = kept_tests_of(decoded)
        if tests is None or kept_tests_text(tests) != value:
            return False
        said["kept_tests"] = tests
        return True
    said[name] = decoded
    return json.dumps(decoded) == value
