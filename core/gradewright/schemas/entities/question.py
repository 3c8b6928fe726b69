"""``Question``: a question as a value of its own, to be added to benchmarks."""

from __future__ import annotations

from typing import Any

from pydantic import Field, computed_field

from gradewright.schemas.arguments import BadArgument, FaceModel
from gradewright.schemas.entities.rubric import DynamicRubric, Rubric
from gradewright.verify.ids import question_object_id


class Question(FaceModel):
    """A question with its reference answer and what belongs to it. Its ``id`` is the MD5 of its text."""

    question: str = Field(min_length=1)
    raw_answer: str
    keywords: list[str] = Field(default_factory=list)
    few_shot_examples: list[dict[str, str]] | None = None
    answer_template: Any = None
    answer_notes: str | None = None
    author: Any = None
    sources: Any = None
    custom_metadata: dict[str, Any] | None = None
    date_created: str | None = None
    date_modified: str | None = None
    question_rubric: Rubric | None = None
    question_dynamic_rubric: DynamicRubric | None = None
    workspace_path: str | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def id(self) -> str:
        """The MD5 of the text, 32 hex digits."""
        return question_object_id(self.question)

    @property
    def tags(self) -> list[str]:
        """An older name of :attr:`keywords`."""
        return self.keywords

    @classmethod
    def argument_names(cls) -> list[str]:
        """The fields, and ``tags``, an older name of ``keywords``."""
        return [*super().argument_names(), "tags"]

    @classmethod
    def _prepared(cls, given: dict[str, Any]) -> dict[str, Any]:
        if "tags" not in given:
            return given
        if "keywords" in given:
            raise BadArgument("“tags” is an older name of “keywords”; give one of them.")
        renamed = {name: value for name, value in given.items() if name != "tags"}
        return {**renamed, "keywords": [tag for tag in given["tags"] or () if tag is not None]}
