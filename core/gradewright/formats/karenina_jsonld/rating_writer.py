"""Traits to rating objects (formats specification, 4.1 and 1.8)."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from gradewright.formats.karenina_jsonld.checks import same
from gradewright.formats.karenina_jsonld.own_entries import entry_text, rating_name
from gradewright.formats.karenina_jsonld.properties import property_value, put_member
from gradewright.formats.karenina_jsonld.rating_reader import read_rating
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.formats.karenina_jsonld.secrets import strip_secrets
from gradewright.formats.karenina_jsonld.vocabulary import (
    CALLABLE_SOURCE,
    NFC,
    OWN_ENTRY,
    PATTERN_FORM,
    PREFIX,
    RATING_ORDER,
    RATING_TYPES,
)
from gradewright.model.choice import ChoiceTrait
from gradewright.model.criterion import Criterion
from gradewright.model.judged import judged_choice, judged_trait, words_of
from gradewright.model.rubric import RubricEntry
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)

#: Rating properties that mean something: those of an edited trait are written anew, others are kept as they came.
_KNOWN_PROPERTIES = frozenset(
    {
        "deep_judgment_enabled",
        "deep_judgment_excerpt_enabled",
        "deep_judgment_search_enabled",
        "deep_judgment_max_excerpts",
        "deep_judgment_fuzzy_match_threshold",
        "deep_judgment_excerpt_retry_attempts",
        "higher_is_better",
        "summary",
        "min_score",
        "max_score",
        "kind",
        "classes",
        "pattern",
        "case_sensitive",
        "invert_result",
        PATTERN_FORM,
        OWN_ENTRY,
        "callable_code",
        CALLABLE_SOURCE,
        "metrics",
        "repeated_extraction",
        "evaluation_mode",
        "tp_instructions",
        "tn_instructions",
        "context_mode",
        "materialize_trace",
        "persist_trace",
        "max_turns",
        "timeout_seconds",
        "model_override",
        "dynamic_trait_type",
        "include_ground_truth",
    }
)

_SUFFIX_OF = {
    "llm": "LLMRubricTrait",
    "regex": "RegexTrait",
    "callable": "CallableTrait",
    "metric": "MetricRubricTrait",
    "agentic": "AgenticRubricTrait",
}

Members = list[tuple[str, Any]]


def write_rating(entry: RubricEntry, scope: str, remarks: Remarks) -> dict[str, Any]:
    """Return the rating object for a rubric entry.

    An entry whose origin still says the same is written as it came; in an edited one only what differs is changed.
    A secret in a model override is left out, with a remark.
    """
    origin = entry.origin
    if origin is None or "additionalType" not in origin:
        return _without_secrets(new_rating(entry, scope), entry, remarks)
    kept = dict(origin)
    if isinstance(entry.trait, UnreadableTrait):
        return _without_secrets(_relabelled(kept, entry.trait, scope), entry, remarks)
    if _scope_of(kept) == scope and _says_the_same(kept, entry):
        return _without_secrets(kept, entry, remarks)
    return _without_secrets(_patched(kept, new_rating(entry, scope)), entry, remarks)


def _without_secrets(rating: dict[str, Any], entry: RubricEntry, remarks: Remarks) -> dict[str, Any]:
    if not isinstance(entry.trait, AgenticTrait | UnreadableTrait):
        return rating
    cleaned: dict[str, Any]
    cleaned, secrets = strip_secrets(rating, "")
    for secret in secrets:
        remarks.add("", f"“{secret.name}” of the trait “{entry.trait.name}” is a secret and is left out.")
    return cleaned


def _scope_of(rating: Mapping[str, Any]) -> str:
    return RATING_TYPES[rating["additionalType"].removeprefix(PREFIX)][0]


def _says_the_same(origin: dict[str, Any], entry: RubricEntry) -> bool:
    read = read_rating(origin, "", Remarks())
    if not (read.gated == entry.gated and same_trait(read.trait, entry.trait)):
        return False
    if not isinstance(entry.trait, Criterion | ChoiceTrait):
        return True
    same_id = not isinstance(entry.trait, Criterion) or read.id == entry.id
    return same_id and (read.group, read.silenced, read.retired) == (entry.group, entry.silenced, entry.retired)


def same_trait(left: Trait, right: Trait) -> bool:
    """Return whether two traits are equal, the order of classes included."""
    if left != right:
        return False
    return list(getattr(left, "classes", None) or ()) == list(getattr(right, "classes", None) or ())


def _relabelled(origin: dict[str, Any], trait: UnreadableTrait, scope: str) -> dict[str, Any]:
    """Return an unreadable rating with only what the window can change in it: where it belongs."""
    plain = origin["additionalType"].removeprefix(PREFIX)
    found = RATING_TYPES[plain][0]
    if found != scope:
        origin["additionalType"] = PREFIX + scope + plain.removeprefix(found)
    if origin.get("name") and trait.name != origin["name"]:
        origin["name"] = trait.name
    return origin


def _patched(origin: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    result = {key: value for key, value in origin.items() if key in new or key != "description"}
    for key in RATING_ORDER:
        if key not in new or key == "additionalProperty":
            continue
        # 5 and 5.0 bound the same score; what stands there stays.
        if key not in result or not (result[key] == new[key] or same(result[key], new[key])):
            result = put_member(result, key, new[key], RATING_ORDER)
    properties = _patched_properties(origin.get("additionalProperty") or [], new["additionalProperty"])
    return put_member(result, "additionalProperty", properties, RATING_ORDER)


def _patched_properties(origin: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[dict[str, Any]]:
    wanted = {entry["name"]: entry for entry in new}
    result: list[dict[str, Any]] = []
    placed: set[str] = set()
    for entry in origin:
        name = entry["name"]
        if name in wanted:
            placed.add(name)
            agrees = same(entry.get("value"), wanted[name].get("value"))
            result.append(entry if agrees else {**entry, **wanted[name]} if "value" in wanted[name] else wanted[name])
        elif name not in _KNOWN_PROPERTIES:
            result.append(entry)
    return result + [entry for name, entry in wanted.items() if name not in placed]


def new_rating(entry: RubricEntry, scope: str) -> dict[str, Any]:
    """Return a rating object made from the trait alone, in the layout that Karenina writes."""
    trait = entry.trait
    suffix, best, worst, members = _described(entry)
    if entry.gated:
        suffix = "DynamicRubricTrait"
        members = [*members, ("dynamic_trait_type", _kind(trait))]
        # Karenina writes the summary of a gated trait a second time; once is enough for every reader.
    own = isinstance(trait, Criterion | ChoiceTrait)
    if own:
        members = [*members, (OWN_ENTRY, entry_text(entry))]
    rating: dict[str, Any] = {"@type": "Rating", "name": rating_name(entry) if own else trait.name}
    description = words_of(trait) if isinstance(trait, Criterion | ChoiceTrait) else trait.description
    if description is not None:
        rating["description"] = description
    rating["bestRating"] = float(best)
    rating["worstRating"] = float(worst)
    rating["additionalType"] = PREFIX + scope + suffix
    rating["additionalProperty"] = [property_value(name, value) for name, value in members]
    return rating


def _kind(trait: Trait) -> str:
    return trait.intended if isinstance(trait, UnreadableTrait) else trait.type


def _described(entry: RubricEntry) -> tuple[str, float, float, Members]:
    trait = entry.trait
    match trait:
        case LLMTrait():
            return _llm(trait)
        case RegexTrait():
            return "RegexTrait", 1, 0, _regex(trait)
        case CallableTrait():
            best, worst = _callable_bounds(trait)
            return "CallableTrait", best, worst, _callable(trait)
        case MetricTrait():
            return "MetricRubricTrait", 1, 0, _metric(trait)
        case AgenticTrait():
            best, worst = _bounds(trait.kind, trait.min_score, trait.max_score)
            return "AgenticRubricTrait", best, worst, _agentic(trait)
        case Criterion():
            return _criterion(trait)
        case ChoiceTrait():
            return _llm(judged_choice(trait))
        case UnreadableTrait():
            return _SUFFIX_OF.get(trait.intended, "DynamicRubricTrait"), 1, 0, _unreadable(trait, entry.origin or {})


def _criterion(criterion: Criterion) -> tuple[str, float, float, Members]:
    """Return a criterion as the trait that a judge there can be asked: yes or no, or a score on its scale."""
    return _llm(judged_trait(criterion))


def _unreadable(trait: UnreadableTrait, origin: Mapping[str, Any]) -> Members:
    """Return what an older layout said of a trait that could not be made of it, so that none of it is lost."""
    described = origin.get("trait")
    if isinstance(described, Mapping):
        return [(name, value) for name, value in described.items() if name not in ("name", "description")]
    return _if_set(("summary", trait.summary), ("unreadable", described))


def _if_set(*members: tuple[str, Any]) -> Members:
    return [(name, value) for name, value in members if value is not None]


def _bounds(kind: object, low: int | None, high: int | None) -> tuple[float, float]:
    """Return (best, worst) for a kind of trait with these score bounds."""
    if kind == "boolean":
        return 1, 0
    if isinstance(kind, Mapping):
        return 0, 0
    return (5 if high is None else high), (1 if low is None else low)


def _llm(trait: LLMTrait) -> tuple[str, float, float, Members]:
    best, worst = _bounds(trait.kind, trait.min_score, trait.max_score)
    members = [*_deep_judgment(trait), ("higher_is_better", trait.higher_is_better)]
    members += _if_set(("summary", trait.summary), ("min_score", trait.min_score), ("max_score", trait.max_score))
    if trait.kind != "boolean":
        # Without it a score from 0 to 1 comes back as a boolean.
        members.append(("kind", trait.kind))
    members += _if_set(("classes", trait.classes))
    if trait.include_ground_truth:
        # Karenina has no place for it and passes over it; it would be lost otherwise.
        members.append(("include_ground_truth", True))
    return ("RubricTrait" if trait.kind in ("boolean", "score") else "LLMRubricTrait"), best, worst, members


def _deep_judgment(trait: LLMTrait) -> Members:
    """Return the deep-judgment settings where they differ from the usual ones.

    Karenina leaves them out of a saved file unless it is asked to keep them. Here a file keeps what it said.
    """
    always: Members = [
        ("deep_judgment_enabled", trait.deep_judgment_enabled),
        ("deep_judgment_excerpt_enabled", trait.deep_judgment_excerpt_enabled),
        ("deep_judgment_search_enabled", trait.deep_judgment_search_enabled),
    ]
    set_ones = _if_set(
        ("deep_judgment_max_excerpts", trait.deep_judgment_max_excerpts),
        ("deep_judgment_fuzzy_match_threshold", trait.deep_judgment_fuzzy_match_threshold),
        ("deep_judgment_excerpt_retry_attempts", trait.deep_judgment_excerpt_retry_attempts),
    )
    usual = [value for _, value in always] == [False, True, False] and not set_ones
    return [] if usual else always + set_ones


def _regex(trait: RegexTrait) -> Members:
    return [
        ("pattern", trait.pattern),
        ("case_sensitive", trait.case_sensitive),
        ("invert_result", trait.invert_result),
        ("higher_is_better", trait.higher_is_better),
        *_if_set(("summary", trait.summary), (PATTERN_FORM, NFC if trait.normalize else None)),
    ]


def _callable_bounds(trait: CallableTrait) -> tuple[float, float]:
    return _bounds(trait.kind, trait.min_score, trait.max_score)


def _callable(trait: CallableTrait) -> Members:
    bounds = (("min_score", trait.min_score), ("max_score", trait.max_score)) if trait.kind != "boolean" else ()
    return [
        ("callable_code", base64.b64encode(trait.callable_code).decode("ascii")),
        ("kind", trait.kind),
        ("invert_result", trait.invert_result),
        ("higher_is_better", trait.higher_is_better),
        *_if_set(*bounds, ("summary", trait.summary), ("classes", trait.classes), (CALLABLE_SOURCE, trait.source)),
    ]


def _metric(trait: MetricTrait) -> Members:
    return [
        ("metrics", list(trait.metrics)),
        ("repeated_extraction", trait.repeated_extraction),
        ("evaluation_mode", trait.evaluation_mode),
        ("higher_is_better", trait.higher_is_better),
        *_if_set(
            ("tp_instructions", list(trait.tp_instructions) or None),
            ("tn_instructions", list(trait.tn_instructions) or None),
            ("summary", trait.summary),
        ),
    ]


def _agentic(trait: AgenticTrait) -> Members:
    return [
        ("kind", trait.kind),
        ("higher_is_better", trait.higher_is_better),
        ("context_mode", trait.context_mode),
        ("materialize_trace", trait.materialize_trace),
        ("persist_trace", trait.persist_trace),
        ("max_turns", trait.max_turns),
        ("timeout_seconds", trait.timeout_seconds),
        *_if_set(
            ("classes", trait.classes),
            ("model_override", trait.model_override),
            ("summary", trait.summary),
            ("min_score", trait.min_score),
            ("max_score", trait.max_score),
        ),
    ]
