"""The columns of the answers table: what every run has, and one narrow column a check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from gradewright.model.run import CheckKind
from gradewright.store.rows import RunCheck
from gradewright_desktop.panels.results.short_names import short_names
from gradewright_desktop.panels.results.words import tr


class Kind(StrEnum):
    """What a column shows."""

    POSITION = "position"
    QUESTION = "question"
    MODEL = "model"
    REPLICATE = "replicate"
    OVERALL = "overall"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Column:
    """One column. ``head`` is short, ``name`` whole; ``ordinal`` is the check's number in its run."""

    kind: Kind
    head: str
    name: str
    ordinal: int = -1
    is_template: bool = False


def answer_columns(checks: Sequence[RunCheck], *, replicates: bool) -> list[Column]:
    """Return the columns for a run with these checks; the replicate has one only where there is more than one."""
    columns = [
        Column(Kind.POSITION, "#", tr("Row")),
        Column(Kind.QUESTION, tr("Question"), tr("Question")),
        Column(Kind.MODEL, tr("Model"), tr("Model")),
    ]
    if replicates:
        columns.append(Column(Kind.REPLICATE, tr("Repl."), tr("Replicate")))
    columns.append(Column(Kind.OVERALL, tr("Overall"), tr("Overall verdict")))
    template = [check for check in checks if check.kind is CheckKind.TEMPLATE]
    traits = [check for check in checks if check.kind is not CheckKind.TEMPLATE]
    columns += [Column(Kind.CHECK, tr("Template"), tr("Template"), check.ordinal, True) for check in template]
    heads = short_names([check.name for check in traits])
    columns += [Column(Kind.CHECK, head, check.name, check.ordinal) for head, check in zip(heads, traits, strict=True)]
    return columns


def check_name(check: RunCheck) -> str:
    """Return what a check is called on screen: its own name, or "Template"."""
    return tr("Template") if check.kind is CheckKind.TEMPLATE else check.name
