"""Reading programs from files without running anything: what they are, what they name, what they touch."""

from __future__ import annotations

from gradewright.formats.foreign_code.pickles import PickleReading, read_pickle
from gradewright.formats.foreign_code.same_code import is_source_of
from gradewright.formats.foreign_code.touch_names import TouchKind
from gradewright.formats.foreign_code.touches import Touch, source_touches, touch_sentences

__all__ = [
    "PickleReading",
    "Touch",
    "TouchKind",
    "is_source_of",
    "read_pickle",
    "source_touches",
    "touch_sentences",
]
