"""Criteria of a file: one object each, to the entry of a rubric and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradewright.formats.grading_rubric.names import ACTIVE, CRITERION, EXAMPLES, RETIRED, SCALE, SOURCE
from gradewright.formats.json_documents import Members, Place, with_unknown
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.model.criterion import SCALE_POINTS, Criterion, CriterionSource, Scale
from gradewright.model.rubric import RubricEntry
from gradewright.rubrics.members import normal

_POINTS = f"{', '.join(map(str, SCALE_POINTS[:-1]))} or {SCALE_POINTS[-1]}"


def read_criterion(value: Any, place: Place, number: int, remarks: Remarks) -> RubricEntry:
    """Return the entry for the criterion at a place; ``number`` is its place in the list, from 1.

    Raises:
        FileUnreadable: it has no id, a member is of a wrong type, or its scale is none.
    """
    members = Members(value, place.at(words=_words(value, number)), CRITERION, remarks)
    here = members.place
    entry_id = members.text("id")
    if not normal(entry_id):
        here.at("id").refuse("“id” is missing." if not entry_id else "“id” is blank.")
    examples = members.inner("examples", EXAMPLES)
    scale, scale_extra = _scale(members)
    source, source_extra = _source(members)
    extra = members.unknown()
    for name, unknown in (
        ("examples", examples.unknown() if examples else {}),
        ("scale", scale_extra),
        ("source", source_extra),
    ):
        if unknown:
            extra[name] = unknown
    scoring = members.choice("scoring", ("pass-fail", "scale"))
    if scoring == "scale" and scale is None:
        here.at("scale").refuse("It is scored on a scale, and “scale” is missing.")
    trait = Criterion(
        name=members.text("name"),
        definition=members.text("definition"),
        must=members.texts("must"),
        must_not=members.texts("must_not"),
        pass_examples=examples.texts("pass") if examples else (),
        fail_examples=examples.texts("fail") if examples else (),
        scoring="scale" if scoring == "scale" else "pass-fail",
        scale=scale,
        must_pass=members.flag("must_pass"),
        source=source,
        extra=extra,
    )
    retired = members.choice("status", (ACTIVE, RETIRED)) == RETIRED
    return RubricEntry(entry_id, trait, retired=retired, group=members.text("group"), silenced=read_silenced(members))


def _words(value: Any, number: int) -> str:
    """Return words for a criterion: its number, and its id or else its name."""
    given = [value.get("id"), value.get("name")] if isinstance(value, dict) else []
    known = next((each.strip() for each in given if isinstance(each, str) and each.strip()), "")
    return f"criterion {number:,} (“{known[:60]}”)" if known else f"criterion {number:,}"


def _scale(members: Members) -> tuple[Scale | None, dict[str, Any]]:
    scale = members.inner("scale", SCALE)
    if scale is None:
        return None, {}
    points = scale.whole("points", least=0)
    if points is None:
        scale.place.at("points").refuse(f"“points” is missing: a scale has {_POINTS} points.")
    if points not in SCALE_POINTS:
        scale.place.at("points").refuse(f"A scale has {_POINTS} points, not {points:,}.")
    anchors = scale.texts("anchors")
    if len(anchors) > points:
        scale.place.at("anchors").refuse(f"A scale of {points} points has no place for {len(anchors):,} anchors.")
    line = scale.whole("pass_line")
    if line is not None and not 1 <= line <= points:
        scale.place.at("pass_line").refuse(f"The pass line {line:,} is no point of a scale from 1 to {points}.")
    made = Scale.model_validate({"points": points, "anchors": anchors, "pass_line": line})
    return made, scale.unknown()


def _source(members: Members) -> tuple[CriterionSource | None, dict[str, Any]]:
    source = members.inner("source", SOURCE)
    if source is None:
        return None, {}
    made = CriterionSource(list=source.text("list"), id=source.text("id"), count=source.whole("count"))
    return made, source.unknown()


def read_silenced(members: Members) -> tuple[tuple[str, str], ...]:
    """Return the rules that were silenced, with their reasons. Raises FileUnreadable."""
    value = members.raw("silenced")
    if value is None:
        return ()
    silenced = Members(value, members.place.at("silenced"), (), Remarks())
    return tuple((rule, silenced.text(rule)) for rule in value)


def criterion_object(entry: RubricEntry, criterion: Criterion) -> dict[str, Any]:
    """Return the object that a file has for a criterion."""
    scale, source = criterion.scale, criterion.source
    written: dict[str, Any] = {
        "id": entry.id,
        "name": criterion.name,
        "definition": criterion.definition,
        "must": list(criterion.must),
        "must_not": list(criterion.must_not),
        "examples": {"pass": list(criterion.pass_examples), "fail": list(criterion.fail_examples)},
        "scoring": criterion.scoring,
        "scale": None
        if scale is None
        else {"points": scale.points, "anchors": list(scale.anchors), "pass_line": scale.pass_line},
        "must_pass": criterion.must_pass,
        "source": None if source is None else {"list": source.list, "id": source.id, "count": source.count},
        "status": RETIRED if entry.retired else ACTIVE,
    }
    return with_unknown(written | entry_members(entry), _plain(criterion.extra))


def entry_members(entry: RubricEntry) -> dict[str, Any]:
    """Return what every entry may have beside its status."""
    members: dict[str, Any] = {}
    if entry.group:
        members["group"] = entry.group
    if entry.silenced:
        members["silenced"] = dict(entry.silenced)
    return members


def _plain(extra: Mapping[str, Any]) -> dict[str, Any]:
    # What is known now may have been unknown when the file was read.
    return {name: value for name, value in extra.items() if name not in CRITERION or isinstance(value, Mapping)}
