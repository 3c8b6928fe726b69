"""What the comparison rules do in a script: ``check``, ``score``, ``check_trace``, and the way they are made."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict, PrivateAttr

from gradewright.errors import InvalidValue
from gradewright.model.primitives import (
    NumericTolerance,
    Primitive,
    accepts,
    dump_primitive,
    make_primitive,
)
from gradewright.schemas.arguments import BadArgument, FaceModel
from gradewright.schemas.patterns import script_patterns
from gradewright.schemas.warnings import DoubtfulRule
from gradewright.verify.errors import CheckError
from gradewright.verify.primitives import answer_check, comparison

_OF_TEXT = "capitals are told apart by normalize=[], and ignored by normalize=['lowercase']"
_CAPITALS = ("case_sensitive", "ignore_case", "case_insensitive")


class Rule(FaceModel):
    """A comparison rule as scripts make and try it. Mixed into the engine's own rules, which say what it means."""

    model_config = ConfigDict(frozen=True)

    _told: bool = PrivateAttr(default=False)

    @classmethod
    def argument_hints(cls) -> Mapping[str, str]:
        """Rules about text have ``normalize`` where other programs have ``case_sensitive``."""
        if "normalize" not in cls.model_fields:
            return {}
        return dict.fromkeys(_CAPITALS, f"{cls.__name__} has “normalize”: {_OF_TEXT}.")

    @classmethod
    def _prepared(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Check the values, and the names of pattern flags and of a synonym map's parts.

        Raises:
            BadArgument: one of them is not known, with the nearest name.
        """
        kept = {name: value for name, value in given.items() if name in cls.argument_names()}
        if len(kept) == len(given):
            try:
                make_primitive(cls.__name__, given)
            except InvalidValue as error:
                said = error.message.removeprefix(getattr(cls, "label", "") + ": ")
                said = said if said == error.message else f"{cls.__name__}: {said}"
                raise BadArgument(said, place=error.place, hint=error.hint) from error
        return given

    def check(self, extracted: Any, expected: Any) -> bool:
        """Tell whether a value read from an answer passes against the ground truth.

        Raises:
            CheckError: the comparison cannot be made (no number, an unknown normaliser).
        """
        told_of_range(self, expected)
        rule = self._primitive()
        try:
            return bool(comparison(rule, expected, script_patterns()).check(extracted))
        except Exception as error:
            raise CheckError("", error) from error

    def score(self, extracted: Any, expected: Any) -> float:
        """Return the credit: 1.0 or 0.0 with the check, or a part of it for the graded rules.

        Raises:
            CheckError: see :meth:`check`.
        """
        bound = comparison(self._primitive(), expected, script_patterns())
        if bound.score is None:
            return 1.0 if self.check(extracted, expected) else 0.0
        told_of_range(self, expected)
        try:
            return float(bound.score(extracted))
        except Exception as error:
            raise CheckError("", error) from error

    def check_trace(self, raw_trace: str) -> bool:
        """Tell whether the answer's whole text passes; for the rules whose names begin with ``Trace``.

        Raises:
            CheckError: this is a rule about a value, or the pattern does not compile or runs away.
        """
        try:
            return bool(answer_check(self._primitive(), script_patterns())(raw_trace))
        except Exception as error:
            raise CheckError("", error) from error

    def model_dump(self, **options: Any) -> dict[str, Any]:
        """Return the parameters by name, with lists for lists."""
        dumped = dump_primitive(self._primitive())
        del dumped["type"]
        excluded = options.get("exclude") or ()
        return {name: value for name, value in dumped.items() if name not in excluded}

    def _primitive(self) -> Primitive:
        assert isinstance(self, Primitive)
        return self


def told_of_range(rule: object, ground_truth: Any, *, level: int = 3) -> None:
    """Warn, once for a rule, of a tolerance whose mode was left to the default: it is relative.

    ``level`` is how many calls up the script is.
    """
    if not isinstance(rule, NumericTolerance) or not isinstance(rule, Rule) or rule._told:
        return
    if "mode" in rule.model_fields_set:
        return
    accepted = accepts(rule, ground_truth)
    if accepted is None:
        return
    rule._told = True
    around = f"{ground_truth:g}" if isinstance(ground_truth, int | float) else str(ground_truth)
    warnings.warn(
        f"NumericTolerance(tolerance={rule.tolerance:g}) has no mode and is relative: around {around} it accepts "
        f"{accepted.words}. Say mode='relative' if that is meant, or mode='absolute' for the value's own unit.",
        DoubtfulRule,
        stacklevel=level,
    )
