"""Changes of one entry's statements as values, so that several of them can be made in one step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gradewright.edits import Compound, Edit, RubricOwner, SetEntry
from gradewright.lint.finding import Finding
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import RubricEntry
from gradewright.model.traits import MetricTrait


@dataclass(frozen=True, slots=True)
class EntryChange:
    """One statement of an entry becomes others.

    ``part`` is the statement's place as in :class:`Place`: ``"must:0"``, ``"must_not:2"``, ``"instruction:tp:1"``.
    ``texts`` stand in its stead, or at the end of the list ``to`` ("must", "must_not") where that is given.
    """

    owner: RubricOwner
    entry: RubricEntry
    part: str
    texts: tuple[str, ...]
    label: str
    to: str = ""

    def edit(self) -> SetEntry:
        """The change as an edit of its own."""
        return SetEntry(self.owner, changed(self.entry, (self,)), self.label)


def changed(entry: RubricEntry, changes: Iterable[EntryChange]) -> RubricEntry:
    """Return an entry with some of its statements changed; each part counts in the entry as it was before."""
    trait = entry.trait
    lists = _lists(trait)
    moved: dict[str, list[str]] = defaultdict(list)
    for change in sorted(changes, key=lambda each: _place(each.part)):
        if change.to:
            moved[change.to].extend(change.texts)
    for change in sorted(changes, key=lambda each: _place(each.part), reverse=True):
        name, number = _place(change.part)
        lists[name][number : number + 1] = () if change.to else change.texts
    for name, texts in moved.items():
        lists[name].extend(text for text in texts if text not in lists[name])
    update = {name: tuple(texts) if isinstance(trait, Criterion) else texts for name, texts in lists.items()}
    return entry.with_trait(trait.model_copy(update=update))


def fix_all(findings: Sequence[Finding], rule: str) -> Edit | None:
    """Return one edit that makes every fix of a rule, None where there is none to make. Silenced findings stay.

    ``findings`` are those of one reading of the rubric: the fixes of one entry are put together. Where fixes cannot be
    (a trait that becomes several), the first one of the entry is made.
    """
    fixable = [found for found in findings if found.rule == rule and found.silenced is None and found.fix is not None]
    changes: dict[tuple[RubricOwner, str], list[EntryChange]] = defaultdict(list)
    others: dict[str | None, Edit] = {}
    for found in fixable:
        assert found.fix is not None
        change = found.fix.change
        if change is None:
            others.setdefault(found.place.entry_id, found.fix.edit)
        elif all(change.part != each.part for each in changes[change.owner, change.entry.id]):
            changes[change.owner, change.entry.id].append(change)
    edits: list[Edit] = [
        SetEntry(owner, changed(made[0].entry, made), made[0].label) for (owner, _), made in changes.items()
    ]
    edits.extend(others.values())
    if not edits:
        return None
    count = len(others) + sum(len(made) for made in changes.values())
    return edits[0] if len(edits) == 1 == count else Compound(f"fix {count} findings of “{rule}”", tuple(edits))


def _lists(trait: object) -> dict[str, list[str]]:
    if isinstance(trait, Criterion):
        return {"must": list(trait.must), "must_not": list(trait.must_not)}
    if isinstance(trait, MetricTrait):
        return {"tp_instructions": list(trait.tp_instructions), "tn_instructions": list(trait.tn_instructions)}
    return {}


def _place(part: str) -> tuple[str, int]:
    words = part.split(":")
    return (f"{words[1]}_instructions", int(words[2])) if words[0] == "instruction" else (words[0], int(words[1]))
