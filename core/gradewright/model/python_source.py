"""Python source to its syntax tree, without running it, within bounds that hold whatever the text is.

The parser takes up to a thousand bytes of memory for a character outside texts and comments, and time that grows with
the square of an f-string's holes. So that is what is counted. Nesting is bounded by the parser itself but for signs.
"""

from __future__ import annotations

import ast
import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, overload

MAX_CHARACTERS = 1_000_000
"""A template of 300 fields has some 60,000."""
MAX_CODE = 100_000
"""Characters outside texts, comments and blanks: some 100 MB of memory and a second at the most."""

#: Python's parser gives up at 200 open brackets; signs and ``not`` nest without any, and run deep into the stack.
_MAX_SIGNS_IN_A_ROW = 500
_MAX_BITS = 14_000

# Possessive, so that a run is looked at once however it ends.
_SIGN = re.compile(r"(?:[-+~]|\bnot\b|\bawait\b|\blambda\b\s*+:)\s*+")
_SIGNS = re.compile(rf"(?:{_SIGN.pattern})++")
# Python reads such numbers from other bases and then declines to write them: JSON could not hold them either.
_LONG_NUMBER = re.compile(r"0[xob][0-9a-f_]{3500}", re.IGNORECASE)
_WITH_HOLES = re.compile(r"\b(?:[ft]r?|r[ft])['\"]", re.IGNORECASE)
_BLANK = re.compile(r"[ \t]++")
_NO_CODE = re.compile(
    r"[ \t]++|#[^\r\n]*+"
    r'|"""(?:[^"\\]|\\.|"(?!""))*+"""'
    r"|'''(?:[^'\\]|\\.|'(?!''))*+'''"
    r'|"(?!"")(?:[^"\\\r\n]|\\(?:\r\n|.))*+"'
    r"|'(?!'')(?:[^'\\\r\n]|\\(?:\r\n|.))*+'",
    re.DOTALL,
)
# catch_warnings changes what the whole process does with warnings, so two threads must not do it at once.
_PARSING = threading.RLock()


@contextmanager
def without_remarks() -> Iterator[None]:
    """Keep Python's remarks on escapes and comparisons back: they would go to the terminal, or become errors."""
    with _PARSING, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class SourceRefused(Exception):
    """The text is no Python, or too much of it: ``message`` is a sentence, ``line`` from 1, 0 for the whole."""

    def __init__(self, line: int, message: str):
        super().__init__(message)
        self.line = line
        self.message = message


@overload
def parse_source(source: str) -> ast.Module: ...
@overload
def parse_source(source: str, mode: Literal["exec"]) -> ast.Module: ...
@overload
def parse_source(source: str, mode: Literal["eval"]) -> ast.Expression: ...
def parse_source(source: str, mode: Literal["exec", "eval"] = "exec") -> ast.AST:
    """Return the syntax tree of a program, or with ``"eval"`` of an expression.

    Raises:
        SourceRefused: see there.
    """
    _refuse_size(source)
    for run in _SIGNS.finditer(source):
        if len(run[0]) > _MAX_SIGNS_IN_A_ROW and len(_SIGN.findall(run[0])) > _MAX_SIGNS_IN_A_ROW:
            raise SourceRefused(0, "The source is nested too deeply to be read.")
    try:
        with without_remarks():
            tree = ast.parse(source, mode=mode)
    except SyntaxError as error:
        raise SourceRefused(error.lineno or 0, f"This is not Python: {error.msg}.") from error
    except UnicodeEncodeError as error:
        raise SourceRefused(0, "This is not Python: it has half of a surrogate pair, which is no character.") from error
    except (ValueError, OverflowError) as error:
        # Null characters, numbers of thousands of digits.
        raise SourceRefused(0, f"This is not Python: {error}.") from error
    except (RecursionError, MemoryError) as error:
        raise SourceRefused(0, "The source is nested too deeply to be read.") from error
    if _LONG_NUMBER.search(source):
        _refuse_long_numbers(tree)
    return tree


def code_characters(source: str) -> int:
    """Return how many characters of a source stand outside texts, comments and blanks; no fewer than that.

    Texts with holes (f-strings) are code, and where there is one, all texts count: where they end differs by version.
    """
    return len((_BLANK if _WITH_HOLES.search(source) else _NO_CODE).sub("", source))


def _refuse_size(source: str) -> None:
    if len(source) > MAX_CHARACTERS:
        found = f"The source has {len(source):,} characters"
        raise SourceRefused(0, f"{found}; more than {MAX_CHARACTERS:,} are not read.")
    if len(source) > MAX_CODE and (code := code_characters(source)) > MAX_CODE:
        found = f"The source has {code:,} characters outside texts and comments"
        raise SourceRefused(0, f"{found}; more than {MAX_CODE:,} are not read.")


def _refuse_long_numbers(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value.bit_length() > _MAX_BITS:
            raise SourceRefused(node.lineno, "A whole number has more than 4,300 digits.")
