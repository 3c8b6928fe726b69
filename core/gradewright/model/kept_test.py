"""Kept tests: answers that were tried, with what came of them, to be tried again after every change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

PASS: Final = "pass"
FAIL: Final = "fail"
YES: Final = "yes"
NO: Final = "no"
OUTCOMES: Final = (PASS, FAIL, YES, NO)
"""What a check can have said. ``yes`` and ``no`` are of traits for which neither is better."""


@dataclass(frozen=True, slots=True)
class KeptTest:
    """An answer's text and values (None where nobody read any), with the outcome that is expected of it.

    ``verdict`` is the template's, :data:`PASS` or :data:`FAIL`, ``""`` where it had none. ``fields`` and ``traits``
    hold, by name, what each check said that could be made; see :data:`OUTCOMES`.
    """

    text: str
    values: Mapping[str, Any] | None = None
    verdict: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    traits: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_outcome(self) -> bool:
        """Whether anything was checked when it was kept."""
        return bool(self.verdict or self.fields or self.traits)


def kept_test_data(test: KeptTest) -> dict[str, Any]:
    """Return a kept test as JSON data, in one order of its members and without those that say nothing."""
    data: dict[str, Any] = {"text": test.text}
    if test.values is not None:
        data["values"] = dict(test.values)
    if test.verdict:
        data["verdict"] = test.verdict
    if test.fields:
        data["fields"] = dict(test.fields)
    if test.traits:
        data["traits"] = dict(test.traits)
    return data


def kept_test_from(data: Any) -> KeptTest | None:
    """Return the kept test that :func:`kept_test_data` was given, None where the data is anything else."""
    if not isinstance(data, dict) or not data.keys() <= {"text", "values", "verdict", "fields", "traits"}:
        return None
    text, values = data.get("text"), data.get("values")
    verdict, fields, traits = data.get("verdict", ""), data.get("fields", {}), data.get("traits", {})
    if not isinstance(text, str) or not isinstance(values, dict | None) or verdict not in ("", PASS, FAIL):
        return None
    if not _are_outcomes(fields) or not _are_outcomes(traits):
        return None
    test = KeptTest(text, values, verdict, fields, traits)
    # What would not be written back as it stands here is not read, so that nothing of a file is lost.
    return test if kept_test_data(test) == data else None


def _are_outcomes(said: Any) -> bool:
    return isinstance(said, dict) and all(isinstance(word, str) and word in OUTCOMES for word in said.values())
