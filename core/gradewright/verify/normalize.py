"""Normalisers of text, applied in list order (formats specification, section 3.1).

Nothing here changes the Unicode form: a composed and a decomposed é differ.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence

from gradewright.model.primitives import NORMALIZERS, Normalizer, SynonymMap, nearest

Step = Callable[[str], str]

_WITHOUT_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalize(text: str, normalizers: Sequence[Normalizer]) -> str:
    """Return ``text`` after all the normalisers.

    Raises:
        ValueError: one of the names is unknown.
    """
    return normalizing(normalizers)(text)


def normalizing(normalizers: Sequence[Normalizer]) -> Step:
    """Return one function that applies all the normalisers. It raises ValueError where a name is unknown."""
    if tuple(normalizers) == ("lowercase", "strip"):
        return _lowercase_and_strip
    steps = [_step(normalizer) for normalizer in normalizers]
    if not steps:
        return str
    if len(steps) == 1:
        return steps[0]

    def apply(text: str) -> str:
        for step in steps:
            text = step(text)
        return text

    return apply


def _lowercase_and_strip(text: str) -> str:
    return text.lower().strip()


def _step(normalizer: Normalizer) -> Step:
    if isinstance(normalizer, SynonymMap):
        mapping = normalizer.mapping

        def replace(text: str) -> str:
            return mapping.get(text, text)

        return replace
    known = _STEPS.get(normalizer)
    return known if known is not None else _unknown(normalizer)


def _unknown(name: str) -> Step:
    near = nearest(name, NORMALIZERS)

    def refuse(_text: str) -> str:
        raise ValueError(f"Unknown normaliser “{name}”" + (f"; nearest: “{near}”" if near else ""))

    return refuse


def _remove_punctuation(text: str) -> str:
    return text.translate(_WITHOUT_PUNCTUATION)


def _collapse_whitespace(text: str) -> str:
    return " ".join(text.split())


_STEPS: dict[str, Step] = {
    "lowercase": str.lower,
    "strip": str.strip,
    "remove_punctuation": _remove_punctuation,
    "collapse_whitespace": _collapse_whitespace,
}
