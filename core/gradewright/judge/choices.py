"""From a grader's reply to one of the labels of a choice trait, by two rules.

The rule of FlexEval 0.5.2 is kept to the letter (its page, section 5), because people have results that were made with
it: labels inside words, and the first listed of two that fit. The rule used here by default takes whole labels only.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_LEAD = re.compile(r"^.{0,40}?(?:[:：=]|\s[-–—])\s*")
_BOXED = re.compile(r"\\boxed\{([^{}]*)\}")
_SPACES = re.compile(r"\s+")
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
# What may stand around a label without changing it: quotes, brackets, emphasis, marks of lists and of sentences.
_AROUND = " \t\"'“”„‘’«»‹›`*_~#>()[]{}<>.,;:!?…·•–—-=|。、！？：；（）「」『』【】"


@dataclass(frozen=True, slots=True)
class ChoiceReading:
    """The label that a reply chose, or None with the reason in a sentence. ``line`` counts from 1."""

    label: str | None
    line: int | None = None
    reason: str = ""


def flexeval_choice(reply: str, labels: Sequence[str]) -> str | None:
    """Return the label that FlexEval reads out of a reply, or None where it reads none.

    Lines from last to first, ASCII punctuation taken out, and the first label in order that a line begins or ends with.
    """
    for line in reversed(reply.strip().split("\n")):
        bare = line.strip().translate(_NO_PUNCTUATION)
        if not bare:
            continue
        for label in labels:
            if bare.startswith(label) or bare.endswith(label):
                return label
    return None


def whole_choice(reply: str, labels: Sequence[str]) -> ChoiceReading:
    """Return the label that a reply ends with.

    The last line that is a label, alone or after a few words and a colon ("Answer: partly met"), decides. Capitals,
    white space, Unicode forms and what stands around a label do not matter; reasoning in tags is not looked at. Where
    two labels cannot be told apart in this way, the one that is written exactly so is taken, and neither if none is.
    """
    known: dict[str, list[str]] = {}
    for label in labels:
        known.setdefault(plain_label(label), []).append(label)
    lines = _THOUGHT.sub(lambda match: "\n" * match[0].count("\n"), reply).splitlines()
    for number in range(len(lines), 0, -1):
        text = lines[number - 1]
        for candidate in _candidates(text):
            found = known.get(plain_label(candidate), ())
            exact = [label for label in found if label == candidate.strip()]
            if len(found) == 1 or len(exact) == 1:
                return ChoiceReading((exact or list(found))[0], number)
            if found:
                names = " and ".join(f"“{label}”" for label in found)
                return ChoiceReading(None, number, f"The reply says “{text.strip()}”, which can be {names}.")
    return ChoiceReading(None, None, "No line of the reply is one of the labels.")


def _candidates(line: str) -> list[str]:
    line = _BOXED.sub(r"\1", line)
    lead = _LEAD.match(line)
    return [line] if lead is None else [line, line[lead.end() :]]


@lru_cache(maxsize=1024)
def plain_label(text: str) -> str:
    """Return a label or a line as it is compared: what stands around it is taken off on both sides alike."""
    visible = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    folded = _SPACES.sub(" ", visible).casefold().strip()
    bare = folded.strip(_AROUND)
    if bare[:1].isdigit() and f"-{bare}" in folded:
        return f"-{bare}"
    # A label made of nothing but such marks ("--", "?") is compared as it is.
    return bare or folded
