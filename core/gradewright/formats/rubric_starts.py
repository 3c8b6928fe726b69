"""What a rubric can start from: a saved rubric, a failure list, or a text; found out from what it holds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.criteria_text import read_criteria_text
from gradewright.formats.failure_list import is_failure_list, read_failure_list
from gradewright.formats.grading_rubric import RubricFile, is_rubric, read_rubric
from gradewright.formats.json_documents import read_json
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.formats.memory import file_read
from gradewright.model.rubric import Rubric
from gradewright.rubrics.failures import FailureList

_BENCHMARK_KEYS = frozenset({"@context", "dataFeedElement"})


class StartKind(StrEnum):
    """What a rubric can start from, in the words that people are shown."""

    RUBRIC = "saved rubric"
    FAILURES = "failure list"
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

    What begins like JSON is a rubric or a failure list; anything else is criteria as text.

    Raises:
        FileUnreadable: it is none of these; with the place where that shows.
    """
    content = raw.encode("utf-8", "replace") if isinstance(raw, str) else raw
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
