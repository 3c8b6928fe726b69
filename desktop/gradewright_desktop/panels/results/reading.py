"""What the detail pane needs of one answer, read in one go off the GUI thread."""

from __future__ import annotations

from dataclasses import dataclass, field

from gradewright.model.question import Question
from gradewright.model.run import Cell
from gradewright.model.traits import Trait
from gradewright.store.library import Library
from gradewright.store.rows import ResultRow
from gradewright.verify.evidence import Mark, marks_of, trait_spans


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
