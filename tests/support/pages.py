"""Code blocks of documentation pages, got back from the text that was kept of them.

A page in Markdown has its blocks in fences. Of a page that was kept as plain text, the statements of a cell stand on
one line, and its comments have become lines of prose; those are taken apart again by what Python accepts.
"""

from __future__ import annotations

import ast
import re

_FENCE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
_HEREDOC = re.compile(r"<<'PY'\n(.*?)^PY$", re.DOTALL | re.MULTILINE)
_PACKAGE = re.compile(r"\bfrom karenina\b")
_STATEMENT = re.compile(r"from \w|def \w|for \w|if \w|\w+ = |\w+(\.\w+)*\(")
_INNER = re.compile(r" {4,}\S|\)")
_FUNCTION = re.compile(r'(def .*?:) (""".*?""") (return .*)')
_ONE_STATEMENT = re.compile(r"(?:if|else|and|or|in|is|not|for|as|import)\b|[^\w\s]")
#: Comments that ended a line before the lines were joined; what follows belongs to the code again.
_COMMENTS = (
    'Note: use "boolean", not "binary"',
    "Pass if pattern found",
    "Note: use regex_traits, not traits",
)
#: What a rendered cell is followed by: the same code once more, for its copy button.
_COPY = "# Score-based trait"


def fenced_blocks(page: str, package: str) -> list[str]:
    """Return the Python blocks of a Markdown page, and the scripts that it feeds to Python, for another package."""
    found = _FENCE.findall(_HEREDOC.sub("", page)) + _HEREDOC.findall(page)
    return [_PACKAGE.sub(f"from {package}", block) for block in found]


def flattened_blocks(page: str, package: str) -> list[str]:
    """Return the code between the prose of a page that lost its line ends, for another package."""
    blocks: list[list[str]] = [[]]
    loop = False
    for line in page.splitlines():
        if not line.strip() or line.startswith("# "):
            continue
        inner = _INNER.match(line) is not None
        if (inner and blocks[-1]) or _STATEMENT.match(line):
            if _COPY in line:
                continue
            loop = line.startswith("for ") or (loop and (inner or line.startswith("if ")))
            margin = "    " if loop and not line.startswith("for ") else ""
            found = [line.rstrip()] if inner or line.endswith(("(", ":")) else statements(line)
            blocks[-1] += [margin + statement for statement in found]
        elif not line.endswith("¶"):
            blocks.append([])
            loop = False
    return [_PACKAGE.sub(f"from {package}", "\n".join(block)) for block in blocks if block]


def statements(line: str) -> list[str]:
    """Return the statements of a line on which several stand one after the other."""
    for comment in _COMMENTS:
        line = line.replace(f"# {comment} ", "")
    function = _FUNCTION.fullmatch(line)
    if function is not None:
        return [function[1], f"    {function[2]}", f"    {function[3]}"]
    if line.startswith("for "):
        head, _, body = line.partition(": ")
        return [f"{head}:", f"    {body}"]
    found = []
    while line:
        first = _first(line)
        found.append(first)
        line = line[len(first) :].lstrip()
    return found


def _first(line: str) -> str:
    """Return the shortest beginning of a line that is a statement and has another one behind it."""
    for space in re.finditer(" ", line):
        rest = line[space.end() :]
        if _ONE_STATEMENT.match(rest) or not _STATEMENT.match(rest):
            continue
        try:
            ast.parse(line[: space.start()])
        except SyntaxError:
            continue
        return line[: space.start()]
    ast.parse(line)
    return line
