"""``run_verification``: every finished question, every answering model, every judge."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradewright.benchmark.answering import Answered, answer
from gradewright.benchmark.asking import Judge
from gradewright.benchmark.connecting import Connect, connecting
from gradewright.benchmark.judging import QuestionChecks, TraitJudge
from gradewright.benchmark.rubrics import RubricMethods
from gradewright.benchmark.template_checks import template_check
from gradewright.endpoints.completion import Endpoint
from gradewright.model.question import Question as ModelQuestion
from gradewright.schemas.arguments import BadArgument, refuse_unknown
from gradewright.schemas.config import ModelConfig
from gradewright.schemas.results import (
    ModelIdentity,
    VerificationResult,
    VerificationResultMetadata,
    VerificationResultRubric,
    VerificationResultSet,
    VerificationResultTemplate,
)
from gradewright.schemas.verification import VerificationConfig
from gradewright.verify.ids import template_id
from gradewright.verify.rubrics import merge_rubrics
from gradewright.workers.code import CodeRunner
from gradewright.workers.patterns import PatternRunner, WatchedPatterns

if TYPE_CHECKING:
    from gradewright.store.library import Library

Progress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class _Task:
    """One answer to get and to judge by every judge."""

    checks: QuestionChecks
    model: ModelConfig
    replicate: int | None


class RunMethods(RubricMethods):
    """Runs, and the results that they left in memory."""

    def run_verification(
        self,
        config: VerificationConfig,
        question_ids: Iterable[str] | None = None,
        run_name: str | None = None,
        async_enabled: bool | None = None,
        progress_callback: Progress | None = None,
        library: Library | Path | str | None = None,
        **unknown: Any,
    ) -> VerificationResultSet:
        """Ask the answering models the finished questions, judge the answers, and return the results.

        ``question_ids`` chooses questions, whether finished or not. ``progress_callback`` gets per cent and a sentence.
        What fails on the way (a server, a reply that cannot be read) is told in the result it belongs to and ends
        nothing. Code that came with a file runs only where ``library``, or the library file there, holds a person's
        decision on this computer to allow it, and then in a separate, limited process.

        Raises:
            BadArgument: the configuration is none, an argument is unknown, or there is no question to ask.
            NotFound: one of the ids is not here.
            InvalidValue: a model has no address or no key, or a question's traits and the global ones share a name.
        """
        names = ["config", "question_ids", "run_name", "async_enabled", "progress_callback", "library"]
        refuse_unknown("run_verification", unknown, names, {})
        if not isinstance(config, VerificationConfig):
            raise BadArgument("run_verification needs a VerificationConfig.")
        chosen = self._chosen(question_ids)
        asked = [each for each in chosen if each.finished or question_ids is not None]
        if not asked:
            raise BadArgument("There is no finished question to ask.", hint="mark_finished(question_id)")
        workers = config.async_max_workers if (config.async_enabled if async_enabled is None else async_enabled) else 1
        workers = min(workers, config.max_concurrent_requests or workers)
        with ExitStack() as stack:
            patterns = stack.enter_context(WatchedPatterns())
            programs = _programs(library, stack)
            checks = [self._checks(question, config, programs, patterns) for question in asked]
            traits = partial(TraitJudge, patterns=patterns, functions=self._functions, programs=programs)
            run = _Run(config, self._connect(), traits, run_name, stack)
            results = run.execute(_tasks(checks, config), workers, progress_callback)
        found = VerificationResultSet(results, run_name=run_name)
        self._runs[self._free_run_name(run_name)] = found
        return found

    def get_all_run_names(self) -> list[str]:
        """Return the names of the runs that were made in this process, in order."""
        return list(self._runs)

    def get_verification_results(
        self, question_ids: Iterable[str] | None = None, run_name: str | None = None
    ) -> VerificationResultSet:
        """Return the results of a run, or of all, in this process; of some questions or of all."""
        runs = (
            list(self._runs.values()) if run_name is None else [self._runs[run_name]] if run_name in self._runs else []
        )
        results = VerificationResultSet([result for run in runs for result in run], run_name=run_name)
        return results if question_ids is None else results.filter(question_ids=list(question_ids))

    def clear_verification_results(self) -> int:
        """Forget the results and return how many there were."""
        count = sum(len(run) for run in self._runs.values())
        self._runs.clear()
        return count

    @property
    def _runs(self) -> dict[str, VerificationResultSet]:
        runs: dict[str, VerificationResultSet] = self.__dict__.setdefault("_kept_runs", {})
        return runs

    def _connect(self) -> Connect:
        return connecting(os.environ)

    def _free_run_name(self, name: str | None) -> str:
        wanted = name or f"run {len(self._runs) + 1}"
        count, free = 1, wanted
        while free in self._runs:
            count += 1
            free = f"{wanted} ({count})"
        return free

    def _checks(
        self,
        question: ModelQuestion,
        config: VerificationConfig,
        programs: CodeRunner | None,
        patterns: PatternRunner,
    ) -> QuestionChecks:
        template, traits = None, merge_rubrics(self._benchmark.rubric, question.rubric).by_kind()
        if config.evaluation_mode != "rubric_only":
            hints = config.include_extraction_hints
            template = template_check(question.template, self._classes, programs, patterns, hints=hints)
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


def _tasks(checks: list[QuestionChecks], config: VerificationConfig) -> list[_Task]:
    return list(_task_order(checks, config))


def _task_order(checks: list[QuestionChecks], config: VerificationConfig) -> Iterator[_Task]:
    several = config.replicate_count > 1
    for each in checks:
        for model in config.answering_models:
            for replicate in range(1, config.replicate_count + 1):
                yield _Task(each, model, replicate if several else None)


def _identity(model: ModelConfig) -> ModelIdentity:
    own = model.id if model.id != model.model_name else None
    return ModelIdentity(model_name=model.model_name, interface=model.interface, config_id=own)
