"""Edits in SQL: the store's side of :class:`gradewright.edits.EditTarget`, inside one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Table, bindparam, func, select, update

from gradewright.edits import RubricOwner
from gradewright.edits.values import BENCHMARK_ASPECTS
from gradewright.errors import NotFound
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric
from gradewright.store import kept_rubrics, placing, recording
from gradewright.store.changes import Touched
from gradewright.store.columns import (
    BODY_ASPECTS,
    LIGHT_ASPECTS,
    benchmark_values,
    body_row,
    decoded,
    encoded,
    has_template,
    light_row,
)
from gradewright.store.names import free_name
from gradewright.store.searching import INDEX_QUESTIONS
from gradewright.store.statements import Insertion, Statement, insertion
from gradewright.store.tables import BENCHMARK, QUESTION, QUESTION_BODY

_CHUNK = 2_000


def _getters(table: Table, key: str, aspects: Iterable[str]) -> dict[str, Statement]:
    where = table.c[key] == bindparam("id")
    return {aspect: Statement(select(table.c[aspect]).where(where)) for aspect in aspects}


def _setters(table: Table, key: str, aspects: Iterable[str]) -> dict[str, Statement]:
    change = update(table).where(table.c[key] == bindparam("row"))
    return {aspect: Statement(change.values({aspect: bindparam("new")})) for aspect in aspects}


_ADD_BENCHMARK = insertion(BENCHMARK)
_ADD_QUESTION = Insertion(QUESTION)
_ADD_BODY = Insertion(QUESTION_BODY)
_LAST_BENCHMARK = Statement(select(func.max(BENCHMARK.c.id)))
_LAST_QUESTION = Statement(select(func.max(QUESTION.c.id)))
_OF_BENCHMARK = _getters(BENCHMARK, "id", (*BENCHMARK_ASPECTS, "removed"))
_SET_BENCHMARK = _setters(BENCHMARK, "id", (*BENCHMARK_ASPECTS, "removed"))
_OF_QUESTION = _getters(QUESTION, "id", (*LIGHT_ASPECTS, "removed", "benchmark_id")) | _getters(
    QUESTION_BODY, "question_id", BODY_ASPECTS
)
_SET_QUESTION = _setters(QUESTION, "id", (*LIGHT_ASPECTS, "removed", "has_template", "entry_count")) | _setters(
    QUESTION_BODY, "question_id", BODY_ASPECTS
)


class SqlTarget:
    """Carries out edits in an open transaction and notes in ``touched`` what they changed."""

    def __init__(self, db: sqlite3.Connection, now: str):
        self._db = db
        self._now = now
        self.touched = Touched()

    def benchmark_value(self, benchmark_id: int, aspect: str) -> Any:
        """Return one field of a benchmark."""
        return decoded(aspect, self._benchmark_column(benchmark_id, aspect))

    def set_benchmark_value(self, benchmark_id: int, aspect: str, value: Any) -> None:
        """Set one field of a benchmark."""
        self._benchmark_column(benchmark_id, "removed")
        _SET_BENCHMARK[aspect].run(self._db, row=benchmark_id, new=encoded(aspect, value))
        self.touched.benchmarks.add(benchmark_id)

    def question_value(self, question_id: int, aspect: str) -> Any:
        """Return one field of a question."""
        return decoded(aspect, self._question_column(question_id, aspect))

    def set_question_value(self, question_id: int, aspect: str, value: Any) -> None:
        """Set one field of a question."""
        benchmark_id = self._question_column(question_id, "benchmark_id")
        _SET_QUESTION[aspect].run(self._db, row=question_id, new=encoded(aspect, value))
        if aspect == "template":
            _SET_QUESTION["has_template"].run(self._db, row=question_id, new=int(has_template(value)))
        elif aspect == "rubric":
            _SET_QUESTION["entry_count"].run(self._db, row=question_id, new=len(value))
        elif aspect == "finished":
            self.touched.benchmarks.add(benchmark_id)
        self.touched.within.add(benchmark_id)
        self.touched.questions.add(question_id)

    def add_benchmark(self, benchmark: Benchmark, questions: Iterable[Question]) -> int:
        """Add a benchmark with its questions, under a free name; return its id."""
        benchmark_id = int(_LAST_BENCHMARK.row(self._db)[0] or 0) + 1
        values = benchmark_values(benchmark)
        values["name"] = encoded("name", free_name(self._db, benchmark.name))
        _ADD_BENCHMARK.run(self._db, id=benchmark_id, removed=0, **values)
        for _ in self._insert_questions(benchmark_id, questions, enumerate_positions()):
            pass
        self.touched.benchmarks.add(benchmark_id)
        self.touched.structure = True
        return benchmark_id

    def set_benchmark_removed(self, benchmark_id: int, removed: bool) -> bool:
        """Remove or restore a benchmark; return whether that changed anything."""
        if bool(self._benchmark_column(benchmark_id, "removed")) == removed:
            return False
        _SET_BENCHMARK["removed"].run(self._db, row=benchmark_id, new=int(removed))
        self.touched.benchmarks.add(benchmark_id)
        self.touched.structure = True
        return True

    def add_questions(self, benchmark_id: int, questions: Sequence[Question], before_id: int | None) -> list[int]:
        """Add questions in front of another, or at the end; return their ids in the same order."""
        self._benchmark_column(benchmark_id, "removed")
        positions = placing.new_positions(self._db, benchmark_id, before_id, len(questions))
        ids = [
            question_id for chunk in self._insert_questions(benchmark_id, questions, positions) for question_id in chunk
        ]
        self._note_questions(benchmark_id, ids)
        return ids

    def set_questions_removed(self, question_ids: Sequence[int], removed: bool) -> list[int]:
        """Remove or restore questions; return the ids of those that this changed."""
        changed: list[int] = []
        for question_id in question_ids:
            if bool(self._question_column(question_id, "removed")) == removed:
                continue
            _SET_QUESTION["removed"].run(self._db, row=question_id, new=int(removed))
            changed.append(question_id)
            self.touched.benchmarks.add(self._question_column(question_id, "benchmark_id"))
        self.touched.questions.update(changed)
        self.touched.structure = self.touched.structure or bool(changed)
        return changed

    def question_after(self, question_id: int) -> int | None:
        """Return the question that comes next, removed ones counted, or None at the end."""
        return placing.question_after(self._db, question_id)

    def move_question(self, question_id: int, before_id: int | None) -> None:
        """Put a question directly in front of another one of its benchmark, or at the end."""
        benchmark_id = placing.move(self._db, question_id, before_id)
        self._note_questions(benchmark_id, [question_id])

    def rubric(self, owner: RubricOwner) -> Rubric:
        """Return a rubric."""
        if owner.kept_id is not None:
            return kept_rubrics.get(self._db, owner.kept_id)
        if owner.benchmark_id is not None:
            value = self.benchmark_value(owner.benchmark_id, "rubric")
        else:
            value = self.question_value(owner.question_id or 0, "rubric")
        assert isinstance(value, Rubric)
        return value

    def set_rubric(self, owner: RubricOwner, rubric: Rubric) -> None:
        """Replace a rubric."""
        if owner.kept_id is not None:
            kept_rubrics.put(self._db, owner.kept_id, rubric)
            self.touched.rubrics.add(owner.kept_id)
        elif owner.benchmark_id is not None:
            self.set_benchmark_value(owner.benchmark_id, "rubric", rubric)
        else:
            self.set_question_value(owner.question_id or 0, "rubric", rubric)

    def add_kept_rubric(self, rubric: Rubric) -> int:
        """Add a rubric that is kept alone, under a free name; return its id."""
        rubric_id = kept_rubrics.add(self._db, rubric, self._now)
        self.touched.rubrics.add(rubric_id)
        self.touched.structure = True
        return rubric_id

    def set_kept_rubric_removed(self, rubric_id: int, removed: bool) -> bool:
        """Remove or restore a kept rubric; return whether that changed anything."""
        changed = kept_rubrics.mark(self._db, rubric_id, removed)
        if changed:
            self.touched.rubrics.add(rubric_id)
            self.touched.structure = True
        return changed

    def add_answers(self, benchmark_id: int, answers: Iterable[Answer], source: str) -> int:
        """Add recorded answers as one batch; return the batch's id."""
        self._benchmark_column(benchmark_id, "removed")
        batch_id = recording.insert_answers(self._db, benchmark_id, answers, source, self._now)
        self._note_answers(benchmark_id)
        return batch_id

    def set_answers_removed(self, batch_id: int, removed: bool) -> bool:
        """Remove or restore a batch of answers; return whether that changed anything."""
        benchmark_id, changed = recording.mark_batch(self._db, batch_id, removed)
        if changed:
            self._note_answers(benchmark_id)
        return changed

    def set_recorded_removed(self, answer_ids: Sequence[int], removed: bool) -> list[int]:
        """Remove or restore single answers, apart from their batch; return the ids of those that this changed."""
        changed: list[int] = []
        for answer_id in answer_ids:
            benchmark_id, is_changed = recording.mark_answer(self._db, answer_id, removed)
            if is_changed:
                changed.append(answer_id)
                self._note_answers(benchmark_id)
        return changed

    def recorded_answer(self, answer_id: int) -> Answer:
        """Return one recorded answer, a removed one too."""
        return recording.recorded_answer(self._db, answer_id)

    def add_replacement(self, answer_id: int, answer: Answer) -> int:
        """Add an answer to the question and the batch of another one; return its id."""
        added, benchmark_id = recording.insert_replacement(self._db, answer_id, answer)
        self._note_answers(benchmark_id)
        return added

    def _insert_questions(
        self, benchmark_id: int, questions: Iterable[Question], positions: Iterable[float]
    ) -> Iterable[list[int]]:
        """Insert questions chunk by chunk and yield the ids of each chunk."""
        next_id = int(_LAST_QUESTION.row(self._db)[0] or 0) + 1
        pairs = iter(zip(positions, questions, strict=False))
        while chunk := list(islice(pairs, _CHUNK)):
            numbered = list(enumerate(chunk, next_id))
            _ADD_QUESTION.run_many(
                self._db, (light_row(number, benchmark_id, position, q) for number, (position, q) in numbered)
            )
            _ADD_BODY.run_many(self._db, (body_row(number, q) for number, (_, q) in numbered))
            self._db.execute(INDEX_QUESTIONS, (next_id, next_id + len(chunk) - 1))
            next_id += len(chunk)
            yield [number for number, _ in numbered]

    def _note_questions(self, benchmark_id: int, question_ids: Sequence[int]) -> None:
        self.touched.benchmarks.add(benchmark_id)
        self.touched.questions.update(question_ids)
        self.touched.structure = True

    def _note_answers(self, benchmark_id: int) -> None:
        self.touched.benchmarks.add(benchmark_id)
        self.touched.answers_of.add(benchmark_id)

    def _benchmark_column(self, benchmark_id: int, column: str) -> Any:
        row = _OF_BENCHMARK[column].row(self._db, id=benchmark_id)
        if row is None:
            raise NotFound(f"There is no benchmark {benchmark_id} in the library.")
        return row[0]

    def _question_column(self, question_id: int, column: str) -> Any:
        row = _OF_QUESTION[column].row(self._db, id=question_id)
        if row is None:
            raise NotFound(f"There is no question {question_id} in the library.")
        return row[0]


def enumerate_positions() -> Iterable[float]:
    """Return 1.0, 2.0, 3.0 … without end."""
    from itertools import count

    return (float(number) for number in count(1))
