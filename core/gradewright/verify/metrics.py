"""The mathematics of metric traits (formats specification, section 4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

BUCKETS = ("tp", "fn", "fp", "tn")


@dataclass(frozen=True, slots=True)
class Confusion:
    """The four lists after removing duplicates. Their lengths are the counts."""

    tp: tuple[str, ...] = ()
    fn: tuple[str, ...] = ()
    fp: tuple[str, ...] = ()
    tn: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many entries each list has."""
        return {name: len(getattr(self, name)) for name in BUCKETS}


def confusion(lists: Mapping[str, Sequence[str]], repeated_extraction: bool) -> Confusion:
    """Return the lists that a judge sorted an answer's content into; a missing one is empty.

    With ``repeated_extraction`` blank entries are taken out, and of those that differ only in capitals and outer spaces
    the first stays. The same entry may stand in several lists.
    """
    picked = {name: tuple(lists.get(name) or ()) for name in BUCKETS}
    if repeated_extraction:
        picked = {name: tuple(_without_repetition(entries)) for name, entries in picked.items()}
    return Confusion(**picked)


def metric_values(found: Confusion, metrics: Iterable[str]) -> dict[str, float]:
    """Return the asked metrics, in the order asked; unknown names are left out.

    What is not defined is 0, as in Karenina's files.
    """
    return {name: value or 0.0 for name, value in defined_metrics(found, metrics).items()}


def defined_metrics(found: Confusion, metrics: Iterable[str]) -> dict[str, float | None]:
    """Return the asked metrics as :func:`metric_values` does, with None for a share of nothing.

    f1 is not defined where precision or recall is not.
    """
    tp, fn, fp, tn = (len(entries) for entries in (found.tp, found.fn, found.fp, found.tn))
    precision, recall = _share(tp, tp + fp), _share(tp, tp + fn)
    known = {
        "precision": precision,
        "recall": recall,
        "specificity": _share(tn, tn + fp),
        "accuracy": _share(tp + tn, tp + tn + fp + fn),
        "f1": _f1(precision, recall),
    }
    return {metric: known[metric] for metric in metrics if metric in known}


def _f1(precision: float | None, recall: float | None) -> float | None:
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _without_repetition(entries: Iterable[str]) -> Iterable[str]:
    seen = set()
    for entry in entries:
        key = entry.strip().lower()
        if key and key not in seen:
            seen.add(key)
            yield entry
