"""Small checkpoints as JSON objects, and what reading and writing makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gradewright.formats.karenina_jsonld import Checkpoint, read_checkpoint, write_checkpoint

DATA = Path(__file__).resolve().parents[1] / "data" / "conformance" / "checkpoints"
NOW = "2031-05-06T07:08:09"


def prop(name: str, *value: Any) -> dict[str, Any]:
    """Return a PropertyValue, without a value where none is given."""
    return {"@type": "PropertyValue", "name": name, **({"value": value[0]} if value else {})}


def rating(kind: str, *properties: dict[str, Any], best: Any = 1.0, worst: Any = 0.0, **more: Any) -> dict[str, Any]:
    """Return a Rating of the additionalType ``kind``."""
    return {
        "@type": "Rating",
        "name": more.pop("name", "trait"),
        "description": more.pop("description", "What is looked at"),
        "bestRating": best,
        "worstRating": worst,
        "additionalType": kind,
        "additionalProperty": list(properties),
        **more,
    }


def item(text: str = "What is 2+2?", /, **changes: Any) -> dict[str, Any]:
    """Return a feed item as Karenina writes it; ``changes`` replace keys of the question, None removes one."""
    question: dict[str, Any] = {
        "@type": "Question",
        "text": text,
        "acceptedAnswer": {"@type": "Answer", "text": "4"},
        "hasPart": {
            "@type": "SoftwareSourceCode",
            "name": text[:30] + "... Answer Template",
            "text": "class Answer(BaseAnswer):\n    pass\n",
            "programmingLanguage": "Python",
        },
        "additionalProperty": [prop("finished", True)],
    }
    question.update(changes)
    return {
        "@type": "DataFeedItem",
        "@id": "urn:uuid:question-" + text[:10],
        "dateCreated": "2026-01-01T00:00:00",
        "dateModified": "2026-01-02T00:00:00",
        "item": {key: value for key, value in question.items() if value is not None},
    }


def root(*items: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a checkpoint; ``changes`` replace keys of the root, None removes one."""
    made: dict[str, Any] = {
        "@context": {"@vocab": "https://schema.org/", "karenina": "urn:karenina:vocab:"},
        "@type": "DataFeed",
        "@id": "urn:uuid:karenina-checkpoint-1.5",
        "name": "Sums",
        "description": "Two and two",
        "version": "0.1.0",
        "creator": "Somebody",
        "dateCreated": "2026-01-01T00:00:00",
        "dateModified": "2026-01-02T00:00:00",
        "dataFeedElement": list(items),
        "additionalProperty": [prop("benchmark_format_version", "3.0.0-jsonld")],
    }
    made.update(changes)
    return {key: value for key, value in made.items() if value is not None}


def encoded(tree: Any) -> bytes:
    """Return a JSON value as Karenina would write it."""
    return json.dumps(tree, indent=2, ensure_ascii=False).encode("utf-8")


def read(tree: Any) -> Checkpoint:
    """Read a checkpoint that is given as a JSON object."""
    return read_checkpoint(encoded(tree), "file.jsonld")


def written(checkpoint: Checkpoint) -> bytes:
    """Return what saving a checkpoint gives."""
    return b"".join(write_checkpoint(checkpoint.benchmark, checkpoint.questions, now=NOW))


def saved_again(tree: Any) -> Any:
    """Return what a checkpoint has become after opening and saving."""
    return json.loads(written(read(tree)))


def exact(tree: Any) -> str:
    """Return a form of a JSON value that tells 1 from 1.0, and one order of keys from another."""
    return json.dumps(tree, ensure_ascii=True)
