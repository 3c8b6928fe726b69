"""Spanish: subjects that need not be there, and words that agree with a negation before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gradewright.lint.languages.romance import Romance
from gradewright.lint.tokens import Token

_ACCENTS = str.maketrans("áéíóú", "aeiou")


class Spanish(Romance):
    """The Spanish grammar."""

    NEGATING_VERB_WORDS = frozenset({"no", "se", "le", "les"})
    OBJECTS_BEFORE = frozenset({"lo", "la", "los", "las"})
    INFINITIVES = ("ar", "er", "ir", "arse", "erse", "irse")
    THIRD_ENDINGS = ("a", "e")

    def _adjective(self, word: str) -> Iterator[str]:
        if word.endswith("o"):
            stem = word[:-1]
            yield from (word, f"{stem}a", f"{stem}os", f"{stem}as", f"{stem}amente")
            return
        if word.endswith(("és", "án", "ín", "ón")):
            plain = word.translate(_ACCENTS)
            yield from (word, f"{plain}es", f"{plain}a", f"{plain}as", f"{plain}amente")
            return
        plural = f"{word}s" if word[-1] in "aeé" else f"{word[:-1]}ces" if word.endswith("z") else f"{word}es"
        yield from (word, plural, f"{word}mente")

    def _conjugated(self, verb: str) -> tuple[set[str], set[str]]:
        third, plural, participle = self._irregular.get(verb, ()) or _regular(verb)
        finite = {third, plural}
        stem = verb[:-2]
        past = {participle, f"{participle[:-1]}a", f"{participle}s", f"{participle[:-1]}as"}
        other = {f"{stem}ando", f"{stem}ó"} if verb.endswith("ar") else {f"{stem}iendo", f"{stem}ió"}
        vowel = "e" if verb.endswith("ar") else "a"
        subjunctive = (
            {f"{third[:-1]}{vowel}", f"{third[:-1]}{vowel}n"} if third[-1] in "ae" and len(third) > 2 else set()
        )
        return finite, {verb, f"{verb}se", *finite, *past, *other, *subjunctive, f"{verb}á", f"{verb}án"}

    def negates_verb(self, found: Sequence[Token], place: int) -> bool:
        word = found[place].low
        return word in self.lists.words("negations") and word != "ni" and not self._goes_with_adjective(found, place)

    def _goes_with_adjective(self, found: Sequence[Token], place: int) -> bool:
        """Whether "no" belongs to a noun or adjective: "los no fumadores"."""
        return found[place].low == "no" and place > 0 and found[place - 1].low in self.lists.words("determiners")

    def clause_negations(self, clause: Sequence[Token]) -> list[Token]:
        counted: list[Token] = []
        agrees = False
        denied = False
        for token in clause:
            if token.low == "no":
                counted.append(token)
                agrees = denied = True
            elif token.low == "sin":
                agrees = True
            elif token.low in self.lists.words("negations"):
                if not agrees:
                    counted.append(token)
                agrees = True
            elif denied and token.low in self.denying:
                counted.append(token)
        return counted


def _regular(verb: str) -> tuple[str, str, str]:
    """Third person singular and plural of the present, and the participle."""
    stem = verb[:-2]
    if verb.endswith("ar"):
        return f"{stem}a", f"{stem}an", f"{stem}ado"
    return f"{stem}e", f"{stem}en", f"{stem}ido"
