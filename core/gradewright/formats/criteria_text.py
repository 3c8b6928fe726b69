"""Criteria from plain text and Markdown lists: what somebody has in a mail, a note or a requirements document.

The rules, in order:

- A heading (``# Tone``, underlined, or a line that ends in a colon before a list) is the group of what follows.
- Where the text has a list, each bullet or number of the first level is a criterion, and lines outside of lists are
  left out, with a warning. Where it has none, each line is a criterion.
- What stands below a criterion, further in, belongs to it: ``Must: …``, ``Must not: …``, ``Pass: …``, ``Fail: …`` and
  ``Definition: …`` are what they say, and anything else is a must statement.
- ``Name: statement`` and ``**Name** statement`` give both. A line of up to four words is a name alone. Any other line
  is a must statement, and the name is its beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from gradewright.errors import FileUnreadable
from gradewright.formats.memory import file_read
from gradewright.formats.tables.text import decode_table
from gradewright.model.criterion import Criterion, slug
from gradewright.model.rubric import Rubric, RubricEntry

MOST_CRITERIA = 3000
"""More criteria than this are not made of a text: it is no list of criteria."""

_BULLET = re.compile(r"^(\s*)(?:[-*+•‣◦–—]|\(?\d{1,4}[.)]|\(?[A-Za-z]\))\s+(?:\[[ xX]\]\s+)?(\S.*)$")
_HEADING = re.compile(r"^#{1,6}(?=\s)")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-{2,})$")
_RULE = re.compile(r"^ {0,3}(?:[-*_]\s*){3,}$")
_BOLD = re.compile(r"^(?:\*\*|__)(\S(?:.*?\S)?)(?:\*\*|__)\s*[:.–—-]?\s*(.*)$")
_NAMED = re.compile(r"^([^:]{1,60}?):\s+(\S.*)$")
_PART = re.compile(r"^(?:\*\*|__)?(must not|must|pass|fail|definition)(?:\*\*|__)?\s*:(?:\*\*|__)?\s*(.*)$", re.I)
_MEMBER: Final = {
    "must": "must",
    "must not": "must_not",
    "pass": "pass_examples",
    "fail": "fail_examples",
    "definition": "definition",
}
_SHORT_NAME = 4
_LONGEST_NAME = 60
_LISTED = 5


@dataclass(slots=True)
class _Made:
    """A criterion in the making: its head, and what stands below it."""

    head: str
    group: str
    parts: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    bullet: str | None
    indent: int


@dataclass(frozen=True, slots=True)
class TextCriteria:
    """The rubric that a text makes, and sentences about what was left out."""

    rubric: Rubric
    warnings: tuple[str, ...] = ()


def read_criteria_text(raw: bytes | str, name: str = "") -> TextCriteria:
    """Read a text or a Markdown list as criteria.

    Raises:
        FileUnreadable: it is no text, holds nothing, or more than 3,000 criteria.
    """
    with file_read(name):
        text, warning = decode_table(raw) if isinstance(raw, bytes) else (raw, None)
        lines = list(_lines(text))
        left_out: list[int] = []
        made = _collect(lines, left_out)
        if not made:
            raise FileUnreadable(
                "There is no criterion in the text.", hint="Write each criterion on a line of its own, or as a list."
            )
        if len(made) > MOST_CRITERIA:
            raise FileUnreadable(
                f"The text would make {len(made):,} criteria; more than {MOST_CRITERIA:,} are not taken.",
                hint="Leave in it what a grader has to look for.",
            )
        warnings = [warning] if warning else []
        warnings += _left_out_words(left_out)
        return TextCriteria(Rubric(tuple(_entries(made))), tuple(warnings))


def _lines(text: str) -> Iterator[_Line]:
    mended = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    for number, line in enumerate(re.sub("[\ud800-\udfff]", "\ufffd", mended).split("\n"), start=1):
        if not line.strip() or (_RULE.match(line) and not _UNDERLINE.match(line)):
            continue
        found = _BULLET.match(line)
        bullet = found[2].strip() if found else None
        yield _Line(number, line.strip(), bullet, len(line) - len(line.lstrip()))


def _collect(lines: Sequence[_Line], left_out: list[int]) -> list[_Made]:
    """Return the criteria, and note the numbers of lines that belong to none."""
    has_list = any(line.bullet is not None for line in lines)
    made: list[_Made] = []
    group = ""
    top: int | None = None
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else None
        heading = _heading(line, following, has_list)
        if heading is not None:
            group, top = heading, None
        elif _UNDERLINE.match(line.text):
            continue
        elif line.bullet is not None:
            if top is None or line.indent <= top or not made:
                made.append(_Made(line.bullet, group))
                top = line.indent
            else:
                made[-1].parts.append(line.bullet)
        elif not has_list:
            made.append(_Made(line.text, group))
        elif top is not None and made and line.indent > top:
            _continue(made[-1], line.text)
        else:
            left_out.append(line.number)
    return made


def _heading(line: _Line, following: _Line | None, has_list: bool) -> str | None:
    """Return the words of a heading, None for any other line."""
    marked = _HEADING.match(line.text)
    if marked:
        return line.text[marked.end() :].strip().rstrip("#").strip("* ")
    if line.bullet is not None or following is None:
        return None
    if _UNDERLINE.match(following.text) and not _UNDERLINE.match(line.text) and following.number == line.number + 1:
        return line.text
    if has_list and line.indent == 0 and line.text.endswith(":") and following.bullet is not None:
        return line.text.rstrip(":").strip("* ")
    return None


def _continue(made: _Made, text: str) -> None:
    """Add a line that goes on with what stands before it, or that says what part of the criterion it is."""
    if _PART.match(text):
        made.parts.append(text)
    elif made.parts:
        made.parts[-1] += f" {text}"
    else:
        made.head += f" {text}"


def _entries(made: Sequence[_Made]) -> Iterator[RubricEntry]:
    taken: set[str] = set()
    for each in made:
        criterion = _criterion(each)
        entry_id = slug(criterion.name, taken)
        taken.add(entry_id)
        yield RubricEntry(entry_id, criterion, group=each.group)


def _criterion(made: _Made) -> Criterion:
    name, statement = _named(made.head)
    found: dict[str, list[str]] = {member: [] for member in _MEMBER.values()}
    for text in ([statement] if statement else []) + made.parts:
        part = _PART.match(text)
        member = _MEMBER[part[1].lower()] if part else "must"
        content = (part[2] if part else text).strip()
        if content:
            found[member].append(content)
    return Criterion(
        name=name,
        definition=" ".join(found["definition"]),
        must=tuple(found["must"]),
        must_not=tuple(found["must_not"]),
        pass_examples=tuple(found["pass_examples"]),
        fail_examples=tuple(found["fail_examples"]),
    )


def _named(head: str) -> tuple[str, str]:
    """Return the name in a line, and what it says beside that."""
    part = _PART.match(head)
    if part and part[2].strip():
        return _shortened(part[2].strip()), head
    found = _BOLD.match(head) or _NAMED.match(head)
    if found:
        return found[1].strip().rstrip(":"), found[2].strip()
    if len(head.split()) <= _SHORT_NAME and head[-1:] not in ".!?;":
        return head, ""
    return _shortened(head), head


def _shortened(text: str) -> str:
    name = text.rstrip(".;")
    if len(name) <= _LONGEST_NAME:
        return name
    cut = name[: _LONGEST_NAME - 1]
    return f"{cut.rsplit(' ', 1)[0] if ' ' in cut else cut}…"


def _left_out_words(numbers: Sequence[int]) -> list[str]:
    if not numbers:
        return []
    shown = ", ".join(f"{number:,}" for number in numbers[:_LISTED])
    more = f" and {len(numbers) - _LISTED:,} more" if len(numbers) > _LISTED else ""
    if len(numbers) == 1:
        return [f"Line {shown} belongs to no list and is left out."]
    return [f"Lines {shown}{more} belong to no list and are left out."]
