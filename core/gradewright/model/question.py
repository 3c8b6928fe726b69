"""Questions and benchmarks: values, without any knowledge of files or databases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gradewright.model.kept_test import KeptTest
from gradewright.model.rubric import Rubric


@dataclass(frozen=True, slots=True)
class FewShotExample:
    """A worked example that goes into the prompt before the question itself."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a benchmark.

    ``key`` is the identifier that files carry (``urn:uuid:question-…`` or a bare MD5); it never changes with the text.
    ``template`` is Python source and the only truth about the template; ``gradewright.formats.template_source`` reads
    it into a :class:`gradewright.model.template.Template`. ``""`` means that there is no template.
    ``residue`` is what the file said beyond these fields, kept so that it can be written back as it came.
    """

    key: str
    text: str
    reference: str = ""
    template: str = ""
    rubric: Rubric = Rubric()
    finished: bool = False
    keywords: tuple[str, ...] = ()
    few_shot: tuple[FewShotExample, ...] = ()
    author: Any = None
    sources: Any = None
    notes: str = ""
    workspace_path: str = ""
    custom: Mapping[str, Any] = field(default_factory=dict)
    created: str = ""
    modified: str = ""
    residue: Mapping[str, Any] | None = None
    kept_tests: tuple[KeptTest, ...] = ()


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A named set of questions with a global rubric and metadata. The questions themselves are kept beside it.

    ``creator`` is a string or a schema.org Person object. ``created`` and ``modified`` are the file's own text, never
    parsed. ``custom`` holds the root properties of the file by name. ``scenarios`` are kept verbatim.
    """

    name: str
    description: str = ""
    version: str = "0.1.0"
    creator: Any = ""
    rubric: Rubric = Rubric()
    custom: Mapping[str, Any] = field(default_factory=dict)
    scenarios: tuple[Mapping[str, Any], ...] = ()
    identifier: str = ""
    created: str = ""
    modified: str = ""
    residue: Mapping[str, Any] | None = None
