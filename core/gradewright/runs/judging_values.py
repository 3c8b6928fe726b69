"""What goes to judging processes and comes back, and the judging of it in there.

Answers and cells travel as tuples of their values: several times quicker than as the objects they are. A cell that
stands for many answers travels once.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any

from gradewright.model.answer import Answer
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import Cell, FieldOutcome
from gradewright.runs.checks import QuestionChecks, bind_checks
from gradewright.verify.verdicts import overall
from gradewright.workers.code import CallableProgram, TemplateProgram
from gradewright.workers.patterns import QuickPatterns

Group = tuple[int, Question, Sequence[Answer]]
"""A question's id, the question, and answers to it."""

Rows = list[tuple[list[Cell], bool | None]]
"""The cells of each answer of a group, and its overall verdict."""

CANNOT_TRAVEL = (pickle.PicklingError, RecursionError, TypeError, AttributeError)
"""What pickling raises for values that are nested too deeply, or hold what cannot be pickled."""

_ANSWER_NAMES = [each.name for each in fields(Answer)]
_CELL_NAMES = [each.name for each in fields(Cell)]
_FIELD_NAMES = [each.name for each in fields(FieldOutcome)]
_answer_values = attrgetter(*_ANSWER_NAMES)
_cell_values = attrgetter(*_CELL_NAMES)
_field_values = attrgetter(*_FIELD_NAMES)
_FIELDS_AT = _CELL_NAMES.index("fields")


def pack_setting(rubric: Rubric) -> bytes:
    """Return what a process is told first. Raises what is in :data:`CANNOT_TRAVEL`."""
    return pickle.dumps(rubric, pickle.HIGHEST_PROTOCOL)


def pack_batch(groups: Sequence[Group]) -> bytes:
    """Return a batch for a process. Raises what is in :data:`CANNOT_TRAVEL`."""
    # What a file said beyond a question's own fields is never looked at by a check.
    bodies = [
        (question_id, replace(question, residue=None), [_answer_values(answer) for answer in answers])
        for question_id, question, answers in groups
    ]
    return pickle.dumps(bodies, pickle.HIGHEST_PROTOCOL)


def unpack_results(body: bytes) -> list[Rows | None]:
    """Return the results of a batch by group; None for a group that can only be judged beside the library."""
    return [None if packed is None else _rows(*packed) for packed in pickle.loads(body)]


class _NoProcess(QuickPatterns):
    """Matches what is certain to be quick, and remembers that it was asked for more.

    Whether a pattern that runs away is tried again depends on what it did before, so one process has to see all of it.
    """

    def __init__(self) -> None:
        self.wanted = False

    def ask(self, pattern: str, flags: int, want: str, texts: Sequence[str]) -> list[Any]:
        """Return a PatternTimeout for each text; the group is then judged elsewhere."""
        self.wanted = True
        return super().ask(pattern, flags, want, texts)


class _NoCode:
    """Runs no program, and remembers that it was asked for one: who may allow it is not known here."""

    def __init__(self) -> None:
        self.wanted = False

    def callable_program(self, code: bytes) -> CallableProgram | None:
        self.wanted = True
        return None

    def template_program(self, source: str) -> TemplateProgram | None:
        self.wanted = True
        return None


class BatchJudge:
    """Judges batches in a process of its own, where no other process is started and no foreign code runs."""

    def __init__(self, setting: bytes) -> None:
        self._rubric: Rubric = pickle.loads(setting)
        self._patterns = _NoProcess()
        self._code = _NoCode()
        self._checks: tuple[Question, QuestionChecks, bool] | None = None

    def judge(self, batch: bytes) -> bytes:
        """Return the results of a batch, for :func:`unpack_results`."""
        groups: list[tuple[int, Question, list[tuple[Any, ...]]]] = pickle.loads(batch)
        packed = [self._group(question, [Answer(*values) for values in answers]) for _, question, answers in groups]
        try:
            return pickle.dumps(packed, pickle.HIGHEST_PROTOCOL)
        except CANNOT_TRAVEL:
            return pickle.dumps([None] * len(groups), pickle.HIGHEST_PROTOCOL)

    def _group(self, question: Question, answers: list[Answer]) -> tuple[list[Any], list[Any]] | None:
        checks, needs_code = self._bound(question)
        if needs_code:
            return None
        self._patterns.wanted = False
        rows = checks.evaluate(answers)
        return None if self._patterns.wanted else _packed(rows)

    def _bound(self, question: Question) -> tuple[QuestionChecks, bool]:
        """Bind a question's checks; answers come question by question, so the last one is enough to remember."""
        if self._checks is None or self._checks[0] != question:
            self._code.wanted = False
            # A pattern may be asked for while a template is bound, to see whether it can be.
            self._patterns.wanted = False
            checks = bind_checks(question, self._rubric, self._patterns, self._code)
            self._checks = question, checks, self._code.wanted or self._patterns.wanted
        return self._checks[1:]


def _packed(rows: list[list[Cell]]) -> tuple[list[Any], list[Any]]:
    """Return the distinct cells, and for each answer where its cells are among them and its overall verdict."""
    places: dict[int, int] = {}
    cells: list[Any] = []
    packed = []
    for row in rows:
        for cell in row:
            # By identity: the rows keep every cell, so that no two of them can share one.
            if id(cell) not in places:
                places[id(cell)] = len(cells)
                values = list(_cell_values(cell))
                values[_FIELDS_AT] = [_field_values(outcome) for outcome in cell.fields]
                cells.append(values)
        packed.append(([places[id(cell)] for cell in row], overall(row)))
    return cells, packed


def _rows(cells: list[Any], packed: list[Any]) -> Rows:
    made = []
    for values in cells:
        values[_FIELDS_AT] = tuple(FieldOutcome(*outcome) for outcome in values[_FIELDS_AT])
        made.append(Cell(*values))
    return [([made[place] for place in row], verdict) for row, verdict in packed]
