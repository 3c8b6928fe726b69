"""``BaseAnswer``: answer templates as classes of a script, verified by the engine's own rules.

A class that a script defines is the script's own code and runs as such. A template that comes with a file is another
matter: that is read by its syntax, see :mod:`gradewright.formats.template_source`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from inspect import unwrap
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import BaseModel, ConfigDict, PrivateAttr

from gradewright.model.template import AllOf, AnyOf, AtLeastN, FieldCheck, Strategy, Template
from gradewright.schemas.arguments import BadArgument
from gradewright.schemas.entities.verified_field import METADATA, template_field, verification_of
from gradewright.schemas.patterns import script_patterns
from gradewright.verify.regex_checks import regex_checks
from gradewright.verify.templates import CompiledTemplate, compile_template

STRATEGY_CLASS = "VerificationStrategy"


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


class BaseAnswer(BaseModel):
    """The base of answer templates. Subclass it and declare fields with ``VerifiedField``.

    A class with compared fields gets ``verify()`` and ``verify_granular()`` where it defines none of its own. A method
    ``ground_truth(self)``, or ``model_post_init``, may set ``self.correct`` and ``self.regex``.
    """

    model_config = ConfigDict(extra="allow", protected_namespaces=("model_validate", "model_dump"))

    id: str | None = None

    _raw_trace: str | None = PrivateAttr(default=None)
    _null_fields: frozenset[str] = PrivateAttr(default=frozenset())
    _scenario_context: Mapping[str, Any] | None = PrivateAttr(default=None)

    __gradewright_compiled__: ClassVar[CompiledTemplate | None] = None

    if TYPE_CHECKING:
        correct: Any
        regex: Any

        def verify(self) -> bool:
            """Tell whether the answer passes. Made for classes with compared fields, else the class's own."""

        def verify_granular(self) -> float:
            """Return the weighted share of the fields that passed."""

    @classmethod
    def __pydantic_init_subclass__(cls, **_options: Any) -> None:
        if "correct" in cls.model_fields:
            raise BadArgument("“correct” is where the ground truths go; a field cannot have that name.")
        cls.__gradewright_compiled__ = None
        if all(verification_of(info) is None for info in cls.model_fields.values()):
            return
        for name, made in (("verify", _verify), ("verify_granular", _verify_granular)):
            if not hasattr(cls, name):
                setattr(cls, name, made)

    def model_post_init(self, context: Any, /) -> None:
        """Set ``correct`` from the fields' ground truths, or let the class's own ``ground_truth`` method do it."""
        own = getattr(type(self), "ground_truth", None)
        # pydantic wraps this method anew in each class, to set up private attributes first.
        if callable(own) and unwrap(type(self).model_post_init) is unwrap(BaseAnswer.model_post_init):
            own(self)
            return
        compiled = self._compiled()
        if compiled is not None and (self.__pydantic_extra__ or {}).get("correct") is None:
            self.correct = compiled.ground_truths

    @property
    def field_results(self) -> FieldResults:
        """Each compared field's result, which tells which field failed.

        Raises:
            CheckError: a field cannot be compared.
        """
        compiled = self._compiled()
        return FieldResults() if compiled is None else FieldResults(self._compared(compiled)[0])

    @property
    def field_scores(self) -> dict[str, float | None]:
        """Each compared field's credit from 0 to 1, None where the judge found nothing.

        Raises:
            CheckError: a field cannot be compared.
        """
        compiled = self._compiled()
        if compiled is None:
            return {}
        results, scores = self._compared(compiled)
        return dict(zip(results, scores, strict=True))

    def verify_regex(self, raw_trace: str) -> dict[str, Any]:
        """Check the patterns in ``self.regex`` against the answer's whole text.

        Returns ``success``, ``results`` by name and ``details`` by name. No patterns: success.
        """
        return regex_checks(getattr(self, "regex", None), raw_trace, script_patterns())

    def set_raw_trace(self, text: str) -> None:
        """Give the answer's whole text, which the rules whose names begin with ``Trace`` read."""
        self._raw_trace = text

    def set_null_fields(self, names: Collection[str]) -> None:
        """Name the fields that a judge looked for and did not find: no result and no credit."""
        self._null_fields = frozenset(names)

    @classmethod
    def model_json_schema(cls, *arguments: Any, **options: Any) -> dict[str, Any]:
        """Return the JSON Schema that a judge fills in; ground truths are not in it."""
        schema: dict[str, Any] = _without_metadata(super().model_json_schema(*arguments, **options))
        return schema

    @classmethod
    def declared_template(cls) -> Template | None:
        """Return the compared fields and the strategy as the engine has them, or None where no field is compared."""
        fields = [template_field(name, info) for name, info in cls.model_fields.items()]
        compared = tuple(field for field in fields if field is not None)
        return Template(compared, _strategy(cls), cls.__name__) if compared else None

    @classmethod
    def _compiled(cls) -> CompiledTemplate | None:
        known = cls.__gradewright_compiled__
        if known is None:
            template = cls.declared_template()
            if template is None:
                return None
            known = cls.__gradewright_compiled__ = compile_template(template, script_patterns())
        return known

    def _compared(self, compiled: CompiledTemplate) -> tuple[dict[str, bool | None], tuple[float | None, ...]]:
        values = {field.name: getattr(self, field.name, None) for field in compiled.template.fields}
        return compiled.field_results(
            values,
            answer_text=self._raw_trace,
            null_fields=self._null_fields,
            context=self._scenario_context,
        )


def _verify(self: BaseAnswer) -> bool:
    """Tell whether the answer passes: every compared field, or what the strategy says.

    Raises:
        CheckError: a field cannot be compared, or the strategy names one that is not.
    """
    compiled = _needed(self)
    return compiled.passed(self._compared(compiled)[0])


def _verify_granular(self: BaseAnswer) -> float:
    """Return the weighted share of the fields that passed, graded rules giving parts of it.

    Raises:
        CheckError: a field cannot be compared.
    """
    compiled = _needed(self)
    return compiled.score(self._compared(compiled)[1])


def _needed(answer: BaseAnswer) -> CompiledTemplate:
    compiled = answer._compiled()
    if compiled is None:
        raise BadArgument(f"{type(answer).__name__} compares no field.")
    return compiled


def _strategy(cls: type[BaseAnswer]) -> Strategy | None:
    declared = getattr(getattr(cls, STRATEGY_CLASS, None), "verify_strategy", None)
    return _plain(declared) if isinstance(declared, Strategy) else None


def _plain(node: Strategy) -> Strategy:
    """Return a node as the engine has it, which is what files read back."""
    if isinstance(node, FieldCheck):
        return FieldCheck(node.field)
    conditions = tuple(_plain(condition) for condition in node.conditions)
    if isinstance(node, AtLeastN):
        return AtLeastN(node.n, conditions)
    return AllOf(conditions) if isinstance(node, AllOf) else AnyOf(conditions)


def _without_metadata(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_metadata(member) for name, member in value.items() if name != METADATA}
    return [_without_metadata(member) for member in value] if isinstance(value, list) else value
