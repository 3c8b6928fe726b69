"""Rubrics and their traits as JSON data and back, exactly: for the journal and for the columns of the library.

Reading back trusts what was written here and does not validate again, so that a rule that becomes stricter later never
makes a stored trait unreadable.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from typing import Any

from gradewright.model.choice import Choice, ChoiceTrait
from gradewright.model.criterion import Criterion, CriterionSource, Scale
from gradewright.model.rubric import (
    CannotJudgeRule,
    OverallRule,
    Rubric,
    RubricEntry,
    RubricTerms,
    RubricVersions,
    VersionStep,
)
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)

_TRAITS: dict[str, type[Trait]] = {
    "llm": LLMTrait,
    "regex": RegexTrait,
    "callable": CallableTrait,
    "metric": MetricTrait,
    "agentic": AgenticTrait,
    "criterion": Criterion,
    "choice": ChoiceTrait,
    "unreadable": UnreadableTrait,
}
_TEXT_LISTS = ("must", "must_not", "pass_examples", "fail_examples")


def trait_data(trait: Trait) -> dict[str, Any]:
    """Return a trait as JSON data."""
    data = dict(vars(trait))
    if isinstance(trait, CallableTrait):
        data["callable_code"] = {"$bytes": base64.b64encode(trait.callable_code).decode("ascii")}
    elif isinstance(trait, Criterion):
        data.update({name: list(data[name]) for name in _TEXT_LISTS})
        data["scale"] = None if trait.scale is None else {**vars(trait.scale), "anchors": list(trait.scale.anchors)}
        data["source"] = None if trait.source is None else dict(vars(trait.source))
    elif isinstance(trait, ChoiceTrait):
        data["choices"] = [[choice.label, _score_data(choice.score)] for choice in trait.choices]
    return data


def _score_data(score: float) -> float | str:
    """Return a score as JSON has it: infinity and "no number" as text."""
    return score if math.isfinite(score) else repr(score)


def trait_from(data: Mapping[str, Any]) -> Trait:
    """Return the trait that :func:`trait_data` was given."""
    values = dict(data)
    code = values.get("callable_code")
    if isinstance(code, Mapping):
        values["callable_code"] = base64.b64decode(code["$bytes"])
    if values["type"] == "choice":
        values["choices"] = tuple(
            Choice.model_construct(label=label, score=float(score) if isinstance(score, str) else score)
            for label, score in values["choices"]
        )
    if values["type"] == "criterion":
        values.update({name: tuple(values[name]) for name in _TEXT_LISTS})
        scale, source = values["scale"], values["source"]
        if scale is not None:
            values["scale"] = Scale.model_construct(**{**scale, "anchors": tuple(scale["anchors"])})
        if source is not None:
            values["source"] = CriterionSource.model_construct(**source)
    return _TRAITS[values["type"]].model_construct(**values)


def entry_data(entry: RubricEntry) -> dict[str, Any]:
    """Return a rubric entry as JSON data; what has its usual value is left out."""
    data: dict[str, Any] = {"id": entry.id, "trait": trait_data(entry.trait)}
    if entry.gated:
        data["gated"] = True
    if entry.origin is not None:
        data["origin"] = entry.origin
    if entry.retired:
        data["retired"] = True
    if entry.group:
        data["group"] = entry.group
    if entry.silenced:
        data["silenced"] = [list(pair) for pair in entry.silenced]
    return data


def entry_from(data: Mapping[str, Any]) -> RubricEntry:
    """Return the entry that :func:`entry_data` was given."""
    return RubricEntry(
        data["id"],
        trait_from(data["trait"]),
        data.get("gated", False),
        data.get("origin"),
        data.get("retired", False),
        data.get("group", ""),
        tuple((rule, reason) for rule, reason in data.get("silenced", ())),
    )


def terms_data(terms: RubricTerms) -> dict[str, Any]:
    """Return what holds for all of a rubric as JSON data."""
    rule = terms.cannot_judge
    return {
        "name": terms.name,
        "check_type": terms.check_type,
        "graded_unit": terms.graded_unit,
        "overall_rule": str(terms.overall_rule),
        "cannot_judge": None if rule is None else [rule.when, rule.word],
        "extra": dict(terms.extra),
        **({"language": terms.language} if terms.language else {}),
    }


def terms_from(data: Mapping[str, Any]) -> RubricTerms:
    """Return the terms that :func:`terms_data` was given."""
    rule = data["cannot_judge"]
    return RubricTerms(
        data["name"],
        data["check_type"],
        data["graded_unit"],
        OverallRule(data["overall_rule"]),
        None if rule is None else CannotJudgeRule(*rule),
        data["extra"],
        data.get("language", ""),
    )


def versions_data(versions: RubricVersions) -> dict[str, Any]:
    """Return the versions of a rubric as JSON data."""
    return {
        "number": versions.number,
        "fingerprint": versions.fingerprint,
        "history": [_step_data(step) for step in versions.history],
        "ids": list(versions.ids),
    }


def versions_from(data: Mapping[str, Any]) -> RubricVersions:
    """Return the versions that :func:`versions_data` was given."""
    history = tuple(_step_from(step) for step in data["history"])
    return RubricVersions(data["number"], data["fingerprint"], history, tuple(data["ids"]))


def _step_data(step: VersionStep) -> dict[str, Any]:
    return {
        "version": step.version,
        "fingerprint": step.fingerprint,
        "date": step.date,
        "added": list(step.added),
        "retired": list(step.retired),
        "changed": [[criterion, list(members)] for criterion, members in step.changed],
        "from_version": step.from_version,
        "extra": dict(step.extra),
    }


def _step_from(data: Mapping[str, Any]) -> VersionStep:
    return VersionStep(
        data["version"],
        data["fingerprint"],
        data["date"],
        tuple(data["added"]),
        tuple(data["retired"]),
        tuple((criterion, tuple(members)) for criterion, members in data["changed"]),
        data["from_version"],
        data["extra"],
    )


def rubric_data(rubric: Rubric) -> list[dict[str, Any]] | dict[str, Any]:
    """Return a rubric as JSON data: the list of its entries, and an object around it where there is more to it."""
    entries = [entry_data(entry) for entry in rubric.entries]
    if rubric.is_plain:
        return entries
    return {
        "entries": entries,
        "terms": terms_data(rubric.terms),
        "versions": versions_data(rubric.versions),
        "spent": list(rubric.spent),
    }


def rubric_from(data: Sequence[Mapping[str, Any]] | Mapping[str, Any]) -> Rubric:
    """Return the rubric that :func:`rubric_data` was given."""
    if not isinstance(data, Mapping):
        return Rubric(tuple(entry_from(entry) for entry in data))
    return Rubric(
        tuple(entry_from(entry) for entry in data["entries"]),
        terms_from(data["terms"]),
        versions_from(data["versions"]),
        tuple(data["spent"]),
    )


def entry_count(data: Sequence[Any] | Mapping[str, Any]) -> int:
    """Return how many entries a rubric has, from its JSON data."""
    return len(data["entries"] if isinstance(data, Mapping) else data)
