"""The process that runs one piece of code: shuts itself in, takes the code, and calls it as often as it is asked.

Requests (see ``frames``): ``{"do": "load", "kind"}`` with the code's bytes after it, answered by ``{"loaded"}`` or
``{"problem"}``. ``{"do": "call", "sizes", "careful", "more"?}`` with that many texts after it, answered by frames of
``{"results": [...]}`` until there is one for each text; several results go into a frame unless ``careful`` is set.

What this process says about the code is worth no more than the code: it could take over everything here. The other side
believes the form of results and nothing else, and each piece of code has a process of its own.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from gradewright.workers.sandbox import frames, limits

TELL_SECONDS: Final = 0.02
LARGEST_TEXT: Final = 2_000
_LARGE: Final = 1 << 16
_MOST_RESULTS, _MOST_VERDICTS = 256, 8
TEMPLATE_FILE: Final = "<template>"
_ENVIRONMENT: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}

Call = Callable[[Any], Any]
"""Takes one decoded text to a JSON value: a result, or ``{"problem": ...}``."""


def serve_forked(channel: int, supervisor: int, setting: dict[str, Any], layers: list[str]) -> None:
    """Be the process of one piece of code, as a fresh copy of the supervisor. Returns when the other side has gone."""
    import fcntl
    import resource

    os.setsid()
    if sys.platform == "linux":
        from gradewright.workers.sandbox import linux

        linux.end_with_parent(supervisor)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    # High up, where closing the usual descriptors does not reach it and the limit on open files does not count it.
    highest = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    top = highest if 0 < highest < 4096 else 4096
    own = fcntl.fcntl(channel, fcntl.F_DUPFD, top - 64 + os.getpid() % 60)
    os.closerange(3, own)
    os.closerange(own + 1, top)
    _serve(own, own, setting, layers)


def serve_alone(setting: dict[str, Any]) -> int:
    """Be the process of one piece of code, which was started for it. Returns the exit code."""
    source, target = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    _serve(source, target, setting, [])
    return 0


def _serve(source: int, target: int, setting: dict[str, Any], layers: list[str]) -> None:
    read, write = _reader(source), _writer(target)
    _empty_environment()
    os.chdir(setting["folder"])
    import pickle

    layers = [*layers, *limits.set_limits(setting["memory"]), *_confine(setting)]
    write(frames.pack(frames.NO_NONCE, {"ready": layers}))
    call: Call | None = None
    while True:
        try:
            nonce, request, extra = frames.unpack(read)
        except EOFError:
            return
        if request["do"] == "load":
            call, answer = _load(request, read(extra), pickle.loads)
            write(frames.pack(nonce, answer))
        elif call is not None:
            _call_all(call, _given(request, memoryview(read(extra))), nonce, request, write)


def _confine(setting: dict[str, Any]) -> list[str]:
    readable = [*setting["readable"], setting["folder"]]
    layers: list[str] = []
    if sys.platform == "linux":
        from gradewright.workers.sandbox import linux

        layers = linux.confine(readable)
    elif sys.platform == "darwin":
        from gradewright.workers.sandbox import macos

        layers = macos.confine(readable)
    elif sys.platform == "win32":
        from gradewright.workers.sandbox import windows

        layers = windows.confine()
    return layers


def _empty_environment() -> None:
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    os.environ.clear()
    os.environ.update({**_ENVIRONMENT, **kept})


def _reader(descriptor: int) -> frames.Read:
    waiting = bytearray()

    def take(count: int) -> bytes:
        if count > _LARGE:
            return _filled(descriptor, count, waiting)
        while len(waiting) < count:
            part = os.read(descriptor, _LARGE)
            if not part:
                raise EOFError
            waiting.extend(part)
        taken = bytes(memoryview(waiting)[:count])
        del waiting[:count]
        return taken

    return take


def _filled(descriptor: int, count: int, waiting: bytearray) -> bytes:
    """Return many bytes, those that wait first, without copying them again and again."""
    parts = [bytes(waiting[:count])]
    del waiting[:count]
    left = count - len(parts[0])
    while left:
        part = os.read(descriptor, left)
        if not part:
            raise EOFError
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _writer(descriptor: int) -> Callable[[bytes], None]:
    write = os.write

    def tell(data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[write(descriptor, rest) :]

    return tell


def _load(request: dict[str, Any], code: bytes, unpickle: Callable[[bytes], Any]) -> tuple[Call | None, Any]:
    try:
        if request["kind"] == "callable":
            function = unpickle(code)
            if not callable(function):
                return None, {"problem": "not_loaded", "message": "it holds no function"}
            return _calling(function), {"loaded": True}
        if request["kind"] == "functions":
            # By its name: it stands above this package, and is loaded here only, in the process of somebody's code.
            module = importlib.import_module("gradewright.flexeval.module")
            functions = module.FunctionSource(code.decode(*frames.ENCODING))
            return functions.call, {"loaded": functions.names()}
        from gradewright.verify.written_template import WrittenTemplate

        template = WrittenTemplate(code.decode(*frames.ENCODING))
        return template.verify, {"loaded": template.outline()}
    except BaseException as error:
        problem = describe(error)
        # What the code raised while it was made ready is no result of a check, whatever it was.
        return None, problem if problem["problem"] == "memory" else {**problem, "problem": "not_loaded"}


def _calling(function: Callable[[str], Any]) -> Call:
    def call(text: str) -> Any:
        value = function(text)
        kind = type(value)
        if value is None or kind is bool or kind is float:
            return value
        return plain(value)

    return call


def plain(value: Any) -> Any:
    """Return a result as JSON data; subclasses of plain types as those. What else it is becomes a problem."""
    if isinstance(value, bool | None):
        return value
    if isinstance(value, int):
        if int.bit_length(value) > 63:
            return {"problem": "bad_result", "message": "a whole number of more than 19 digits"}
        return int.__int__(value)
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, str):
        if str.__len__(value) > LARGEST_TEXT:
            return {"problem": "bad_result", "message": f"a text of more than {LARGEST_TEXT:,} characters"}
        return str.__str__(value)
    return {"problem": "bad_result", "message": f"a value of type {type(value).__name__[:60]}"}


def _given(request: dict[str, Any], data: memoryview) -> list[Any]:
    """Return what the calls are made with: texts, or pairs of a text and what else was sent about it."""
    texts, start = [], 0
    for size in request["sizes"]:
        texts.append(str(data[start : start + size], *frames.ENCODING))
        start += size
    return list(zip(texts, request["more"], strict=True)) if "more" in request else texts


def _call_all(
    call: Call, given: list[Any], nonce: bytes, request: dict[str, Any], write: Callable[[bytes], None]
) -> None:
    patience = 0.0 if request["careful"] else TELL_SECONDS
    # What is told at once has to stay well below what the other side takes for one frame.
    most = _MOST_VERDICTS if "more" in request else _MOST_RESULTS
    clock, pack = time.monotonic, frames.pack
    trace, profile = sys.settrace, sys.setprofile
    known: list[Any] = []
    told = clock()
    for each in given:
        try:
            known.append(call(each))
        except BaseException as error:
            known.append(describe(error))
        try:
            # What a call leaves behind here would run in the next one. A profiler that raises is thereby gone, too.
            trace(None)
            profile(None)
        except BaseException:
            profile(None)
        now = clock()
        if now - told >= patience or len(known) >= most:
            write(pack(nonce, {"results": known}))
            known = []
            told = now
    if known:
        write(pack(nonce, {"results": known}))


def describe(error: BaseException) -> dict[str, Any]:
    """Return what was raised, as JSON data. Asking a foreign exception for its words can raise anything, too."""
    if isinstance(error, MemoryError):
        return {"problem": "memory"}
    try:
        name, words = str.__str__(type(error).__name__)[:80], str.__str__(str(error))[:500]
    except BaseException:
        name, words = "an exception", ""
    line = 0
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == TEMPLATE_FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return {"problem": "raised", "type": name, "message": words, "line": line}
