"""Programs from files, run in processes of their own: results or failures, and this program goes on.

Every program has one process, which is kept for its next call; a few of them at a time. What a program does to its
process is thereby its own affair: it can spoil nobody's results but its own.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from gradewright.workers.code import (
    CodeFailed,
    CodeKind,
    CodeTrouble,
    LoadedTemplate,
    TemplateCall,
    code_sha256,
    template_bytes,
)
from gradewright.workers.sandbox import frames, words
from gradewright.workers.sandbox.limits import Limits
from gradewright.workers.sandbox.process import (
    CodeForged,
    CodeLost,
    CodeProcess,
    CodeStuck,
    Processes,
    ProcessFailed,
    answer,
    ask,
)

_MOST_PROCESSES: Final = 4
_BATCH_BYTES: Final = 4_000_000
_BATCH_CALLS: Final = 4_096
_FAILURES_IN_A_ROW: Final = 3
_MOST_FAILURES: Final = 20
# Results come in bundles, every 20 ms. Where none has come for so long, one call is slow, and which one it is has to be
# known before its time is up: else a call that hangs would have that time twice.
_BUNDLE_SECONDS: Final = 0.5
_BUNDLE_SHARE: Final = 0.1
_MODULES: Final = {
    CodeKind.CALLABLE: ("cloudpickle",),
    CodeKind.TEMPLATE: ("gradewright.verify.written_template",),
    CodeKind.FUNCTIONS: ("gradewright.flexeval.module",),
}

_Key = tuple[CodeKind, str]
_GONE = (CodeStuck, CodeLost, CodeForged)


@dataclass(slots=True)
class _Running:
    """A process with its code loaded, and what loading it told."""

    process: CodeProcess
    loaded: Any
    served: bool = False


@dataclass(slots=True)
class _Record:
    """How often a program's process had to be ended, and whether a call of it is known to be slow."""

    in_a_row: int = 0
    ever: int = 0
    slow: bool = False

    def failed(self) -> None:
        self.in_a_row += 1
        self.ever += 1

    @property
    def hopeless(self) -> bool:
        return self.in_a_row >= _FAILURES_IN_A_ROW or self.ever >= _MOST_FAILURES


class CodeSandbox:
    """Runs whatever program it is given, in separate processes. Whether that is wanted is for others to say.

    Threads may share it, one call at a time; a context manager ends its processes. It may be used again after that.
    """

    def __init__(self, limits: Limits | None = None, *, processes: Callable[[Limits], Processes] = Processes) -> None:
        self.limits = limits or Limits()
        self._processes = processes(self.limits)
        self._running: OrderedDict[_Key, _Running] = OrderedDict()
        self._records: dict[_Key, _Record] = {}
        self._unloadable: dict[_Key, CodeFailed] = {}
        self._lock = threading.Lock()

    def callable_program(self, code: bytes) -> SandboxedCallable:
        """Return the program of a callable trait: its pickle, which is only unpickled in the process."""
        return SandboxedCallable(self, code)

    def template_program(self, source: str) -> SandboxedTemplate:
        """Return the program of a hand-written template."""
        return SandboxedTemplate(self, source)

    def layers(self) -> frozenset[str]:
        """Start a process and return what the system took of what it gave up; see :mod:`.enforcement`.

        Raises:
            ProcessFailed: no process can be started here.
        """
        with self._lock:
            process = self._processes.start()
            try:
                return frozenset(process.layers)
            finally:
                process.end()

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            for running in self._running.values():
                running.process.end()
            self._running.clear()
            self._processes.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def load(self, kind: CodeKind, code: bytes) -> Any | CodeFailed:
        """Load a program into a process, unless it is there, and return what loading it told."""
        with self._lock:
            running = self._loaded((kind, code_sha256(code)), code)
            return running if isinstance(running, CodeFailed) else running.loaded

    def call(self, kind: CodeKind, code: bytes, texts: Sequence[str], more: Sequence[Any] | None = None) -> list[Any]:
        """Call a program with each text, and with what else is given about it; results and failures in their order."""
        key = kind, code_sha256(code)
        results: list[Any] = []
        with self._lock:
            ahead = _Ahead(_batches(texts, more))
            while (batch := ahead.take()) is not None:
                results += self._call_batch(key, code, batch, ahead.look)
        return results

    def _call_batch(self, key: _Key, code: bytes, batch: _Batch, meanwhile: Callable[[], None]) -> list[Any]:
        done: list[Any] = []
        record = self._records.setdefault(key, _Record())
        careful, retried = record.slow, False
        while len(done) < len(batch.sizes):
            if record.hopeless:
                done += [words.given_up()] * (len(batch.sizes) - len(done))
                break
            running = self._loaded(key, code)
            if isinstance(running, CodeFailed):
                done += [running] * (len(batch.sizes) - len(done))
                break
            try:
                self._exchange(running.process, batch, done, careful, record, meanwhile)
                running.served = True
            except _GONE as error:
                status = self._end(key)
                # Told one by one, results show at which text it happens. And what an earlier call left behind, such as
                # an alarm, is not the fault of this one.
                stuck = isinstance(error, CodeStuck)
                unsure = not careful and len(done) < len(batch.sizes) - 1
                if unsure or (running.served and not stuck and not retried):
                    careful, retried = True, retried or not stuck
                    record.slow = record.slow or stuck
                    continue
                record.failed()
                done.append(words.gone(error, status, self.limits))
            if done and isinstance(done[-1], CodeFailed) and done[-1].trouble is CodeTrouble.MEMORY:
                # What it holds on to would make the next call fail, too.
                self._end(key)
        return done

    def _exchange(
        self,
        process: CodeProcess,
        batch: _Batch,
        done: list[Any],
        careful: bool,
        record: _Record,
        meanwhile: Callable[[], None],
    ) -> None:
        """Add results to ``done`` until there is one for each text, or one that needs a fresh process."""
        start = len(done)
        nonce = ask(process, batch.request(start, careful), batch.data(start), self.limits.seconds + 5)
        meanwhile()
        while len(done) < len(batch.sizes):
            told = answer(process, nonce, self._patience(careful, len(batch.sizes) - len(done))).get("results")
            if not isinstance(told, list) or not told or len(told) > len(batch.sizes) - len(done):
                raise CodeForged
            for each in told:
                done.append(self._read(each))
            record.in_a_row = 0
            if any(isinstance(d, CodeFailed) and d.trouble is CodeTrouble.MEMORY for d in done[-len(told) :]):
                self._forget_after_memory(done, len(told))
                return

    def _patience(self, careful: bool, left: int) -> float:
        """Return how long to wait for results: a call's whole time only where it is known which call that is."""
        seconds = self.limits.seconds
        return seconds if careful or left == 1 else min(_BUNDLE_SECONDS, seconds * _BUNDLE_SHARE)

    def _forget_after_memory(self, done: list[Any], told: int) -> None:
        """Leave the results up to the one that ran out of memory; those after it may have had too little of it."""
        start = len(done) - told
        for number in range(start, len(done)):
            if isinstance(done[number], CodeFailed) and done[number].trouble is CodeTrouble.MEMORY:
                del done[number + 1 :]
                return

    def _read(self, told: Any) -> Any:
        if isinstance(told, dict) and "problem" in told:
            return words.problem(told, self.limits)
        return told

    def _loaded(self, key: _Key, code: bytes) -> _Running | CodeFailed:
        running = self._running.get(key)
        if running is not None:
            self._running.move_to_end(key)
            return running
        if key in self._unloadable:
            return self._unloadable[key]
        while len(self._running) >= _MOST_PROCESSES:
            self._end(next(iter(self._running)))
        try:
            process = self._processes.start(_MODULES[key[0]])
        except ProcessFailed as error:
            return words.no_process(error)
        self._running[key] = _Running(process, None)
        try:
            nonce = ask(process, {"do": "load", "kind": str(key[0])}, code, self.limits.load_seconds)
            told = answer(process, nonce, self.limits.load_seconds)
        except _GONE as error:
            failed = words.gone(error, self._end(key), self.limits, loading=True)
        else:
            if "loaded" in told:
                self._running[key].loaded = told["loaded"]
                return self._running[key]
            self._end(key)
            failed = words.problem(told, self.limits) if "problem" in told else words.forged()
        self._unloadable[key] = failed
        return failed

    def _end(self, key: _Key) -> int:
        running = self._running.pop(key, None)
        return 0 if running is None else running.process.end()


class SandboxedCallable:
    """A callable trait's function, in the sandbox."""

    def __init__(self, sandbox: CodeSandbox, code: bytes) -> None:
        self._sandbox, self._code = sandbox, code

    def call_many(self, texts: Sequence[str]) -> list[bool | int | float | str | CodeFailed | None]:
        """Call it with each text; see :class:`gradewright.workers.code.CallableProgram`."""
        told = self._sandbox.call(CodeKind.CALLABLE, self._code, texts)
        plain = (bool, int, float, str, CodeFailed, type(None))
        return [each if isinstance(each, plain) else words.forged() for each in told]


class SandboxedTemplate:
    """A hand-written template, in the sandbox."""

    def __init__(self, sandbox: CodeSandbox, source: str) -> None:
        self._sandbox, self._code = sandbox, template_bytes(source)

    def load(self) -> LoadedTemplate | CodeFailed:
        """Run the source; see :class:`gradewright.workers.code.TemplateProgram`."""
        told = self._sandbox.load(CodeKind.TEMPLATE, self._code)
        if isinstance(told, CodeFailed):
            return told
        try:
            fields = tuple(str(name) for name in told["fields"])
            return LoadedTemplate(str(told["class_name"]), fields, bool(told["needs_values"]))
        except (TypeError, KeyError):
            return words.forged()

    def verify_many(self, calls: Sequence[TemplateCall]) -> list[Mapping[str, Any] | CodeFailed]:
        """Verify each answer; see :class:`gradewright.workers.code.TemplateProgram`."""
        more = [
            {
                "values": dict(call.values),
                "has_text": call.text is not None,
                "question_id": call.question_id,
                "strict": call.strict,
            }
            for call in calls
        ]
        told = self._sandbox.call(CodeKind.TEMPLATE, self._code, [call.text or "" for call in calls], more)
        return [each if isinstance(each, dict | CodeFailed) else words.forged() for each in told]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Texts that are sent at once, already as bytes."""

    joined: bytes
    sizes: list[int]
    more: list[Any] | None

    def request(self, start: int, careful: bool) -> dict[str, Any]:
        request: dict[str, Any] = {"do": "call", "sizes": self.sizes[start:], "careful": careful}
        return request if self.more is None else {**request, "more": self.more[start:]}

    def data(self, start: int) -> bytes:
        return self.joined[sum(self.sizes[:start]) :] if start else self.joined


class _Ahead:
    """Batches, of which the next one can be made while the one before is being worked on."""

    def __init__(self, batches: Iterator[_Batch]) -> None:
        self._batches = batches
        self._next: _Batch | None = None

    def take(self) -> _Batch | None:
        """Return the next batch, None after the last."""
        taken, self._next = self._next, None
        return taken if taken is not None else next(self._batches, None)

    def look(self) -> None:
        """Make the next batch, unless that was done."""
        if self._next is None:
            self._next = next(self._batches, None)


def _batches(texts: Sequence[str], more: Sequence[Any] | None) -> Iterator[_Batch]:
    """Yield batches that are small enough to be held a few times over."""
    held: list[bytes] = []
    size = start = 0
    for number, text in enumerate(texts):
        encoded = text.encode(*frames.ENCODING)
        cost = len(encoded) + (0 if more is None else len(json.dumps(more[number])))
        if held and (size + cost > _BATCH_BYTES or len(held) >= _BATCH_CALLS):
            yield _batch(held, more, start)
            held, size, start = [], 0, number
        held.append(encoded)
        size += cost
    if held:
        yield _batch(held, more, start)


def _batch(held: list[bytes], more: Sequence[Any] | None, start: int) -> _Batch:
    return _Batch(
        b"".join(held), [len(text) for text in held], None if more is None else list(more[start : start + len(held)])
    )
