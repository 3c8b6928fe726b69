"""Getting answers ready for their judges, in a thread of its own: reading, checks without a judge, what is left to ask.

The event loop that asks the judges takes the answers from here and never waits for the library or for a pattern.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gradewright.formats.template_source import read_template
from gradewright.model.answer import Answer
from gradewright.model.judgement import JudgementPlace, KeptJudgement
from gradewright.model.run import Cell, CheckKind
from gradewright.runs.checks import bind_checks
from gradewright.runs.judged.answers import Bound, OpenAnswer
from gradewright.runs.judged.asking import Wanted
from gradewright.runs.judged.cells import CheckTemplate, GradedText
from gradewright.runs.judged.plan import JudgedPlan
from gradewright.runs.judged.tasks import TaskList, graded_text, rests_on, text_sha
from gradewright.store.library import Library
from gradewright.store.rows import StoredAnswer
from gradewright.verify.answer import compile_question, evaluate_answer
from gradewright.verify.rubrics import MergedRubric
from gradewright.workers.code import CodeRunner
from gradewright.workers.patterns import PatternRunner

_FIRST: Final = 16
_CHUNK: Final = 128
_AHEAD: Final = 512


@dataclass(frozen=True, slots=True)
class Prepared:
    """One answer with what is left to be asked about it. ``ready`` are judgements of earlier runs, to be kept."""

    opened: OpenAnswer
    wanted: tuple[Wanted, ...]
    ready: tuple[KeptJudgement, ...]
    template: CheckTemplate | None


class Preparation:
    """Prepares the answers of a plan in order, a few hundred ahead of who takes them. A context manager ends it."""

    def __init__(
        self,
        plan: JudgedPlan,
        library: Library,
        identities: dict[str, str],
        patterns: PatternRunner,
        code: CodeRunner,
    ) -> None:
        self._plan, self._library, self._identities = plan, library, identities
        self._patterns, self._code = patterns, code
        self._rubric = library.benchmark(plan.benchmark_id).rubric
        self._tasks = TaskList(self._rubric, plan.settings)
        self._bound: tuple[int, Bound, CheckTemplate | None] | None = None
        self._queue: queue.Queue[Prepared | BaseException | None] = queue.Queue(_AHEAD)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gradewright-preparing", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Prepared]:
        """Yield the answers. Raises what their preparation raised."""
        while True:
            got = self._queue.get()
            if got is None:
                return
            if isinstance(got, BaseException):
                raise got
            yield got

    def close(self) -> None:
        """End the preparation. Safe to call twice."""
        self._closing.set()
        while self._thread.is_alive():
            try:
                self._queue.get(timeout=0.02)
            except queue.Empty:
                continue
        self._thread.join()

    def __enter__(self) -> Preparation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        last: BaseException | None = None
        try:
            for chunk in self._chunks():
                for prepared in self._prepared(chunk):
                    if self._closing.is_set():
                        return
                    self._queue.put(prepared)
        except BaseException as error:
            last = error
        self._queue.put(last)

    def _chunks(self) -> Iterator[Sequence[int]]:
        ids, start, size = self._plan.answer_ids, 0, _FIRST
        while start < len(ids):
            yield ids[start : start + size]
            start, size = start + size, _CHUNK

    def _prepared(self, ids: Sequence[int]) -> Iterator[Prepared]:
        library, settings = self._library, self._plan.settings
        made: dict[int, list[KeptJudgement]] = {}
        if self._plan.run_id is not None:
            for judgement in library.judgements(self._plan.run_id, ids):
                made.setdefault(judgement.place.answer_id, []).append(judgement)
        rows = [self._opened(stored) for stored in library.answers_by_id(ids)]
        left: list[tuple[OpenAnswer, list[Wanted], CheckTemplate | None]] = []
        for opened, template in rows:
            wanted = list(self._wanted(opened))
            usable = {(kept.place, kept.rests_on): kept for kept in made.get(opened.stored.id, ()) if kept.usable}
            for each in wanted:
                if (each.place, each.rests_on) in usable:
                    opened.add(usable[each.place, each.rests_on])
            open_places = [each for each in wanted if (each.place, each.rests_on) not in usable]
            left.append((opened, open_places, template))
        keys = [each.rests_on for _, wanted, _ in left for each in wanted]
        found = library.judgements_resting_on(keys) if settings.reuse and keys else {}
        for opened, wanted, template in left:
            ready = tuple(_taken_over(found[each.rests_on], each) for each in wanted if each.rests_on in found)
            rest = tuple(each for each in wanted if each.rests_on not in found)
            yield Prepared(opened, rest, ready, template)

    def _opened(self, stored: StoredAnswer) -> tuple[OpenAnswer, CheckTemplate | None]:
        bound, template = self._bind(stored.question_id)
        settings = self._plan.settings
        (base,) = bound.checks.evaluate([stored.answer])
        tasks = tuple(task for task in bound.tasks if task.is_left(stored.answer))
        graded = GradedText(graded_text(stored.answer, settings))
        return OpenAnswer(stored, bound, tasks, graded, base, settings), template

    def _bind(self, question_id: int) -> tuple[Bound, CheckTemplate | None]:
        if self._bound is None or self._bound[0] != question_id:
            question = self._library.question(question_id)
            tasks = self._tasks.of(question)
            checks = bind_checks(question, self._rubric, self._patterns, self._code)
            bound = Bound(question, checks, tasks, (self._rubric, question.rubric))
            template = self._template(bound) if any(task.held is None for task in tasks) else None
            self._bound = question_id, bound, template
        return self._bound[1], self._bound[2]

    def _template(self, bound: Bound) -> CheckTemplate:
        """Return what judges values of the question's template: the same rules as without a judge."""
        reading = read_template(bound.question.template)
        compiled = compile_question(bound.question, MergedRubric(), reading, self._patterns)

        def check(answer: Answer) -> Cell:
            return next(cell for cell in evaluate_answer(compiled, answer) if cell.kind is CheckKind.TEMPLATE)

        return check

    def _wanted(self, opened: OpenAnswer) -> Iterator[Wanted]:
        sha = text_sha(opened.graded.text)
        for judge, identity in self._identities.items():
            for replicate in range(1, self._plan.settings.replicates + 1):
                for task in opened.tasks:
                    place = JudgementPlace(opened.stored.id, task.entry, judge, replicate)
                    yield Wanted(task, place, rests_on(task, sha, identity, replicate))


def _taken_over(judgement: KeptJudgement, wanted: Wanted) -> KeptJudgement:
    cell = replace(judgement.cell, check=wanted.task.check, entry=wanted.task.cell_entry)
    return replace(
        judgement,
        place=wanted.place,
        fingerprint=wanted.task.fingerprint,
        cell=cell,
        taken_from=judgement.taken_from or judgement.id,
        id=0,
    )
