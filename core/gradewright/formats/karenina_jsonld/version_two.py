"""The JSON of the Karenina GUI before JSON-LD, version "2.0" (formats specification, 4.9): turned into a checkpoint.

Such a file goes the way of every other one after that; what it says beyond a checkpoint becomes properties.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld.checks import require_list, require_object, require_text
from gradewright.formats.karenina_jsonld.legacy_traits import trait_from_object
from gradewright.formats.karenina_jsonld.properties import property_value
from gradewright.formats.karenina_jsonld.question_properties import QuestionProperties, new_properties
from gradewright.formats.karenina_jsonld.rating_writer import new_rating
from gradewright.formats.karenina_jsonld.remarks import Remarks, pointer
from gradewright.formats.karenina_jsonld.vocabulary import CONTEXT, FORMAT_VERSION, GLOBAL, QUESTION, template_name
from gradewright.model.question import FewShotExample
from gradewright.model.rubric import RubricEntry

_LISTS = {
    "llm_traits": "llm",
    "traits": "llm",
    "regex_traits": "regex",
    "callable_traits": "callable",
    "metric_traits": "metric",
    "agentic_traits": "agentic",
}
_KNOWN = frozenset(
    {
        "question",
        "raw_answer",
        "answer_template",
        "date_created",
        "last_modified",
        "finished",
        "question_rubric",
        "few_shot_examples",
        "custom_metadata",
        "author",
        "sources",
        "keywords",
        "answer_notes",
        "workspace_path",
    }
)


def is_version_two(root: Mapping[str, Any]) -> bool:
    """Return whether a JSON object is a version 2.0 file with a ``checkpoint`` of questions."""
    return root.get("version") == "2.0" and isinstance(root.get("checkpoint"), dict) and "@type" not in root


def to_checkpoint(root: Mapping[str, Any], remarks: Remarks) -> dict[str, Any]:
    """Return the checkpoint root object that says what a version 2.0 file says.

    Raises:
        FileUnreadable: a part of the file is not shaped as it has to be.
    """
    remarks.add("", "The file is in the old layout 2.0 of the Karenina GUI. It is saved as a checkpoint of today.")
    about = require_object(root.get("dataset_metadata") or {}, "/dataset_metadata")
    name = about.get("name")
    feed: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "DataFeed",
        "name": name if isinstance(name, str) and name else "Untitled benchmark",
        "description": _text(about, "description"),
        "version": _text(about, "version") or "0.1.0",
        "creator": _creator(about.get("creator")),
        "dateCreated": _text(about, "dateCreated"),
        "dateModified": _text(about, "dateModified"),
    }
    ratings = _ratings(root.get("global_rubric"), GLOBAL, "/global_rubric", remarks)
    if ratings:
        feed["rating"] = ratings
    questions = require_object(root["checkpoint"], "/checkpoint")
    feed["dataFeedElement"] = [
        _item(key, question, pointer("/checkpoint", key), remarks) for key, question in questions.items()
    ]
    feed["additionalProperty"] = [property_value(key, value) for key, value in _custom(about).items()]
    return {key: value for key, value in feed.items() if value is not None}


def _text(holder: Mapping[str, Any], key: str) -> str | None:
    value = holder.get(key)
    return value if isinstance(value, str) else None


def _creator(value: Any) -> Any:
    if isinstance(value, dict) and isinstance(value.get("name"), str):
        return {"@type": "Person", **{key: member for key, member in value.items() if key != "@type"}}
    return value if isinstance(value, str) else None


def _custom(about: Mapping[str, Any]) -> dict[str, Any]:
    custom: dict[str, Any] = {"benchmark_format_version": FORMAT_VERSION}
    custom |= {key: about[key] for key in ("license", "keywords", "publisher") if about.get(key) not in (None, "", [])}
    own = about.get("custom_properties")
    if isinstance(own, dict):
        custom |= own
    return custom


def _ratings(value: Any, scope: str, place: str, remarks: Remarks) -> list[dict[str, Any]]:
    if value is None:
        return []
    ratings: list[dict[str, Any]] = []
    for listed, members in require_object(value, place).items():
        kind = _LISTS.get(listed)
        if kind is None:
            remarks.add(pointer(place, listed), "This part of the old rubric means nothing here and is left out.")
            continue
        for index, member in enumerate(require_list(members, pointer(place, listed))):
            trait = trait_from_object(kind, member, pointer(place, listed, index), remarks)
            ratings.append(new_rating(RubricEntry(id="", trait=trait, origin={"trait": member}), scope))
    return ratings


def _item(key: str, value: Any, place: str, remarks: Remarks) -> dict[str, Any]:
    question = require_object(value, place)
    text = require_text(question, "question", place)
    if not text:
        raise FileUnreadable("The question has no text.", place=pointer(place, "question"))
    asked: dict[str, Any] = {
        "@type": "Question",
        "text": text,
        "acceptedAnswer": {"@type": "Answer", "text": _text(question, "raw_answer") or ""},
        "hasPart": {
            "@type": "SoftwareSourceCode",
            "name": template_name(text),
            "text": _text(question, "answer_template") or _text(question, "original_answer_template") or "",
            "programmingLanguage": "Python",
        },
    }
    ratings = _ratings(question.get("question_rubric"), QUESTION, pointer(place, "question_rubric"), remarks)
    if ratings:
        asked["rating"] = ratings
    asked["additionalProperty"] = _properties(question)
    keywords = [word for word in question.get("keywords") or [] if isinstance(word, str)]
    if keywords:
        asked["keywords"] = keywords
    modified = _text(question, "last_modified") or ""
    return {
        "@type": "DataFeedItem",
        "@id": key,
        "dateCreated": _text(question, "date_created") or modified,
        "dateModified": modified,
        "item": asked,
    }


def _properties(question: Mapping[str, Any]) -> list[dict[str, Any]]:
    custom = question.get("custom_metadata")
    examples = [
        FewShotExample(str(example.get("question", "")), str(example.get("answer", "")))
        for example in question.get("few_shot_examples") or []
        if isinstance(example, dict)
    ]
    said = QuestionProperties(
        finished=bool(question.get("finished")),
        author=question.get("author"),
        sources=question.get("sources"),
        few_shot=tuple(examples),
        notes=_text(question, "answer_notes") or "",
        workspace_path=_text(question, "workspace_path") or "",
        custom=dict(custom) if isinstance(custom, dict) else {},
    )
    extra = [property_value(name, value) for name, value in question.items() if name not in _KNOWN]
    return new_properties(said) + extra
