"""One case, what was observed here, and how that compares with what was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.values import same

_MISSING = "(nothing)"


@dataclass(frozen=True)
class Observation:
    """What this engine does with a case: the same keys as the case's ``expected``.

    ``deviation`` names an entry of ``deviations.toml`` where this engine does something else on purpose, apart from
    which it does what ``values`` say. ``not_run`` names one where the case cannot be run here.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    deviation: str | None = None
    not_run: str | None = None


def differences(expected: Mapping[str, Any], observed: Mapping[str, Any]) -> list[str]:
    """Return where two outcomes differ, a sentence each. Of errors it counts only whether there is one."""
    said = []
    for key in sorted(set(expected) | set(observed)):
        theirs, ours = expected.get(key, _MISSING), observed.get(key, _MISSING)
        if key.endswith("error"):
            if (key in expected) != (key in observed):
                said.append(f"{key}: recorded {theirs!r}, here {ours!r}")
        else:
            said += _within(key, theirs, ours)
    return said


def _within(place: str, theirs: Any, ours: Any) -> list[str]:
    if same(theirs, ours):
        return []
    if isinstance(theirs, dict) and isinstance(ours, dict):
        keys = sorted(set(theirs) | set(ours), key=str)
        return [p for k in keys for p in _within(f"{place}/{k}", theirs.get(k, _MISSING), ours.get(k, _MISSING))]
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        return [p for n, pair in enumerate(zip(theirs, ours, strict=True)) for p in _within(f"{place}/{n}", *pair)]
    return [f"{place}: recorded {theirs!r}, here {ours!r}"]
