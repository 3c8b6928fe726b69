"""Regular expressions that cannot stop the program: proven quick ones run here, the others in a watched process.

Patterns mean what Python's ``re`` says. ``re`` cannot be interrupted, so a pattern that could run away is matched in a
worker process, which is ended when it goes past its budget; that one result fails and the rest goes on.
"""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, Self

from gradewright.workers.pattern_cost import safe_length

if TYPE_CHECKING:
    from gradewright.workers.pattern_process import PatternProcess

BUDGET_SECONDS: Final = 1.0
_TRIES: Final = 3
_BATCH_CHARACTERS: Final = 32_000_000


class PatternError(Exception):
    """A pattern could not be matched."""


class PatternInvalid(PatternError):
    """Python's ``re`` does not compile the pattern."""


class PatternTimeout(PatternError):
    """Compiling or matching went past its budget and was ended."""


class Matcher(Protocol):
    """A pattern, ready to be matched. All methods raise TypeError for what is no text."""

    def search(self, text: str) -> bool:
        """Tell whether the pattern is found. Raises PatternError."""
        ...

    def findall(self, text: str) -> list[Any]:
        """Return what ``re.findall`` returns, with lists in place of tuples. Raises PatternError."""
        ...

    def search_many(self, texts: Sequence[str]) -> list[bool | PatternError]:
        """Search in each text; where one runs away, its error stands in its place and the others are as usual."""
        ...


class PatternRunner(Protocol):
    """Makes matchers."""

    def matcher(self, pattern: str, flags: int = 0) -> Matcher:
        """Return a matcher. Raises PatternInvalid."""
        ...


class WatchedPatterns:
    """The pattern runner of the program. Threads may share it; a context manager ends its worker.

    ``budget`` is in seconds of wall time, for each compilation and each search. A pattern that went past it three times
    is not tried again by this runner.
    """

    def __init__(self, *, budget: float = BUDGET_SECONDS, command: Callable[[], list[str]] | None = None) -> None:
        self._budget = budget
        self._command = command
        self._process: PatternProcess | None = None
        self._lock = threading.Lock()
        self._matchers: dict[tuple[str, int], Matcher] = {}
        self._timeouts: dict[tuple[str, int], int] = {}

    def matcher(self, pattern: str, flags: int = 0) -> Matcher:
        """Return the matcher of a pattern; the same one for the same pattern.

        Raises:
            PatternInvalid: the pattern does not compile.
        """
        key = (pattern, flags)
        known = self._matchers.get(key)
        if known is None:
            known = self._matchers[key] = _matcher(pattern, flags, self)
        return known

    def close(self) -> None:
        """End the worker, if there is one. The runner may be used again."""
        with self._lock:
            self._drop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, pattern: str, flags: int, want: str, texts: Sequence[str]) -> list[Any]:
        """Match in the worker. The result for a text that runs away is a PatternTimeout, in its place.

        Raises:
            PatternInvalid: the pattern does not compile.
        """
        results: list[Any] = []
        with self._lock:
            for end in _batch_ends(texts):
                start = len(results)
                while len(results) < end:
                    if self._timeouts.get((pattern, flags), 0) >= _TRIES:
                        said = "the pattern ran away before and is not tried again"
                        return results + [PatternTimeout(said) for _ in texts[len(results) :]]
                    self._ask_batch(_Request(pattern, flags, want), texts, start, end, results)
        return results

    def _ask_batch(
        self, request: _Request, texts: Sequence[str], start: int, end: int, results: list[Any], careful: bool = False
    ) -> None:
        """Add results of ``texts[start:end]`` to ``results``, from the first that is missing; of one at least."""
        from gradewright.workers.pattern_process import WorkerLost, WorkerStuck

        try:
            process = self._started()
            process.hold(texts, start, end)
            process.ask({**request._asdict(), "start": len(results) - start, "careful": careful})
            compiled = process.answer(self._budget)
            if compiled is not True:
                raise PatternInvalid(str(compiled["error"]))
            while len(results) < end:
                told = process.answer(self._budget)
                results.extend(told if request.want == "findall" else [result == "1" for result in told])
        except (WorkerStuck, WorkerLost) as error:
            self._process = None
            if not careful and len(results) < end - 1:
                # It tells results in bundles; asked again for each at once, it shows which text it hangs on.
                self._ask_batch(request, texts, start, end, results, careful=True)
                return
            key = (request.pattern, request.flags)
            self._timeouts[key] = self._timeouts.get(key, 0) + 1
            stuck = isinstance(error, WorkerStuck)
            said = f"the pattern took longer than {self._budget:g} s" if stuck else "the matching process ended"
            results.append(PatternTimeout(said))

    def _started(self) -> PatternProcess:
        from gradewright.workers.pattern_process import PatternProcess, worker_command

        if self._process is None:
            self._process = PatternProcess((self._command or worker_command)())
        return self._process

    def _drop(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


class QuickPatterns:
    """A pattern runner without a worker: what is not proven quick fails as if it had run out of time."""

    def matcher(self, pattern: str, flags: int = 0) -> Matcher:
        """Return a matcher. Raises PatternInvalid."""
        return _matcher(pattern, flags, self)

    def ask(self, pattern: str, flags: int, want: str, texts: Sequence[str]) -> list[Any]:
        """Return a PatternTimeout for each text."""
        return [PatternTimeout("the pattern could run away and has no watched process to run in") for _ in texts]


class _Request(NamedTuple):
    pattern: str
    flags: int
    want: str


class _Runner(Protocol):
    def ask(self, pattern: str, flags: int, want: str, texts: Sequence[str]) -> list[Any]: ...


def _matcher(pattern: str, flags: int, runner: _Runner) -> Matcher:
    try:
        quick_up_to = safe_length(pattern, flags)
        if quick_up_to > 0:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return _QuickMatcher(re.compile(pattern, flags), quick_up_to, runner)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        raise PatternInvalid(str(error) or type(error).__name__) from error
    return _RiskyMatcher(pattern, flags, runner)


class _RiskyMatcher:
    def __init__(self, pattern: str, flags: int, runner: _Runner) -> None:
        self._pattern = pattern
        self._flags = flags
        self._runner = runner

    def search(self, text: str) -> bool:
        return bool(self._one("search", text))

    def findall(self, text: str) -> list[Any]:
        found: list[Any] = self._one("findall", text)
        return found

    def search_many(self, texts: Sequence[str]) -> list[bool | PatternError]:
        for text in texts:
            _demand_text(text)
        return self._runner.ask(self._pattern, self._flags, "search", texts)

    def _one(self, want: str, text: str) -> Any:
        _demand_text(text)
        (result,) = self._runner.ask(self._pattern, self._flags, want, [text])
        if isinstance(result, PatternError):
            raise result
        return result


class _QuickMatcher(_RiskyMatcher):
    """Matches in this process up to the length that is certain to be quick, else as the risky ones do."""

    def __init__(self, compiled: re.Pattern[str], quick_up_to: int, runner: _Runner) -> None:
        super().__init__(compiled.pattern, compiled.flags, runner)
        self._search = compiled.search
        self._findall = compiled.findall
        self._quick_up_to = quick_up_to

    def search(self, text: str) -> bool:
        _demand_text(text)
        if len(text) <= self._quick_up_to:
            return self._search(text) is not None
        return super().search(text)

    def findall(self, text: str) -> list[Any]:
        _demand_text(text)
        if len(text) <= self._quick_up_to:
            # The same shape as from the worker, whose JSON knows no tuples.
            return [list(found) if isinstance(found, tuple) else found for found in self._findall(text)]
        return super().findall(text)

    def search_many(self, texts: Sequence[str]) -> list[bool | PatternError]:
        search = self._search
        if max(map(len, texts), default=0) <= self._quick_up_to:
            return [search(text) is not None for text in texts]
        return [_caught(self.search, text) for text in texts]


def _caught(search: Callable[[str], bool], text: str) -> bool | PatternError:
    try:
        return search(text)
    except PatternError as error:
        return error


def _demand_text(text: object) -> None:
    if not isinstance(text, str):
        raise TypeError(f"expected text, got {type(text).__name__}")


def _batch_ends(texts: Sequence[str]) -> Iterator[int]:
    """Yield where batches end that are small enough to be held at once."""
    size = 0
    for number, text in enumerate(texts):
        if size and size + len(text) > _BATCH_CHARACTERS:
            yield number
            size = 0
        size += len(text)
    if texts:
        yield len(texts)
