"""The members of a criterion or trait that grading rests on, as the plain data that is hashed and compared.

The rules are those of the grading rubric's section 4: every text is normalised, statements are a set, examples keep
their order, a scale that is not in use is nothing.
"""

from __future__ import annotations

import base64
import json
import math
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from gradewright.model.criterion import Criterion
from gradewright.model.rubric import CannotJudgeRule, RubricEntry
from gradewright.model.traits import CallableTrait, Trait

# The characters with Unicode's property White_Space, and the mark that files may begin with. str.strip takes four
# control characters more.
_WHITE = (*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
_OUTER = "".join(map(chr, (*_WHITE, 0xFEFF)))
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
# Larger whole numbers are no numbers of canonical JSON: other programs would round them.
_MAX_EXACT = 2**53 - 1

CRITERION_MEMBERS = (
    "name",
    "definition",
    "must",
    "must_not",
    "examples",
    "scoring",
    "scale",
    "must_pass",
)
"""The members of a criterion that are hashed, apart from its id, in the order in which files have them."""


def normal(text: str) -> str:
    """Return a text as it is hashed: LF, NFC, no outer white space, U+FFFD for what UTF-8 cannot carry."""
    if text.isascii():
        return (text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text).strip(_OUTER)
    plain = text.translate(_SURROGATES).replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", plain).strip(_OUTER)


def statements(texts: Iterable[str]) -> list[str]:
    """Return statements as they are hashed: normal, none blank, each once, sorted by code point."""
    return sorted({made for text in texts if (made := normal(text))})


def criterion_members(entry_id: str, criterion: Criterion) -> dict[str, Any]:
    """Return exactly the members of a criterion that are hashed."""
    return {"id": normal(entry_id), **{name: hashed_member(criterion, name) for name in CRITERION_MEMBERS}}


def hashed_member(criterion: Criterion, name: str) -> Any:
    """Return one of :data:`CRITERION_MEMBERS` as it is hashed."""
    match name:
        case "name" | "definition":
            return normal(getattr(criterion, name))
        case "must" | "must_not":
            return statements(getattr(criterion, name))
        case "examples":
            return {
                "pass": [normal(text) for text in criterion.pass_examples],
                "fail": [normal(text) for text in criterion.fail_examples],
            }
        case "scale":
            return _scale(criterion)
        case _:
            return getattr(criterion, name)


def _scale(criterion: Criterion) -> dict[str, Any] | None:
    scale = criterion.scored_on
    if scale is None:
        return None
    anchors = [normal(anchor) for anchor in scale.anchors]
    anchors += [""] * (scale.points - len(anchors))
    return {"points": scale.points, "anchors": anchors, "pass_line": scale.pass_line}


def cannot_judge_member(rule: CannotJudgeRule | None) -> dict[str, str] | None:
    """Return the cannot-judge rule as it is hashed; a rule with neither words nor a word is none."""
    if rule is None:
        return None
    member = {"when": normal(rule.when), "word": normal(rule.word)}
    return member if any(member.values()) else None


def trait_members(trait: Trait, gated: bool = False) -> dict[str, Any]:
    """Return the members of a trait that is no criterion as they are hashed.

    What has its usual value is left out, so that a member that traits may get one day changes no fingerprint. A pattern
    is code: white space at its ends counts, so it is hashed by its exact characters. The place of a class is its
    number, so classes are a list. The text that somebody kept beside a function's bytes decides nothing.
    """
    values = dict(vars(trait))
    if isinstance(trait, CallableTrait):
        values.pop("source", None)
    usual = type(trait).model_fields
    members: dict[str, Any] = {"type": trait.type}
    if gated:
        members["gated"] = True
    for name, value in values.items():
        field = usual.get(name)
        if field is not None and not field.is_required() and value == field.get_default(call_default_factory=True):
            continue
        members[name] = _hashed_value(name, value)
    return members


def _hashed_value(name: str, value: Any) -> Any:
    if name == "pattern":
        return json.dumps(value)
    if name == "classes" and isinstance(value, Mapping):
        return [[normal(key), _plain(each)] for key, each in value.items()]
    return _plain(value)


def _plain(value: Any) -> Any:
    """Return a value as canonical JSON can carry it, its texts normal."""
    match value:
        case str():
            return normal(value)
        case bool() | None:
            return value
        case int():
            return value if abs(value) <= _MAX_EXACT else _digits(value)
        case float():
            return value if math.isfinite(value) else repr(value)
        case bytes():
            return base64.b64encode(value).decode("ascii")
        case BaseModel():
            return _plain(vars(value))
        case Mapping():
            return {normal(str(key)): _plain(each) for key, each in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_plain(each) for each in value]
        case _:
            return normal(str(value))


def _digits(value: int) -> str:
    # In base 16: Python writes no decimal numbers of thousands of digits.
    return hex(value)


def entry_members(entry: RubricEntry) -> dict[str, Any]:
    """Return the members of any entry that are hashed."""
    if isinstance(entry.trait, Criterion):
        return criterion_members(entry.id, entry.trait)
    return trait_members(entry.trait, entry.gated)
