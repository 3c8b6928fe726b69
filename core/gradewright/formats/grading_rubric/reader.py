"""Rubric files to rubrics. Nothing is taken on trust: the fingerprint is computed again from what stands there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gradewright.formats.grading_rubric.criteria import read_criterion
from gradewright.formats.grading_rubric.format_versions import FORMAT, upgraded
from gradewright.formats.grading_rubric.names import CHANGE, ROOT, RULE, STEP
from gradewright.formats.grading_rubric.traits import read_trait
from gradewright.formats.json_documents import Members, Place, read_json
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.formats.memory import file_read
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import CannotJudgeRule, OverallRule, Rubric, RubricEntry, RubricTerms, VersionStep
from gradewright.rubrics.fingerprint import fingerprint, shown
from gradewright.rubrics.members import normal
from gradewright.rubrics.versions import opened

_RULES = tuple(OverallRule)


@dataclass(frozen=True, slots=True)
class RubricFile:
    """A rubric as a file has it.

    ``edited_outside`` tells that the fingerprint in the file is not that of its content: somebody changed it outside
    the app. By itself that makes no new version. ``warnings`` are sentences, with their places.
    """

    rubric: Rubric
    edited_outside: bool = False
    warnings: tuple[str, ...] = ()


def is_rubric(root: Any) -> bool:
    """Return whether a JSON value is, by what it says of itself, a rubric file."""
    return isinstance(root, dict) and root.get("format") == FORMAT


def read_rubric(raw: bytes, name: str = "") -> RubricFile:
    """Read a rubric file of any version of the format.

    Missing and null members have their defaults; unknown members are kept, and go back on writing.

    Args:
        raw: what the file holds.
        name: of the file, for messages.

    Raises:
        FileUnreadable: no rubric, a newer version of the format, ids that come twice, a scale that is none, or a member
            of a wrong type; each with its JSON pointer, and its place in words.
    """
    with file_read(name):
        remarks = Remarks()
        root = read_json(raw, remarks)
        if not is_rubric(root):
            Place("/format" if isinstance(root, dict) else "").refuse(f"This is no rubric: “format” is not “{FORMAT}”.")
        return _rubric_file(upgraded(root), remarks)


def _rubric_file(root: dict[str, Any], remarks: Remarks) -> RubricFile:
    members = Members(root, Place(), ROOT, remarks)
    entries, unknown_traits = _entries(members, remarks)
    rule, unknown_rule = _cannot_judge(members)
    extra = members.unknown()
    for name, unknown in (("cannot_judge_rule", unknown_rule), ("traits", unknown_traits)):
        if unknown:
            extra[name] = unknown
    terms = RubricTerms(
        members.text("name"),
        members.text("check_type"),
        members.text("graded_unit"),
        OverallRule(members.choice("overall_rule", _RULES)),
        rule,
        extra,
    )
    rubric = Rubric(entries, terms, spent=members.texts("spent_ids"))
    history = tuple(_step(step, index, remarks) for index, step in enumerate(members.values("history")))
    made = opened(rubric, members.whole("version") or 0, history)
    stored, content = members.text("fingerprint"), fingerprint(made)
    edited = bool(stored) and stored.lower() != content
    if edited:
        remarks.add("/fingerprint", _edited_words(stored, content))
    return RubricFile(made, edited, tuple(remarks.lines()))


def _edited_words(stored: str, made: str) -> str:
    return (
        f"The file was edited outside the app: it says fingerprint {shown(stored)}, and what stands in it has "
        f"{shown(made)}. That alone makes no new version."
    )


def _entries(members: Members, remarks: Remarks) -> tuple[tuple[RubricEntry, ...], dict[str, Any]]:
    """Return the entries in order, and by id the members of traits that nobody knows."""
    entries: list[RubricEntry] = []
    places: dict[str, Place] = {}
    for index, value in enumerate(members.values("criteria")):
        place = members.place.at("criteria", index, words=f"criterion {index + 1:,}")
        entry = read_criterion(value, place, index + 1, remarks)
        _refuse_twice(entry, place, places)
        entries.append(entry)
    unknown: dict[str, Any] = {}
    placed: list[tuple[int, RubricEntry]] = []
    for index, value in enumerate(members.values("traits")):
        place = members.place.at("traits", index, words=f"trait {index + 1:,}")
        entry, position, unknown_members = read_trait(value, place, index + 1, remarks)
        _refuse_twice(entry, place, places)
        if unknown_members:
            unknown[entry.id] = unknown_members
        placed.append((len(entries) + index if position is None else position, entry))
    for position, entry in sorted(placed, key=lambda pair: pair[0]):
        entries.insert(position, entry)
    return tuple(entries), unknown


def _refuse_twice(entry: RubricEntry, place: Place, places: dict[str, Place]) -> None:
    key = normal(entry.id)
    other = places.setdefault(key, place)
    if other is not place:
        what = "criterion" if isinstance(entry.trait, Criterion) else "trait"
        place.at("id").refuse(
            f"The id “{key[:60]}” of this {what} is also that of {other.words} ({other.at('id').pointer}).",
            hint="Give one of them another id.",
        )


def _cannot_judge(members: Members) -> tuple[CannotJudgeRule | None, dict[str, Any]]:
    rule = members.inner("cannot_judge_rule", RULE)
    if rule is None:
        return None, {}
    return CannotJudgeRule(rule.text("when"), rule.text("word")), rule.unknown()


def _step(value: Any, index: int, remarks: Remarks) -> VersionStep:
    step = Members(value, Place(f"/history/{index}", f"line {index + 1:,} of the history"), STEP, remarks)
    changed, unknown_changes = _changed(step, remarks)
    extra = step.unknown()
    if unknown_changes:
        extra["changed"] = unknown_changes
    return VersionStep(
        step.whole("version", least=1) or 0,
        step.text("fingerprint"),
        step.text("date"),
        step.texts("added"),
        step.texts("retired"),
        changed,
        step.whole("from_version", least=1),
        extra,
    )


def _changed(step: Members, remarks: Remarks) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], dict[str, Any]]:
    """Return what changed in which criterion, and by id the members of these lines that nobody knows."""
    found: list[tuple[str, tuple[str, ...]]] = []
    unknown: dict[str, Any] = {}
    for index, value in enumerate(step.values("changed")):
        change = Members(value, step.place.at("changed", index), CHANGE, remarks)
        found.append((change.text("id"), change.texts("members")))
        extra = change.unknown()
        if extra:
            unknown[found[-1][0]] = extra
    return tuple(found), unknown
