"""Reading runs and results: SQL filters, sorts and counts; only pages of rows come out."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, and_, case, func, literal, or_, select

from gradewright.edits.values import from_json
from gradewright.errors import NotFound
from gradewright.model.run import Cell, CheckKind, RunState, Tally
from gradewright.store.cells import brief_of, cell_of
from gradewright.store.columns import text_in, text_out
from gradewright.store.connections import Readers
from gradewright.store.failures import of_row
from gradewright.store.marks import Mark, tallies_by_check
from gradewright.store.questions import START, chunks, ids_of
from gradewright.store.rows import CellBrief, ResultRow, ResultTally, RunCheck, RunRow
from gradewright.store.searching import contains, matches, words_of
from gradewright.store.tables import ANSWER, BENCHMARK, CELL, QUESTION, RESULT, RUN, RUN_CHECK

Overall = Literal["pass", "fail", "blank"]

_CHUNK = 256
_R, _C, _Q = RESULT.c, CELL.c, QUESTION.c
_COUNTS = (_R.passed, _R.failed, _R.valued, _R.cannot_judge, _R.not_judged)


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """Which results are wanted; what is empty does not restrict.

    ``models``: any of these. ``overall``: any of these verdicts. ``checks``: for each check's ordinal, any of these
    marks. ``text``: every word occurs in the question or, if not there, all of them in the answer. ``question_id``: of
    this question. ``finished``: whose question is marked as finished, or is not.
    """

    models: tuple[str, ...] = ()
    overall: tuple[Overall, ...] = ()
    checks: tuple[tuple[int, tuple[Mark, ...]], ...] = ()
    text: str = ""
    question_id: int | None = None
    finished: bool | None = None


@dataclass(frozen=True, slots=True)
class ResultSort:
    """The order of results. ``check`` is the ordinal for ``by="check"``.

    Rising order of verdicts is fail, not judged, cannot judge, values by size, pass, not planned: what needs a look
    comes first. Ties stand in the order of questions, models and replicates.
    """

    by: Literal["question", "model", "overall", "check"] = "question"
    check: int = 0
    descending: bool = False


EVERY_RESULT = ResultFilter()
IN_ORDER = ResultSort()


class ResultReads:
    """Reads of runs and results."""

    def __init__(self, readers: Readers):
        self._readers = readers

    def runs(self, benchmark_id: int | None, run_id: int | None = None) -> list[RunRow]:
        """Return runs with their counts, newest first."""
        wanted = (
            select(RUN, BENCHMARK.c.name.label("benchmark_name"), *_overall_counts(), *map(_total, _COUNTS))
            .join_from(RUN, BENCHMARK)
            .outerjoin(RESULT, _R.run_id == RUN.c.id)
            .where(BENCHMARK.c.removed == 0)
            .group_by(RUN.c.id)
            .order_by(RUN.c.id.desc())
        )
        if benchmark_id is not None:
            wanted = wanted.where(RUN.c.benchmark_id == benchmark_id)
        if run_id is not None:
            wanted = wanted.where(RUN.c.id == run_id)
        with self._readers.connection() as connection:
            return [_run_row(row) for row in connection.execute(wanted)]

    def run(self, run_id: int) -> RunRow:
        """Return one run with its counts.

        Raises:
            NotFound: there is no such run.
        """
        for row in self.runs(None, run_id):
            return row
        raise NotFound(f"There is no run {run_id} in the library.")

    def checks(self, run_id: int) -> list[RunCheck]:
        """Return the columns of a run's results in order."""
        c = RUN_CHECK.c
        wanted = select(c.ordinal, c.kind, c.name, c.has_values, c.entry).where(c.run_id == run_id).order_by(c.ordinal)
        with self._readers.connection() as connection:
            return [
                _run_check(ordinal, kind, name, has_values, entry)
                for ordinal, kind, name, has_values, entry in connection.execute(wanted)
            ]

    def models(self, run_id: int) -> list[str]:
        """Return the names of the models in a run, sorted."""
        wanted = select(_R.model).distinct().where(_R.run_id == run_id)
        with self._readers.connection() as connection:
            return sorted(text_out(model) for model in connection.execute(wanted).scalars())

    def ids(self, run_id: int, wanted: ResultFilter, sort: ResultSort) -> array[int]:
        """Return the ids of the results that fit, in order."""
        query = self.ordered(select(_R.id).join_from(RESULT, QUESTION), run_id, wanted, sort)
        with self._readers.connection() as connection:
            return ids_of(connection, query)

    def ordered(self, query: Select[Any], run_id: int, wanted: ResultFilter, sort: ResultSort) -> Select[Any]:
        """Return a query over results and questions, restricted to a run's results that fit, in order."""
        has_values = sort.by == "check" and any(c.has_values for c in self.checks(run_id) if c.ordinal == sort.check)
        first = _first_keys(sort, has_values)
        ordered = [key.desc() for key in first] if sort.descending else first
        return query.where(*_fits(run_id, wanted)).order_by(*ordered, _Q.position, _R.model, _R.replicate, _R.id)

    def marks(self, run_id: int, wanted: ResultFilter, sort: ResultSort) -> list[tuple[int, str]]:
        """Return id and marks of the results that fit, in order: one letter a check, see :class:`Mark`."""
        query = self.ordered(select(_R.id, _R.marks).join_from(RESULT, QUESTION), run_id, wanted, sort)
        with self._readers.connection() as connection, connection.execute(query) as result:
            # Straight from the driver, as in ids_of.
            pairs: Any = result.cursor.fetchall()
            return list(pairs)

    def answer_ids(self, run_id: int) -> array[int]:
        """Return the answers that have a result in a run."""
        with self._readers.connection() as connection:
            return ids_of(connection, select(_R.answer_id).where(_R.run_id == run_id).order_by(_R.answer_id))

    def rows(self, result_ids: Sequence[int]) -> list[ResultRow]:
        """Return results with what tables show of their cells, in the order of the ids given.

        Raises:
            NotFound: one of them does not exist.
        """
        found: dict[int, ResultRow] = {}
        rows = select(
            _R.id, _R.run_id, _R.answer_id, _R.question_id, func.substr(_Q.text, 1, START), _R.model, _R.replicate,
            _R.overall,
        ).join_from(RESULT, QUESTION)  # fmt: skip
        briefs = select(_C.result_id, _C.ordinal, _C.state, _C.verdict, _C.value, _C.score, _C.reason)
        with self._readers.connection() as connection:
            for chunk in chunks(result_ids, _CHUNK):
                cells: dict[int, dict[int, CellBrief]] = {}
                for owner, ordinal, *rest in connection.execute(
                    briefs.where(_C.result_id.in_(chunk)).order_by(_C.result_id, _C.ordinal)
                ):
                    cells.setdefault(owner, {})[ordinal] = brief_of(ordinal, *rest)
                for row in connection.execute(rows.where(_R.id.in_(chunk))):
                    found[row[0]] = _result_row(row, cells.get(row[0], {}))
        for result_id in result_ids:
            if result_id not in found:
                raise NotFound(f"There is no result {result_id} in the library.")
        return [found[result_id] for result_id in result_ids]

    def cells(self, result_id: int) -> list[Cell]:
        """Return everything about a result's cells, in the order of the checks."""
        wanted = (
            select(RUN_CHECK.c.kind, RUN_CHECK.c.name, RUN_CHECK.c.entry, CELL)
            .join_from(CELL, RESULT, _R.id == _C.result_id)
            .join(RUN_CHECK, and_(RUN_CHECK.c.run_id == _R.run_id, RUN_CHECK.c.ordinal == _C.ordinal))
            .where(_C.result_id == result_id)
            .order_by(_C.ordinal)
        )
        with self._readers.connection() as connection:
            return [
                cell_of(row["kind"], row["name"], row, row["entry"])
                for row in map(dict, connection.execute(wanted).mappings())
            ]

    def tally(self, run_id: int, wanted: ResultFilter) -> ResultTally:
        """Count the results that fit, their cells, and their cells by check."""
        checks = self.checks(run_id)
        fits = _fits(run_id, wanted)
        whole = select(*_overall_counts(), *map(_total, _COUNTS)).join_from(RESULT, QUESTION).where(*fits)
        letters = select(_R.marks).join_from(RESULT, QUESTION).where(*fits)
        with self._readers.connection() as connection:
            answers, cells = _tallies(connection.execute(whole).one())
            with connection.execute(letters) as result:
                # Straight from the driver, as in ids_of.
                marks = [row[0] for row in result.cursor.fetchall()]
        counted = tallies_by_check(marks, max((check.ordinal for check in checks), default=-1) + 1)
        return ResultTally(answers, cells, {check.ordinal: counted[check.ordinal] for check in checks})


_OVERALL: Mapping[str, ColumnElement[bool]] = {
    "pass": _R.overall == 1,
    "fail": _R.overall == 0,
    "blank": _R.overall.is_(None),
}


def _fits(run_id: int, wanted: ResultFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [_R.run_id == run_id]
    if wanted.models:
        conditions.append(_R.model.in_([literal(text_in(model)) for model in wanted.models]))
    if wanted.overall:
        conditions.append(or_(*(_OVERALL[verdict] for verdict in wanted.overall)))
    for ordinal, marks in wanted.checks:
        conditions.append(_mark(ordinal).in_([mark.value for mark in marks]))
    if wanted.question_id is not None:
        conditions.append(_R.question_id == wanted.question_id)
    if wanted.finished is not None:
        conditions.append(_Q.finished == int(wanted.finished))
    if words := words_of(wanted.text):
        questions = select(_Q.id).where(*matches(wanted.text))
        answer = select(literal(1)).where(
            ANSWER.c.id == _R.answer_id, *(contains(ANSWER.c.text, word) for word in words)
        )
        conditions.append(or_(_R.question_id.in_(questions), answer.exists()))
    return conditions


def _mark(ordinal: int) -> ColumnElement[str]:
    # A check that came up later in the run than this result has no letter here: it was not planned.
    return func.coalesce(func.nullif(func.substr(_R.marks, ordinal + 1, 1), ""), Mark.NOT_PLANNED.value)


def _first_keys(sort: ResultSort, has_values: bool) -> list[ColumnElement[Any]]:
    if sort.by == "question":
        return [_Q.position]
    if sort.by == "model":
        return [_R.model]
    if sort.by == "overall":
        return [case((_R.overall == 0, 0), (_R.overall.is_(None), 1), else_=2)]
    ranks = {mark.value: rank for rank, mark in enumerate(_RISING)}
    keys: list[ColumnElement[Any]] = [case(ranks, value=_mark(sort.check), else_=len(ranks))]
    if has_values:
        number = select(_C.number).where(_C.result_id == _R.id, _C.ordinal == sort.check)
        keys.append(number.scalar_subquery())
    return keys


_RISING = (Mark.FAIL, Mark.NOT_JUDGED, Mark.CANNOT_JUDGE, Mark.VALUE, Mark.PASS, Mark.NOT_PLANNED)


def _total(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return func.coalesce(func.sum(column), 0)


def _number_of(condition: ColumnElement[bool]) -> ColumnElement[Any]:
    return _total(case((condition, 1), else_=0))


def _overall_counts() -> list[ColumnElement[Any]]:
    return [func.count(_R.id), _number_of(_R.overall == 1), _number_of(_R.overall == 0)]


def _tallies(numbers: Sequence[int]) -> tuple[Tally, Tally]:
    answers, passed, failed, *counts = numbers
    return (
        Tally(total=answers, passed=passed, failed=failed, not_judged=answers - passed - failed),
        Tally(sum(counts), *counts),
    )


@of_row
def _run_row(row: Any) -> RunRow:
    number, benchmark, ordinal, state, config, planned_answers, planned_cells, started, ended, name, *counts = row
    answers, cells = _tallies(counts)
    return RunRow(
        number, benchmark, text_out(name), ordinal, RunState(state), from_json(config), planned_answers,
        planned_cells, started, ended, answers, cells,
    )  # fmt: skip


@of_row
def _run_check(ordinal: int, kind: Any, name: Any, has_values: Any, entry: Any) -> RunCheck:
    entry_id = "" if entry is None else text_out(entry)
    return RunCheck(ordinal, CheckKind(kind), text_out(name), bool(has_values), entry_id)


def _result_row(row: Any, cells: dict[int, CellBrief]) -> ResultRow:
    number, run, answer, question, text, model, replicate, overall = row
    verdict = None if overall is None else bool(overall)
    return ResultRow(number, run, answer, question, text_out(text), text_out(model), replicate, verdict, cells)
