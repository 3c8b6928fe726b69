"""Rules for texts, for yes or no, and for a choice among named values."""

from __future__ import annotations

from typing import ClassVar, Literal

from gradewright.model.primitives.base import Group, Normalizer, Primitive, normalizers, parameter


class BooleanMatch(Primitive):
    """Passes where both sides are true, or both are not."""

    label: ClassVar[str] = "Yes or no"
    group: ClassVar[Group] = "choice"

    type: Literal["BooleanMatch"] = "BooleanMatch"


class LiteralMatch(Primitive):
    """Passes where the value is exactly the ground truth, capitals included."""

    label: ClassVar[str] = "Choice"
    group: ClassVar[Group] = "choice"

    type: Literal["LiteralMatch"] = "LiteralMatch"


class ExactMatch(Primitive):
    """Passes where both texts are the same after the normalisers."""

    label: ClassVar[str] = "Exact text"

    normalize: tuple[Normalizer, ...] = normalizers(("lowercase", "strip"))
    type: Literal["ExactMatch"] = "ExactMatch"


class ContainsAny(Primitive):
    """Passes where at least one of the substrings is in the text. The ground truth is not looked at."""

    label: ClassVar[str] = "Contains any"
    ignores_ground_truth: ClassVar[bool] = True

    substrings: tuple[str, ...] = parameter(
        title="Words", description="Passes where the value holds at least one of these. No words: never passes."
    )
    normalize: tuple[Normalizer, ...] = normalizers(())
    type: Literal["ContainsAny"] = "ContainsAny"


class ContainsAll(Primitive):
    """Passes where each of the substrings is in the text. The ground truth is not looked at."""

    label: ClassVar[str] = "Contains all"
    ignores_ground_truth: ClassVar[bool] = True

    substrings: tuple[str, ...] = parameter(
        title="Words", description="Passes where the value holds every one of these. No words: always passes."
    )
    normalize: tuple[Normalizer, ...] = normalizers(())
    type: Literal["ContainsAll"] = "ContainsAll"


class RegexMatch(Primitive):
    """Passes where the pattern is found somewhere in the text. The ground truth is not looked at."""

    label: ClassVar[str] = "Pattern"
    ignores_ground_truth: ClassVar[bool] = True

    pattern: str = parameter(
        title="Pattern", description="A regular expression as Python's “re” reads it, found anywhere in the value."
    )
    flags: tuple[str, ...] = parameter(
        (),
        title="Flags",
        description="How the pattern is read.",
        choices={
            "IGNORECASE": "ignore capitals",
            "MULTILINE": "^ and $ match at every line",
            "DOTALL": ". matches line ends too",
            "VERBOSE": "spaces and comments in the pattern do not count",
            "ASCII": "letters and digits are ASCII only",
        },
    )
    type: Literal["RegexMatch"] = "RegexMatch"


class SemanticMatch(Primitive):
    """Would compare meanings. Nothing evaluates it, neither here nor in Karenina: the check fails and says so."""

    label: ClassVar[str] = "Similar meaning"

    threshold: float = parameter(
        0.85, title="Similarity", description="From 0 to 1. This rule is kept, but nothing can check it."
    )
    type: Literal["SemanticMatch"] = "SemanticMatch"
