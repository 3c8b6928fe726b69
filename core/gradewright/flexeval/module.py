"""A file of function metrics as a program: its source is run here, so this module is only for a process without reach.

``flexeval.classes`` is offered to it under its own name, with the classes of :mod:`gradewright.flexeval.objects`.
"""

from __future__ import annotations

import inspect
import json
import sys
import types
from collections.abc import Callable
from typing import Any

from gradewright.flexeval.calling import NoResult, call
from gradewright.flexeval.objects import CLASSES, Message, Thread, ToolCall, Turn, objects_of
from gradewright.workers.sandbox.serving import TEMPLATE_FILE, describe

_OFFERED = {"thread": Thread, "turn": Turn, "message": Message, "tool_call": ToolCall}
_NAME = "function_metrics"


class FunctionSource:
    """The functions that a source defines."""

    def __init__(self, source: str) -> None:
        """Run the source. Raises whatever it raises."""
        _offer_classes()
        module = types.ModuleType(_NAME)
        module.__file__ = TEMPLATE_FILE
        sys.modules[_NAME] = module
        exec(compile(source, TEMPLATE_FILE, "exec"), module.__dict__)
        self._functions: dict[str, Callable[..., Any]] = {
            name: found
            for name, found in vars(module).items()
            if inspect.isfunction(found) and found.__module__ == _NAME
        }

    def names(self) -> list[str]:
        """Return the names of the functions."""
        return list(self._functions)

    def call(self, given: tuple[str, dict[str, Any]]) -> Any:
        """Call a function: the object as JSON text, and ``{"name", "kwargs"}``. Returns pairs of a name and a value."""
        text, asked = given
        data = json.loads(text)
        level = data["level"]
        found = objects_of(Thread(data["thread"]), level)[data["index"]]
        try:
            values = call(self._functions[asked["name"]], found, level, asked["kwargs"])
        except NoResult as error:
            return {"no_value": str(error)}
        except BaseException as error:
            return describe(error)
        return {"values": [[name, value] for name, value in values]}


def _offer_classes() -> None:
    package = types.ModuleType("flexeval")
    classes = types.ModuleType("flexeval.classes")
    for module in (package, classes):
        module.__path__ = []
        sys.modules[module.__name__] = module
    package.classes = classes  # type: ignore[attr-defined]
    for name, cls in _OFFERED.items():
        module = types.ModuleType(f"flexeval.classes.{name}")
        setattr(module, cls.__name__, cls)
        setattr(classes, name, module)
        sys.modules[module.__name__] = module
    assert set(CLASSES.values()) == set(_OFFERED.values()), "every level is offered"
