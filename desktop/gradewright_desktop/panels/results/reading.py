"""What the detail pane needs of one answer, read in one go off the GUI thread."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field

from gradewright.model.question import Question
from gradewright.model.run import Cell, CellState, CheckKind
from gradewright.model.traits import RegexTrait, Trait
from gradewright.store.library import Library
from gradewright.store.rows import ResultRow
from gradewright.workers.pattern_cost import safe_length
from gradewright_desktop.panels.results.marks import MOST_MARKS_A_CHECK, Mark, marks_of


@dataclass(frozen=True, slots=True)
class AnswerReading:
    """One answer with its judgements. ``traits`` holds, by name, what the checks look for as it is written now."""

    row: ResultRow
    text: str
    question: Question
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...] = ()
    traits: dict[str, Trait] = field(default_factory=dict)


def read_answer(library: Library, run_id: int, result_id: int) -> AnswerReading | None:
    """Return an answer with its judgements and marks, or None if it is no longer there.

    Raises:
        UserError: the library cannot be read.
    """
    rows = library.result_rows([result_id])
    if not rows:
        return None
    row = rows[0]
    answer = library.answer(row.answer_id).answer
    question = library.question(row.question_id)
    cells = tuple(library.cells_of(result_id))
    benchmark = library.benchmark(_benchmark_of(library, run_id))
    traits: dict[str, Trait] = {}
    for rubric in (benchmark.rubric, question.rubric):
        traits.update({trait.name: trait for trait in rubric.traits})
    spans = {cell.check: trait_spans(traits.get(cell.check), cell, answer.text) for cell in cells}
    return AnswerReading(row, answer.text, question, cells, tuple(marks_of(answer.text, cells, spans)), traits)


def _benchmark_of(library: Library, run_id: int) -> int:
    return library.run(run_id).benchmark_id


def trait_spans(trait: Trait | None, cell: Cell, text: str) -> list[tuple[int, int]]:
    """Return what a regex trait matches in a text, as far as its pattern is certain to be quick on it.

    A pattern that could run away is matched in a watched process during a run; marks are not worth one.
    """
    if not isinstance(trait, RegexTrait) or cell.kind is not CheckKind.TRAIT or cell.state is not CellState.JUDGED:
        return []
    # The pattern that the run used; the one in the rubric may have been edited since.
    pattern = str(cell.detail.get("pattern", trait.pattern))
    return pattern_spans(pattern, 0 if trait.case_sensitive else re.IGNORECASE, text)


def pattern_spans(pattern: str, flags: int, text: str) -> list[tuple[int, int]]:
    """Return where a pattern matches, the first :data:`MOST_MARKS_A_CHECK`; nothing if it may be slow or is invalid."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if safe_length(pattern, flags) < len(text):
                return []
            compiled = re.compile(pattern, flags)
    except (re.error, RecursionError, OverflowError):
        return []
    return _first(found.span() for found in compiled.finditer(text))


def _first(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    kept = []
    for span in spans:
        kept.append(span)
        if len(kept) == MOST_MARKS_A_CHECK:
            break
    return kept
