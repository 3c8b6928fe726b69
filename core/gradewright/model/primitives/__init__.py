"""The 23 comparison rules of a template field ("primitives"), as frozen pydantic models.

They are values: what a rule does with an answer is in :mod:`gradewright.verify.primitives`. Forms are generated from
their fields: every parameter has a title and a description, every class a ``label`` and a ``group``.
"""

from __future__ import annotations

from gradewright.model.primitives.accepted import Accepted, accepts, summary
from gradewright.model.primitives.base import NORMALIZERS, Group, Normalizer, Primitive, SynonymMap
from gradewright.model.primitives.lists_and_dates import (
    DateMatch,
    DateRange,
    DateTolerance,
    OrderedMatch,
    SetContainment,
)
from gradewright.model.primitives.numbers import (
    NumericExact,
    NumericGraded,
    NumericMaximum,
    NumericMinimum,
    NumericRange,
    NumericRangeGraded,
    NumericThresholdGraded,
    NumericTolerance,
)
from gradewright.model.primitives.registry import (
    PRIMITIVES,
    dump_primitive,
    is_regex_flag,
    make_primitive,
    nearest,
    read_primitive,
)
from gradewright.model.primitives.texts import (
    BooleanMatch,
    ContainsAll,
    ContainsAny,
    ExactMatch,
    LiteralMatch,
    RegexMatch,
    SemanticMatch,
)
from gradewright.model.primitives.traces import TraceContains, TraceLength, TraceRegex

__all__ = [
    "NORMALIZERS",
    "PRIMITIVES",
    "Accepted",
    "BooleanMatch",
    "ContainsAll",
    "ContainsAny",
    "DateMatch",
    "DateRange",
    "DateTolerance",
    "ExactMatch",
    "Group",
    "LiteralMatch",
    "Normalizer",
    "NumericExact",
    "NumericGraded",
    "NumericMaximum",
    "NumericMinimum",
    "NumericRange",
    "NumericRangeGraded",
    "NumericThresholdGraded",
    "NumericTolerance",
    "OrderedMatch",
    "Primitive",
    "RegexMatch",
    "SemanticMatch",
    "SetContainment",
    "SynonymMap",
    "TraceContains",
    "TraceLength",
    "TraceRegex",
    "accepts",
    "dump_primitive",
    "is_regex_flag",
    "make_primitive",
    "nearest",
    "read_primitive",
    "summary",
]
