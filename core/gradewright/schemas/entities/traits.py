"""Rubric traits as scripts make them. Which values construct stands in :mod:`gradewright.model.traits`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from gradewright.model.traits import AgenticTrait, LLMTrait, MetricTrait, RegexTrait
from gradewright.schemas.arguments import BadArgument, FaceModel
from gradewright.schemas.patterns import script_patterns
from gradewright.verify.errors import CheckError
from gradewright.verify.metrics import confusion, metric_values
from gradewright.verify.traits import evaluate_regex, validate_score

_KIND_HINT = {"trait_type": "It is “kind”."}


def settled_kind(given: dict[str, Any]) -> dict[str, Any]:
    """Return a trait's arguments with a pydantic class in ``kind`` turned into its schema."""
    kind = given.get("kind")
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {**given, "kind": {"type": "template", "schema": kind.model_json_schema()}}
    if kind == "binary":
        raise BadArgument("“binary” is the old name of a kind.", hint="Use kind='boolean'.")
    return given


class LLMRubricTrait(LLMTrait, FaceModel):
    """A quality that a model judges: ``kind`` boolean, score, literal, or a pydantic class that the judge fills in."""

    @classmethod
    def argument_hints(cls) -> Mapping[str, str]:
        """See :meth:`FaceModel.argument_hints`."""
        return _KIND_HINT

    @classmethod
    def _prepared(cls, given: dict[str, Any]) -> dict[str, Any]:
        return settled_kind(given)

    def validate_score(self, value: Any) -> bool:
        """Tell whether a result is one that this trait can have."""
        return validate_score(self, value)


class RegexRubricTrait(RegexTrait, FaceModel):
    """A pattern that is looked for in the answer; ``invert_result`` makes it a prohibition."""

    @classmethod
    def argument_hints(cls) -> Mapping[str, str]:
        """See :meth:`FaceModel.argument_hints`."""
        return {
            "invert": "It is “invert_result”.",
            "flags": "Capitals are ignored with case_sensitive=False; others go into the pattern, as (?m) or (?s).",
        }

    def evaluate(self, text: str) -> bool:
        """Tell whether the trait holds for a text.

        Raises:
            CheckError: the pattern takes longer than a second on this text, or ``text`` is no text.
        """
        try:
            return evaluate_regex(self, text, script_patterns())
        except Exception as error:
            raise CheckError("", error) from error


class MetricRubricTrait(MetricTrait, FaceModel):
    """Precision, recall and their like over what an answer should hold, and in ``full_matrix`` what it should not."""

    def evaluate_lists(self, lists: Mapping[str, list[str]]) -> dict[str, float]:
        """Return the metrics for the lists ``tp``, ``fn``, ``fp`` and ``tn`` that a judge, or a person, made."""
        return metric_values(confusion(lists, self.repeated_extraction), self.metrics)


class AgenticRubricTrait(AgenticTrait, FaceModel):
    """A quality that an agent examines in a workspace. It is kept and written; nothing here runs agents."""

    @classmethod
    def _prepared(cls, given: dict[str, Any]) -> dict[str, Any]:
        override = given.get("model_override")
        if isinstance(override, BaseModel):
            given = {**given, "model_override": override.model_dump()}
        return settled_kind(given)

    def validate_score(self, value: Any) -> bool:
        """Tell whether a result is one that this trait can have."""
        return validate_score(self, value)
