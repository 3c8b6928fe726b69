"""Function metrics: those that FlexEval brings along, and a person's own, which run in the sandbox and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gradewright.errors import InvalidValue, NotFound
from gradewright.flexeval.built_in import BUILT_IN, ELSEWHERE
from gradewright.flexeval.calling import NoResult, Value, call
from gradewright.flexeval.objects import MetricObject
from gradewright.workers.code import CodeFailed


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A call of a function metric: the object, and where it is found in the data of its thread."""

    found: MetricObject
    level: str
    index: int
    thread: Mapping[str, Any]


class FunctionModule(Protocol):
    """A file of functions, somewhere safe."""

    def names(self) -> tuple[str, ...] | CodeFailed:
        """Run the file and return the names of its functions."""
        ...

    def call_many(self, name: str, kwargs: Mapping[str, Any], calls: Sequence[str]) -> list[Any]:
        """Call a function; ``calls`` are JSON texts of the objects. Returns lists of named values, or CodeFailed."""
        ...


Results = list[list[Value] | str]
"""For each call the named values, or a sentence that says why there are none."""


class Functions:
    """Finds functions by name: in the given modules in order, then among those that are brought along."""

    def __init__(self, modules: Sequence[tuple[str, FunctionModule | None]] = ()):
        """``modules`` are pairs of a path and the module, None where nobody has allowed it."""
        self._modules = modules
        self._known: dict[str, tuple[str, ...]] = {}

    def check(self, name: str) -> None:
        """Look whether a function can be called.

        Raises:
            NotFound: there is no such function, or it is not here.
            InvalidValue: it may be in a file that nobody has allowed, or that cannot be run.
        """
        for path, module in self._modules:
            if module is None:
                if name not in BUILT_IN:
                    raise InvalidValue(
                        f"“{name}” may be a function of “{path}”, which is a program that nobody has allowed.",
                        hint="Look at it, and allow it by its SHA-256.",
                    )
            elif name in self._names(path, module):
                return
        if name in BUILT_IN:
            return
        if name in ELSEWHERE:
            raise NotFound(f"The function “{name}” {ELSEWHERE[name]}.")
        raise NotFound(f"There is no function “{name}”.", hint=f"Brought along are: {', '.join(BUILT_IN)}.")

    def call_all(self, name: str, kwargs: Mapping[str, Any], calls: Sequence[FunctionCall]) -> Results:
        """Call a function with many objects. Raises as :meth:`check` does."""
        for path, module in self._modules:
            if module is not None and name in self._names(path, module):
                return _in_module(module, name, kwargs, calls)
        self.check(name)
        return [_built_in(name, kwargs, each) for each in calls]

    def _names(self, path: str, module: FunctionModule) -> tuple[str, ...]:
        if path not in self._known:
            names = module.names()
            if isinstance(names, CodeFailed):
                raise InvalidValue(f"“{path}” cannot be used. {names.message}")
            self._known[path] = names
        return self._known[path]


def _in_module(module: FunctionModule, name: str, kwargs: Mapping[str, Any], calls: Sequence[FunctionCall]) -> Results:
    texts = [
        json.dumps({"level": each.level, "index": each.index, "thread": each.thread}, default=str) for each in calls
    ]
    results: Results = []
    for told in module.call_many(name, kwargs, texts):
        if isinstance(told, CodeFailed):
            results.append(told.message)
        else:
            results.append(told)
    return results


def _built_in(name: str, kwargs: Mapping[str, Any], each: FunctionCall) -> list[Value] | str:
    try:
        return call(BUILT_IN[name], each.found, each.level, kwargs)
    except NoResult as error:
        return f"The function gave no value: {error}"
    except Exception as error:
        return f"The function raised {type(error).__name__}: {error}"
