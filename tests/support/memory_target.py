"""Content in plain dictionaries, to which edits apply as they do to a library: what the store is held against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gradewright.edits import RubricOwner
from gradewright.edits.values import (
    BENCHMARK_ASPECTS,
    QUESTION_ASPECTS,
    answer_data,
    benchmark_data,
    question_data,
    to_json,
)
from gradewright.errors import NotFound
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric


@dataclass
class _Held:
    values: dict[str, Any]
    removed: bool = False
    benchmark_id: int = 0
    order: list[int] = field(default_factory=list)


@dataclass
class _HeldAnswer:
    answer: Answer
    question_id: int
    batch_id: int
    removed: bool = False


class MemoryTarget:
    """An EditTarget without a database."""

    def __init__(self) -> None:
        self._benchmarks: dict[int, _Held] = {}
        self._questions: dict[int, _Held] = {}
        self._batches: dict[int, tuple[int, list[int], list[bool]]] = {}
        self._answers: dict[int, _HeldAnswer] = {}
        self._kept: dict[int, _Held] = {}

    def benchmark_value(self, benchmark_id: int, aspect: str) -> Any:
        return self._benchmark(benchmark_id).values[aspect]

    def set_benchmark_value(self, benchmark_id: int, aspect: str, value: Any) -> None:
        self._benchmark(benchmark_id).values[aspect] = value

    def question_value(self, question_id: int, aspect: str) -> Any:
        return self._question(question_id).values[aspect]

    def set_question_value(self, question_id: int, aspect: str, value: Any) -> None:
        self._question(question_id).values[aspect] = value

    def add_benchmark(self, benchmark: Benchmark, questions: Sequence[Question]) -> int:
        benchmark_id = len(self._benchmarks) + 1
        values = {aspect: getattr(benchmark, aspect) for aspect in BENCHMARK_ASPECTS}
        taken = [held.values["name"] for held in self._benchmarks.values() if not held.removed]
        names = [benchmark.name, *(f"{benchmark.name} ({number})" for number in range(2, len(taken) + 3))]
        values["name"] = next(name for name in names if name not in taken)
        self._benchmarks[benchmark_id] = _Held(values)
        self.add_questions(benchmark_id, questions, None)
        return benchmark_id

    def set_benchmark_removed(self, benchmark_id: int, removed: bool) -> bool:
        held = self._benchmark(benchmark_id)
        changed = held.removed != removed
        held.removed = removed
        return changed

    def add_questions(self, benchmark_id: int, questions: Sequence[Question], before_id: int | None) -> list[int]:
        order = self._benchmark(benchmark_id).order
        place = len(order) if before_id is None else self._place(benchmark_id, before_id)
        ids = list(range(len(self._questions) + 1, len(self._questions) + 1 + len(questions)))
        for question_id, question in zip(ids, questions, strict=True):
            values = {aspect: getattr(question, aspect) for aspect in QUESTION_ASPECTS}
            self._questions[question_id] = _Held(values, benchmark_id=benchmark_id)
        order[place:place] = ids
        return ids

    def set_questions_removed(self, question_ids: Sequence[int], removed: bool) -> list[int]:
        changed = [number for number in dict.fromkeys(question_ids) if self._question(number).removed != removed]
        for question_id in changed:
            self._questions[question_id].removed = removed
        return changed

    def question_after(self, question_id: int) -> int | None:
        order = self._benchmark(self._question(question_id).benchmark_id).order
        place = order.index(question_id) + 1
        return order[place] if place < len(order) else None

    def move_question(self, question_id: int, before_id: int | None) -> None:
        benchmark_id = self._question(question_id).benchmark_id
        order = self._benchmark(benchmark_id).order
        if before_id is not None:
            self._place(benchmark_id, before_id)
        order.remove(question_id)
        order.insert(len(order) if before_id is None else order.index(before_id), question_id)

    def add_kept_rubric(self, rubric: Rubric) -> int:
        rubric_id = len(self._kept) + 1
        taken = [held.values["rubric"].terms.name for held in self._kept.values() if not held.removed]
        name = rubric.terms.name.strip() or "Rubric"
        names = [name, *(f"{name} ({number})" for number in range(2, len(taken) + 3))]
        terms = replace(rubric.terms, name=next(each for each in names if each not in taken))
        self._kept[rubric_id] = _Held({"rubric": replace(rubric, terms=terms)})
        return rubric_id

    def set_kept_rubric_removed(self, rubric_id: int, removed: bool) -> bool:
        if rubric_id not in self._kept:
            raise NotFound(f"no rubric {rubric_id}")
        changed = self._kept[rubric_id].removed != removed
        self._kept[rubric_id].removed = removed
        return changed

    def rubric(self, owner: RubricOwner) -> Rubric:
        rubric = self._owner(owner).values["rubric"]
        assert isinstance(rubric, Rubric)
        return rubric

    def set_rubric(self, owner: RubricOwner, rubric: Rubric) -> None:
        self._owner(owner).values["rubric"] = rubric

    def add_answers(self, benchmark_id: int, answers: Sequence[Answer], source: str) -> int:
        keys: dict[str, int] = {}
        for question_id in self._benchmark(benchmark_id).order:
            if not self._questions[question_id].removed:
                keys.setdefault(self._questions[question_id].values["key"], question_id)
        for answer in answers:
            if answer.question_key not in keys:
                raise NotFound(f"no question {answer.question_key}")
        batch_id = len(self._batches) + 1
        self._batches[batch_id] = (benchmark_id, [], [False])
        for answer in answers:
            self._add_answer(_HeldAnswer(answer, keys[answer.question_key], batch_id))
        return batch_id

    def set_recorded_removed(self, answer_ids: Sequence[int], removed: bool) -> list[int]:
        changed = [number for number in dict.fromkeys(answer_ids) if self._recorded(number).removed != removed]
        for answer_id in changed:
            self._answers[answer_id].removed = removed
        return changed

    def recorded_answer(self, answer_id: int) -> Answer:
        return self._recorded(answer_id).answer

    def add_replacement(self, answer_id: int, answer: Answer) -> int:
        held = self._recorded(answer_id)
        return self._add_answer(_HeldAnswer(answer, held.question_id, held.batch_id))

    def _add_answer(self, held: _HeldAnswer) -> int:
        answer_id = len(self._answers) + 1
        self._answers[answer_id] = held
        self._batches[held.batch_id][1].append(answer_id)
        return answer_id

    def _recorded(self, answer_id: int) -> _HeldAnswer:
        if answer_id not in self._answers:
            raise NotFound(f"no answer {answer_id}")
        return self._answers[answer_id]

    def set_answers_removed(self, batch_id: int, removed: bool) -> bool:
        if batch_id not in self._batches:
            raise NotFound(f"no batch {batch_id}")
        mark = self._batches[batch_id][2]
        changed = mark[0] != removed
        mark[0] = removed
        return changed

    def contents(self) -> list[Any]:
        """Return everything that is not removed, as strict JSON (1 is not 1.0)."""
        return [self._content(number, held) for number, held in self._benchmarks.items() if not held.removed]

    def _content(self, benchmark_id: int, held: _Held) -> Any:
        live = [number for number in held.order if not self._questions[number].removed]
        questions = [Question(**self._questions[number].values) for number in live]
        answers = [
            to_json(answer_data(self._answers[answer_id].answer))
            for _, batch, mark in self._batches.values()
            for answer_id in batch
            if not mark[0] and not self._answers[answer_id].removed and self._answers[answer_id].question_id in live
        ]
        return (
            benchmark_id,
            to_json(benchmark_data(Benchmark(**held.values))),
            [(number, to_json(question_data(q))) for number, q in zip(live, questions, strict=True)],
            sorted(answers),
        )

    def _owner(self, owner: RubricOwner) -> _Held:
        if owner.kept_id is not None:
            if owner.kept_id not in self._kept:
                raise NotFound(f"no rubric {owner.kept_id}")
            return self._kept[owner.kept_id]
        if owner.benchmark_id is not None:
            return self._benchmark(owner.benchmark_id)
        assert owner.question_id is not None
        return self._question(owner.question_id)

    def _place(self, benchmark_id: int, question_id: int) -> int:
        if self._question(question_id).benchmark_id != benchmark_id:
            raise NotFound(f"question {question_id} is elsewhere")
        return self._benchmark(benchmark_id).order.index(question_id)

    def _benchmark(self, benchmark_id: int) -> _Held:
        if benchmark_id not in self._benchmarks:
            raise NotFound(f"no benchmark {benchmark_id}")
        return self._benchmarks[benchmark_id]

    def _question(self, question_id: int) -> _Held:
        if question_id not in self._questions:
            raise NotFound(f"no question {question_id}")
        return self._questions[question_id]
