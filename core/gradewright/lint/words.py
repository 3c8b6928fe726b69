"""The word lists of one language, as the wording checks ask for them."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path

from gradewright.lint.word_files import WordFiles


class WordLists:
    """What the wording checks know about a language. Words are lower-case and NFC, patterns take any case.

    Words are read at once, because nearly every text asks for them; patterns are compiled when a text first does.
    """

    def __init__(self, language: str, extra: Path | None = None):
        files = WordFiles(language, extra)
        self._files = files
        self.language = language
        self.quality = files.words("quality-words")
        self.numbers = files.words("number-words")
        self.cardinals = files.words("cardinals")
        self.output_nouns = files.words("output-nouns")
        self.subordinators = files.words("subordinators")
        self.determiners = files.words("determiners")
        self.auxiliaries = files.words("auxiliaries")
        self.modals = files.words("modals")
        self.adverbs = files.words("adverbs")
        self.before_nouns = files.words("before-nouns")
        self.pronouns = files.words("pronouns")
        self.conditions = files.words("conditions")
        self.negations = files.words("negations")
        self.negated_adjectives = files.words("negated-adjectives")
        self.correctness_nouns = files.words("correctness-nouns")
        self.quantities = files.words("quantities")
        self.qualifying = files.words("qualifying-adjectives")
        self.stop_words = files.words("stop-words")
        self.quality_allowed = files.phrases("quality-allowed")
        self.anchor_exceptions = files.phrases("anchor-exceptions")
        self.comparisons = files.phrases("comparisons")
        self.fixed_pairs = files.phrases("fixed-pairs")
        self.negative_allowed = files.phrases("negative-allowed")
        self.observable = files.verbs("observable-verbs")
        self.verbs = self.observable | files.verbs("statement-verbs")
        self.telling = files.verbs("telling-verbs").all
        self.asking = files.verbs("asking-verbs").all
        self.presence = files.verbs("presence-verbs").all
        self.times_verbs = files.verbs("times-verbs").all
        adjectives, nouns = files.words("adjective-like-verbs"), files.verbs("noun-like-verbs")
        self.anchors = self.observable.all - adjectives
        self.noun_like = nouns.base | nouns.third | adjectives
        self.small_numbers = files.numbered("small-numbers")
        self.third_forms = {base: files.third(base) for base in sorted(self.verbs.base)}
        self.bases = {third: base for base, third in self.third_forms.items()}
        self.gerunds = {form: self.third_forms[base] for base in self.third_forms for form in files.gerunds(base)}
        self.answering = files.verbs("answering-verbs").all
        self.between_negations = files.words("between-negations")
        self.adverb_negations = files.words("adverb-negations")
        self.verb_phrases = files.phrases("verb-phrases")

    @cached_property
    def quality_phrases(self) -> re.Pattern[str]:
        """Several words that judge together."""
        return self._files.patterns("quality-phrases")

    @cached_property
    def anchor_phrases(self) -> re.Pattern[str]:
        """Several words that make one observable act."""
        return self._files.patterns("anchor-phrases")

    @cached_property
    def surface_patterns(self) -> re.Pattern[str]:
        """Demands on form or length, whatever the verb."""
        return self._files.patterns("surface-patterns")

    @cached_property
    def surface_nouns(self) -> re.Pattern[str]:
        """Words for form and length."""
        return self._files.patterns("surface-nouns")

    @cached_property
    def negation_verbs(self) -> re.Pattern[str]:
        """Verbs that negate what they govern."""
        return self._files.patterns("negation-verbs")

    @cached_property
    def negative_verbs(self) -> re.Pattern[str]:
        """Verbs that forbid what they govern."""
        return self._files.patterns("negative-verbs")

    @cached_property
    def correctness(self) -> re.Pattern[str]:
        """Words that ask whether something is right."""
        return self._files.patterns("correctness-words")

    @cached_property
    def correctness_allowed(self) -> re.Pattern[str]:
        """Phrases in which such a word asks for no truth."""
        return self._files.patterns("correctness-allowed")

    @cached_property
    def grounds(self) -> re.Pattern[str]:
        """What something can be checked against."""
        return self._files.patterns("grounds")

    @cached_property
    def lower_limits(self) -> re.Pattern[str]:
        """Lower limits on a count."""
        return self._files.patterns("lower-limits")

    @cached_property
    def keywords(self) -> re.Pattern[str]:
        """Words that have to be there."""
        return self._files.patterns("keywords")

    @cached_property
    def qualifiers(self) -> re.Pattern[str]:
        """What says of counted things what they must be."""
        return self._files.patterns("qualifiers")

    @cached_property
    def lead_in(self) -> re.Pattern[str]:
        """Openings that only introduce the demand."""
        return self._files.openings("lead-ins")

    @cached_property
    def length_openings(self) -> re.Pattern[str]:
        """A length said of the output itself."""
        return self._files.openings("length-openings")

    @cached_property
    def negative_openings(self) -> re.Pattern[str]:
        """Beginnings of a prohibition."""
        return self._files.openings("negative-openings")

    @cached_property
    def explaining(self) -> re.Pattern[str]:
        """What follows a word that has to be there and says what it must do."""
        return self._files.patterns("keyword-uses")

    @cached_property
    def scale_numbers(self) -> tuple[re.Pattern[str], ...]:
        """Numbers used as scores (group "score") or as the ends of a scale ("low", "size")."""
        return self._files.separate("scale-numbers")


@cache
def word_lists(language: str = "en", extra: Path | None = None) -> WordLists:
    """Read the lists of one language, and those of a team's folder ``extra``.

    Raises:
        FileNotFoundError: there are no lists for this language.
        ListFileError: a list of the team cannot be used.
    """
    return WordLists(language, extra)
