"""What changed between two texts, word by word, in any script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

_ASCII = re.compile(r"[A-Za-z0-9]+|[\t\n\r\f\v ]+|.", re.DOTALL)
# Scripts that are written without spaces: there a word is no run of letters, so each letter stands for itself.
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x31FF),  # radicals, kana, Bopomofo
    (0x3400, 0x9FFF),  # Han
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
# Above this many pairs of tokens to compare, sentences are compared first: it would take seconds otherwise.
_MOST_PAIRS = 250_000
# Sentences seldom come twice, so that many more of them are compared as quickly.
_MOST_SENTENCE_PAIRS = 4_000_000
_SENTENCE_ENDS = frozenset(".!?\n。！？؟।")


class Piece(StrEnum):
    """What happened to a piece of text."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of text and what happened to it."""

    kind: Piece
    text: str


def words(text: str) -> list[str]:
    """Return the words of a text and what stands between them, in order; joined they are the text.

    A word is a run of letters, digits and their marks; in a script without spaces it is one letter with its marks. A
    run of white space is one token, any other character is its own.
    """
    if text.isascii():
        return _ASCII.findall(text)
    found: list[str] = []
    open_kind = ""
    for character in text:
        kind = _kind(character)
        # Marks belong to what stands before them, whatever it is.
        if found and (kind == "mark" or (kind == open_kind and kind in ("word", "space"))):
            found[-1] += character
        else:
            found.append(character)
            open_kind = kind
    return found


def text_changes(before: str, after: str) -> tuple[TextPiece, ...]:
    """Return the pieces that lead from one text to another.

    Without the added ones they join to ``before``, without the removed ones to ``after``.
    """
    old, new = words(before), words(after)
    start = _shared(old, new)
    end = _shared(old[start:][::-1], new[start:][::-1])
    pieces: list[TextPiece] = []
    _put(pieces, Piece.SAME, old[:start])
    _compare(pieces, old[start : len(old) - end], new[start : len(new) - end])
    _put(pieces, Piece.SAME, old[len(old) - end :])
    return tuple(pieces)


def _compare(pieces: list[TextPiece], old: list[str], new: list[str], *, by_sentence: bool = False) -> None:
    """Add the pieces that lead from some tokens to others; of what stays too long, all of it is replaced."""
    if len(old) * len(new) > _MOST_PAIRS:
        if by_sentence:
            _put(pieces, Piece.REMOVED, old)
            _put(pieces, Piece.ADDED, new)
        else:
            _compare_sentences(pieces, _sentences(old), _sentences(new))
        return
    for operation, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if operation == "equal":
            _put(pieces, Piece.SAME, old[i:j])
        else:
            _put(pieces, Piece.REMOVED, old[i:j])
            _put(pieces, Piece.ADDED, new[k:m])


def _compare_sentences(pieces: list[TextPiece], old: list[str], new: list[str]) -> None:
    if len(old) * len(new) > _MOST_SENTENCE_PAIRS:
        _put(pieces, Piece.REMOVED, old)
        _put(pieces, Piece.ADDED, new)
        return
    for operation, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if operation == "equal":
            _put(pieces, Piece.SAME, old[i:j])
        else:
            _compare(pieces, words("".join(old[i:j])), words("".join(new[k:m])), by_sentence=True)


def _sentences(tokens: list[str]) -> list[str]:
    """Return the same text in sentences, each with the white space after it."""
    found: list[list[str]] = [[]]
    ended = False
    for token in tokens:
        if ended and not token.isspace():
            found.append([])
            ended = False
        found[-1].append(token)
        ended = ended or token[-1] in _SENTENCE_ENDS
    return ["".join(sentence) for sentence in found]


def marked(pieces: Sequence[TextPiece]) -> str:
    """Return pieces as one line for a terminal or a file: ``[-removed-]`` and ``{+added+}``."""
    marks = {Piece.SAME: "{}", Piece.REMOVED: "[-{}-]", Piece.ADDED: "{{+{}+}}"}
    return "".join(marks[piece.kind].format(piece.text) for piece in pieces)


def _kind(character: str) -> str:
    if character.isspace():
        return "space"
    category = unicodedata.category(character)
    if category[0] in "LN":
        code = ord(character)
        return "letter" if any(low <= code <= high for low, high in _UNSPACED) else "word"
    if category[0] == "M" or character in "\u200c\u200d":
        return "mark"
    return "sign"


def _shared(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many tokens two lists begin with in common."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count


def _put(pieces: list[TextPiece], kind: Piece, tokens: Sequence[str]) -> None:
    if not tokens:
        return
    text = "".join(tokens)
    if pieces and pieces[-1].kind is kind:
        text = pieces.pop().text + text
    pieces.append(TextPiece(kind, text))
