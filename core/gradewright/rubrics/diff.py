"""How two rubrics differ: entry by entry, member by member, with the words, and which results that makes stale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel

from gradewright.model.criterion import Criterion, Scale
from gradewright.model.rubric import CannotJudgeRule, Rubric, RubricEntry, RubricTerms
from gradewright.rubrics.member_changes import Level, MemberChange, highest
from gradewright.rubrics.members import CRITERION_MEMBERS, cannot_judge_member, hashed_member, normal, trait_members

# Of a trait that is no criterion: what says which results it can have.
_RESULT_MEMBERS = frozenset({"type", "kind", "min_score", "max_score", "classes", "choices", "passes_at"})


class EntryEvent(StrEnum):
    """What happened to a criterion or trait."""

    ADDED = "added"
    RETIRED = "retired"
    RESTORED = "restored"
    DELETED = "deleted"
    NEW_ID = "new id"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry that differs. ``stale`` tells that results made under the earlier words no longer stand for these.

    ``id_before`` is the earlier id of an entry that got a new one, and "" otherwise.
    """

    id: str
    name: str
    event: EntryEvent
    level: Level
    members: tuple[MemberChange, ...] = ()
    stale: bool = False
    id_before: str = ""


@dataclass(frozen=True, slots=True)
class RubricDiff:
    """How two rubrics differ.

    ``terms`` are the members of the rubric itself, under their names in files. ``moved`` tells that entries which both
    have stand in another order. ``level`` is cosmetic where both have the same fingerprint and yet differ, breaking
    where an id, a scale or a rule changed, and substantive in between.
    """

    entries: tuple[EntryChange, ...]
    terms: tuple[MemberChange, ...]
    moved: bool

    @property
    def level(self) -> Level:
        """How much the whole of it matters."""
        levels = [*(entry.level for entry in self.entries), *(term.level for term in self.terms)]
        return highest([*levels, Level.COSMETIC] if self.moved else levels)

    @property
    def stale(self) -> tuple[str, ...]:
        """The ids of the entries whose earlier results are stale, as the later rubric has them."""
        return tuple(entry.id for entry in self.entries if entry.stale)

    def of(self, event: EntryEvent) -> tuple[EntryChange, ...]:
        """Return the entries that this happened to."""
        return tuple(entry for entry in self.entries if entry.event is event)


def diff(before: Rubric, after: Rubric) -> RubricDiff:
    """Compare two rubrics. Criteria are the same by their ids, other traits by their ids or else their names."""
    earlier = {entry.id: entry for entry in before.entries}
    partners = _partners(before, after, earlier)
    entries: list[EntryChange] = []
    for entry in after.entries:
        old = partners.get(entry.id)
        change = _entry_change(old, entry)
        if change is not None:
            entries.append(change)
    matched = {old.id for old in partners.values()}
    for entry in before.entries:
        if entry.id not in matched:
            level = Level.COSMETIC if entry.retired else Level.BREAKING
            entries.append(EntryChange(entry.id, entry.trait.name, EntryEvent.DELETED, level, stale=not entry.retired))
    common = [partners[entry.id].id for entry in after.entries if entry.id in partners]
    moved = common != [entry.id for entry in before.entries if entry.id in matched]
    return RubricDiff(tuple(entries), _term_changes(before.terms, after.terms), moved)


def changed_members(before: RubricEntry, after: RubricEntry) -> tuple[str, ...]:
    """Return the names of the hashed members in which two entries differ, as the history of a file has them."""
    old, new = before.trait, after.trait
    if isinstance(old, Criterion) and isinstance(new, Criterion):
        if vars(old) == vars(new):
            return ()
        return tuple(name for name in CRITERION_MEMBERS if _differs(old, new, name))
    one, other = trait_members(old, before.gated), trait_members(new, after.gated)
    return tuple(name for name in dict.fromkeys((*one, *other)) if one.get(name) != other.get(name))


def _partners(before: Rubric, after: Rubric, earlier: Mapping[str, RubricEntry]) -> dict[str, RubricEntry]:
    """Return for the ids of the later entries the earlier ones that they were."""
    partners = {entry.id: earlier[entry.id] for entry in after.entries if entry.id in earlier}
    lone = [entry for entry in after.entries if entry.id not in partners]
    left = {_likeness(entry): entry for entry in reversed(before.entries) if entry.id not in partners} if lone else {}
    for entry in lone:
        old = left.pop(_likeness(entry), None)
        if old is not None:
            partners[entry.id] = old
    return partners


def _likeness(entry: RubricEntry) -> tuple[Any, ...]:
    """Return by what an entry is known again under another id: a criterion by all it says, a trait by its name."""
    trait = entry.trait
    if isinstance(trait, Criterion):
        said = (trait.name, trait.definition, trait.must, trait.must_not, trait.pass_examples, trait.fail_examples)
        return ("criterion", said, entry.retired)
    return ("trait", trait.name, entry.gated)


def _entry_change(old: RubricEntry | None, new: RubricEntry) -> EntryChange | None:
    """Return what happened to an entry; None where nothing did."""
    name = new.trait.name
    if old is None:
        level = Level.COSMETIC if new.retired else Level.SUBSTANTIVE
        return EntryChange(new.id, name, EntryEvent.ADDED, level)
    members = _member_changes(old, new)
    if not members and old.id == new.id and old.retired == new.retired:
        return None
    is_criterion = isinstance(new.trait, Criterion)
    stale = any(member.level is not Level.COSMETIC for member in members)
    level = highest(member.level for member in members)
    if is_criterion and normal(old.id) != normal(new.id):
        return EntryChange(new.id, name, EntryEvent.NEW_ID, Level.BREAKING, members, True, old.id)
    if old.retired != new.retired:
        event = EntryEvent.RETIRED if new.retired else EntryEvent.RESTORED
        return EntryChange(new.id, name, event, highest((level, Level.SUBSTANTIVE)), members, stale and not new.retired)
    if not members:
        return None
    if new.retired:
        # Nobody grades by a retired criterion, so nothing that it says matters.
        return EntryChange(new.id, name, EntryEvent.CHANGED, Level.COSMETIC, members)
    return EntryChange(new.id, name, EntryEvent.CHANGED, level, members, stale)


def _member_changes(old: RubricEntry, new: RubricEntry) -> tuple[MemberChange, ...]:
    before, after = old.trait, new.trait
    found: list[MemberChange] = []
    if before is not after and vars(before) != vars(after):
        if isinstance(before, Criterion) and isinstance(after, Criterion):
            found += _criterion_changes(before, after)
        else:
            found += _trait_changes(old, new)
    elif old.gated != new.gated:
        found += _trait_changes(old, new)
    if old.group != new.group:
        found.append(MemberChange("group", old.group, new.group, Level.COSMETIC))
    if old.silenced != new.silenced:
        found.append(MemberChange("silenced", dict(old.silenced), dict(new.silenced), Level.COSMETIC))
    return tuple(found)


def _criterion_changes(before: Criterion, after: Criterion) -> list[MemberChange]:
    found = []
    for name in (*CRITERION_MEMBERS, "source"):
        old, new = _written(before, name), _written(after, name)
        hashed = name != "source" and _differs(before, after, name)
        if hashed:
            found.append(MemberChange(name, old, new, _criterion_level(before, after, name)))
        elif old != new:
            found.append(MemberChange(name, old, new, Level.COSMETIC))
    return found


def _criterion_level(before: Criterion, after: Criterion, name: str) -> Level:
    if name == "scoring":
        return Level.BREAKING
    if name == "scale":
        old, new = before.scored_on, after.scored_on
        same_points = old is not None and new is not None and (old.points, old.pass_line) == (new.points, new.pass_line)
        return Level.SUBSTANTIVE if same_points else Level.BREAKING
    return Level.SUBSTANTIVE


def _differs(before: Criterion, after: Criterion, name: str) -> bool:
    """Return whether a hashed member differs. Most are equal as they stand, which is quicker to see."""
    if _raw(before, name) == _raw(after, name):
        return False
    return bool(hashed_member(before, name) != hashed_member(after, name))


def _raw(criterion: Criterion, name: str) -> Any:
    if name == "examples":
        return (criterion.pass_examples, criterion.fail_examples)
    return criterion.scored_on if name == "scale" else getattr(criterion, name)


def _written(criterion: Criterion, name: str) -> Any:
    """Return a member as JSON data, as it stands."""
    if name == "examples":
        return {"pass": list(criterion.pass_examples), "fail": list(criterion.fail_examples)}
    value = getattr(criterion, name)
    if isinstance(value, Scale):
        return {"points": value.points, "anchors": list(value.anchors), "pass_line": value.pass_line}
    if isinstance(value, BaseModel):
        return dict(vars(value))
    return list(value) if isinstance(value, tuple) else value


def _trait_changes(old: RubricEntry, new: RubricEntry) -> list[MemberChange]:
    before, after = trait_members(old.trait, old.gated), trait_members(new.trait, new.gated)
    return [
        MemberChange(
            name, before.get(name), after.get(name), Level.BREAKING if name in _RESULT_MEMBERS else Level.SUBSTANTIVE
        )
        for name in dict.fromkeys((*before, *after))
        if before.get(name) != after.get(name)
    ]


def _term_changes(before: RubricTerms, after: RubricTerms) -> tuple[MemberChange, ...]:
    if before == after:
        return ()
    found = []
    for name in ("name", "check_type", "graded_unit"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            hashed = name == "graded_unit" and normal(old) != normal(new)
            found.append(MemberChange(name, old, new, Level.SUBSTANTIVE if hashed else Level.COSMETIC))
    if before.overall_rule is not after.overall_rule:
        rules = str(before.overall_rule), str(after.overall_rule)
        found.append(MemberChange("overall_rule", *rules, Level.BREAKING))
    if before.cannot_judge != after.cannot_judge:
        same = cannot_judge_member(before.cannot_judge) == cannot_judge_member(after.cannot_judge)
        rule = _rule(before.cannot_judge), _rule(after.cannot_judge)
        found.append(MemberChange("cannot_judge_rule", *rule, Level.COSMETIC if same else Level.BREAKING))
    return tuple(found)


def _rule(rule: CannotJudgeRule | None) -> dict[str, str] | None:
    return None if rule is None else {"when": rule.when, "word": rule.word}
