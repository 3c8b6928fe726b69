"""The rows of the findings list: headings and findings, and the words for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from gradewright.lint.finding import Finding, Severity
from gradewright_desktop.panels.findings.ledger import Found, Group

MOST_ROWS = 500

_PARTS = {
    "name": "Name",
    "description": "Description",
    "definition": "Definition",
    "must": "Must",
    "must_not": "Must not",
    "pass": "Pass example",
    "fail": "Fail example",
    "pass_line": "Pass line",
    "scale": "Scale",
    "cannot_judge": "Cannot-judge rule",
    "overall_rule": "Overall rule",
    "summary": "Summary",
    "template": "Template",
    "code": "Code",
    "text": "Question",
    "reference": "Reference answer",
    "pattern": "Pattern",
    "bounds": "Scale",
    "classes": "Classes",
    "scenarios": "Scenarios",
}
WHOLE_RUBRIC = frozenset({"cannot_judge", "overall_rule"})
"""The parts of what holds for a rubric as a whole."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The line above the findings of one thing."""

    key: str
    title: str
    count: int
    silenced: int = 0

    @property
    def counted(self) -> str:
        """How many there are: “2”, “1, 1 silenced”."""
        return f"{self.count}, {self.silenced} silenced" if self.silenced else str(self.count)


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding in the list. ``key`` stays the same while the finding does, so that it stays selected."""

    key: str
    finding: Finding


Row = Heading | FindingRow


def build_rows(
    found: Found | None, shown: Collection[Severity], *, shows_silenced: bool = True
) -> tuple[list[Row], int]:
    """Return the rows for the findings of the shown severities, and how many findings were left out at the end.

    Silenced ones stand at the end of their group, or nowhere.
    """
    if found is None:
        return [], 0
    findings = _first(found, shown, shows_silenced=shows_silenced)
    counts = Counter((group.key, finding.silenced is not None) for group, finding in findings)
    rows: list[Row] = []
    last, seen = "", set[str]()
    for group, finding in findings[:MOST_ROWS]:
        if group.key != last:
            rows.append(Heading(group.key, group.title, counts[group.key, False], counts[group.key, True]))
            last = group.key
        rows.append(FindingRow(_unique(_key(group, finding), seen), finding))
    every = sum(found.counts[severity] for severity in shown) + (found.silenced if shows_silenced else 0)
    return rows, max(0, every - MOST_ROWS)


def _first(found: Found, shown: Collection[Severity], *, shows_silenced: bool) -> list[tuple[Group, Finding]]:
    """Return as many findings as have rows, and the rest of the last one's group, so that it can be counted."""
    first: list[tuple[Group, Finding]] = []
    waiting: list[tuple[Group, Finding]] = []
    for group, finding in found.rows:
        if waiting and group.key != waiting[-1][0].key:
            first += waiting
            waiting = []
        if len(first) >= MOST_ROWS and group.key != first[-1][0].key:
            break
        if finding.silenced is not None:
            waiting += [(group, finding)] * shows_silenced
        elif finding.severity in shown:
            first.append((group, finding))
    return first + waiting


def part_words(part: str) -> str:
    """Return where in a thing a finding is, as people say it: ``"field:dose"`` is “Field dose”."""
    kind, _colon, rest = part.partition(":")
    if kind == "field":
        return f"Field {rest}"
    if kind in ("must", "must_not", "pass", "fail") and rest.isdigit():
        return f"{_PARTS[kind]} {int(rest) + 1}"
    if kind == "anchor":
        return f"Anchor {rest}" if rest else "Scale"
    if kind == "kept-test":
        return f"Kept test {int(rest) + 1}"
    if kind == "class":
        return f"Class “{rest}”"
    if kind == "instruction":
        which, _colon, number = rest.partition(":")
        words = "Instruction" if which == "tp" else "Counter-instruction"
        return f"{words} {int(number) + 1}" if number.isdigit() else words
    return _PARTS.get(kind, kind.capitalize())


def meta_words(finding: Finding) -> str:
    """Return the second line of a row: the place and the rule, or why a person silenced it."""
    if finding.silenced is not None:
        return f"Silenced: {finding.silenced}" if finding.silenced else "Silenced"
    where = part_words(finding.place.part)
    return f"{where}, {finding.rule}" if where else finding.rule


def spoken(row: Row) -> str:
    """Return what a screen reader says for a row."""
    if isinstance(row, Heading):
        return f"{row.title}, {row.counted}"
    finding = row.finding
    kind = "silenced" if finding.silenced is not None else str(finding.severity)
    return f"{kind}: “{finding.words}” {finding.why}. {meta_words(finding)}"


def _key(group: Group, finding: Finding) -> str:
    place = finding.place
    return f"{group.key}/{finding.rule}/{place.part}/{finding.words}"


def _unique(key: str, seen: set[str]) -> str:
    number, wanted = 1, key
    while wanted in seen:
        number += 1
        wanted = f"{key}#{number}"
    seen.add(wanted)
    return wanted
