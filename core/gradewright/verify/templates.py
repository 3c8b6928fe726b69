"""Templates, compiled once and run over many answers: whether one passes, its partial credit, and each field."""

from __future__ import annotations

import keyword
import math
import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import PydanticSerializationError

from gradewright.errors import InvalidValue
from gradewright.model.primitives import Primitive, dump_primitive
from gradewright.model.run import FieldOutcome
from gradewright.model.template import ConditionalCase, ConditionalGroundTruth, Template, TemplateField
from gradewright.verify.errors import CheckError
from gradewright.verify.explain import explain, shown
from gradewright.verify.primitives import answer_check, comparison
from gradewright.verify.strategies import granular_score, strategy_test

if TYPE_CHECKING:
    from gradewright.workers.patterns import PatternRunner

FieldRun = Callable[[Any], tuple[bool, float]]
"""Takes what the field compares (its value, or the answer's text) to result and credit."""

RESERVED_NAMES = frozenset({"correct", "model_config"})


@dataclass(frozen=True, slots=True)
class _Case:
    """One ground truth of a field, bound to the rule that compares it."""

    primitive: Primitive
    expected: Any
    run: FieldRun


@dataclass(frozen=True, slots=True)
class _Step:
    """One compared field. ``choose`` is None unless the ground truth depends on an earlier turn."""

    name: str
    reads_answer: bool
    case: _Case
    choose: Callable[[Mapping[str, Any] | None], _Case] | None = None


@dataclass(frozen=True, slots=True)
class TemplateOutcome:
    """What a template says about one answer.

    ``results`` and ``scores`` are by compared field, in declaration order; None where the judge returned null.
    ``fields`` adds expected, got and a few words, and is made when asked for.
    """

    passed: bool
    score: float
    results: dict[str, bool | None]
    scores: tuple[float | None, ...]
    _values: Mapping[str, Any] = field(repr=False)
    _cases: tuple[_Case, ...] = field(repr=False)
    _weights: tuple[float, ...] = field(repr=False)

    @property
    def fields(self) -> tuple[FieldOutcome, ...]:
        """The fields one by one, in declaration order."""
        return field_outcomes(self.results, self.scores, self._cases, self._weights, self._values)


class CompiledTemplate:
    """A template with its checks bound. Reusable and safe to share between threads."""

    def __init__(self, template: Template, steps: tuple[_Step, ...]) -> None:
        self.template = template
        self._steps = steps
        self._cases = tuple(step.case for step in steps)
        self._plan = [(s.name, s.case.run, s.reads_answer, s.choose) for s in steps]
        self._weights = tuple(f.weight for f in template.verified_fields)
        self._test = strategy_test(template.strategy)
        self._strategy = template.strategy

    @property
    def answer_fields(self) -> frozenset[str]:
        """The names of the fields that read the answer's text, not a value."""
        return frozenset(step.name for step in self._steps if step.reads_answer)

    @property
    def ground_truths(self) -> dict[str, Any]:
        """The stored ground truths by compared field, without those that depend on an earlier turn."""
        return {step.name: step.case.expected for step in self._steps if step.choose is None}

    def field_results(
        self,
        values: Mapping[str, Any],
        *,
        answer_text: str | None = None,
        null_fields: Collection[str] = (),
        context: Mapping[str, Any] | None = None,
    ) -> tuple[dict[str, bool | None], tuple[float | None, ...]]:
        """Return each compared field's result and credit.

        Raises:
            CheckError: the first field, in declaration order, whose check cannot be made.
        """
        results: dict[str, bool | None] = {}
        scores: list[float | None] = []
        for name, run, reads_answer, choose in self._plan:
            if name in null_fields:
                results[name] = None
                scores.append(None)
                continue
            try:
                if choose is not None:
                    run = choose(context).run
                if reads_answer:
                    if answer_text is None:
                        raise ValueError("The answer's text is needed and was not given")
                    results[name], score = run(answer_text)
                else:
                    results[name], score = run(values.get(name))
            except Exception as error:
                raise CheckError(name, error) from error
            scores.append(score)
        return results, tuple(scores)

    def score(self, scores: tuple[float | None, ...]) -> float:
        """Return the partial credit for the fields' credits. It is not clamped; see ``granular_score``."""
        return granular_score(self._strategy, self._weights, scores)

    def passed(self, results: Mapping[str, bool | None]) -> bool:
        """Tell whether the template passes with these results.

        Raises:
            CheckError: the template compares no field, or its strategy names a field that it does not compare.
        """
        if not self._steps:
            raise CheckError("", AttributeError("The template compares no field"))
        try:
            return self._test(results)
        except KeyError as error:
            problem = LookupError(f"The pass rule names “{error.args[0]}”, which is no compared field")
            raise CheckError("", problem) from error

    def evaluate(
        self,
        values: Mapping[str, Any],
        *,
        answer_text: str | None = None,
        null_fields: Collection[str] = (),
        context: Mapping[str, Any] | None = None,
    ) -> TemplateOutcome:
        """Verify one answer.

        ``values`` are the field values as :func:`gradewright.verify.answers.read_values` returns them; a missing one
        counts as None. ``answer_text`` is what the rules about the answer's text read. ``null_fields`` are those that
        the judge returned as null: no result, no credit. ``context`` is the state of a scenario.

        Raises:
            CheckError: a check cannot be made. One such field ends the verification, as in Karenina.
        """
        results, scores = self.field_results(values, answer_text=answer_text, null_fields=null_fields, context=context)
        cases = self._cases
        if context is not None:
            cases = tuple(s.case if s.choose is None else s.choose(context) for s in self._steps)
        return TemplateOutcome(self.passed(results), self.score(scores), results, scores, values, cases, self._weights)


def compile_template(template: Template, patterns: PatternRunner | None = None) -> CompiledTemplate:
    """Bind a template's rules to its ground truths.

    ``patterns`` runs regular expressions; without it those that could run away fail instead of running.

    Raises:
        InvalidValue: the template could not be a class: a blank description, a name that is reserved or no name, a
            weight that is no number. ``place`` names the field.
    """
    if patterns is None:
        from gradewright.workers.patterns import QuickPatterns

        patterns = QuickPatterns()
    by_name = {f.name: _checked(f) for f in template.fields}
    settled = replace(template, fields=tuple(by_name.values()))
    steps = tuple(_step(f, f.primitive, patterns) for f in settled.fields if f.primitive is not None)
    return CompiledTemplate(settled, steps)


def stored_ground_truth(value: Any) -> Any:
    """Return a ground truth as a template stores it: dates as ISO text, tuples and sets as lists, NaN as None.

    Raises:
        InvalidValue: it cannot be stored.
    """
    try:
        return _Stored(value=value).model_dump(mode="json")["value"]
    except (PydanticSerializationError, ValueError, RecursionError) as error:
        raise InvalidValue(f"The ground truth cannot be stored: {error}.") from error


def field_outcomes(
    results: Mapping[str, bool | None],
    scores: tuple[float | None, ...],
    cases: tuple[Any, ...],
    weights: tuple[float, ...],
    values: Mapping[str, Any],
) -> tuple[FieldOutcome, ...]:
    """Return the fields with expected, got and a few words about them."""
    outcomes = []
    for (name, result), score, case, weight in zip(results.items(), scores, cases, weights, strict=True):
        got = None if case.primitive.reads_answer_text else values.get(name)
        words = explain(case.primitive, case.expected, got, result)
        outcomes.append(FieldOutcome(name, result, score, weight, case.expected, _keepable(got), words))
    return tuple(outcomes)


def _keepable(value: Any) -> Any:
    """Return a value as JSON can hold it: a set or bytes that a field's type made of it become a list or text."""
    if value is None or isinstance(value, str | int | float):
        return value
    try:
        return stored_ground_truth(value)
    except InvalidValue:
        return shown(value)


class _Stored(BaseModel):
    model_config = ConfigDict(defer_build=True)

    value: Any


def _checked(f: TemplateField) -> TemplateField:
    # Python takes names in source in this form, so one typed in another way becomes it on the way through a file.
    name = unicodedata.normalize("NFKC", f.name)
    f = replace(f, name=name) if name != f.name else f
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        raise InvalidValue(f"“{name}” cannot be a field's name.", place=name)
    clashes = name.startswith(("model_validate", "model_dump")) and hasattr(BaseModel, name)
    if name in RESERVED_NAMES or clashes:
        raise InvalidValue(f"The name “{name}” is taken by the template itself.", place=name)
    if f.primitive is None:
        return f
    if not f.description.strip():
        raise InvalidValue("A compared field needs a description for the judge.", place=name)
    try:
        weight = float(f.weight)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidValue("The weight is no number.", place=name) from error
    return replace(f, weight=weight)


def _step(f: TemplateField, primitive: Primitive, patterns: PatternRunner) -> _Step:
    reads_answer = primitive.reads_answer_text
    if not isinstance(f.ground_truth, ConditionalGroundTruth):
        return _Step(f.name, reads_answer, _case(primitive, f.ground_truth, patterns))
    conditional = f.ground_truth

    def bound(case: ConditionalCase) -> _Case:
        return _case(case.primitive or primitive, case.value, patterns)

    default = bound(conditional.default)
    cases = {key: bound(case) for key, case in conditional.cases.items()}
    path = conditional.source.split(".")

    def choose(context: Mapping[str, Any] | None) -> _Case:
        found: Any = context
        for part in path:
            found = found.get(part) if isinstance(found, Mapping) else None
        return default if found is None else cases.get(str(found), default)

    return _Step(f.name, reads_answer, default, choose)


def _case(primitive: Primitive, ground_truth: Any, patterns: PatternRunner) -> _Case:
    expected = stored_ground_truth(ground_truth)
    try:
        stored = _stored_primitive(primitive)
    except (ValidationError, ValueError) as error:
        return _Case(primitive, expected, _failing(error))
    if stored.reads_answer_text:
        return _Case(stored, expected, _run_on_answer(stored, bool(expected), patterns))
    return _Case(stored, expected, _run_on_value(stored, expected, patterns))


def _run_on_value(primitive: Primitive, expected: Any, patterns: PatternRunner) -> FieldRun:
    bound = comparison(primitive, expected, patterns)
    check, score = bound.check, bound.score
    if score is None:
        return lambda value: (True, 1.0) if check(value) else (False, 0.0)

    def graded(value: Any) -> tuple[bool, float]:
        result = check(value)
        try:
            return result, max(0.0, min(1.0, score(value)))
        except Exception:
            # A credit that cannot be worked out falls back to all or nothing, as in Karenina.
            return result, 1.0 if result else 0.0

    return graded


def _run_on_answer(primitive: Primitive, wanted: bool, patterns: PatternRunner) -> FieldRun:
    check = answer_check(primitive, patterns)
    return lambda text: (True, 1.0) if check(text) == wanted else (False, 0.0)


def _stored_primitive(primitive: Primitive) -> Primitive:
    """Return the rule as it comes back from storage, where numbers that are not finite have become null."""
    parameters = dump_primitive(primitive)
    infinite = [name for name, value in parameters.items() if isinstance(value, float) and not math.isfinite(value)]
    if not infinite:
        return primitive
    return type(primitive)(**{**parameters, **dict.fromkeys(infinite)})


def _failing(error: Exception) -> FieldRun:
    def run(_value: Any) -> tuple[bool, float]:
        raise error.with_traceback(None)

    return run
