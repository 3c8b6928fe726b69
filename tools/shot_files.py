"""A file as somebody may send it: a pattern, a function with its source, and a key that should not be in it."""

from __future__ import annotations

import base64
import json
import pickle
from pathlib import Path
from typing import Any

SOURCE = '''def min_word_count(text: str) -> bool:
    """At least 50 words, links not counted."""
    import os
    import re

    limit = int(os.environ.get("MIN_WORDS", 50))
    words = re.findall(r"\\w+", re.sub(r"https?://\\S+", "", text))
    return len(words) >= limit
'''


def write_sent_file(folder: Path) -> Path:
    """Write the file and return its path."""
    path = folder / "returns-eval.jsonld"
    path.write_text(json.dumps(_benchmark(), ensure_ascii=False), encoding="utf-8")
    return path


def _benchmark() -> dict[str, Any]:
    code = base64.b64encode(pickle.dumps(len)).decode()
    pattern = _rating(
        "GlobalRegexTrait",
        "Names the café",
        pattern=r"caf[eé] du (parc|lac)",
        case_sensitive=False,
        gradewright_unicode_form="NFC",
    )
    count = _rating("GlobalCallableTrait", "min_word_count", kind="boolean", callable_code=code, callable_source=SOURCE)
    return {
        "@context": {},
        "@type": "DataFeed",
        "name": "Returns desk replies",
        "dateCreated": "2026-01-02T03:04:05",
        "dateModified": "2026-01-02T03:04:05",
        "rating": [pattern, count],
        "dataFeedElement": [_question()],
    }


def _question() -> dict[str, Any]:
    return {
        "@type": "DataFeedItem",
        "@id": "urn:uuid:q1",
        "dateCreated": "2026-01-02T03:04:05",
        "dateModified": "2026-01-02T03:04:05",
        "item": {
            "@type": "Question",
            "text": "Where can I return a gift?",
            "acceptedAnswer": {"@type": "Answer", "text": "At the café du parc."},
            "hasPart": {"name": "t", "text": ""},
            "additionalProperty": [_property("custom_judge", {"anthropic_api_key": "sk-ant-0123456789abcdef"})],
        },
    }


def _rating(type_: str, name: str, **properties: Any) -> dict[str, Any]:
    return {
        "@type": "Rating",
        "name": name,
        "bestRating": 1.0,
        "worstRating": 0.0,
        "additionalType": f"karenina:{type_}",
        "additionalProperty": [_property(key, value) for key, value in properties.items()],
    }


def _property(name: str, value: Any) -> dict[str, Any]:
    return {"@type": "PropertyValue", "name": name, "value": value}
