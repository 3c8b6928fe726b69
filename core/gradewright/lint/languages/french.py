"""French: words cut short before a vowel, and negations in two parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gradewright.lint.languages.grammar import FURTHEST, phrase_extents, touches
from gradewright.lint.languages.romance import Romance
from gradewright.lint.tokens import Token, tokens

_ELIDED = re.compile(r"(?:[ldjmtsnc]|qu|jusqu|lorsqu|puisqu|quoiqu)['’](?=\w)", re.IGNORECASE)


class French(Romance):
    """The French grammar."""

    NEGATING_VERB_WORDS = frozenset({"ne", "n'", "se", "s'", "lui", "y"})
    OBJECTS_BEFORE = frozenset({"le", "la", "les", "l'"})
    INFINITIVES = ("er", "ir", "re")
    THIRD_ENDINGS = ("e", "it", "nd")

    def tokens(self, text: str) -> list[Token]:
        """Words that were cut short before a vowel ("l'", "qu'") are words of their own."""
        return [part for token in tokens(text) for part in _parts(token)]

    def opens_clause(self, found: Sequence[Token], place: int) -> bool:
        if found[place].low == "s'":
            return place + 1 < len(found) and found[place + 1].low in {"il", "ils"}
        return super().opens_clause(found, place)

    def _adjective(self, word: str) -> Iterator[str]:
        feminine = _feminine(word)
        plural = word if word.endswith(("s", "x")) else f"{word[:-2]}aux" if word.endswith("al") else f"{word}s"
        yield from (word, feminine, plural, f"{feminine}s")
        if word.endswith("ant"):
            yield f"{word[:-3]}amment"
        elif word.endswith("ent"):
            yield f"{word[:-3]}emment"
        elif word.endswith(("é", "i")):
            yield f"{word}ment"
            yield f"{word}ément"
        else:
            yield f"{feminine}ment"
            yield f"{feminine[:-1]}ément"

    def _conjugated(self, verb: str) -> tuple[set[str], set[str]]:
        third, plural, participle = self._irregular.get(verb, ()) or _regular(verb)
        stem = verb[:-2]
        finite = {third, plural}
        forms = {verb, *finite, f"{stem}ant", f"{verb.removesuffix('e')}a", f"{verb.removesuffix('e')}ont"}
        if verb.endswith("ger"):
            forms.add(f"{stem}eant")
        past = participle.removesuffix("s")
        feminine = f"{past}e" if not participle.endswith("s") else f"{participle}e"
        forms |= {participle, f"{past}s", feminine, f"{feminine}s"}
        if verb.endswith("er"):
            forms |= {f"{stem}ait", f"{stem}aient"}
        return finite, forms

    def negates_verb(self, found: Sequence[Token], place: int) -> bool:
        return found[place].low in {"ne", "n'"} and not self._restricts(found[place : place + FURTHEST])

    def _restricts(self, clause: Sequence[Token]) -> bool:
        """Whether "ne" stands with "que" and says "only"."""
        for token in clause[1:FURTHEST]:
            if token.low in self.lists.words("negations") or token.text in {",", ";", ".", ":"}:
                return False
            if token.low in self.lists.words("restrictions"):
                # "ne dit que ce qui …" restricts; "ne dit pas que" was left above.
                return True
        return False

    def clause_negations(self, clause: Sequence[Token]) -> list[Token]:
        particles = [token for token in clause if token.low in {"ne", "n'"}]
        words = [token for token in clause if token.low in self.lists.words("negations")]
        without = any(token.low == "sans" for token in clause)
        if particles:
            # "Ne" alone, with the clause going on in "que", restricts.
            counted = particles if words else particles[1:] if not self._denies_alone(clause) else particles
        else:
            counted = [] if without else words[:1]
        beside = [token for token in clause if token.low in self.denying] if particles else []
        return [*counted, *beside]

    def _denies_alone(self, clause: Sequence[Token]) -> bool:
        """Whether "ne" negates without "pas": before the verbs that take it so."""
        return any(token.low in {"cesse", "ose", "peut", "sait"} for token in clause)

    def _clauses(self, found: Sequence[Token]) -> Iterator[list[Token]]:
        text = " ".join(token.low for token in found)
        offsets: list[int] = []
        position = 0
        for token in found:
            offsets.append(position)
            position += len(token.low) + 1
        nouns = phrase_extents(self.lists.phrases("negation-nouns"), text)
        kept = [token for token, at in zip(found, offsets, strict=True) if not touches((at, at + 1), nouns)]
        yield from super()._clauses(kept)


def _parts(token: Token) -> Iterator[Token]:
    match = _ELIDED.match(token.text)
    if match is None or token.low == "aujourd'hui":
        yield token
        return
    cut = token.start + match.end()
    yield Token(match[0], token.low[: match.end()], token.start, cut)
    yield from _parts(Token(token.text[match.end() :], token.low[match.end() :], cut, token.end))


def _feminine(word: str) -> str:
    for ending, feminine in (("eux", "euse"), ("if", "ive"), ("el", "elle"), ("eil", "eille"), ("en", "enne"),
                             ("er", "ère"), ("et", "ette"), ("eur", "euse"), ("ain", "aine"), ("f", "ve"), ("x", "se"),
                             ("ou", "oue")):  # fmt: skip
        if word.endswith(ending):
            return word.removesuffix(ending) + feminine
    return word if word.endswith("e") else f"{word}e"


def _regular(verb: str) -> tuple[str, str, str]:
    """Third person singular and plural of the present, and the participle."""
    stem = verb[:-2]
    if verb.endswith("er"):
        return f"{stem}e", f"{stem}ent", f"{stem}é"
    if verb.endswith("ir"):
        return f"{stem}it", f"{stem}issent", f"{stem}i"
    return stem, f"{stem}ent", f"{stem}u"
