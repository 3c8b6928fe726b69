"""German: verbs that come apart and stand at the end, nouns in capitals, commas round every dependent clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from gradewright.lint.languages.grammar import FURTHEST, Extent, Grammar, outside, phrase_extents
from gradewright.lint.tokens import Token

_ADJECTIVE = ("", "e", "em", "en", "er", "es")
_INSEPARABLE = ("be", "ge", "er", "ver", "zer", "ent", "emp", "miss", "wider", "über", "unter", "wieder")
_VERB_ENDINGS = ("en", "eln", "ern")


class German(Grammar):
    """The German grammar."""

    def _quality(self) -> Iterator[str]:
        for line in self.lists.lines("quality-words"):
            first, *others = line.lower().split()
            yield from adjective_forms(first)
            yield from others

    def _denying(self) -> Iterator[str]:
        for line in self.lists.lines("negated-adjectives"):
            yield from adjective_forms(line.lower())

    def _observable(self) -> Iterator[str]:
        for verb in self._verbs("observable-verbs"):
            yield from self._forms(verb)

    def _telling(self) -> Iterator[str]:
        for verb in self._verbs("telling-verbs"):
            yield from self._forms(verb)

    def _finite(self) -> Iterator[str]:
        for verb in (*self._verbs("observable-verbs"), *self._verbs("statement-verbs")):
            third, past, _ = self._principal(verb.partition("|")[2] or verb)
            yield from (third, past, f"{past}en" if not past.endswith("e") else f"{past}n")

    def _verbs(self, name: str) -> list[str]:
        return [verb for line in self.lists.lines(name) for verb in line.lower().split()]

    @cached_property
    def _irregular(self) -> dict[str, tuple[str, ...]]:
        return {line.split()[0]: tuple(line.split()[1:]) for line in self.lists.lines("irregular-verbs")}

    def _principal(self, verb: str) -> tuple[str, str, str]:
        """Third person, past and participle of a verb in one piece."""
        known = self._irregular
        if verb in known:
            third, past, participle = known[verb]
            return third, past, participle
        for prefix in _INSEPARABLE:
            if verb.startswith(prefix) and verb[len(prefix) :] in known:
                third, past, participle = known[verb[len(prefix) :]]
                return prefix + third, prefix + past, prefix + participle.removeprefix("ge")
        stem = verb[:-1] if verb.endswith(("eln", "ern")) else verb.removesuffix("en")
        link = "e" if stem.endswith(("t", "d", "chn", "ffn", "gn")) else ""
        plain = verb.endswith("ieren") or verb.startswith(_INSEPARABLE)
        return f"{stem}{link}t", f"{stem}{link}te", f"{'' if plain else 'ge'}{stem}{link}t"

    def _forms(self, verb: str) -> Iterator[str]:
        prefix, _, rest = verb.rpartition("|")
        third, past, participle = self._principal(rest)
        bare = (third, rest, past, f"{past}n" if past.endswith("e") else f"{past}en")
        yield from (prefix + form for form in (*bare, participle))
        yield from (f"{prefix}{participle}{ending}" for ending in _ADJECTIVE)
        yield f"{prefix}{rest}d"
        if prefix:
            yield f"{prefix}zu{rest}"
            yield from bare

    def is_finite(self, found: Sequence[Token], place: int) -> bool:
        token = found[place]
        if place and token.text[0].isupper():
            return False
        return token.low in self.finite and not self.is_noun(found, place)

    def is_noun(self, found: Sequence[Token], place: int) -> bool:
        return found[place].text[0].isupper() and (place > 0 or found[place].text in self._output_nouns)

    @cached_property
    def _output_nouns(self) -> set[str]:
        return {word for line in self.lists.lines("output-nouns") for word in line.split()}

    def dependent(self, found: Sequence[Token]) -> list[bool]:
        """Clauses from a conjunction or relative pronoun, or with "zu", from one comma to the next or the end."""
        flags = [False] * len(found)
        start = 0
        for place in range(len(found) + 1):
            if place < len(found) and found[place].text not in {",", ";", ":"}:
                continue
            inside = self._opens(found, start, continued=start > 1 and flags[start - 2]) or self._has_zu(
                found, start, place
            )
            # A dependent clause that "und" continues behind a comma is still the same.
            flags[start:place] = [inside] * (place - start)
            start = place + 1
        return flags

    def _opens(self, found: Sequence[Token], start: int, *, continued: bool) -> bool:
        place = start
        while place < len(found) and found[place].low in {"und", "oder", "aber", "auch", "nur", "jeweils", "sowie"}:
            place += 1
        if place >= len(found):
            return False
        if found[place].low in self.lists.words("subordinators"):
            return not (place == start == 0 and found[0].low in {"was", "wer", "wie", "ohne", "außer", "statt"})
        # ", und die Tests laufen durch" is a main clause of its own, unless it goes on with a dependent one.
        behind_comma = start > 0 and (place == start or continued)
        if behind_comma and found[place].low in self.lists.words("prepositions") and place + 1 < len(found):
            place += 1
        known = found[place].low in self.lists.words("relatives") or found[place].low in {
            "welche",
            "welchem",
            "welchen",
        }
        return behind_comma and known and self._verb_is_last(found, place)

    def _verb_is_last(self, found: Sequence[Token], place: int) -> bool:
        """Whether a clause ends with its verb, as relative clauses do; one that begins with an article does not."""
        end = next((i for i in range(place, len(found)) if not found[i].is_word), len(found))
        last = found[end - 1]
        return end - place >= 2 and not last.text[0].isupper() and not last.text[0].isdigit()

    def _has_zu(self, found: Sequence[Token], start: int, end: int) -> bool:
        """Whether an infinitive with "zu" ends a part behind a comma: an instruction that is passed on."""
        if not start:
            return False
        for place in range(start, end):
            low = found[place].low
            if low == "zu" and place + 1 < end and found[place + 1].low.endswith(_VERB_ENDINGS) \
                    and not found[place + 1].text[0].isupper():  # fmt: skip
                return True
            if "zu" in low[2:-3] and low.endswith("en") and not found[place].text[0].isupper():
                return True
        return False

    def _is_telling(self, found: Sequence[Token], main: int) -> bool:
        if found[main].low not in {"gibt", "geben", "gab", "weist", "weisen", "führt", "führen", "stellt"}:
            return found[main].low in self.telling
        return any(token.low in {"an", "wieder", "hin", "auf", "gegenüber"} for token in found[main + 1 :])

    def second_verb(
        self, found: Sequence[Token], dependent: Sequence[bool], main: int, joiner: int, start: int
    ) -> int | None:
        if dependent[joiner] or (start < len(found) and dependent[min(start, len(found) - 1)]):
            return None
        start = self._past_adverbs(found, start)
        last = min(len(found), start + FURTHEST)
        end = next((i for i in range(start, last) if found[i].text in {",", ";", ".", "!", "?", ":"}), last)
        if start >= end:
            return None
        if self.is_finite(found, start) or self._looks_finite(found, start, end):
            return start
        own = self._with_own_subject(found, start, end, plural=found[main].low not in self.lists.words("modals"))
        return own if own is not None else self._at_the_end(found, dependent, main, joiner, end)

    def _past_adverbs(self, found: Sequence[Token], start: int) -> int:
        while start < len(found) and found[start].low in self.lists.words("adverbs"):
            start += 1
        return start

    def _looks_finite(self, found: Sequence[Token], place: int, end: int) -> bool:
        """Whether an unknown word right behind a joining word is a verb: it ends in -t and has something behind it."""
        word = found[place]
        if place + 1 >= end or word.text[0].isupper() or not word.low.endswith("t"):
            return False
        if word.low in self.lists.words("adjective-like") or word.low in self.quality:
            return False
        following = found[place + 1]
        known = self.lists.words("determiners") | self.lists.words("prepositions") | {"sich", "auch", "nur", "alle"}
        return following.low in known or following.text[0].isupper() or following.low[0].isdigit()

    def _with_own_subject(self, found: Sequence[Token], start: int, end: int, *, plural: bool) -> int | None:
        """The verb of a clause that has its own subject ("und die Rechnungsnummer steht …")."""
        first = found[start]
        if first.low in self.lists.words("pronouns"):
            return start + 1 if start + 1 < end and self.is_finite(found, start + 1) else None
        if first.low not in self.lists.words("determiners") and not first.text[0].isupper():
            return None
        for place in range(start + 1, min(start + 7, end)):
            if self.is_finite(found, place):
                return place
            # "die Tests laufen durch": what looks like an infinitive behind a noun, and not at the end.
            behind_noun = found[place - 1].text[0].isupper() and not found[place].text[0].isupper()
            if plural and behind_noun and found[place].low in self._plurals and place + 1 < end:
                return place
        return None

    @cached_property
    def _plurals(self) -> frozenset[str]:
        verbs = (*self._verbs("observable-verbs"), *self._verbs("statement-verbs"))
        return frozenset(verb.rpartition("|")[2] for verb in verbs)

    def _at_the_end(
        self, found: Sequence[Token], dependent: Sequence[bool], main: int, joiner: int, end: int
    ) -> int | None:
        """The second infinitive or participle under one modal or helping verb: "muss X nennen und Y ausrechnen"."""
        helping = found[main].low in self.lists.words("modals") or found[main].low in {
            "wird",
            "werden",
            "wurde",
            "wurden",
        }
        before, last = found[joiner - 1], found[end - 1]
        if not helping or end - 1 <= joiner + 1 or any(dependent[joiner:end]):
            return None
        if before.text[0].isupper() or last.text[0].isupper() or not before.is_word or not last.is_word:
            return None
        if found[main].low in self.lists.words("modals"):
            both = before.low.endswith(_VERB_ENDINGS) and last.low.endswith(_VERB_ENDINGS)
        else:
            both = before.low in self._participles and last.low in self._participles
        return end - 1 if both else None

    @cached_property
    def _participles(self) -> set[str]:
        verbs = (*self._verbs("observable-verbs"), *self._verbs("statement-verbs"))
        return {verb.rpartition("|")[0] + self._principal(verb.rpartition("|")[2])[2] for verb in verbs}

    def negated_main(self, found: Sequence[Token], dependent: Sequence[bool]) -> int | None:
        verb = self.main_verb(found, dependent)
        for place, token in enumerate(found):
            if dependent[place] and (verb is None or place > verb):
                break
            if place and token.low in self.lists.words("joiners") and verb is not None and place > verb + 1:
                # What a second demand forbids is no opening.
                if self.is_finite(found, min(place + 1, len(found) - 1)):
                    break
                continue
            if token.low in self.lists.words("negative-verbs") and not self.is_noun(found, place):
                return place
            if token.low in self.lists.words("negations") - {"ohne"} and not self._before_adjective(found, place):
                return place
        return None

    def _before_adjective(self, found: Sequence[Token], place: int) -> bool:
        """Whether "nicht" belongs to an adjective before a noun: "die nicht erstattbaren Kosten"."""
        if found[place].low != "nicht" or place + 2 >= len(found) or not place:
            return False
        return found[place - 1].low in self.lists.words("determiners") and found[place + 2].text[0].isupper()

    def negations(self, text: str) -> list[Extent]:
        found = outside(self.words(text), phrase_extents(self.lists.phrases("negative-allowed"), text))
        spans: list[Extent] = []
        negating = self.lists.words("negations") | self.lists.words("negative-verbs")
        for place, token in enumerate(found):
            beside = any(other.low in self.lists.words("negations") for other in found[max(0, place - 3) : place])
            is_noun = place > 0 and token.text[0].isupper() and token.low not in self.lists.words("negations")
            if not is_noun and (token.low in negating or (token.low in self.denying and beside)):
                spans.append((token.start, token.end))
        return spans


def adjective_forms(word: str) -> Iterator[str]:
    """Yield an adjective with its endings, in the comparative and in the superlative."""
    stem = word.removesuffix("e")
    if word.endswith("el"):
        stem = word[:-2] + word[-1]
    superlative = f"{word.removesuffix('e')}{'est' if word.endswith(('t', 'd', 's', 'ß', 'z', 'sch')) else 'st'}"
    yield word
    yield f"{stem}er"
    for ending in _ADJECTIVE[1:]:
        yield from (f"{stem}{ending}", f"{stem}er{ending}", f"{superlative}{ending}")
