"""Choosing among results, and putting those together that belong together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from gradewright.schemas.arguments import BadArgument, refuse_unknown
from gradewright.schemas.results.result import ModelIdentity, VerificationResult

SELECTION = (
    "question_ids",
    "answering_models",
    "parsing_models",
    "replicates",
    "completed_only",
    "has_template",
    "has_rubric",
)


def selected(
    results: Iterable[VerificationResult], owner: str, selection: Mapping[str, Any]
) -> list[VerificationResult]:
    """Return the results that fit every part of a selection; a part that is None, or False, asks for nothing.

    Models are named as results show them (``interface:name``), by their name alone, or by their id.

    Raises:
        BadArgument: a part is unknown, or is one text where several are expected.
    """
    refuse_unknown(owner, selection, SELECTION, {})
    wanted = {name: value for name, value in selection.items() if value is not None and value is not False}
    for name in ("question_ids", "answering_models", "parsing_models", "replicates"):
        if name in wanted and (isinstance(wanted[name], str | int) or not isinstance(wanted[name], Collection)):
            raise BadArgument(f"“{name}” is a list.")
    return [result for result in results if _fits(result, wanted)]


def _fits(result: VerificationResult, wanted: Mapping[str, Any]) -> bool:
    metadata = result.metadata
    return (
        ("question_ids" not in wanted or metadata.question_id in wanted["question_ids"])
        and ("answering_models" not in wanted or _named(metadata.answering, wanted["answering_models"]))
        and ("parsing_models" not in wanted or _named(metadata.parsing, wanted["parsing_models"]))
        and ("replicates" not in wanted or metadata.replicate in wanted["replicates"])
        and (not wanted.get("completed_only") or metadata.failure is None)
        and (not wanted.get("has_template") or result.has_template)
        and (not wanted.get("has_rubric") or result.has_rubric)
    )


def _named(model: ModelIdentity, names: Collection[str]) -> bool:
    return any(name in model.names for name in names)


def grouped(
    results: Sequence[VerificationResult], key: Callable[[VerificationResult], str]
) -> dict[str, list[VerificationResult]]:
    """Return the results by a key, keys in the order in which they come."""
    groups: dict[str, list[VerificationResult]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return groups
