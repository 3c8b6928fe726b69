"""A file of function metrics, in the sandbox."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from gradewright.workers.code import CodeFailed, CodeKind, CodeTrouble, template_bytes
from gradewright.workers.sandbox import words
from gradewright.workers.sandbox.runner import CodeSandbox

_MOST_NAMES = 1_000


class SandboxedFunctions:
    """Runs functions of a source; see :class:`gradewright.flexeval.functions.FunctionModule`."""

    def __init__(self, sandbox: CodeSandbox, source: str) -> None:
        self._sandbox, self._code = sandbox, template_bytes(source)

    def names(self) -> tuple[str, ...] | CodeFailed:
        """Run the source and return the names of its functions."""
        told = self._sandbox.load(CodeKind.FUNCTIONS, self._code)
        if isinstance(told, CodeFailed):
            return told
        if not isinstance(told, list) or len(told) > _MOST_NAMES or not all(isinstance(name, str) for name in told):
            return words.forged()
        return tuple(told)

    def call_many(self, name: str, kwargs: Mapping[str, Any], calls: Sequence[str]) -> list[Any]:
        """Call a function with each object, a JSON text; returns pairs of a name and a value, or CodeFailed."""
        asked = {"name": name, "kwargs": dict(kwargs)}
        told = self._sandbox.call(CodeKind.FUNCTIONS, self._code, calls, [asked] * len(calls))
        return [each if isinstance(each, CodeFailed) else _values(each) for each in told]


def _values(told: Any) -> list[tuple[str, float | None]] | CodeFailed:
    """Return what a call yielded, if it has the form of that; the process could write anything."""
    if isinstance(told, dict) and isinstance(told.get("no_value"), str):
        return CodeFailed(CodeTrouble.BAD_RESULT, f"The code gave no value. {words.cleaned(told['no_value'])}")
    try:
        pairs = told["values"]
        values = [(name, None if value is None else float(value)) for name, value in pairs]
    except (TypeError, KeyError, ValueError, OverflowError):
        return words.forged()
    if not all(isinstance(name, str) and (value is None or not math.isnan(value)) for name, value in values):
        return words.forged()
    return values
