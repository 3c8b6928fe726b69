"""What all comparison rules share: the base class, the normalisers of text, and the words for their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

Group = Literal["text", "number", "list", "date", "choice", "answer text"]

NORMALIZERS: Mapping[str, str] = {
    "lowercase": "ignore capitals",
    "strip": "ignore spaces at both ends",
    "remove_punctuation": "ignore ASCII punctuation",
    "collapse_whitespace": "runs of white space count as one space",
}
"""The named normalisers, with the words the form shows. They are applied in list order to both sides."""


class SynonymMap(BaseModel):
    """A normaliser that replaces a whole text by another one: ``{"donau": "danube"}``.

    Keys are compared as they stand, so a map after ``lowercase`` needs lower-case keys. Keys beside ``mapping`` are
    kept without effect.
    """

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True)

    mapping: dict[str, str]


Normalizer = str | SynonymMap
"""A normaliser's name, or a synonym map. Names are not checked here: an unknown one fails when it is applied."""


class Primitive(BaseModel):
    """A rule that compares a value read from an answer with a ground truth.

    Values are converted as Karenina converts them (``"0.1"`` and ``True`` are numbers), so which parameters construct,
    and what they become, agrees (formats specification, section 3). Unknown parameters are refused; use
    :func:`gradewright.model.primitives.read_primitive` for files.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    label: ClassVar[str] = ""
    group: ClassVar[Group] = "text"
    ignores_ground_truth: ClassVar[bool] = False
    reads_answer_text: ClassVar[bool] = False

    @classmethod
    def type_name(cls) -> str:
        """The name under which files and template sources know this rule, e.g. ``"NumericTolerance"``."""
        return cls.__name__

    @classmethod
    def parameters(cls) -> dict[str, FieldInfo]:
        """The parameters in order, without ``type``. Each has a title and a description in plain words."""
        return {name: info for name, info in cls.model_fields.items() if name != "type"}

    @classmethod
    def choices(cls, parameter: str) -> Mapping[str, str]:
        """The values that make sense for a parameter, with the words for them; empty where any value does."""
        extra = cls.model_fields[parameter].json_schema_extra
        words = extra.get("choices", {}) if isinstance(extra, dict) else {}
        return {str(value): str(word) for value, word in words.items()} if isinstance(words, dict) else {}


def parameter(default: Any = ..., *, title: str, description: str, choices: Mapping[str, str] | None = None) -> Any:
    """Declare a parameter of a primitive with its words, and the words of its choices where it has some."""
    extra: dict[str, Any] | None = {"choices": dict(choices)} if choices else None
    return Field(default, title=title, description=description, json_schema_extra=extra)


def normalizers(default: tuple[str, ...]) -> Any:
    """Declare the ``normalize`` parameter that the text rules share."""
    return parameter(
        default,
        title="Ignore",
        description="What does not count when texts are compared. Steps are applied in order to both sides.",
        choices=NORMALIZERS,
    )
