"""Feed items of a file to questions and back (formats specification, 1.3 and 1.4).

Most files are written by Karenina, and then an item says nothing that a :class:`Question` does not hold: such an item
is read on a short way and leaves no residue. Any other item leaves its skeleton as residue: the item itself without the
long texts, to which :func:`write_item` adds them again, with whatever was edited.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld.checks import (
    optional_text,
    require_object,
    require_text,
    require_texts,
    require_type,
    same,
)
from gradewright.formats.karenina_jsonld.properties import put_member
from gradewright.formats.karenina_jsonld.question_properties import (
    QuestionProperties,
    new_properties,
    put_question_properties,
    read_question_properties,
)
from gradewright.formats.karenina_jsonld.rating_reader import read_ratings
from gradewright.formats.karenina_jsonld.rating_writer import write_rating
from gradewright.formats.karenina_jsonld.remarks import Remarks, pointer
from gradewright.formats.karenina_jsonld.vocabulary import (
    ITEM_ORDER,
    QUESTION,
    QUESTION_ORDER,
    template_name,
)
from gradewright.formats.question_keys import Keys
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.verify.ids import question_id


def read_item(item: Any, place: str, taken: Keys, remarks: Remarks) -> Question:
    """Return the question of a feed item, whatever its shape. ``taken`` are the keys of the questions before it.

    Raises:
        FileUnreadable: the item has no reading.
    """
    item = require_object(item, place)
    require_type(item, "DataFeedItem", place)
    inner = pointer(place, "item")
    asked = require_object(item.get("item"), inner)
    require_type(asked, "Question", inner)
    text = require_text(asked, "text", inner)
    if not text:
        raise FileUnreadable("The question has no text.", place=pointer(inner, "text"))
    reference, template = _reference(asked, inner), _template(asked, inner, remarks)
    entries, ratings = read_ratings(asked.get("rating"), QUESTION, pointer(inner, "rating"), remarks)
    listed = pointer(inner, "additionalProperty")
    said = read_question_properties(asked.get("additionalProperty"), listed, remarks)
    key, given = _key(item, place, text, taken, remarks)
    return Question(
        key=key,
        text=text,
        reference=reference,
        template=template,
        rubric=Rubric(entries),
        finished=said.finished,
        keywords=_keywords(item, asked, place, inner),
        few_shot=said.few_shot,
        author=said.author,
        sources=said.sources,
        notes=said.notes,
        workspace_path=said.workspace_path,
        custom=said.custom,
        kept_tests=said.kept_tests,
        created=_date(item, "dateCreated", place, remarks),
        modified=_date(item, "dateModified", place, remarks),
        residue={"item": _skeleton(item, asked, ratings), **({} if given else {"key": key})},
    )


def _reference(asked: Mapping[str, Any], place: str) -> str:
    here = pointer(place, "acceptedAnswer")
    answer = require_object(asked.get("acceptedAnswer"), here)
    require_type(answer, "Answer", here)
    return require_text(answer, "text", here)


def _template(asked: Mapping[str, Any], place: str, remarks: Remarks) -> str:
    here = pointer(place, "hasPart")
    code = require_object(asked.get("hasPart"), here)
    require_type(code, "SoftwareSourceCode", here)
    if optional_text(code, "name", here) is None:
        remarks.add(here, "The template has no name, which Karenina needs. It gets one on saving.")
    language = optional_text(code, "programmingLanguage", here)
    if language not in (None, "Python"):
        raise FileUnreadable(f"Templates are Python, not “{language}”.", place=pointer(here, "programmingLanguage"))
    return require_text(code, "text", here)


def _keywords(item: Mapping[str, Any], asked: Mapping[str, Any], place: str, inner: str) -> tuple[str, ...]:
    """Return the keywords of the question; those of the item, an older place, count only where it has none."""
    own = require_texts(asked.get("keywords"), pointer(inner, "keywords"))
    return own or require_texts(item.get("keywords"), pointer(place, "keywords"))


def _date(item: Mapping[str, Any], key: str, place: str, remarks: Remarks) -> str:
    value = optional_text(item, key, place)
    if value is None:
        remarks.add(place, f"“{key}” is missing, which Karenina needs. It gets one on saving.")
        return ""
    return value


def _key(item: Mapping[str, Any], place: str, text: str, taken: Keys, remarks: Remarks) -> tuple[str, bool]:
    """Return the question's key, and whether it is the identifier that the file gives."""
    given = optional_text(item, "@id", place)
    key = taken.take(given or question_id(text))
    if given and key != given:
        remarks.add(place, "Another question has the same identifier. Karenina shows only the last of them.")
    return key, key == given


def _skeleton(item: dict[str, Any], asked: dict[str, Any], ratings: list[Any]) -> dict[str, Any]:
    """Return the item without its long texts and without the ratings that are entries of the rubric."""
    bare = {**asked, "text": None}
    bare["acceptedAnswer"] = {**asked["acceptedAnswer"], "text": None}
    bare["hasPart"] = {**asked["hasPart"], "text": None}
    if asked.get("rating"):
        bare["rating"] = ratings
    return {**item, "item": bare}


def write_item(question: Question, now: str, remarks: Remarks) -> dict[str, Any]:
    """Return the feed item of a question: as it came where it came from a file, changed only where it was edited."""
    residue = question.residue
    if residue is None or "item" not in residue:
        return new_item(question, now, remarks)
    item = dict(residue["item"])
    asked = dict(item["item"])
    asked["text"] = question.text
    asked["acceptedAnswer"] = {**asked["acceptedAnswer"], "text": question.reference}
    asked["hasPart"] = {**asked["hasPart"], "text": question.template}
    if asked["hasPart"].get("name") is None:
        asked["hasPart"]["name"] = template_name(question.text)
    asked = put_ratings(asked, question.rubric, QUESTION, QUESTION_ORDER, remarks)
    properties = put_question_properties(asked.get("additionalProperty"), QuestionProperties.of(question), "")
    if properties is not asked.get("additionalProperty"):
        asked = put_member(asked, "additionalProperty", properties, QUESTION_ORDER)
    item["item"] = asked
    return _put_item(item, question, residue, now)


def _put_item(item: dict[str, Any], question: Question, residue: Mapping[str, Any], now: str) -> dict[str, Any]:
    if _keywords(item, item["item"], "", "") != question.keywords:
        item.pop("keywords", None)
        asked = {key: value for key, value in item["item"].items() if key != "keywords"}
        if question.keywords:
            asked = put_member(asked, "keywords", list(question.keywords), QUESTION_ORDER)
        item["item"] = asked
    for key, value in (("dateCreated", question.created), ("dateModified", question.modified)):
        wanted = value or (now if item.get(key) is None else item[key])
        if item.get(key) != wanted:
            item = put_member(item, key, wanted, ITEM_ORDER)
    if "key" in residue and _still_derived(item, question, residue["key"]):
        return item
    if not same(item.get("@id"), question.key):
        item = put_member(item, "@id", question.key, ITEM_ORDER)
    return item


def _still_derived(item: Mapping[str, Any], question: Question, derived: str) -> bool:
    """Return whether the key that was given on reading is still what a reader would give."""
    if question.key != derived:
        return False
    return bool(item.get("@id")) or derived.startswith(question_id(question.text))


def put_ratings(
    holder: dict[str, Any], rubric: Rubric, scope: str, order: tuple[str, ...], remarks: Remarks
) -> dict[str, Any]:
    """Return ``holder`` with the rubric as its ``rating`` list; what is no entry of the rubric keeps its place."""
    skeleton = holder.get("rating") or []
    written = iter([write_rating(entry, scope, remarks) for entry in rubric])
    ratings: list[Any] = []
    for member in skeleton:
        filled = next(written, None) if member is None else member
        if filled is not None:
            ratings.append(filled)
    ratings.extend(written)
    if ratings:
        return put_member(holder, "rating", ratings, order)
    if skeleton:
        return {key: value for key, value in holder.items() if key != "rating"}
    return holder


def new_item(question: Question, now: str, remarks: Remarks) -> dict[str, Any]:
    """Return the feed item of a question in the layout that Karenina writes."""
    asked: dict[str, Any] = {
        "@type": "Question",
        "text": question.text,
        "acceptedAnswer": {"@type": "Answer", "text": question.reference},
        "hasPart": {
            "@type": "SoftwareSourceCode",
            "name": template_name(question.text),
            "text": question.template,
            "programmingLanguage": "Python",
        },
    }
    if question.rubric.entries:
        asked["rating"] = [write_rating(entry, QUESTION, remarks) for entry in question.rubric]
    asked["additionalProperty"] = new_properties(QuestionProperties.of(question))
    if question.keywords:
        asked["keywords"] = list(question.keywords)
    return {
        "@type": "DataFeedItem",
        "@id": question.key,
        "dateCreated": question.created or now,
        "dateModified": question.modified or now,
        "item": asked,
    }
