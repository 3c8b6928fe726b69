"""The fixed words of the checkpoint format (formats specification, sections 1 and 4.1)."""

from __future__ import annotations

from typing import Any, Final

FORMAT_VERSION: Final = "3.0.0-jsonld"

CONTEXT: Final[dict[str, Any]] = {
    "@version": 1.1,
    "@vocab": "https://schema.org/",
    "karenina": "urn:karenina:vocab:",
    "dataFeedElement": {"@id": "dataFeedElement", "@container": "@set"},
    "item": {"@id": "item", "@type": "@id"},
    "acceptedAnswer": {"@id": "acceptedAnswer", "@type": "@id"},
    "rating": {"@id": "contentRating", "@container": "@set"},
    "additionalProperty": {"@id": "additionalProperty", "@container": "@set"},
    "hasPart": {"@id": "hasPart", "@container": "@set"},
    "keywords": {"@id": "keywords", "@container": "@set"},
}

ROOT_ORDER: Final = (
    "@context",
    "@type",
    "@id",
    "name",
    "description",
    "version",
    "creator",
    "dateCreated",
    "dateModified",
    "rating",
    "dataFeedElement",
    "hasPart",
    "additionalProperty",
)
ITEM_ORDER: Final = ("@type", "@id", "dateCreated", "dateModified", "keywords", "item")
QUESTION_ORDER: Final = (
    "@type",
    "@id",
    "text",
    "acceptedAnswer",
    "hasPart",
    "rating",
    "additionalProperty",
    "keywords",
)
RATING_ORDER: Final = (
    "@type",
    "@id",
    "name",
    "description",
    "bestRating",
    "worstRating",
    "additionalType",
    "additionalProperty",
)

PREFIX: Final = "karenina:"
GLOBAL: Final = "Global"
QUESTION: Final = "QuestionSpecific"

#: The suffix of ``additionalType`` after the scope, and the kind of trait that it stands for.
SUFFIXES: Final[dict[str, str]] = {
    "RubricTrait": "llm",
    "LLMRubricTrait": "llm",
    "RegexTrait": "regex",
    "CallableTrait": "callable",
    "MetricRubricTrait": "metric",
    "AgenticRubricTrait": "agentic",
    "DynamicRubricTrait": "dynamic",
}

#: ``additionalType`` without its prefix -> (scope, kind of trait).
RATING_TYPES: Final[dict[str, tuple[str, str]]] = {
    scope + suffix: (scope, kind) for scope in (GLOBAL, QUESTION) for suffix, kind in SUFFIXES.items()
}

#: Root properties of old files that hold global traits as JSON text, and the kind of trait in each.
LEGACY_TRAITS: Final[dict[str, str]] = {
    "global_regex_rubric_traits": "regex",
    "global_callable_rubric_traits": "callable",
    "global_metric_rubric_traits": "metric",
}

CUSTOM_PREFIX: Final = "custom_"

#: The question property with the kept tests as JSON text. Karenina passes over it, and keeps it.
KEPT_TESTS: Final = "gradewright_kept_tests"

#: The rating property with a criterion or choice as it is, and the root's with what is said of its rubric: JSON text.
OWN_ENTRY: Final = "gradewright_entry"
OWN_RUBRIC: Final = "gradewright_rubric"

#: The rating property with the source of a callable, for people to read. Karenina passes over it.
CALLABLE_SOURCE: Final = "callable_source"

#: The rating property of a pattern that is compared in Unicode's composed form; its value is :data:`NFC`. Karenina
#: passes over it and compares texts as they are.
PATTERN_FORM: Final = "gradewright_unicode_form"
NFC: Final = "NFC"


def template_name(text: str) -> str:
    """Return the name that a question's template has in the file: the start of the question and a fixed ending."""
    return text[:30] + "... Answer Template"
