"""Measure the linter on labelled statements: ``python tests/lint_quality/run.py FILE… [--require PRECISION RECALL]``.

A file is JSONL, one statement a line: ``id``, ``lang``, ``kind`` (must, must_not, definition, name, or pair with two
whole criteria ``a`` and ``b`` and their ``dice``), ``text``, ``rules`` that must fire, ``scale`` where there is one,
and ``unscored``, the rules that are taken out of the sum for that statement (grading rubric, section 3).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gradewright.lint.demand import Demand, Kind
from gradewright.lint.language import language_named
from gradewright.lint.overlap import content_words, likeness
from gradewright.lint.rules import WORDING_RULES, hits, stop_words_of
from gradewright.model.criterion import Criterion

DICE = "dice to four places"


@dataclass
class Count:
    """How often a rule fired rightly, wrongly and not, with the statements it was wrong about."""

    hits: int = 0
    false: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float | None:
        """The share of findings that are right, None where there is no finding."""
        return _share(self.hits, self.hits + len(self.false))

    @property
    def recall(self) -> float | None:
        """The share of labels that were found, None where there is no label."""
        return _share(self.hits, self.hits + len(self.missed))

    def falls_short(self, precision: float, recall: float) -> bool:
        """Whether it is below what is required; what is undefined is not."""
        short = self.precision is not None and self.precision < precision
        return short or (self.recall is not None and self.recall < recall)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def fired(statement: Mapping[str, Any]) -> set[str]:
    """Return the rules that fire on a labelled statement."""
    language = statement.get("lang", "en")
    if statement["kind"] == "pair":
        return {"overlap"} if _dice(statement, language) >= 0.5 else set()
    points = (statement.get("scale") or {}).get("points")
    demand = Demand(statement["text"], Kind(statement["kind"]), points)
    return {hit.rule for hit in hits(demand, language_named(language))}


def measure(statements: Iterable[Mapping[str, Any]]) -> dict[str, Count]:
    """Return the counts of all rules that fired or were labelled."""
    counts: dict[str, Count] = {}
    for statement in statements:
        found, wanted = fired(statement), _labels(statement)
        name = f"{statement.get('id', '?')}: {statement.get('text') or 'pair'}"
        for rule in (found | wanted) - set(statement.get("unscored", ())):
            count = counts.setdefault(rule, Count())
            if rule in found and rule in wanted:
                count.hits += 1
            else:
                (count.false if rule in found else count.missed).append(name)
        if "dice" in statement:
            count = counts.setdefault(DICE, Count())
            if abs(_dice(statement, statement.get("lang", "en")) - statement["dice"]) <= 0.00005 + 1e-12:
                count.hits += 1
            else:
                count.missed.append(name)
    return counts


def _labels(statement: Mapping[str, Any]) -> set[str]:
    if statement["kind"] == "pair" and "rules" not in statement:
        return {"overlap"} if statement["dice"] >= 0.5 else set()
    return set(statement["rules"])


def _dice(statement: Mapping[str, Any], language: str) -> float:
    stop_words = stop_words_of(language_named(language))
    first, second = (content_words(_criterion(statement[side]), stop_words) for side in ("a", "b"))
    return likeness(first, second).dice


def _criterion(data: Mapping[str, Any]) -> Criterion:
    must, must_not = (tuple(data.get(name) or ()) for name in ("must", "must_not"))
    name, definition = data.get("name") or "", data.get("definition") or ""
    return Criterion(name=name, definition=definition, must=must, must_not=must_not)


def read(files: Iterable[Path]) -> Iterator[Mapping[str, Any]]:
    """Yield the statements of files; blank lines are passed over."""
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8-sig").splitlines(), start=1):
            if line.strip():
                try:
                    yield json.loads(line)
                except json.JSONDecodeError as error:
                    raise SystemExit(f"{file}, line {number}: no JSON ({error}).") from None


def report(counts: Mapping[str, Count], *, show: bool) -> Iterator[str]:
    """Yield the lines of the table, and with ``show`` the statements that the linter is wrong about."""
    yield f"{'rule':<22}{'precision':>10}{'recall':>8}{'right':>7}{'false':>7}{'missed':>7}"
    order = {rule: number for number, rule in enumerate((*WORDING_RULES, "overlap", DICE))}
    for rule in sorted(counts, key=lambda each: (order.get(each, len(order)), each)):
        count = counts[rule]
        shares = "".join(
            f"{'–' if share is None else f'{share:.3f}':>{width}}"
            for share, width in ((count.precision, 10), (count.recall, 8))
        )
        yield f"{rule:<22}{shares}{count.hits:>7}{len(count.false):>7}{len(count.missed):>7}"
        if show:
            yield from (f"    false   {name}" for name in count.false)
            yield from (f"    missed  {name}" for name in count.missed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the shell: 0, or 1 where a rule falls short of what is required."""
    parser = argparse.ArgumentParser(description="Precision and recall of the linter, rule by rule.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="labelled statements as JSONL")
    parser.add_argument(
        "--require", nargs=2, type=float, metavar=("PRECISION", "RECALL"), help="exit with 1 below these"
    )
    parser.add_argument("--show", action="store_true", help="name the statements that the linter is wrong about")
    options = parser.parse_args(arguments)
    statements = list(read(options.files))
    counts = measure(statements)
    print("\n".join(report(counts, show=options.show)))
    print(f"{len(statements)} statements")
    if options.require is None:
        return 0
    short = [rule for rule, count in counts.items() if count.falls_short(*options.require)]
    if short:
        print(f"Below {options.require[0]:g} precision or {options.require[1]:g} recall: {', '.join(sorted(short))}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
