"""``BaseAnswer``: what template source is written with, as Karenina 0.1.0 has it.

One implementation for both faces: the classes of a script (:mod:`gradewright.schemas.entities.answer`, stricter in what
it takes) and source that is run as a program in a separate process (formats specification, 2.1 to 2.4 and 2.8). What
only declares is read without running it, see :mod:`gradewright.formats.template_source`; all are verified by the same
code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr
from pydantic._internal._model_construction import ModelMetaclass

from gradewright.model.primitives import Primitive
from gradewright.verify.compared_fields import VERIFICATION, declared_template, verification, verified_names
from gradewright.verify.regex_checks import regex_checks
from gradewright.verify.templates import CompiledTemplate, compile_template
from gradewright.workers.patterns import Matcher, PatternInvalid, PatternRunner

_HOOKS: Final = ("model_post_init", "ground_truth")


class FieldResults(dict[str, bool | None]):
    """Each compared field's result: True, False, or None where the judge found nothing.

    Calling it returns it, so that ``answer.field_results`` and ``answer.field_results()`` are the same.
    """

    def __call__(self) -> FieldResults:
        return self

    @property
    def failed(self) -> list[str]:
        """The fields that did not pass."""
        return [name for name, result in self.items() if result is not True]


class AnswerClass(ModelMetaclass):
    """Makes answer classes: hooks become what pydantic calls, verification is supplied where none is written."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> type:
        tried_out = any(hook in namespace for hook in _HOOKS)
        hook = namespace.get("ground_truth")
        # Not in the bases of answers: they have the one that sets “correct” by itself.
        if callable(hook) and "model_post_init" not in namespace:
            namespace["model_post_init"] = _post_init(hook)
        made: Any = super().__new__(mcs, name, bases, namespace, **options)
        if "correct" in made.model_fields:
            raise made.__refusal__("“correct” is where the ground truths go; a field cannot have that name.")
        made.__tried_out__ = tried_out
        if verified_names(made):
            for method, supplied in (("verify", _verify), ("verify_granular", _verify_granular)):
                if not hasattr(made, method):
                    setattr(made, method, supplied)
        return made  # type: ignore[no-any-return]


class BaseAnswer(BaseModel, metaclass=AnswerClass):
    """What a judge fills in for one answer. Attributes that are no fields (``correct``, ``regex``) can be set.

    A class with compared fields gets ``verify()`` and ``verify_granular()`` where it defines none of its own. A method
    ``ground_truth(self)``, or ``model_post_init``, may set ``self.correct`` and ``self.regex``.
    """

    model_config = ConfigDict(extra="allow", protected_namespaces=("model_validate", "model_dump"))

    id: str | None = None

    _raw_trace: str | None = PrivateAttr(default=None)
    _null_fields: frozenset[str] = PrivateAttr(default=frozenset())
    _scenario_context: Mapping[str, Any] | None = PrivateAttr(default=None)

    __refusal__: ClassVar[type[Exception]] = TypeError

    if TYPE_CHECKING:
        correct: Any
        regex: Any

        def verify(self) -> bool:
            """Tell whether the answer passes. Made for classes with compared fields, else the class's own."""

        def verify_granular(self) -> float:
            """Return the weighted share of the fields that passed."""

    def model_post_init(self, context: Any, /) -> None:
        """Set ``correct`` from the fields' ground truths, where nothing else was given for it."""
        compiled = compiled_answer(type(self))
        if compiled.template.fields and (self.__pydantic_extra__ or {}).get("correct") is None:
            self.correct = compiled.ground_truths

    @property
    def field_results(self) -> FieldResults:
        """Each compared field's result, which tells which field failed.

        Raises:
            CheckError: a field cannot be compared.
        """
        return FieldResults(self._compared()[0])

    @property
    def field_scores(self) -> dict[str, float | None]:
        """Each compared field's credit from 0 to 1, None where the judge found nothing.

        Raises:
            CheckError: a field cannot be compared.
        """
        results, scores = self._compared()
        return dict(zip(results, scores, strict=True))

    def verify_regex(self, raw_trace: str) -> dict[str, Any]:
        """Check the patterns in ``self.regex`` against the answer's whole text.

        Returns ``success``, ``results`` by name and ``details`` by name. No patterns: success.
        """
        return regex_checks(getattr(self, "regex", None), raw_trace, self.pattern_runner())

    def set_raw_trace(self, text: str | None) -> None:
        """Give the answer's whole text, which the rules whose names begin with ``Trace`` read."""
        self._raw_trace = text

    def set_null_fields(self, names: Collection[str]) -> None:
        """Name the fields that a judge looked for and did not find: no result and no credit."""
        self._null_fields = frozenset(names)

    @classmethod
    def pattern_runner(cls) -> PatternRunner:
        """Return what matches the patterns of rules."""
        return UnwatchedPatterns()

    @classmethod
    def model_json_schema(cls, *arguments: Any, **options: Any) -> dict[str, Any]:
        """Return the JSON Schema that a judge fills in; ground truths are not in it."""
        schema: dict[str, Any] = _without_verification(super().model_json_schema(*arguments, **options))
        return schema

    def _compared(self) -> tuple[dict[str, bool | None], tuple[float | None, ...]]:
        compiled = compiled_answer(type(self))
        return compiled.field_results(
            {field.name: getattr(self, field.name, None) for field in compiled.template.fields},
            answer_text=self._raw_trace,
            null_fields=self._null_fields,
            context=self._scenario_context,
        )


def VerifiedField(  # noqa: N802 - a class in look and use
    description: str,
    ground_truth: Any,
    verify_with: Primitive,
    weight: float = 1.0,
    extraction_hint: str | None = None,
    **options: Any,
) -> Any:
    """Declare a field that is compared with its ground truth, as source from files does it.

    Raises:
        ValueError: there is no description or no rule.
        TypeError: the rule is a class and not an instance of one.
    """
    if not str(description or "").strip():
        raise ValueError("a compared field needs a description")
    if verify_with is None:
        raise ValueError("a compared field needs a rule (verify_with)")
    if not isinstance(verify_with, Primitive):
        raise TypeError(f"verify_with has to be a rule with its options, such as ExactMatch(); got {verify_with!r}")
    extra = dict(options.pop("json_schema_extra", None) or {})
    extra[VERIFICATION] = verification(ground_truth, verify_with, _weight(weight), extraction_hint)
    options.setdefault("default", ...)
    return Field(description=description, json_schema_extra=extra, **options)


def compiled_answer(answer: type[BaseAnswer]) -> CompiledTemplate:
    """Return the compared fields of an answer class, ready to be verified; made once a class.

    Raises:
        InvalidValue: the fields make no template.
    """
    known: CompiledTemplate | None = answer.__dict__.get("__compiled_template__")
    if known is None:
        known = compile_template(declared_template(answer), answer.pattern_runner())
        type.__setattr__(answer, "__compiled_template__", known)
    return known


class UnwatchedPatterns:
    """Runs patterns right here. Only for a process that somebody else watches."""

    def matcher(self, pattern: str, flags: int = 0) -> Matcher:
        """Return a matcher. Raises PatternInvalid."""
        try:
            return _Unwatched(re.compile(pattern, flags))
        except re.error as error:
            raise PatternInvalid(str(error)) from error


class _Unwatched:
    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def search(self, text: str) -> bool:
        return self._pattern.search(text) is not None

    def findall(self, text: str) -> list[Any]:
        return self._pattern.findall(text)

    def search_many(self, texts: Any) -> list[Any]:
        return [self.search(text) for text in texts]


def _post_init(hook: Callable[[Any], Any]) -> Callable[[Any, Any], None]:
    def model_post_init(self: Any, context: Any, /) -> None:
        hook(self)

    return model_post_init


def _verify(self: BaseAnswer) -> bool:
    """Tell whether the answer passes: every compared field, or what the strategy says.

    Raises:
        CheckError: a field cannot be compared, or the strategy names one that is not.
    """
    return compiled_answer(type(self)).passed(self._compared()[0])


def _verify_granular(self: BaseAnswer) -> float:
    """Return the weighted share of the fields that passed, graded rules giving parts of it.

    Raises:
        CheckError: a field cannot be compared.
    """
    return compiled_answer(type(self)).score(self._compared()[1])


_verify.__name__, _verify_granular.__name__ = "verify", "verify_granular"


def _weight(weight: Any) -> float:
    class Weight(BaseModel):
        weight: float

    return Weight(weight=weight).weight


def _without_verification(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_verification(member) for name, member in value.items() if name != VERIFICATION}
    return [_without_verification(member) for member in value] if isinstance(value, list) else value
