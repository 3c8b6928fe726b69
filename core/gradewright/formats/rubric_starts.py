"""What a rubric can start from: a saved rubric, a failure list, FlexEval rubrics or a text, by what the file holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.criteria_text import read_criteria_text
from gradewright.formats.failure_list import is_failure_list, read_failure_list
from gradewright.formats.flexeval.rubrics import read_rubrics
from gradewright.formats.grading_rubric import RubricFile, is_rubric, read_rubric
from gradewright.formats.json_documents import read_json
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.formats.memory import file_read
from gradewright.model.rubric import Rubric, RubricEntry, new_entry_id
from gradewright.rubrics.failures import FailureList

# A key of a rubric's body, as YAML or as JSON, which is YAML, too.
_FLEXEVAL = re.compile(rb"^[ \t]+[\"']?choice_scores[\"']?[ \t]*:|[{,]\s*[\"']?choice_scores[\"']?\s*:", re.MULTILINE)
_BENCHMARK_KEYS = frozenset({"@context", "dataFeedElement"})


class StartKind(StrEnum):
    """What a rubric can start from, in the words that people are shown."""

    RUBRIC = "saved rubric"
    FAILURES = "failure list"
    FLEXEVAL = "FlexEval rubrics"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class RubricStart:
    """What was read. A failure list is opened into a rubric; anything else is a rubric already.

    ``edited_outside`` is that of a saved rubric.
    """

    kind: StartKind
    rubric: Rubric = Rubric()
    failures: FailureList | None = None
    edited_outside: bool = False
    warnings: tuple[str, ...] = ()


def read_start(raw: bytes | str, name: str = "") -> RubricStart:
    """Read what a rubric can start from: a file, or text that somebody pasted.

    What begins like JSON is a rubric or a failure list, what has ``choice_scores`` are FlexEval's rubrics, and anything
    else is criteria as text.

    Raises:
        FileUnreadable: it is none of these; with the place where that shows.
    """
    content = raw.encode("utf-8", "replace") if isinstance(raw, str) else raw
    if _looks_like_flexeval(content):
        return _flexeval(content, name)
    if not _looks_like_json(content):
        made = read_criteria_text(raw, name)
        return RubricStart(StartKind.TEXT, made.rubric, warnings=made.warnings)
    with file_read(name):
        root = read_json(content, Remarks())
        if is_failure_list(root) or isinstance(root, list):
            failures = read_failure_list(content, name)
            return RubricStart(StartKind.FAILURES, failures=failures, warnings=failures.warnings)
        if is_rubric(root):
            return _saved(read_rubric(content, name))
        raise _refusal(root)


def _saved(file: RubricFile) -> RubricStart:
    return RubricStart(StartKind.RUBRIC, file.rubric, edited_outside=file.edited_outside, warnings=file.warnings)


def _looks_like_flexeval(raw: bytes) -> bool:
    return _FLEXEVAL.search(raw[:1_000_000]) is not None


def _flexeval(raw: bytes, name: str) -> RubricStart:
    read = read_rubrics(raw, name)
    entries = tuple(RubricEntry(new_entry_id(), rubric.trait()) for rubric in read.rubrics)
    return RubricStart(StartKind.FLEXEVAL, Rubric(entries), warnings=read.warnings)


def _looks_like_json(raw: bytes) -> bool:
    # Two characters are enough, in whichever encoding. A list in Markdown can begin with a box: "[ ] Says the price".
    start = raw[:4096].replace(b"\x00", b"").removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe").lstrip()
    return start[:1] == b"{" or (start[:1] == b"[" and start[1:].lstrip()[:1] == b"{")


def _refusal(root: Any) -> FileUnreadable:
    if isinstance(root, dict) and _BENCHMARK_KEYS & root.keys():
        return FileUnreadable(
            "This is a benchmark, not a rubric.", hint="It goes into the library with: gradewright import FILE"
        )
    return FileUnreadable(
        "This is neither a saved rubric nor a failure list.",
        hint="A rubric says “format”: “gradewright-rubric”; a failure list has a list “categories”.",
    )
