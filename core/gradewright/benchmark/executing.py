"""One run while it goes: its models and judges, the calls side by side, and the results in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from gradewright.benchmark.answering import Answered, answer
from gradewright.benchmark.asking import Judge
from gradewright.benchmark.connecting import Connect
from gradewright.benchmark.held import Held
from gradewright.benchmark.judging import QuestionChecks, TraitJudge
from gradewright.benchmark.template_checks import template_check
from gradewright.endpoints.completion import Endpoint
from gradewright.model.question import Question as ModelQuestion
from gradewright.schemas.config import ModelConfig
from gradewright.schemas.results import (
    ModelIdentity,
    VerificationResult,
    VerificationResultMetadata,
    VerificationResultRubric,
    VerificationResultTemplate,
)
from gradewright.schemas.verification import VerificationConfig
from gradewright.verify.ids import template_id
from gradewright.verify.rubrics import merge_rubrics
from gradewright.workers.code import CodeRunner
from gradewright.workers.patterns import PatternRunner, WatchedPatterns

Progress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class _Task:
    """One answer to get and to judge by every judge."""

    checks: QuestionChecks
    model: ModelConfig
    replicate: int | None


@dataclass(frozen=True, slots=True)
class RunOrder:
    """What a run is to do. ``library`` is the one whose decisions about code count, or where it lies."""

    config: VerificationConfig
    questions: list[ModelQuestion]
    workers: int
    run_name: str | None = None
    library: Any = None


def execute(order: RunOrder, benchmark: Held, connect: Connect, progress: Progress | None) -> list[VerificationResult]:
    """Return the results of a run, in the order of questions, models, replicates and judges.

    Raises:
        InvalidValue: a model has no address or no key, or a question's traits and the global ones share a name.
        LibraryUnusable: the library cannot be opened.
    """
    with ExitStack() as stack:
        patterns = stack.enter_context(WatchedPatterns())
        programs = _programs(order.library, stack)
        checks = [_checks(each, benchmark, order.config, programs, patterns) for each in order.questions]
        traits = partial(TraitJudge, patterns=patterns, functions=benchmark._functions, programs=programs)
        run = _Run(order.config, connect, traits, order.run_name, stack)
        return run.execute(list(_tasks(checks, order.config)), order.workers, progress)


def _checks(
    question: ModelQuestion,
    benchmark: Held,
    config: VerificationConfig,
    programs: CodeRunner | None,
    patterns: PatternRunner,
) -> QuestionChecks:
    template, traits = None, merge_rubrics(benchmark._benchmark.rubric, question.rubric).by_kind()
    if config.evaluation_mode != "rubric_only":
        hints = config.include_extraction_hints
        template = template_check(question.template, benchmark._classes, programs, patterns, hints=hints)
    return QuestionChecks(question, template, traits if config.rubric_enabled else ())


class _Run:
    """One run while it goes: its endpoints, its judges, and the making of results."""

    def __init__(
        self,
        config: VerificationConfig,
        connect: Connect,
        traits: Callable[[Judge], TraitJudge],
        run_name: str | None,
        stack: ExitStack,
    ) -> None:
        self._config = config
        self._run_name = run_name
        self._endpoints: dict[str, Endpoint | None] = {}
        for model in config.answering_models:
            self._endpoints[model.id] = None if model.interface == "manual" else _opened(connect, model, config, stack)
        self._judges: list[tuple[ModelConfig, Judge, TraitJudge]] = []
        for model in config.parsing_models:
            endpoint = _opened(connect, model, config, stack)
            judge = Judge(endpoint, max_tokens=model.max_tokens, temperature=model.temperature)
            self._judges.append((model, judge, traits(judge)))

    def execute(self, tasks: list[_Task], workers: int, progress: Progress | None) -> list[VerificationResult]:
        """Return the results in the order of the tasks. Stopping it (Ctrl+C) ends after the calls in flight."""
        with ThreadPoolExecutor(max_workers=workers, thread_name_prefix="gradewright-run") as pool:
            futures: list[Future[list[VerificationResult]]] = [pool.submit(self._task, task) for task in tasks]
            results = []
            try:
                for number, (task, future) in enumerate(zip(tasks, futures, strict=True), start=1):
                    results += future.result()
                    if progress is not None:
                        progress(100 * number / len(tasks), f"{task.checks.question.key}: {task.model.id}")
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return results

    def _task(self, task: _Task) -> list[VerificationResult]:
        given = answer(task.checks.question, task.model, self._endpoints[task.model.id])
        return [self._judged(task, given, model, judge, traits) for model, judge, traits in self._judges]

    def _judged(
        self, task: _Task, given: Answered, model: ModelConfig, judge: Judge, traits: TraitJudge
    ) -> VerificationResult:
        started = time.monotonic()
        template = VerificationResultTemplate(raw_llm_response=given.text)
        rubric = VerificationResultRubric()
        failure = given.failure
        if failure is None:
            if task.checks.template is not None:
                question = task.checks.question.text
                template, failure = task.checks.template.judge(question, given.text, judge)
            rubric = traits.judge(task.checks, given.text)
        if given.usage:
            template.usage_metadata = {"answering": dict(given.usage), **(template.usage_metadata or {})}
        seconds = given.seconds + time.monotonic() - started
        metadata = self._metadata(task, given, model, failure, seconds)
        if rubric.not_judged:
            metadata.caveats = [*metadata.caveats, "traits_not_judged"]
        return VerificationResult(metadata=metadata, template=template, rubric=rubric)

    def _metadata(
        self, task: _Task, given: Answered, model: ModelConfig, failure: Any, seconds: float
    ) -> VerificationResultMetadata:
        question = task.checks.question
        answering, parsing = _identity(task.model), _identity(model)
        now = datetime.now().astimezone().isoformat(timespec="microseconds")
        identity = VerificationResultMetadata.compute_result_id(question.key, answering, parsing, now, task.replicate)
        return VerificationResultMetadata(
            question_id=question.key,
            template_id=template_id(question.template),
            failure=failure,
            caveats=list(given.caveats),
            question_text=question.text,
            raw_answer=question.reference,
            keywords=list(question.keywords) or None,
            answering=answering,
            parsing=parsing,
            answering_system_prompt=task.model.system_prompt,
            parsing_system_prompt=model.system_prompt,
            execution_time=seconds,
            timestamp=now,
            result_id=identity,
            run_name=self._run_name,
            replicate=task.replicate,
            evaluation_mode=self._config.evaluation_mode,
        )


def _programs(library: Any, stack: ExitStack) -> CodeRunner | None:
    """Return what runs the programs that a library's person has allowed; None where no library is named."""
    if library is None:
        return None
    from gradewright.runs.code import AllowedPrograms
    from gradewright.store.library import Library

    if not isinstance(library, Library):
        library = stack.enter_context(Library.open(Path(library), create=False, read_only=True))
    return stack.enter_context(AllowedPrograms(library))


def _opened(connect: Connect, model: ModelConfig, config: VerificationConfig, stack: ExitStack) -> Endpoint:
    endpoint = connect(model, config.request_timeout)
    close = getattr(endpoint, "close", None)
    if close is not None:
        stack.callback(close)
    return endpoint


def _tasks(checks: list[QuestionChecks], config: VerificationConfig) -> Iterator[_Task]:
    several = config.replicate_count > 1
    for each in checks:
        for model in config.answering_models:
            for replicate in range(1, config.replicate_count + 1):
                yield _Task(each, model, replicate if several else None)


def _identity(model: ModelConfig) -> ModelIdentity:
    own = model.id if model.id != model.model_name else None
    return ModelIdentity(model_name=model.model_name, interface=model.interface, config_id=own)
