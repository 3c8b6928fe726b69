"""A hand-written template as a program: its source is run here, so this module is only for a process without reach.

What comes back for an answer is JSON data: ``construct_error`` (``field``, ``message``) where the values make no answer
object; else ``verify`` or ``verify_error``, ``granular``, ``granular_error`` or ``granular_missing``, ``regex``
(``success``, ``results``) or ``regex_error``, and ``fields`` for the compared ones, each as a FieldOutcome.
"""

from __future__ import annotations

import builtins
import importlib.abc
import importlib.machinery
import inspect
import json
import sys
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from pydantic import ConfigDict, Field, ValidationError

from gradewright.model.primitives import PRIMITIVES, SynonymMap
from gradewright.model.template import AllOf, AnyOf, AtLeastN, FieldCheck
from gradewright.verify.answer_class import AnswerClass, BaseAnswer, VerifiedField, compiled_answer
from gradewright.verify.compared_fields import ConditionalTruth, GroundTruthCase, verified_names
from gradewright.verify.errors import CheckError
from gradewright.verify.explain import shown
from gradewright.workers.sandbox.serving import TEMPLATE_FILE, describe, plain

_NO_FIELDS: Final = frozenset({"id", "correct", "regex"})
_LONGEST_VALUE: Final = 20_000
_STAND_INS: Final = ("karenina", "gradewright.schemas")


class TemplateRefused(Exception):
    """The source makes no usable template; the words say why."""


class WrittenTemplate:
    """A template class made by running its source."""

    def __init__(self, source: str) -> None:
        """Run the source.

        Raises:
            TemplateRefused: it makes no template, or one that could not be used.
            BaseException: what the source itself raises.
        """
        names = namespace()
        _offer_imports(names)
        self.answer = _template_class(run_source(source, names))
        _check_usable(self.answer)
        self._compared = verified_names(self.answer)
        compared = compiled_answer(self.answer)
        self._from_text = compared.answer_fields
        self._relaxed: dict[frozenset[str], type[BaseAnswer]] = {}

    def outline(self) -> dict[str, Any]:
        """Return the class's name, its fields, and whether it needs values of any."""
        names = [name for name in self.answer.model_fields if name != "id"]
        needed = set(names) - _NO_FIELDS - self._from_text
        return {"class_name": self.answer.__name__, "fields": names, "needs_values": bool(needed)}

    def verify(self, given: tuple[str, Mapping[str, Any]]) -> dict[str, Any]:
        """Verify one answer: its text, and ``values``, ``has_text``, ``question_id`` and ``strict`` about it."""
        text, more = given
        values = dict(more["values"])
        trace = text if more["has_text"] else None
        try:
            answer = self.answer(**values) if more["strict"] else self._read(values)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            field = str(first["loc"][0]) if first["loc"] else ""
            return {"construct_error": {"field": field, "message": str(first["msg"])[:500]}}
        except MemoryError:
            raise
        except Exception as error:
            return {"construct_error": {"field": "", "message": _words(error)}}
        answer.set_raw_trace(trace)
        if more["question_id"] is not None:
            answer.id = more["question_id"]
        return self._verified(answer, trace)

    def _read(self, values: dict[str, Any]) -> BaseAnswer:
        """Build an answer as the judging pipeline does: compared fields may be missing or null, and count as that."""
        null = frozenset(n for n in self._compared if values.get(n) is None and n not in self._from_text)
        unread = frozenset(n for n in self._from_text if values.get(n) is None)
        left_out = null | unread
        given = {name: value for name, value in values.items() if name not in left_out}
        answer = self._class_without(left_out)(**given)
        answer.set_null_fields(null)
        return answer

    def _class_without(self, names: frozenset[str]) -> type[BaseAnswer]:
        if not names:
            return self.answer
        known = self._relaxed.get(names)
        if known is None:
            body: dict[str, Any] = dict.fromkeys(names)
            body["__annotations__"] = dict.fromkeys(names, Any)
            body["__compiled_template__"] = compiled_answer(self.answer)
            body["__module__"] = __name__
            made: Any = AnswerClass(self.answer.__name__, (self.answer,), body)
            known = self._relaxed[names] = made
        return known

    def _verified(self, answer: BaseAnswer, trace: str | None) -> dict[str, Any]:
        told: dict[str, Any] = {}
        verify: Any = getattr(answer, "verify", None)
        told |= _outcome("verify", verify) if verify is not None else {"verify": True}
        granular: Any = getattr(answer, "verify_granular", None)
        told |= _outcome("granular", granular) if granular is not None else {"granular_missing": True}
        if trace is not None:
            told |= _outcome("regex", lambda: _short_regex(answer.verify_regex(trace)))
        told["fields"] = self._fields(answer, trace)
        return told

    def _fields(self, answer: BaseAnswer, trace: str | None) -> list[dict[str, Any]]:
        if not self._compared:
            return []
        values = {name: getattr(answer, name, None) for name in self._compared}
        try:
            outcome = compiled_answer(self.answer).evaluate(values, answer_text=trace, null_fields=answer._null_fields)
            return [_bounded(asdict(field)) for field in outcome.fields]
        except CheckError:
            return []


def namespace() -> dict[str, Any]:
    """Return the names that a template's source finds without importing (formats specification, section 2.7)."""
    rules = {name: _tolerant(rule) for name, rule in PRIMITIVES.items()}
    return {
        "__builtins__": builtins,
        "BaseAnswer": BaseAnswer,
        "Field": Field,
        "VerifiedField": VerifiedField,
        "List": list,
        "Dict": dict,
        "Optional": typing.Optional,
        "Union": typing.Union,
        "Any": Any,
        "Literal": typing.Literal,
        **rules,
        "AllOf": AllOf,
        "AnyOf": AnyOf,
        "AtLeastN": AtLeastN,
        "FieldCheck": FieldCheck,
        "SynonymMap": SynonymMap,
        "ConditionalGroundTruth": ConditionalTruth,
        "GroundTruthCase": GroundTruthCase,
    }


def run_source(source: str, names: dict[str, Any]) -> dict[str, Any]:
    """Run a source with ``names`` as its globals and return what it binds, which are its locals and no globals."""
    bound: dict[str, Any] = {}
    exec(compile(source, TEMPLATE_FILE, "exec", dont_inherit=True), names, bound)
    return bound


def _tolerant(rule: type[Any]) -> type[Any]:
    """Return a rule's class that takes options it does not know, as files' sources have them."""
    body = {"model_config": ConfigDict(extra="ignore"), "__module__": rule.__module__}
    for name in ("label", "group", "ignores_ground_truth", "reads_answer_text"):
        body[name] = getattr(rule, name)
    make: Any = type(rule)
    made: type[Any] = make(rule.__name__, (rule,), body)
    return made


def _template_class(bound: Mapping[str, Any]) -> type[BaseAnswer]:
    found = [
        value
        for value in dict.fromkeys(v for v in bound.values() if isinstance(v, type))
        if issubclass(value, BaseAnswer) and value is not BaseAnswer
    ]
    leaves = [one for one in found if not any(other is not one and issubclass(other, one) for other in found)]
    if not leaves:
        raise TemplateRefused("There is no class derived from BaseAnswer.")
    if len(leaves) > 1:
        names = ", ".join(f"“{leaf.__name__}”" for leaf in leaves)
        raise TemplateRefused(f"There has to be one template class; {names} are several.")
    return leaves[0]


def _check_usable(answer: type[BaseAnswer]) -> None:
    only_regex = not set(answer.model_fields) - _NO_FIELDS
    if not only_regex and not verified_names(answer) and not callable(getattr(answer, "verify", None)):
        raise TemplateRefused("The template has no verify method and no field that is compared.")
    if getattr(answer, "__tried_out__", False):
        tried = answer(**{name: _dummy(info.annotation) for name, info in _own_fields(answer).items()})
        if not isinstance(getattr(tried, "correct", None), dict | None):
            raise TemplateRefused("“correct” has to be a dictionary of names and values.")


def _own_fields(answer: type[BaseAnswer]) -> dict[str, Any]:
    if sys.version_info >= (3, 14):
        import annotationlib

        own = annotationlib.get_annotations(answer, format=annotationlib.Format.FORWARDREF)
    else:
        own = inspect.get_annotations(answer)
    return {name: info for name, info in answer.model_fields.items() if name in own}


def _dummy(annotation: Any) -> Any:
    for kind, value in ((bool, False), (int, 0), (float, 0.0), (str, "")):
        if annotation is kind:
            return value
    if annotation is list or typing.get_origin(annotation) is list:
        return []
    if typing.get_origin(annotation) is typing.Literal:
        return typing.get_args(annotation)[0]
    return ""


def _bounded(field: dict[str, Any]) -> dict[str, Any]:
    """Return a field's outcome with values that are not too large to be told."""
    for name in ("expected", "got"):
        try:
            large = len(json.dumps(field[name])) > _LONGEST_VALUE
        except (TypeError, ValueError, RecursionError):
            large = True
        if large:
            field[name] = shown(field[name], 1_000)
    return field


def _outcome(name: str, work: Callable[[], Any]) -> dict[str, Any]:
    try:
        value = work()
        return {name: value if isinstance(value, dict) and name == "regex" else plain(value)}
    except MemoryError:
        raise
    except Exception as error:
        return {f"{name}_error": _words(error)}


def _short_regex(outcome: dict[str, Any]) -> dict[str, Any]:
    results = {str(name)[:200]: bool(result) for name, result in outcome["results"].items()}
    return {"success": bool(outcome["success"]), "results": results}


def _words(error: Exception) -> str:
    if isinstance(error, CheckError):
        return str(error)[:500]
    said = describe(error)
    line = f" in line {said['line']}" if said.get("line") else ""
    return f"{said.get('type')}{line}: {said.get('message')}".rstrip(": ")


class _StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Answers imports of the packages that templates name, with what they find anyway."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if any(fullname == root or fullname.startswith(root + ".") for root in _STAND_INS):
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType | None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        module.__dict__.update({name: value for name, value in self._names.items() if name != "__builtins__"})


def _offer_imports(names: Mapping[str, Any]) -> None:
    sys.meta_path.insert(0, _StandIns(names))
