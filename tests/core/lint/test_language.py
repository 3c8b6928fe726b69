"""Which language a rubric is in, and what is said about the rules that run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.lint.checks import lint_rubric
from gradewright.lint.finding import Place
from gradewright.lint.language import (
    UNKNOWN,
    detect,
    language_named,
    languages,
    rubric_language,
    statement_language,
)
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry, RubricTerms
from gradewright.model.traits import LLMTrait


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("States the dose in mg and the interval in hours.", "en"),
        ("Die Antwort nennt die Dosis in mg und den Abstand in Stunden.", "de"),
        ("La réponse indique la dose en mg et l'intervalle en heures.", "fr"),
        ("La respuesta indica la dosis en mg y el intervalo en horas.", "es"),
        ("La risposta indica la dose e non contiene una diagnosi.", "it"),
        ("A resposta indica a dose e não contém diagnóstico.", "pt"),
        ("Het antwoord noemt de dosis en geeft de bron van de gegevens.", "nl"),
        ("Odpowiedź podaje dawkę w miligramach i nie zawiera diagnozy.", "pl"),
        ("回答は用量を述べている。", "ja"),
        ("回答说明剂量。", "zh"),
        ("답변은 용량을 말한다.", "ko"),
        ("يذكر الجواب الجرعة.", "ar"),
        ("Sagt „The answer is in the book of the dead“ und nennt die Quelle.", "de"),
    ],
)
def test_languages_are_recognised(text: str, code: str) -> None:
    assert detect(text).code == code


@pytest.mark.parametrize("text", ["", "Dose", "500 mg", "GPT-4o", "🙂"])
def test_what_says_too_little_is_not_guessed(text: str) -> None:
    assert detect(text) == UNKNOWN


def _rubric(*must: str, language: str = "") -> Rubric:
    criterion = Criterion(name="K", must=must, pass_examples=("The answer of the day is that it is the one.",) * 9)
    return Rubric((RubricEntry("k", criterion),), RubricTerms(language=language))


def test_examples_are_answers_and_say_nothing_about_the_language() -> None:
    found = rubric_language(_rubric("Nennt die Dosis.", "Nennt den Abstand in Stunden."))
    assert (found.language.code, found.was_set) == ("de", False)
    assert found.statement == "The wording is checked in German, which was recognised."


def test_a_person_decides() -> None:
    found = rubric_language(_rubric("Nennt die Dosis.", "Nennt den Abstand in Stunden.", language="fr"))
    assert (found.language.code, found.was_set) == ("fr", True)


def test_too_little_is_taken_for_english_and_said_to_be() -> None:
    found = rubric_language(_rubric("Dose 500 mg"))
    assert (found.language.code, found.certain) == ("en", False)
    assert "nothing else is plain" in found.statement


@pytest.mark.parametrize("text", ["回答は用量を述べている。", "Odpowiedź podaje dawkę i nie zawiera diagnozy."])
def test_what_is_not_covered_is_said(text: str) -> None:
    said = rubric_language(_rubric(text)).statement
    assert "not covered: quality-word, double-barreled, surface-proxy" in said
    assert "Completeness, model-name, overlap and scale-number do" in said


def test_one_statement_may_clearly_be_in_another_language() -> None:
    german = language_named("de")
    assert statement_language("States the dose that is in the book of the ward.", german).code == "en"
    assert statement_language("Nennt den Test.", german) == german
    assert statement_language("回答は用量を述べている。", german).code == "ja"


def test_covered_languages_come_first() -> None:
    assert [each.code for each in languages()][:4] == ["en", "fr", "de", "es"]


def _found(*texts: str) -> list[tuple[str, str]]:
    traits = [LLMTrait(name=f"t{n}", kind="boolean", description=text) for n, text in enumerate(texts)]
    rubric = Rubric(tuple(RubricEntry(trait.name, trait) for trait in traits))
    return [(each.rule, each.words) for each in lint_rubric(rubric, Place(1))]


def test_traits_are_checked_in_their_language() -> None:
    assert _found("Die Antwort ist klar.", "Nennt die Dosis und gibt den Abstand an.") == [
        ("quality-word", "klar"),
        ("double-barreled", "und gibt"),
    ]


def test_english_words_do_not_fire_in_other_languages() -> None:
    # "Kind" is German for child, "fast" for nearly, "warm" for warm.
    assert _found("Nennt das Kind und die Schule.", "Gibt an, ob das Essen warm ist.") == []


@pytest.mark.parametrize(
    ("text", "said"), [("回答は用量を述べている。", "Japanese"), ("Nennt die Dosis und die Uhrzeit.", "")]
)
def test_a_rubric_in_another_language_says_what_did_not_run(text: str, said: str) -> None:
    found = [each for each in lint_rubric(_rubric(text), Place(1)) if each.rule == "language-not-covered"]
    assert [each.why for each in found] == ([f"{said} is not covered"] if said else [])


def test_an_empty_rubric_has_no_language() -> None:
    assert lint_rubric(Rubric((), RubricTerms(language="ja")), Place(1)) == []


TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(["nennt", "und", "die", "nicht", "klar", "ne", "pas", "et", "la", "y", "no", "sin", "que", ",",
                         ".", ";", "„", "“", "«", "»", "l'", "d’", "é", "e\u0301", "7", "/", "10", "回答", "Punkte"]),
        max_size=20,
    ).map(" ".join),
)  # fmt: skip


def _spans(found: list[Any]) -> Iterator[tuple[int, int]]:
    for each in found:
        for place in (each.place, *each.also):
            yield place.start, place.end


@pytest.mark.parametrize("code", ["de", "fr", "es", "ja", "xx"])
@given(text=TEXTS, kind=st.sampled_from(["must", "must_not", "definition", "name"]))
def test_any_text_can_be_checked_and_spans_lie_in_it(code: str, text: str, kind: str) -> None:
    from gradewright.lint.foreign import check_foreign

    found = list(check_foreign(text, kind, Place(1), language_named(code), points=5))
    assert all(0 <= start < end <= len(text) for start, end in _spans(found))


@given(TEXTS)
def test_any_text_has_a_language(text: str) -> None:
    assert isinstance(detect(text).name, str)
