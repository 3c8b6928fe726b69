"""Rules that read the answer's own text. Their result is compared with the ground truth read as yes or no."""

from __future__ import annotations

from typing import ClassVar, Literal

from gradewright.model.primitives.base import Group, Primitive, parameter


class _Trace(Primitive):
    group: ClassVar[Group] = "answer text"
    reads_answer_text: ClassVar[bool] = True


class TraceRegex(_Trace):
    """True where the pattern occurs in the answer often enough."""

    label: ClassVar[str] = "Answer text, pattern"

    pattern: str = parameter(
        title="Pattern", description="A regular expression as Python's “re” reads it; write (?i) to ignore capitals."
    )
    count_min: int | None = parameter(
        None, title="At least", description="How many times it must occur; empty: once; 0: always true."
    )
    type: Literal["TraceRegex"] = "TraceRegex"


class TraceContains(_Trace):
    """True where the words are in the answer, capitals included."""

    label: ClassVar[str] = "Answer text, contains"

    substring: str = parameter(title="Words", description="The exact words, with capitals as written here.")
    type: Literal["TraceContains"] = "TraceContains"


class TraceLength(_Trace):
    """True where the answer's length is within bounds, both included."""

    label: ClassVar[str] = "Answer text, length"

    min: int | None = parameter(None, title="From", description="The shortest length; empty: no limit.")
    max: int | None = parameter(None, title="To", description="The greatest length; empty: no limit.")
    # Any text constructs; whatever is not "words" counts characters.
    unit: str = parameter(
        "chars",
        title="Unit",
        description="What is counted.",
        choices={"chars": "characters", "words": "words, between white space"},
    )
    type: Literal["TraceLength"] = "TraceLength"
