"""Rules that people silence for one entry: the edits, and the mark on the findings. The reason is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from gradewright.edits import RubricOwner, SetEntry
from gradewright.lint.finding import Finding
from gradewright.model.rubric import RubricEntry


def silence(owner: RubricOwner, entry: RubricEntry, rule: str, reason: str) -> SetEntry:
    """Return the edit that silences a rule for an entry. A rule that is silenced already gets the new reason."""
    kept = tuple(pair for pair in entry.silenced if pair[0] != rule)
    silenced = replace(entry, silenced=(*kept, (rule, reason.strip())))
    return SetEntry(owner, silenced, f"silence {rule} in “{entry.trait.name}”")


def unsilence(owner: RubricOwner, entry: RubricEntry, rule: str) -> SetEntry:
    """Return the edit that lets a rule speak again for an entry."""
    kept = tuple(pair for pair in entry.silenced if pair[0] != rule)
    return SetEntry(owner, replace(entry, silenced=kept), f"stop silencing {rule} in “{entry.trait.name}”")


def marked(findings: Iterable[Finding], entry: RubricEntry) -> Iterator[Finding]:
    """Yield the findings of an entry, those of its silenced rules with the reason."""
    reasons = dict(entry.silenced)
    for found in findings:
        reason = reasons.get(found.rule)
        yield found if reason is None else replace(found, silenced=reason)
