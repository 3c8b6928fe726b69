"""Writing FlexEval's rubric files: what was not changed goes out as it came in, comments and all."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

from gradewright.errors import FileUnreadable, InvalidValue
from gradewright.formats.flexeval.rubrics import FlexEvalRubric, read_rubrics
from gradewright.model.choice import ChoiceTrait

_PLAIN_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_WORDS = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})


def write_rubrics(traits: Sequence[ChoiceTrait]) -> str:
    """Return a YAML file of choice traits, in order, that FlexEval loads.

    Raises:
        InvalidValue: two traits have one name, a trait has no choice, or a text holds characters that YAML cannot.
    """
    _refuse_what_cannot_load(traits)
    pieces = [trait.written or _made(trait) for trait in traits]
    fresh = [trait.written is None for trait in traits]
    # A piece that came from a file may lean on an anchor in another, which may be gone: then it is written anew.
    for _ in range(2):
        wrong = _misread(pieces, traits)
        if not wrong:
            return "".join(pieces) or "{}\n"
        for place in wrong:
            pieces[place] = _made(traits[place]) if fresh[place] else _patched(traits[place])
            fresh[place] = True
    pieces = [_made(trait) for trait in traits]
    if _misread(pieces, traits):
        raise InvalidValue("A prompt, note or label holds characters that a YAML file cannot carry.")
    return "".join(pieces)


def _refuse_what_cannot_load(traits: Sequence[ChoiceTrait]) -> None:
    seen: set[str] = set()
    for trait in traits:
        if trait.name in seen:
            raise InvalidValue(f"Two rubrics are called “{trait.name}”; a file has room for one.", hint="Rename one.")
        seen.add(trait.name)
        if not trait.choices and trait.written is None:
            raise InvalidValue(f"“{trait.name}” has no choice yet.", hint="Add at least one label with its score.")


def _misread(pieces: Sequence[str], traits: Sequence[ChoiceTrait]) -> list[int]:
    """Return which traits would not come back as they are; all of them where the whole cannot be read."""
    try:
        read = read_rubrics("".join(pieces)).rubrics if pieces else ()
    except FileUnreadable:
        return list(range(len(traits)))
    found = {str(rubric.key).strip() or "rubric": rubric for rubric in read}
    return [place for place, trait in enumerate(traits) if not _says(found.get(trait.name), trait)]


def _says(rubric: FlexEvalRubric | None, trait: ChoiceTrait) -> bool:
    if rubric is None:
        return False
    read = rubric.trait()
    same_scores = repr([choice.score for choice in read.choices]) == repr([choice.score for choice in trait.choices])
    return same_scores and (read.name, read.prompt, read.labels, read.title, read.notes) == (
        trait.name,
        trait.prompt,
        trait.labels,
        trait.title,
        trait.notes,
    )


def _patched(trait: ChoiceTrait) -> str:
    """Return the text that a trait came from with what was changed in it, its comments kept where they can be."""
    yaml = _round_trip()
    try:
        document = yaml.load(trait.written or "")
    except (YAMLError, ValueError, RecursionError):
        return _made(trait)
    if not isinstance(document, CommentedMap) or len(document) != 1:
        return _made(trait)
    key, body = next(iter(document.items()))
    if not isinstance(body, CommentedMap):
        return _made(trait)
    if str(key) != trait.name:
        # ruamel keeps comments by key; a renamed rubric keeps those inside it.
        document = CommentedMap({_key(trait.name): body})
    _put(body, "prompt", trait.prompt, _text)
    _put(body, "notes", trait.notes, _text)
    _put(body, "name", trait.title, _text)
    scores = {str(label): score for label, score in (body.get("choice_scores") or {}).items()}
    if list(scores.items()) != [(choice.label, choice.score) for choice in trait.choices]:
        body["choice_scores"] = _choices(trait)
    above, below = _remarks_above(trait.written or ""), _dumped(yaml, document)
    return above + below[len(_remarks_above(below)) :]


def _remarks_above(text: str) -> str:
    """Return the comments and blank lines in front of the first key."""
    lines = text.splitlines(keepends=True)
    first = next((number for number, line in enumerate(lines) if line.strip() and line[:1] != "#"), len(lines))
    return "".join(lines[:first])


def _put(body: CommentedMap, member: str, value: str | None, made: Any) -> None:
    if value is None:
        body.pop(member, None)
    elif body.get(member) != value:
        body[member] = made(value)


def _made(trait: ChoiceTrait) -> str:
    body = CommentedMap()
    if trait.title is not None:
        body["name"] = _text(trait.title)
    if trait.notes is not None:
        body["notes"] = _text(trait.notes)
    body["prompt"] = _text(trait.prompt)
    body["choice_scores"] = _choices(trait)
    return _remarks_above(trait.written or "") + _dumped(_round_trip(), CommentedMap({_key(trait.name): body}))


def _choices(trait: ChoiceTrait) -> CommentedMap:
    return CommentedMap((DoubleQuotedScalarString(choice.label), choice.score) for choice in trait.choices)


def _key(name: str) -> str:
    plain = bool(_PLAIN_KEY.fullmatch(name)) and name.lower() not in _WORDS
    if plain:
        return name
    quoted: str = DoubleQuotedScalarString(name)
    return quoted


def _text(text: str) -> str:
    """Return a text as it reads best: lines as a block where YAML keeps every character of it, quoted otherwise."""
    lines = text.split("\n")
    is_block = len(lines) > 1 and text[:1] not in (" ", "\n", "\t", "") and all(_fits_block(line) for line in lines)
    made: str = LiteralScalarString(text) if is_block else DoubleQuotedScalarString(text)
    return made


def _fits_block(line: str) -> bool:
    return line == line.rstrip() and "\t" not in line and all(c.isprintable() for c in line)


def _round_trip() -> YAML:
    yaml = YAML(typ="rt", pure=True)
    yaml.allow_duplicate_keys = True
    yaml.preserve_quotes = True
    yaml.width = 1 << 20
    return yaml


def _dumped(yaml: YAML, document: CommentedMap) -> str:
    stream = io.StringIO()
    yaml.dump(document, stream)
    return stream.getvalue()
