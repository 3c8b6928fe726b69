"""Patterns that take accents in either form: composed against decomposed, and plain ones that do not."""

from __future__ import annotations

import re
import unicodedata

import pytest

from gradewright.edits.rubric_values import trait_data, trait_from
from gradewright.formats.template_source import read_template
from gradewright.model.answer import Answer
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.run import Cell
from gradewright.model.template import NoTemplate
from gradewright.model.traits import RegexTrait
from gradewright.schemas.entities import RegexRubricTrait
from gradewright.verify.answer import compile_question, evaluate_answers
from gradewright.verify.evidence import trait_spans
from gradewright.verify.kept_tests import kept_test, run_kept_tests
from gradewright.verify.rubrics import merge_rubrics
from gradewright.verify.traits import evaluate_regex, regex_matcher
from gradewright.verify.trying import TriedAnswer, try_answer
from gradewright.workers.patterns import PatternTimeout, QuickPatterns, WatchedPatterns

ONE, TWO = "caf\u00e9", "cafe\u0301"
PATTERNS = QuickPatterns()


@pytest.mark.parametrize("pattern", [ONE, TWO])
@pytest.mark.parametrize("text", [f"un {ONE}!", f"un {TWO}!"])
def test_either_form_is_found_in_either_form(pattern: str, text: str) -> None:
    loose = RegexTrait(name="r", pattern=pattern, normalize=True)
    plain = RegexTrait(name="r", pattern=pattern)

    assert evaluate_regex(loose, text, PATTERNS)
    assert evaluate_regex(plain, text, PATTERNS) is (pattern in text)
    assert not evaluate_regex(loose, "un cafe!", PATTERNS)


def test_one_accented_letter_is_one_character() -> None:
    assert evaluate_regex(RegexTrait(name="r", pattern="^caf.$", normalize=True), TWO, PATTERNS)
    assert evaluate_regex(RegexTrait(name="r", pattern="CAF[ÈÉ]", normalize=True, case_sensitive=False), TWO, PATTERNS)
    assert not evaluate_regex(RegexTrait(name="r", pattern="^caf.$"), TWO, PATTERNS)


def test_a_pattern_that_does_not_compile_in_one_form_is_refused() -> None:
    pattern = "(?=\u0338)x"
    assert RegexTrait(name="r", pattern=pattern).searched == pattern
    with pytest.raises(ValueError, match="with accents in one form, the pattern does not compile"):
        RegexTrait(name="r", pattern=pattern, normalize=True)


def test_scripts_and_stored_traits_match_as_they_did() -> None:
    script = RegexRubricTrait(name="r", pattern=ONE)
    stored = trait_data(RegexTrait(name="r", pattern=ONE))
    del stored["normalize"]

    assert script.normalize is False
    assert not script.evaluate(TWO)
    assert RegexRubricTrait(name="r", pattern=ONE, normalize=True).evaluate(TWO)
    assert trait_from(stored) == RegexTrait(name="r", pattern=ONE)
    loose = RegexTrait(name="r", pattern=ONE, normalize=True)
    assert trait_from(trait_data(loose)) == loose


def cells(trait: RegexTrait, texts: list[str]) -> list[Cell]:
    merged = merge_rubrics(Rubric((RubricEntry("e", trait),)), Rubric())
    question = compile_question(Question("q", "?"), merged, NoTemplate(), PATTERNS)
    return [cell for (cell,) in evaluate_answers(question, [Answer("q", "m", text) for text in texts])]


def test_a_run_judges_many_answers_in_one_form_and_marks_them_as_they_are() -> None:
    trait = RegexTrait(name="r", pattern=ONE, normalize=True)
    texts = [f"un {TWO} noir", f"un {ONE} noir", "un the"]

    judged = cells(trait, texts)

    assert [cell.verdict for cell in judged] == [True, True, False]
    assert judged[0].detail == {"pattern": ONE, "found": True, "normalize": True}
    spans = [trait_spans(trait, cell, text) for cell, text in zip(judged, texts, strict=True)]
    assert [[text[a:b] for a, b in found] for text, found in zip(texts, spans, strict=True)] == [[TWO], [ONE], []]
    # What the run did counts, not what the trait says now.
    assert trait_spans(trait.model_copy(update={"normalize": False}), judged[0], texts[0]) == [(3, 8)]
    plain = cells(RegexTrait(name="r", pattern=ONE), texts)
    assert [cell.verdict for cell in plain] == [False, True, False]
    assert plain[0].detail == {"pattern": ONE, "found": False}


def test_trying_an_answer_and_keeping_it_as_a_test() -> None:
    question = Question("q", "?", rubric=Rubric((RubricEntry("e", RegexTrait(name="r", pattern=ONE, normalize=True)),)))
    tried = try_answer(TriedAnswer(TWO), question, read_template(""), Rubric(), PATTERNS)

    assert (tried.lines[0].outcome, [TWO[mark.start : mark.end] for mark in tried.marks]) == ("pass", [TWO])
    kept = Question("q", "?", rubric=question.rubric, kept_tests=(kept_test(TWO, None, tried),))
    (result,) = run_kept_tests(kept, read_template(""), Rubric(), PATTERNS)
    assert result.changes == ()


def test_in_a_watched_worker_too() -> None:
    # Nested repeats are matched in a process of their own.
    trait = RegexTrait(name="r", pattern=f"({TWO} ?)+$", normalize=True)
    with WatchedPatterns(budget=5.0) as patterns:
        matcher = regex_matcher(trait, patterns)
        texts = [TWO, ONE, "cafe", f"{TWO} {ONE}"]
        assert matcher.search_many(texts) == [True, True, False, True]
        assert [matcher.search(text) for text in texts] == [True, True, False, True]
        assert matcher.findall(TWO) == [ONE]
        with pytest.raises(TypeError, match="expected text"):
            matcher.search(5)  # type: ignore[arg-type]


def test_a_pattern_that_runs_away_still_does() -> None:
    trait = RegexTrait(name="r", pattern="(é+)+$", normalize=True)
    with pytest.raises(PatternTimeout):
        evaluate_regex(trait, "e\u0301" * 40 + "!", PATTERNS)


def test_the_two_forms_are_what_they_are_said_to_be() -> None:
    assert (unicodedata.normalize("NFD", ONE), re.search(ONE, TWO)) == (TWO, None)
