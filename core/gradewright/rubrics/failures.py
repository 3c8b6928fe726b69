"""Failure lists: what an error analysis found, and how its categories become criteria (grading rubric, section 5)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradewright.model.criterion import Criterion, CriterionSource, slug
from gradewright.model.rubric import Rubric, RubricEntry

MOST_ACTIVE = 20
"""How many active criteria a rubric has at most once a failure list was opened into it."""


@dataclass(frozen=True, slots=True)
class Category:
    """One kind of failure. ``id`` is "" and ``count`` None where the list does not say."""

    id: str
    label: str
    definition: str = ""
    count: int | None = None


@dataclass(frozen=True, slots=True)
class FailureList:
    """What a file lists: ``active`` categories in its order, and the labels of those that are merged or set aside.

    ``random`` tells that the outputs were reviewed in random order, so that counts say how common a failure is;
    ``reviewed`` is how many outputs were looked at, None where the list does not say.
    """

    name: str
    active: tuple[Category, ...]
    skipped: tuple[str, ...] = ()
    random: bool = False
    reviewed: int | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenedFailures:
    """A rubric after a failure list was opened into it, and what happened.

    ``added`` and ``refreshed`` are ids of criteria, ``skipped`` and ``left_out`` labels of categories: those that are
    not active, and those for which the rubric was full.
    """

    rubric: Rubric
    added: tuple[str, ...] = ()
    refreshed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def open_failures(rubric: Rubric, failures: FailureList) -> OpenedFailures:
    """Return the rubric with the active categories of a list as criteria, the highest count first, ties by label.

    A category that is there already, by its original id or else by its name, refreshes the count and fills a blank
    definition. Opening the same list again changes nothing.
    """
    wanted = sorted(failures.active, key=_order)
    matches = _matches(rubric, wanted)
    entries = list(rubric.entries)
    places = {entry.id: place for place, entry in enumerate(entries)}
    active = sum(1 for entry in rubric.active if isinstance(entry.trait, Criterion))
    taken = set(rubric.taken_ids())
    added: list[str] = []
    refreshed: list[str] = []
    left_out: list[str] = []
    for index, category in enumerate(wanted):
        match = matches.get(index)
        if match is not None:
            made = _refreshed(match, category, failures)
            if made != match:
                entries[places[match.id]] = made
                refreshed.append(made.id)
        elif active >= MOST_ACTIVE:
            left_out.append(category.label)
        else:
            entry = _new(category, failures, taken)
            taken.add(entry.id)
            entries.append(entry)
            added.append(entry.id)
            active += 1
    warnings = (*failures.warnings, *_same_names(wanted))
    return OpenedFailures(
        rubric.with_entries(entries), tuple(added), tuple(refreshed), failures.skipped, tuple(left_out), warnings
    )


def frequencies(rubric: Rubric) -> Mapping[str, str]:
    """Return in words, by criterion id, how often each failure was seen, where that is known.

    A rate needs a random sample: counts from any other order of review are given as ranks.
    """
    counted: dict[str, list[tuple[RubricEntry, int]]] = {}
    for entry in rubric.entries:
        source = entry.trait.source if isinstance(entry.trait, Criterion) else None
        if source is not None and source.count is not None:
            counted.setdefault(source.list, []).append((entry, source.count))
    words: dict[str, str] = {}
    for pairs in counted.values():
        counts = sorted((count for _, count in pairs), reverse=True)
        for entry, count in pairs:
            words[entry.id] = _frequency(entry, count, counts)
    return words


def _frequency(entry: RubricEntry, count: int, counts: Sequence[int]) -> str:
    known = _review(entry)
    reviewed = known.get("reviewed")
    if known.get("review_order") != "random":
        return f"rank {counts.index(count) + 1:,} of {len(counts):,}"
    if isinstance(reviewed, int) and not isinstance(reviewed, bool) and reviewed >= count and reviewed:
        return f"{count:,} of {reviewed:,} reviewed ({count / reviewed:.1%})"
    total = sum(counts)
    return f"{count:,} of {total:,} failures ({count / total:.1%})" if total else f"{count:,} failures"


def _review(entry: RubricEntry) -> Mapping[str, Any]:
    known = entry.trait.extra.get("source") if isinstance(entry.trait, Criterion) else None
    return known if isinstance(known, Mapping) else {}


def _order(category: Category) -> tuple[int, str, str]:
    count = -1 if category.count is None else category.count
    return (-count, category.label.casefold(), category.label)


def _matches(rubric: Rubric, wanted: Sequence[Category]) -> dict[int, RubricEntry]:
    """Return which criterion each category is already, by its place in ``wanted``: all by id first, then by name."""
    criteria = [(entry, entry.trait) for entry in rubric.entries if isinstance(entry.trait, Criterion)]
    by_id: dict[str, list[RubricEntry]] = {}
    by_name: dict[str, list[RubricEntry]] = {}
    for entry, criterion in criteria:
        if criterion.source is not None and criterion.source.id:
            by_id.setdefault(criterion.source.id, []).append(entry)
        if _name(criterion.name):
            by_name.setdefault(_name(criterion.name), []).append(entry)
    found: dict[int, RubricEntry] = {}
    used: set[str] = set()
    keys = [[category.id for category in wanted], [_name(category.label) for category in wanted]]
    for known, wanted_keys in zip((by_id, by_name), keys, strict=True):
        for candidates in known.values():
            candidates.reverse()
        for index, key in enumerate(wanted_keys):
            candidates = known.get(key, [])
            while candidates and index not in found:
                entry = candidates.pop()
                if entry.id not in used:
                    found[index] = entry
                    used.add(entry.id)
    return found


def _refreshed(entry: RubricEntry, category: Category, failures: FailureList) -> RubricEntry:
    criterion = entry.trait
    assert isinstance(criterion, Criterion)  # _matches looks at criteria alone
    update: dict[str, Any] = {}
    if category.count is not None:
        source = criterion.source
        if source is None:
            update["source"] = CriterionSource(list=failures.name, id=category.id, count=category.count)
        elif source.count != category.count:
            update["source"] = source.model_copy(update={"count": category.count})
        extra = _extra(criterion.extra, failures)
        if extra != criterion.extra:
            update["extra"] = extra
    if not criterion.definition.strip() and category.definition.strip():
        update["definition"] = category.definition
    return entry.with_trait(criterion.model_copy(update=update)) if update else entry


def _new(category: Category, failures: FailureList, taken: set[str]) -> RubricEntry:
    trait = Criterion(
        name=category.label,
        definition=category.definition,
        source=CriterionSource(list=failures.name, id=category.id, count=category.count),
        extra=_extra({}, failures),
    )
    return RubricEntry(slug(category.label, taken), trait)


def _extra(extra: Mapping[str, Any], failures: FailureList) -> dict[str, Any]:
    """Return the members beside the known ones, with what the count of a source means."""
    known = extra.get("source")
    source: dict[str, Any] = dict(known) if isinstance(known, Mapping) else {}
    for name, value in (("review_order", "random" if failures.random else None), ("reviewed", failures.reviewed)):
        if value is None:
            source.pop(name, None)
        else:
            source[name] = value
    made = {name: value for name, value in extra.items() if name != "source"}
    return {**made, "source": source} if source else made


def _same_names(wanted: Sequence[Category]) -> list[str]:
    seen: dict[str, int] = {}
    for category in wanted:
        seen[_name(category.label)] = seen.get(_name(category.label), 0) + 1
    labels = {_name(category.label): category.label for category in reversed(wanted)}
    return [
        f"The list has {count} active categories called “{labels[name].strip()}”; each is a criterion of its own."
        for name, count in seen.items()
        if count > 1
    ]


def _name(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip().casefold()
