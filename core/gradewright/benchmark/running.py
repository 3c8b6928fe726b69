"""``run_verification``: every finished question, every answering model, every judge."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from gradewright.benchmark.rubrics import RubricMethods
from gradewright.schemas.arguments import BadArgument, refuse_unknown

if TYPE_CHECKING:
    from pathlib import Path

    from gradewright.benchmark.connecting import Connect
    from gradewright.schemas.results import VerificationResultSet
    from gradewright.schemas.verification import VerificationConfig
    from gradewright.store.library import Library

Progress = Callable[[float, str], None]


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
        from gradewright.benchmark.executing import RunOrder, execute
        from gradewright.schemas.results import VerificationResultSet
        from gradewright.schemas.verification import VerificationConfig

        if not isinstance(config, VerificationConfig):
            raise BadArgument("run_verification needs a VerificationConfig.")
        chosen = self._chosen(question_ids)
        asked = [each for each in chosen if each.finished or question_ids is not None]
        if not asked:
            raise BadArgument("There is no finished question to ask.", hint="mark_finished(question_id)")
        workers = config.async_max_workers if (config.async_enabled if async_enabled is None else async_enabled) else 1
        workers = min(workers, config.max_concurrent_requests or workers)
        order = RunOrder(config, asked, workers, run_name, library)
        results = execute(order, self, self._connect(), progress_callback)
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
        from gradewright.schemas.results import VerificationResultSet

        runs = [run for name, run in self._runs.items() if run_name in (None, name)]
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
        from gradewright.benchmark.connecting import connecting

        return connecting(os.environ)

    def _free_run_name(self, name: str | None) -> str:
        wanted = name or f"run {len(self._runs) + 1}"
        count, free = 1, wanted
        while free in self._runs:
            count += 1
            free = f"{wanted} ({count})"
        return free
