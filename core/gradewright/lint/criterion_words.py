"""What the wording findings of criteria say: a few words, one sentence, a title."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a rule: behind the quoted words, as a sentence (with ``{words}``), and as a title."""

    why: str
    message: str
    title: str


SAID: Mapping[str, Said] = {
    "quality-word": Said(
        "has nothing to observe",
        "“{words}” judges without saying what to look for, so two graders will look for two things.",
        "A quality word without anything to observe",
    ),
    "double-barreled": Said(
        "asks two things",
        "“{words}” joins two tests; if one holds and the other fails, graders must guess which one counts.",
        "One statement asks two things",
    ),
    "surface-proxy": Said(
        "measures form or length",
        "“{words}” measures how the output looks or how long it is, which a bad answer can get right.",
        "Form or length instead of content",
    ),
    "negative-opening": Said(
        "opens as a prohibition",
        "“{words}” opens with a negation, which reads the wrong way round in this list.",
        "A negation in front",
    ),
    "double-negative": Said(
        "is one of two negations",
        "“{words}” and a second negation in the same statement are easily read as the opposite.",
        "Two negations in one statement",
    ),
    "model-name": Said(
        "names a model or its maker",
        "“{words}” ties the criterion to one product, so it fits no other output and may sway a judge.",
        "The name of a model",
    ),
    "ungrounded": Said(
        "has nothing to check against",
        "“{words}” asks whether something is right, and nothing says which source, key or tolerance decides that.",
        "Nothing to check against",
    ),
    "hackable": Said(
        "can be met by padding",
        "“{words}” is met by anything that is there, whether or not it is of use.",
        "A count or a keyword alone",
    ),
    "scale-number": Said(
        "is off the scale",
        "“{words}” gives a score or a scale that is not the scale of this criterion.",
        "A number that is no point of the scale",
    ),
}
