"""The classes that template source is written with: ``BaseAnswer`` and ``VerifiedField``, as Karenina 0.1.0 has them.

They are for source that is run as a program (formats specification, sections 2.1 to 2.4 and 2.8). What only declares is
read without running it, see :mod:`gradewright.formats.template_source`; both are verified by the same code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field
from pydantic._internal._model_construction import ModelMetaclass

from gradewright.model.primitives import Primitive, dump_primitive, read_primitive
from gradewright.model.template import (
    AllOf,
    AnyOf,
    AtLeastN,
    ConditionalCase,
    ConditionalGroundTruth,
    FieldCheck,
    FieldKind,
    Strategy,
    Template,
    TemplateField,
)
from gradewright.verify.templates import CompiledTemplate, compile_template, stored_ground_truth
from gradewright.workers.patterns import Matcher

VERIFICATION: Final = "__verification__"
"""The key in a field's ``json_schema_extra`` under which its rule is kept."""

_Results = tuple[dict[str, bool | None], tuple[float | None, ...]]
_HOOKS: Final = ("model_post_init", "ground_truth")
_NODES: Final = {"field_check": FieldCheck, "all_of": AllOf, "any_of": AnyOf, "at_least_n": AtLeastN}


class AnswerClass(ModelMetaclass):
    """Makes answer classes: hooks become what pydantic calls, verification is supplied where none is written."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> type:
        hook = namespace.get("ground_truth")
        if callable(hook) and "model_post_init" not in namespace:
            namespace["model_post_init"] = _post_init(hook)
        made: Any = super().__new__(mcs, name, bases, namespace, **options)
        if bases == (BaseModel,):
            return made  # type: ignore[no-any-return]
        if "correct" in made.model_fields:
            raise TypeError("“correct” is the answer's own attribute and cannot be a field")
        made.__tried_out__ = any(hook in made.__dict__ for hook in _HOOKS)
        if verified_names(made):
            for method, supplied in (("verify", _verify), ("verify_granular", _verify_granular)):
                if not hasattr(made, method):
                    setattr(made, method, supplied)
            if getattr(made, "model_post_init", None) is BaseModel.model_post_init:
                made.__sets_correct__ = True
        return made  # type: ignore[no-any-return]


class BaseAnswer(BaseModel, metaclass=AnswerClass):
    """What a judge fills in for one answer. Attributes that are no fields (``correct``, ``regex``) can be set."""

    __slots__ = ("_null_fields", "_raw_trace", "_results")

    model_config = ConfigDict(extra="allow")

    id: str | None = None

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        if getattr(type(self), "__sets_correct__", False) and "correct" not in values:
            self.correct = compiled_answer(type(self)).ground_truths

    def set_raw_trace(self, text: str | None) -> None:
        """Give the answer's text, which rules about it read."""
        object.__setattr__(self, "_raw_trace", text)

    def set_null_fields(self, names: frozenset[str]) -> None:
        """Say which compared fields were looked for and not found."""
        object.__setattr__(self, "_null_fields", names)

    def field_results(self) -> dict[str, bool | None]:
        """Return the result of each compared field. Raises CheckError."""
        return _results(self)[0]

    def verify_regex(self, text: str) -> dict[str, Any]:
        """Check the patterns in ``self.regex`` against the answer's text (formats specification, section 2.8)."""
        patterns = getattr(self, "regex", None)
        if not patterns:
            return {"success": True, "results": {}, "details": {}}
        details = {name: _regex_detail(described, text) for name, described in patterns.items()}
        results = {name: detail.pop("result") for name, detail in details.items()}
        return {"success": all(results.values()), "results": results, "details": details}


def VerifiedField(  # noqa: N802 - a class in look and use
    description: str,
    ground_truth: Any,
    verify_with: Primitive,
    weight: float = 1.0,
    extraction_hint: str | None = None,
    **options: Any,
) -> Any:
    """Declare a field that is compared with its ground truth.

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
    extra[VERIFICATION] = {
        "ground_truth": _stored(ground_truth),
        "verify_with": dump_primitive(verify_with),
        "weight": _weight(weight),
        "extraction_hint": extraction_hint,
    }
    options.setdefault("default", ...)
    return Field(description=description, json_schema_extra=extra, **options)


class GroundTruthCase(BaseModel):
    """The ground truth for one case; ``verify_with`` replaces the field's own rule."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    value: Any
    verify_with: Primitive | None = None


class ConditionalTruth(BaseModel):
    """A ground truth that depends on an earlier turn; ``ConditionalGroundTruth`` in source."""

    model_config = ConfigDict(extra="forbid")

    source: str
    cases: dict[str, GroundTruthCase]
    default: GroundTruthCase


def verified_names(answer: type[BaseAnswer]) -> list[str]:
    """Return the names of the fields that are compared, in the order of their declaration."""
    return [name for name, info in answer.model_fields.items() if _kept(info) is not None]


def compiled_answer(answer: type[BaseAnswer]) -> CompiledTemplate:
    """Return the compared fields of an answer class, ready to be verified; made once a class.

    Raises:
        InvalidValue: the fields make no template.
    """
    known: CompiledTemplate | None = answer.__dict__.get("__compiled_template__")
    if known is None:
        fields = [_field(name, _kept(info) or {}, info) for name, info in answer.model_fields.items() if _kept(info)]
        template = Template(tuple(fields), _strategy(answer), answer.__name__)
        known = compile_template(template, UnwatchedPatterns())
        type.__setattr__(answer, "__compiled_template__", known)
    return known


class UnwatchedPatterns:
    """Runs patterns right here. Only for a process that somebody else watches."""

    def matcher(self, pattern: str, flags: int = 0) -> Matcher:
        """Return a matcher. Raises re.error."""
        return _Unwatched(re.compile(pattern, flags))


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


def _results(answer: BaseAnswer) -> _Results:
    known: _Results | None = getattr(answer, "_results", None)
    if known is None:
        compiled = compiled_answer(type(answer))
        values = {name: getattr(answer, name, None) for name in verified_names(type(answer))}
        known = compiled.field_results(
            values,
            answer_text=getattr(answer, "_raw_trace", None),
            null_fields=getattr(answer, "_null_fields", frozenset()),
        )
        object.__setattr__(answer, "_results", known)
    return known


def _verify(self: BaseAnswer) -> bool:
    return compiled_answer(type(self)).passed(_results(self)[0])


def _verify_granular(self: BaseAnswer) -> float:
    return compiled_answer(type(self)).score(_results(self)[1])


_verify.__name__, _verify_granular.__name__ = "verify", "verify_granular"


def _kept(info: Any) -> Mapping[str, Any] | None:
    extra = info.json_schema_extra
    kept = extra.get(VERIFICATION) if isinstance(extra, dict) else None
    return kept if isinstance(kept, dict) else None


def _field(name: str, kept: Mapping[str, Any], info: Any) -> TemplateField:
    return TemplateField(
        name,
        "Any",
        FieldKind.OTHER,
        description=info.description or "",
        ground_truth=_restored(kept["ground_truth"]),
        primitive=_primitive(kept["verify_with"]),
        weight=kept["weight"],
        extraction_hint=kept["extraction_hint"],
    )


def _primitive(kept: Mapping[str, Any]) -> Primitive:
    params = dict(kept)
    return read_primitive(params.pop("type"), params)[0]


def _stored(truth: Any) -> Any:
    if not isinstance(truth, ConditionalTruth):
        return stored_ground_truth(truth)
    return {
        "source": truth.source,
        "cases": {key: _stored_case(case) for key, case in truth.cases.items()},
        "default": _stored_case(truth.default),
        "__conditional__": True,
    }


def _stored_case(case: GroundTruthCase) -> dict[str, Any]:
    rule = None if case.verify_with is None else dump_primitive(case.verify_with)
    return {"value": stored_ground_truth(case.value), "verify_with": rule}


def _restored(kept: Any) -> Any:
    if not (isinstance(kept, dict) and kept.get("__conditional__")):
        return kept
    cases = {key: _restored_case(case) for key, case in kept["cases"].items()}
    return ConditionalGroundTruth(kept["source"], cases, _restored_case(kept["default"]))


def _restored_case(kept: Mapping[str, Any]) -> ConditionalCase:
    rule = kept["verify_with"]
    return ConditionalCase(kept["value"], None if rule is None else _primitive(rule))


def _weight(weight: Any) -> float:
    class Weight(BaseModel):
        weight: float

    return Weight(weight=weight).weight


def _strategy(answer: type[BaseAnswer]) -> Strategy | None:
    node = getattr(getattr(answer, "VerificationStrategy", None), "verify_strategy", None)
    return None if node is None else _node(node)


def _node(node: Any) -> Strategy:
    if isinstance(node, dict):
        described = dict(node)
        node = _NODES[described.pop("type")](**described)
    if isinstance(node, FieldCheck):
        return node
    conditions = tuple(_node(condition) for condition in node.conditions)
    if isinstance(node, AtLeastN):
        return AtLeastN(node.n, conditions)
    return AllOf(conditions) if isinstance(node, AllOf) else AnyOf(conditions)


def _regex_detail(described: Any, text: str) -> dict[str, Any]:
    pattern = described.get("pattern", "")
    expected = described.get("expected")
    kind = described.get("match_type", "exact")
    detail: dict[str, Any] = {"pattern": pattern, "expected": expected, "match_type": kind}
    try:
        found = re.findall(pattern, text)
    except re.error as error:
        return {**detail, "result": False, "error": str(error), "failure_reason": "The pattern does not compile"}
    detail |= {"matches_found": found, "match_count": len(found)}
    passed, reason = _regex_result(kind, expected, found)
    return {**detail, "result": passed, "success_reason" if passed else "failure_reason": reason}


def _regex_result(kind: Any, expected: Any, found: list[Any]) -> tuple[bool, str]:
    if kind == "exact":
        passed = len(found) == 1 and found[0] == expected
        return passed, f"{len(found)} matches, one that equals the expected text is wanted"
    if kind == "contains":
        return expected in found, "whether the expected text is among the matches"
    if kind == "count":
        passed = isinstance(expected, int) and len(found) == expected
        return passed, f"{len(found)} matches"
    if kind == "all":
        passed = isinstance(expected, list) and all(item in found for item in expected)
        return passed, "whether every expected text is among the matches"
    return False, "Unknown match_type"
