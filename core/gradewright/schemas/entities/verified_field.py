"""``VerifiedField``: a field of an answer template with its ground truth and the rule that compares."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from pydantic import Field

from gradewright.errors import InvalidValue
from gradewright.model.primitives import Primitive
from gradewright.schemas.arguments import BadArgument, FaceModel, refuse_unknown
from gradewright.schemas.rule import told_of_range
from gradewright.verify import compared_fields
from gradewright.verify.compared_fields import VERIFICATION, verification

_OWN = ("description", "ground_truth", "verify_with", "weight", "extraction_hint")
_PYDANTIC = tuple(name for name in inspect.signature(Field).parameters if name not in ("extra", "description"))


class GroundTruthCase(compared_fields.GroundTruthCase, FaceModel):
    """A ground truth for one case; ``verify_with`` replaces the field's own rule where it is given."""


class ConditionalGroundTruth(compared_fields.ConditionalTruth, FaceModel):
    """A ground truth that depends on an earlier turn of a scenario.

    ``source`` is a dotted path into the scenario's state; ``cases`` are by the text of what is found there.
    """


def VerifiedField(  # noqa: N802 - the name of the function that Karenina's templates call
    description: Any = None,
    ground_truth: Any = ...,
    verify_with: Primitive | None = None,
    weight: float = 1.0,
    extraction_hint: str | None = None,
    **field_kwargs: Any,
) -> Any:
    """Declare a field that is compared.

    ``description`` tells the judge what to look for, ``weight`` is the field's part in the partial credit, further
    arguments (``default``, ``ge``, ``min_length`` …) go to pydantic's ``Field``.

    Raises:
        BadArgument: the description, the ground truth or the rule is missing, a value does not fit, or an argument is
            unknown.
    """
    refuse_unknown("VerifiedField", field_kwargs, (*_OWN, *_PYDANTIC), {})
    if not isinstance(description, str) or not description.strip():
        raise BadArgument("VerifiedField needs a description; the judge reads it.")
    if ground_truth is ...:
        raise BadArgument("VerifiedField needs a ground_truth, which may be None.")
    if isinstance(verify_with, type):
        raise BadArgument(f"verify_with is a rule, not its class: {verify_with.__name__}(…).")
    if not isinstance(verify_with, Primitive):
        raise BadArgument("VerifiedField needs a rule: verify_with=ExactMatch(), for example.")
    if extraction_hint is not None and not isinstance(extraction_hint, str):
        raise BadArgument("“extraction_hint” is a text.")
    told_of_range(verify_with, ground_truth)
    try:
        metadata = verification(ground_truth, verify_with, _weight(weight), extraction_hint)
    except InvalidValue as error:
        raise BadArgument(error.message) from error
    given = field_kwargs.pop("json_schema_extra", None)
    extra = {**given, VERIFICATION: metadata} if isinstance(given, Mapping) else {VERIFICATION: metadata}
    return Field(description=description, json_schema_extra=extra, **field_kwargs)


def _weight(weight: Any) -> float:
    if isinstance(weight, int | float | str):
        try:
            return float(weight)
        except (ValueError, OverflowError):
            pass
    raise BadArgument(f"“weight” is a number, not {weight!r}.")
