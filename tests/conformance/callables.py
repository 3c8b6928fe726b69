"""Callable traits of ``llm_trait_validation.json``: functions that are named there, written here, and run elsewhere."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import cloudpickle
from pydantic import ValidationError

from conformance.cases import Observation
from conformance.values import decode
from gradewright.errors import InvalidValue
from gradewright.model.traits import CallableTrait
from gradewright.verify.program_checks import read_result
from gradewright.workers.code import CodeFailed, CodeRunner

CONSTANTS: dict[str, Any] = {
    "const_true": True,
    "const_false": False,
    "const_none": None,
    "const_nan": float("nan"),
    "const_inf": float("inf"),
}


def function_named(name: str) -> Callable[..., Any]:
    """Return the function that a case names: a constant by its value, else by what its name says.

    Raises:
        LookupError: the name says nothing.
    """
    if name in FUNCTIONS:
        return FUNCTIONS[name]
    if name in CONSTANTS:
        value = CONSTANTS[name]
    elif name.startswith("const_"):
        value = _constant(name.removeprefix("const_"))
    elif set(name.split("_")) & {"bounds", "classes", "with", "no", "without", "builtin", "param"}:
        return lambda text: bool(text)
    else:
        raise LookupError(f"no function {name}")
    return lambda text: value


def _constant(words: str) -> Any:
    number = words.replace("minus_", "-").replace("neg_", "-").replace("_", ".")
    for kind in (int, float):
        try:
            return kind(number)
        except ValueError:
            continue
    return words


def _two(text: str, other: str) -> bool:
    return text == other


def _default(text: str, other: int = 1) -> bool:
    return len(text) > other


def _star(*texts: str) -> bool:
    return bool(texts)


def _keywords(**texts: str) -> bool:
    return bool(texts)


def _none() -> bool:
    return True


def _one_keyword(*, text: str) -> bool:
    return bool(text)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "raises": lambda text: 1 / 0,
    "wordcount": lambda text: len(text.split()),
    "two_params": _two,
    "default_param": _default,
    "star_args": _star,
    "kwargs": _keywords,
    "star_kwargs": _keywords,
    "no_params": _none,
    "zero_params": _none,
    "kwonly": _one_keyword,
    "kw_only": _one_keyword,
    "keyword_only": _one_keyword,
    "len_builtin": len,
}


def observe_evaluate(case: Mapping[str, Any], code: CodeRunner) -> Observation:
    """Run one function on a text, and read its result as the trait says."""
    function = function_named(case["input"]["function"])
    pickled = cloudpickle.dumps(function)
    trait = CallableTrait(name="t", callable_code=pickled, **decode(case["params"]))
    program = code.callable_program(pickled)
    assert program is not None, "the sandbox runs everything"
    (result,) = program.call_many([case["input"]["text"]])
    if isinstance(result, CodeFailed):
        return Observation({"evaluate_error": result.message})
    try:
        value = read_result(trait, result)
    except InvalidValue as error:
        return Observation({"evaluate_error": error.message})
    return Observation({"result": value, "type": type(value).__name__})


def observe_from_callable(case: Mapping[str, Any], _code: CodeRunner) -> Observation:
    """Make a trait of a function in a script."""
    from gradewright.schemas.entities.callable_trait import CallableRubricTrait

    function = function_named(case["input"]["function"])
    try:
        made = CallableRubricTrait.from_callable(name="t", func=function, **decode(case["params"]))
    except (ValueError, TypeError, ValidationError) as error:
        return Observation({"construct_error": str(error)})
    assert inspect.isroutine(function)
    return Observation({"ok": bool(made.callable_code)})
