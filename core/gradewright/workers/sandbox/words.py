"""What went wrong with a program from a file, in sentences."""

from __future__ import annotations

import signal
from typing import Any

from gradewright.workers.code import CodeFailed, CodeTrouble
from gradewright.workers.sandbox.limits import Limits
from gradewright.workers.sandbox.process import CodeForged, CodeStuck

_LONGEST = 300


def problem(told: dict[str, Any], limits: Limits) -> CodeFailed:
    """Return what the process said about a call or about loading; nothing in it is taken on trust but as words."""
    kind = told.get("problem")
    message = cleaned(told.get("message", ""))
    if kind == "memory":
        return CodeFailed(CodeTrouble.MEMORY, f"The code needed more than {_megabytes(limits)} of memory.")
    if kind == "bad_result":
        return CodeFailed(CodeTrouble.BAD_RESULT, f"The code returned {message}, which is no result.")
    raised = cleaned(told.get("type", ""))
    line = told.get("line")
    where = f" in line {line}" if isinstance(line, int) and line > 0 else ""
    said = f"{raised}{where}: {message}" if raised and message else raised + where or message
    said = said.rstrip(".")
    if kind == "not_loaded":
        return CodeFailed(CodeTrouble.NOT_LOADED, f"The code could not be made ready: {said}.")
    return CodeFailed(CodeTrouble.RAISED, f"The code raised {said or 'an exception'}.")


def gone(error: Exception, status: int, limits: Limits, *, loading: bool = False) -> CodeFailed:
    """Return why a process had to be ended or has ended; ``status`` as ``subprocess`` gives it."""
    if isinstance(error, CodeStuck):
        seconds = limits.load_seconds if loading else limits.seconds
        return CodeFailed(CodeTrouble.TIMEOUT, f"The code took longer than {seconds:g} s and was ended.")
    if isinstance(error, CodeForged):
        return forged()
    if status == -getattr(signal, "SIGXCPU", 24):
        return CodeFailed(CodeTrouble.TIMEOUT, "The code used up its processor time and was ended.")
    if status < 0 and -status != getattr(signal, "SIGKILL", 9):
        return CodeFailed(CodeTrouble.CRASHED, f"The code crashed the process that it ran in ({_signal(-status)}).")
    return CodeFailed(CodeTrouble.ENDED, "The code ended the process that it ran in, or cut itself off.")


def forged() -> CodeFailed:
    """The channel of results held something else."""
    return CodeFailed(CodeTrouble.FORGED, "The code wrote something else in the place of its result, and was ended.")


def given_up() -> CodeFailed:
    """It is not tried any more."""
    return CodeFailed(CodeTrouble.GIVEN_UP, "The code had to be ended again and again, so it is not tried any more.")


def no_process(error: Exception) -> CodeFailed:
    """There is nowhere to run it."""
    said = cleaned(str(error)).rstrip(".")
    return CodeFailed(CodeTrouble.NO_PROCESS, f"The separate process for code could not be started: {said}.")


def cleaned(text: Any) -> str:
    """Return words of somebody else's on one line, without control characters and halves of characters."""
    if not isinstance(text, str):
        return ""
    whole = text[:_LONGEST].encode("utf-8", "backslashreplace").decode("utf-8")
    return " ".join("".join(c if c.isprintable() else " " for c in whole).split())


def _megabytes(limits: Limits) -> str:
    return f"{limits.memory // (1024 * 1024):,} MB"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
