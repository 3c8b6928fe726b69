"""All results of a run in one order, column by column, so that filters need not ask the database for every change."""

from __future__ import annotations

import json
from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, select

from gradewright.store.columns import text_out
from gradewright.store.connections import Readers
from gradewright.store.marks import Mark
from gradewright.store.questions import ids_of
from gradewright.store.results import ResultFilter, ResultReads, ResultSort
from gradewright.store.searching import contains, matches, words_of
from gradewright.store.tables import ANSWER, QUESTION, RESULT

_R, _A, _Q = RESULT.c, ANSWER.c, QUESTION.c
_OVERALL = {1: "pass", 0: "fail", None: "blank"}
# Looking up a single answer takes as long as reading five in a row.
_FEW = 0.2


@dataclass(frozen=True, slots=True)
class TextHits:
    """Where a text occurs: ``answers`` that hold every word, and ``questions`` that do.

    ``words`` are those that were looked for. Where every answer of the run holds them, no question was searched.
    """

    words: tuple[str, ...]
    answers: frozenset[int]
    questions: frozenset[int]

    def narrows_to(self, words: Sequence[str]) -> bool:
        """Whether whatever holds ``words`` holds the words of this search, too: somebody typed on."""
        return all(old.isascii() and any(old.lower() in new.lower() for new in words) for old in self.words)


@dataclass(frozen=True, slots=True)
class ResultIndex:
    """The columns have the same length and order. ``marks`` has one letter a check, see :class:`Mark`."""

    run_id: int
    sort: ResultSort
    ids: array[int]
    answer_ids: array[int]
    question_ids: array[int]
    overall: Sequence[int | None]
    marks: Sequence[str]
    models: Sequence[str]
    finished: Sequence[int]

    def fitting(self, wanted: ResultFilter, hits: TextHits | None) -> tuple[array[int], Sequence[str]]:
        """Return ids and marks of the results that fit, in order. ``hits`` are those of ``wanted.text``."""
        rows: Sequence[int] = range(len(self.ids))
        if wanted.overall:
            verdicts = {number for number, word in _OVERALL.items() if word in wanted.overall}
            rows = [row for row in rows if self.overall[row] in verdicts]
        if wanted.checks:
            # Many results come out alike, so that few different rows of marks are looked at.
            alike = {letters for letters in set(self.marks) if _has_marks(letters, wanted)}
            rows = [row for row in rows if self.marks[row] in alike]
        if wanted.models:
            models = set(wanted.models)
            rows = [row for row in rows if self.models[row] in models]
        if wanted.finished is not None:
            rows = [row for row in rows if self.finished[row] == wanted.finished]
        if wanted.question_id is not None:
            rows = [row for row in rows if self.question_ids[row] == wanted.question_id]
        if hits is not None:
            answers, questions = hits.answers, hits.questions
            of, by = self.answer_ids, self.question_ids
            rows = [row for row in rows if of[row] in answers or by[row] in questions]
        if isinstance(rows, range):
            return self.ids, self.marks
        return array("q", [self.ids[row] for row in rows]), [self.marks[row] for row in rows]


def _has_marks(letters: str, wanted: ResultFilter) -> bool:
    # A check that came up later in the run than this result has no letter here: it was not planned.
    return all((letters[n : n + 1] or Mark.NOT_PLANNED) in marks for n, marks in wanted.checks)


class ResultIndexReads:
    """Reads what filters in memory need."""

    def __init__(self, readers: Readers, results: ResultReads):
        self._readers = readers
        self._results = results

    def index(self, run_id: int, sort: ResultSort) -> ResultIndex:
        """Return all results of a run in an order."""
        columns = (_R.id, _R.answer_id, _R.question_id, _R.overall, _R.marks, _R.model, _Q.finished)
        wanted = self._results.ordered(select(*columns).join_from(RESULT, QUESTION), run_id, ResultFilter(), sort)
        with self._readers.connection() as connection, connection.execute(wanted) as result:
            # Straight from the driver, as in ids_of.
            found: Any = result.cursor.fetchall()
        ids, answers, questions, overall, marks, models, finished = zip(*found, strict=True) if found else ((),) * 7
        alike: dict[Any, str] = {}
        return ResultIndex(
            run_id,
            sort,
            array("q", ids),
            array("q", answers),
            array("q", questions),
            overall,
            [alike.setdefault(letters, letters) for letters in marks],
            _decoded(models),
            bytes(finished),
        )

    def text_hits(self, index: ResultIndex, text: str, before: TextHits | None = None) -> TextHits | None:
        """Return where a text occurs in the answers and questions of a run; None for a text without words.

        ``before`` are the hits of an earlier search in the same run: where somebody only typed on, nothing but these is
        looked through.
        """
        words = tuple(words_of(text))
        if not words:
            return None
        among = before.answers if before is not None and before.narrows_to(words) else None
        answers = self._answers(index, words, among)
        if all(answer_id in answers for answer_id in index.answer_ids):
            return TextHits(words, answers, frozenset())
        with self._readers.connection() as connection:
            questions = ids_of(connection, select(_Q.id).where(*matches(text)))
        return TextHits(words, answers, frozenset(questions))

    def _answers(self, index: ResultIndex, words: Sequence[str], among: Collection[int] | None) -> frozenset[int]:
        fits = [contains(_A.text, word) for word in words]
        if not index.answer_ids:
            return frozenset()
        if among is not None and len(among) < _FEW * len(index.answer_ids):
            chosen = func.json_each(bindparam("ids", json.dumps(list(among)))).table_valued("value")
            wanted = select(_A.id).where(_A.id.in_(select(chosen.c.value)), *fits)
        else:
            # Reading a stretch of the table is faster than looking up the answers of the run one by one.
            wanted = select(_A.id).where(_A.id.between(min(index.answer_ids), max(index.answer_ids)), *fits)
        with self._readers.connection() as connection:
            return frozenset(ids_of(connection, wanted))


def _decoded(models: Sequence[Any]) -> list[str]:
    names = {model: text_out(model) for model in set(models)}
    return [names[model] for model in models]
