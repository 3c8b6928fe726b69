"""What Karenina's file has no place for: criteria and choices as they are, and what a rubric says beside its entries.

Each goes as JSON text into a property of its own, which Karenina passes over and keeps. Beside it stands the ordinary
trait that Karenina reads. Where somebody has edited that trait since, its words count.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.formats.karenina_jsonld.vocabulary import OWN_RUBRIC
from gradewright.model.choice import ChoiceTrait
from gradewright.model.criterion import Criterion
from gradewright.model.judged import words_of
from gradewright.model.rubric import Rubric, RubricEntry

_POSITIONS = "positions"
_FINGERPRINT = "version_fingerprint"
_IDS = "version_ids"


def entry_text(entry: RubricEntry) -> str:
    """Return a criterion or choice as JSON text, as a rubric file has it."""
    # The two formats read from each other, so neither can be loaded before the other.
    from gradewright.formats.grading_rubric.criteria import criterion_object
    from gradewright.formats.grading_rubric.traits import trait_object

    if isinstance(entry.trait, Criterion):
        return _json(criterion_object(entry, entry.trait))
    return _json(trait_object(replace(entry, origin=None), 0, {}, Remarks()))


def read_entry(text: Any, rating: Mapping[str, Any], place: str, remarks: Remarks) -> RubricEntry | None:
    """Return the entry that a property holds; None, with a remark, where the rating says something else."""
    from gradewright.formats.grading_rubric.criteria import read_criterion
    from gradewright.formats.grading_rubric.traits import read_trait
    from gradewright.formats.json_documents import Place

    try:
        value = _parsed(text)
        if isinstance(value, dict) and "type" in value:
            entry, _, _ = read_trait(value, Place(place), 1, Remarks())
        else:
            entry = read_criterion(value, Place(place), 1, Remarks())
    except FileUnreadable:
        remarks.add(place, "What this program keeps beside the trait cannot be read; the trait stands as it is.")
        return None
    trait = entry.trait
    said = (rating_name(entry), words_of(trait)) if isinstance(trait, Criterion | ChoiceTrait) else None
    if said != (rating.get("name"), rating.get("description")):
        remarks.add(place, "The trait was edited in another program; its words count, as an ordinary trait.")
        return None
    return replace(entry, origin=dict(rating))


def rating_name(entry: RubricEntry) -> str:
    """Return the name that the ordinary trait has: that of the criterion, or its id where it has none."""
    return entry.trait.name or entry.id


def own_rubric(rubric: Rubric) -> str | None:
    """Return what a rubric says beside its active entries as JSON text; None where that is nothing."""
    from gradewright.formats.grading_rubric import rubric_object

    retired = [(position, entry) for position, entry in enumerate(rubric.entries) if entry.retired]
    if rubric.is_plain and not retired:
        return None
    written = rubric_object(rubric.with_entries(replace(entry, origin=None) for _, entry in retired))
    written.pop("fingerprint")
    versions = rubric.versions
    own = {_POSITIONS: [position for position, _ in retired], _FINGERPRINT: versions.fingerprint, _IDS: [*versions.ids]}
    return _json({**written, **own})


def with_own_rubric(rubric: Rubric, text: Any, place: str, remarks: Remarks) -> Rubric:
    """Return a rubric with what :func:`own_rubric` wrote; as it is, with a remark, where that cannot be read."""
    from gradewright.formats.grading_rubric import read_rubric

    if text is None:
        return rubric
    try:
        value = _parsed(text)
        if not isinstance(value, dict):
            raise FileUnreadable("An object is needed here.")
        own = {name: value.pop(name, None) for name in (_POSITIONS, _FINGERPRINT, _IDS)}
        read = read_rubric(_json(value).encode("utf-8", "replace")).rubric
        positions = _checked(own[_POSITIONS], int)
        ids = tuple(_checked(own[_IDS], str))
    except FileUnreadable:
        remarks.add(f"{place}/{OWN_RUBRIC}", "What is said of the rubric cannot be read and is left out.")
        return rubric
    stored = own[_FINGERPRINT] if isinstance(own[_FINGERPRINT], str) else ""
    versions = replace(read.versions, fingerprint=stored, ids=ids) if read.versions.number else read.versions
    entries = list(rubric.entries)
    taken = {entry.id for entry in entries}
    for position, entry in zip(positions, read.entries, strict=False):
        if entry.id not in taken:
            entries.insert(max(0, position), entry)
    return replace(rubric, entries=tuple(entries), terms=read.terms, versions=versions, spent=read.spent)


def _checked(value: Any, kind: type) -> list[Any]:
    return [each for each in value if type(each) is kind] if isinstance(value, list) else []


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parsed(text: Any) -> Any:
    from gradewright.formats.json_documents import read_json

    if not isinstance(text, str):
        raise FileUnreadable("A text is needed here.")
    return read_json(text.encode("utf-8", "replace"), Remarks())
