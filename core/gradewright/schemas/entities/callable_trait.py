"""``CallableRubricTrait``: a function of the script as a trait, kept as its pickle with its source beside it."""

from __future__ import annotations

import inspect
import sys
import textwrap
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any

from pydantic import PrivateAttr

from gradewright.model.traits import CallableTrait
from gradewright.schemas.arguments import BadArgument, FaceModel, refuse_unknown
from gradewright.schemas.warnings import RunsCode
from gradewright.verify.errors import CheckError
from gradewright.verify.program_checks import read_result

Function = Callable[[str], Any]


class CallableRubricTrait(CallableTrait, FaceModel):
    """A Python function that judges the answer's text. Make it with :meth:`from_callable`."""

    _function: Function | None = PrivateAttr(default=None)

    @classmethod
    def from_callable(
        cls,
        name: str = "",
        func: Function | None = None,
        kind: Any = None,
        description: str | None = None,
        min_score: int | None = None,
        max_score: int | None = None,
        invert_result: bool = False,
        higher_is_better: bool | None = True,
        classes: dict[str, str] | None = None,
        summary: str | None = None,
        **unknown: Any,
    ) -> CallableRubricTrait:
        """Make a trait of a function that takes the answer's text.

        A function of a script or of the script's own modules is pickled whole, so that it can be loaded elsewhere. Its
        source goes beside the pickle, where Python can find it, so that the next person can read what would run.

        Raises:
            BadArgument: no function of one parameter, bounds missing (score), given (boolean) or not in order,
                classes missing (literal), or a function that cannot be pickled.
        """
        refuse_unknown("from_callable", unknown, _parameters(cls.from_callable), {"function": "It is “func”."})
        if not callable(func):
            raise BadArgument("from_callable needs a function: func=…")
        _check_parameters(func)
        _check_bounds(kind, min_score, max_score)
        optional: dict[str, Any] = {
            "min_score": min_score,
            "max_score": max_score,
            "classes": classes,
            "summary": summary,
        }
        made = cls(
            name=name,
            description=description,
            kind=kind,
            callable_code=pickled(func),
            source=source_of(func),
            invert_result=invert_result,
            higher_is_better=higher_is_better,
            **{key: value for key, value in optional.items() if value is not None},
        )
        made._function = func
        return made

    def deserialize_callable(self) -> Function:
        """Load the function from its pickle. That runs whatever the pickle says, so it warns each time.

        Raises:
            CheckError: the bytes are no pickle, or not one of a function.
        """
        warnings.warn(
            f"Loading the function of the trait “{self.name}” runs code that may have come with a file. "
            "Do it only where you trust who made it.",
            RunsCode,
            stacklevel=2,
        )
        import cloudpickle

        try:
            loaded = cloudpickle.loads(self.callable_code)
        except Exception as error:
            raise CheckError("", ValueError(f"the function of “{self.name}” cannot be loaded: {error}")) from error
        if not callable(loaded):
            raise CheckError("", TypeError(f"what “{self.name}” holds is no function"))
        function: Function = loaded
        return function

    def evaluate(self, text: str) -> bool | int | float:
        """Return the trait's result for a text: a bool, a score, or a class's number.

        The function that this script made the trait of is called as it is. One that came with a file is loaded first,
        in this process, with a warning; ``Benchmark.run_verification`` never does that.

        Raises:
            CheckError: the function raised, or returned what the trait cannot have.
        """
        function = self._function or self.deserialize_callable()
        try:
            result: bool | int | float = read_result(self, function(text))
        except Exception as error:
            raise CheckError("", error) from error
        return result

    @property
    def own_function(self) -> Function | None:
        """The function that this script made the trait of; None where the trait came with a file."""
        return self._function


def pickled(function: Function) -> bytes:
    """Return a function as cloudpickle bytes.

    Raises:
        BadArgument: something in it cannot be pickled.
    """
    import cloudpickle

    try:
        with _by_value(function):
            code: bytes = cloudpickle.dumps(function)
    except Exception as error:
        raise BadArgument(f"The function cannot be pickled: {error}.") from error
    return code


def source_of(function: Function) -> str | None:
    """Return a function's source without its margin, or None where Python cannot find it."""
    try:
        return textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError, SyntaxError, IndexError):
        return None


@contextmanager
def _by_value(function: Function) -> Iterator[None]:
    """Have functions of the script's own modules pickled with their code; elsewhere those modules do not exist."""
    import cloudpickle

    module = sys.modules.get(getattr(function, "__module__", None) or "")
    if not isinstance(function, FunctionType) or module is None or not _is_own(module):
        yield
        return
    cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        cloudpickle.unregister_pickle_by_value(module)


def _is_own(module: ModuleType) -> bool:
    import cloudpickle

    top = module.__name__.partition(".")[0]
    place = getattr(module, "__file__", None) or ""
    if top == "__main__" or top in sys.stdlib_module_names or "site-packages" in place or not place:
        return False
    return module.__name__ not in cloudpickle.list_registry_pickle_by_value()


def _parameters(function: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name != "unknown"]


def _check_parameters(function: Function) -> None:
    try:
        parameters: Mapping[str, Any] = inspect.signature(function).parameters
    except (ValueError, TypeError) as error:
        raise BadArgument("Python cannot tell the parameters of this function.") from error
    if len(parameters) != 1:
        raise BadArgument(
            f"The function takes {len(parameters)} parameters; it needs exactly one, the answer's text.",
            hint="Wrap it: lambda text: function(text, …).",
        )


def _check_bounds(kind: Any, low: int | None, high: int | None) -> None:
    if kind == "score":
        if low is None or high is None:
            raise BadArgument("A score trait needs min_score and max_score.")
        if low >= high:
            raise BadArgument(f"min_score {low} has to be below max_score {high}.")
    elif kind == "boolean" and (low is not None or high is not None):
        raise BadArgument("A boolean trait has no min_score and no max_score.")
