"""A team's own word lists: added, instead of the program's, and refused in one sentence."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import gradewright.lint.languages
from gradewright.lint.languages.lists import LANGUAGES, stop_words
from gradewright.lint.languages.rules import Hit, grammar, hits
from gradewright.lint.list_files import ListFileError, entries
from gradewright.resources import engine_resource

CLEAN = "Die Antwort ist pfiffig."


def _own(folder: Path, text: str, name: str = "quality-words", language: str = "de") -> Path:
    file = folder / language / f"{name}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return folder


def _words(found: list[Hit]) -> list[str]:
    return [span.words for hit in found for span in hit.spans]


def test_own_words_are_added(tmp_path: Path) -> None:
    assert hits(CLEAN, "must", "de") == []
    own = _own(tmp_path, "# our words\npfiffig\n")
    assert _words(hits(CLEAN, "must", "de", extra=own)) == ["pfiffig"]
    assert _words(hits("Die Antwort ist klar.", "must", "de", extra=own)) == ["klar"]


def test_own_words_can_stand_instead(tmp_path: Path) -> None:
    own = _own(tmp_path, "!replace\npfiffig\n")
    assert hits("Die Antwort ist klar.", "must", "de", extra=own) == []
    assert _words(hits("Der pfiffigste Ton.", "must", "de", extra=own)) == ["pfiffigste"]


def test_a_folder_without_the_language_changes_nothing(tmp_path: Path) -> None:
    assert entries("de", "quality-words", tmp_path) == entries("de", "quality-words")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("quality-words", b"gut\nschl\xff\n", "line 2: This word list cannot be used: the line is not UTF-8."),
        ("surface-nouns", b"# ours\n\n(a|b\n", "line 3: This word list cannot be used: \u201c(a|b\u201d is no regular"),
        (
            "quality-words",
            b"gut\n!replace\n",
            "line 2: This word list cannot be used: \u201c!replace\u201d is no",
        ),
        ("quality-words", b"!remove\n", "line 1: This word list cannot be used: \u201c!remove\u201d is no instruction"),
        ("quality-words", b"a" * 3000, "line 1: This word list cannot be used: the line is longer than 2,000 char"),
        ("quality-words", b"a\n" * 600_000, "This word list cannot be used: the file is larger than a megabyte."),
    ],
)
def test_a_bad_file_gives_one_sentence_with_file_and_line(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    file = _own(tmp_path, "", name) / "de" / f"{name}.txt"
    file.write_bytes(data)
    with pytest.raises(ListFileError) as caught:
        hits(CLEAN, "must", "de", extra=tmp_path)
    assert str(file) in str(caught.value)
    assert said in str(caught.value)


def _names() -> set[str]:
    """The names of lists that the code of the languages asks for."""
    folder = Path(gradewright.lint.languages.__file__).parent
    return {
        node.value
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_list_is_read(language: str) -> None:
    folder = engine_resource(f"lint/{language}/quality-words.txt").parent  # type: ignore[attr-defined]
    names = {file.name.removesuffix(".txt") for file in folder.iterdir()}
    assert sorted(names - _names()) == []


@pytest.mark.parametrize(("language", "count"), [("de", 232), ("fr", 157), ("es", 313)])
def test_stop_words_are_whole_lists(language: str, count: int) -> None:
    assert len(stop_words(language)) == count


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("de", ["nennt", "genannt", "angegeben", "anzugeben", "beschrieb", "verweist", "zitierten"]),
        ("fr", ["cite", "citée", "rappelle", "renvoient", "inclut", "répondu", "écrivent"]),
        ("es", ["cita", "citadas", "incluye", "dicho", "repite", "muestran", "traduzca"][:6]),
    ],
)
def test_forms_of_verbs_are_derived(language: str, forms: list[str]) -> None:
    assert [form for form in forms if form not in grammar(language).observable] == []


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("de", ["klarer", "klarstes", "besten", "unhöflichen", "präzisere"]),
        ("fr", ["claires", "clairement", "efficacement", "suffisamment", "courtoise", "soigneuses"]),
        ("es", ["claras", "claramente", "eficaces", "corteses", "profesionales", "amablemente"]),
    ],
)
def test_forms_of_adjectives_are_derived(language: str, forms: list[str]) -> None:
    assert [form for form in forms if form not in grammar(language).quality] == []
