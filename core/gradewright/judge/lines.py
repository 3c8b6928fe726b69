"""Replies in lines, ``VERDICT: pass`` and ``REASON: …``, from models that cannot keep to JSON.

A marker counts at the beginning of a line only, and the last one counts. A line that is quoted (``> VERDICT: pass``)
or that stands in the graded text is no verdict of the judge's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from gradewright.judge.replies import Unreadable, visible, without_thought

_MARKERS: Final[Mapping[str, str]] = {
    "verdict": "verdict|grade",
    "score": "score|grade|points?",
    "class": "class|label|grade",
}
# Emphasis, marks of lists and headings may stand before a marker; a range such as “(0-10)” may follow it.
_LINE: Final = r"^[ \t*_#•-]*(?:%s)[ \t*_]*(?:\([^()\n]{0,40}\))?[ \t*_]*[:：=][ \t]*(.*)$"
_ANY: Final = re.compile(_LINE % "verdict|grade|score|points?|class|label|reason|quotes?", re.IGNORECASE)
_REASON: Final = re.compile(_LINE % "reason", re.IGNORECASE)
_QUOTE: Final = re.compile(_LINE % "quotes?", re.IGNORECASE)
_KEYED: Final = {key: re.compile(_LINE % names, re.IGNORECASE) for key, names in _MARKERS.items()}
_EMPHASIS: Final = " \t*_"


def read_lines(reply: str, key: str, evidence: str = "") -> dict[str, Any] | None:
    """Return what the lines of a reply give for a key (``verdict``, ``score``, ``class``), with reason and quotes.

    None where no line has the marker, or there is none for this key.

    Raises:
        Unreadable: all such lines are quoted from ``evidence``, the graded text.
    """
    pattern = _KEYED.get(key)
    if pattern is None:
        return None
    lines = [line for line in visible(without_thought(reply)[0]).splitlines() if line.strip()]
    marked = [(number, match[1]) for number, line in enumerate(lines) if (match := pattern.match(line))]
    if not marked:
        return None
    graded = "".join(visible(evidence).split())
    for number, value in reversed(marked):
        if "".join(lines[number].split()) not in graded or _is_grammar(lines, number, len(marked)):
            reason = next((match[1] for line in lines if (match := _REASON.match(line))), "")
            quotes = [_unquoted(match[1]) for line in lines if (match := _QUOTE.match(line))]
            return {key: value.strip(_EMPHASIS), "reason": reason.strip(_EMPHASIS), "quotes": quotes}
    raise Unreadable("it only quotes the graded text")


def _is_grammar(lines: list[str], number: int, verdicts: int) -> bool:
    """Whether the only verdict of a reply stands among nothing but marked lines, as it was asked for."""
    until = lines[: number + 2]
    return verdicts == 1 and all(_ANY.match(line) for line in until)


def _unquoted(text: str) -> str:
    bare = text.strip()
    return bare[1:-1] if len(bare) > 1 and bare[0] in '"“„«' and bare[-1] in '"”“»' else bare
