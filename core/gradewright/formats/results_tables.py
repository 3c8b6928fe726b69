"""Results as tables: CSV for spreadsheets, JSON Lines for programs."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gradewright.model.run import Cell, CellState, CheckKind, FieldOutcome

# Excel of East Asian countries takes the wide forms for the narrow ones.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# No sheet can hold these; a file with them opens with a warning, or ends at the first.
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF], "\ufffd")
_EXCEL_UNITS = 32_767
_CUT = " […] (cut here: a cell of Excel holds no more; JSON Lines have all of it)"
_BATCH = 500


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """One answer with everything that a run found out about it. ``overall`` None is “not judged”."""

    question_id: str
    question: str
    model: str
    replicate: int
    answer: str
    overall: bool | None
    cells: Sequence[Cell]
    reference: str = ""


@dataclass(slots=True)
class _Columns:
    """The columns that the cells of a run need, in the order of their first appearance."""

    template: bool = False
    fields: dict[str, None] = field(default_factory=dict)
    traits: dict[str, dict[str, None]] = field(default_factory=dict)

    def add(self, record: ResultRecord) -> None:
        for cell in record.cells:
            if cell.kind is CheckKind.TEMPLATE:
                self.template = True
                self.fields |= dict.fromkeys(outcome.name for outcome in cell.fields)
            else:
                parts = self.traits.setdefault(cell.check, {})
                if isinstance(cell.value, Mapping):
                    parts |= dict.fromkeys(str(name) for name in cell.value)

    def header(self) -> list[str]:
        names = ["question_id", "question", "reference", "model", "replicate", "answer", "verdict"]
        if self.template:
            names += ["template", "template.score"]
        for name in self.fields:
            names += [f"result.{name}", f"expected.{name}", f"field.{name}"]
        for name, parts in self.traits.items():
            names += [f"trait.{name}", *[f"trait.{name}.{part}" for part in parts]]
        return names

    def row(self, record: ResultRecord) -> list[Any]:
        by_check = {cell.check: cell for cell in record.cells if cell.kind is CheckKind.TRAIT}
        row: list[Any] = [record.question_id, record.question, record.reference, record.model, record.replicate]
        row += [record.answer, verdict_word(record.overall)]
        template = next((cell for cell in record.cells if cell.kind is CheckKind.TEMPLATE), None)
        if self.template:
            row += [cell_text(template), "" if template is None else template.score]
        outcomes = {} if template is None else {outcome.name: outcome for outcome in template.fields}
        for name in self.fields:
            row += _outcome(outcomes.get(name))
        for name, parts in self.traits.items():
            cell = by_check.get(name)
            values = cell.value if cell is not None and isinstance(cell.value, Mapping) else {}
            row += [cell_text(cell), *[values.get(part) for part in parts]]
        return row


def _outcome(outcome: FieldOutcome | None) -> list[Any]:
    return ["", "", ""] if outcome is None else [verdict_word(outcome.passed), outcome.expected, outcome.got]


def verdict_word(verdict: bool | None) -> str:
    """Return ``pass``, ``fail``, or nothing for what was not judged."""
    return "" if verdict is None else "pass" if verdict else "fail"


def cell_text(cell: Cell | None) -> Any:
    """Return what stands in a table for a cell: its verdict, its value, or why it has neither. Metrics stand apart."""
    if cell is None:
        return ""
    if cell.state is not CellState.JUDGED:
        return f"{cell.state.value}: {cell.reason}" if cell.reason else cell.state.value
    if cell.verdict is not None:
        return verdict_word(cell.verdict)
    return "" if isinstance(cell.value, Mapping) else cell.value


def results_csv(records: Iterable[ResultRecord], *, for_excel: bool = False) -> Iterator[bytes]:
    """Yield results as CSV in UTF-8, one row an answer.

    Every field of a template has the columns ``result.NAME`` (pass or fail), ``expected.NAME`` and ``field.NAME`` (what
    was read), every trait ``trait.NAME`` and, for metrics, ``trait.NAME.METRIC``. What was not judged says so; it is no
    fail. ``for_excel`` puts a byte-order mark first, without which Excel shows other scripts as gibberish, and cuts
    texts visibly at the 32,767 UTF-16 units that a cell of Excel holds; control characters are replaced there.

    Texts that a spreadsheet would take for a formula (they begin with ``=``, ``+``, ``-``, ``@``, their wide forms, a
    tab or a line break) get an apostrophe in front. JSON Lines have every text as it is.

    ``records`` are gone through twice; an iterator is kept whole in between.
    """
    if isinstance(records, Iterator):
        records = list(records)
    columns = _Columns()
    for record in records:
        columns.add(record)
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(columns.header())
    mark = "\ufeff" if for_excel else ""
    yield (mark + _taken(buffer)).encode("utf-8", "replace")
    for count, record in enumerate(records, start=1):
        cells = [table_cell(value) for value in columns.row(record)]
        writer.writerow([_fitted(cell) for cell in cells] if for_excel else cells)
        if count % _BATCH == 0:
            yield _taken(buffer).encode("utf-8", "replace")
    yield _taken(buffer).encode("utf-8", "replace")


def _taken(buffer: io.StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text


def table_cell(value: Any) -> Any:
    """Return a value as a cell of a table: no formula, no number that is none, nested values as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return value if math.isfinite(value) else ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _fitted(cell: Any) -> Any:
    """Return a cell as Excel can hold it: without control characters, lines ended one way, cut where it is too long."""
    if not isinstance(cell, str):
        return cell
    text = cell.translate(_CONTROLS).replace("\r\n", "\n").replace("\r", "\n")
    units = text.encode("utf-16-le", "replace")
    if len(units) <= 2 * _EXCEL_UNITS:
        return text
    # Half of a pair at the cut is left out.
    return units[: 2 * (_EXCEL_UNITS - len(_CUT))].decode("utf-16-le", "ignore") + _CUT


def results_jsonl(records: Iterable[ResultRecord]) -> Iterator[bytes]:
    """Yield results as JSON Lines in UTF-8: one object an answer, with every cell, field and reason."""
    for record in records:
        line = json.dumps(_record(record), ensure_ascii=False, default=str)
        yield line.encode("utf-8", "replace") + b"\n"


def _record(record: ResultRecord) -> dict[str, Any]:
    return {
        "question_id": record.question_id,
        "question": record.question,
        "reference": record.reference,
        "model": record.model,
        "replicate": record.replicate,
        "answer": record.answer,
        "verdict": verdict_word(record.overall) or None,
        "cells": [_described(cell) for cell in record.cells],
    }


def _described(cell: Cell) -> dict[str, Any]:
    described: dict[str, Any] = {"check": cell.check, "kind": cell.kind.value, "state": cell.state.value}
    described["verdict"] = verdict_word(cell.verdict) or None
    for name, value in (
        ("value", cell.value),
        ("score", cell.score),
        ("reason", cell.reason or None),
        ("message", cell.message or None),
        ("detail", dict(cell.detail) or None),
    ):
        if value is not None:
            described[name] = value
    if cell.fields:
        described["fields"] = [_field(outcome) for outcome in cell.fields]
    return described


def _field(outcome: FieldOutcome) -> dict[str, Any]:
    return {
        "name": outcome.name,
        "verdict": verdict_word(outcome.passed) or None,
        "score": outcome.score,
        "weight": outcome.weight,
        "expected": outcome.expected,
        "got": outcome.got,
        "explanation": outcome.explanation,
    }
