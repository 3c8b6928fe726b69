"""Starts of rubrics: what a file or a pasted text is, and the criteria that a text makes."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.rubrics import full_rubric

from gradewright.errors import FileUnreadable, UserError
from gradewright.formats.criteria_text import read_criteria_text
from gradewright.formats.grading_rubric import write_rubric
from gradewright.formats.rubric_starts import StartKind, read_start
from gradewright.model.choice import ChoiceTrait
from gradewright.model.criterion import Criterion

LIST = """# Reply to a return request

Some words on why.

## Facts
- **Return window** States the 30 days.
  - Must not: promise an exception.
  - Pass: You have 30 days from delivery.
  - Fail: You have some time.
- Refund method: Names the card or voucher that gets the money
  back.

Manner:
1. [ ] Greeting
2. Does not blame the customer for the damage, whatever the customer wrote before that.
   Definition: No sentence says whose fault it is.
"""


def made(text: str) -> list[tuple[str, Criterion]]:
    """Return the groups and criteria that a text makes."""
    entries = read_criteria_text(text).rubric.entries
    return [(entry.group, entry.trait) for entry in entries if isinstance(entry.trait, Criterion)]


def test_a_markdown_list_becomes_criteria() -> None:
    read = read_criteria_text(LIST)
    assert made(LIST) == [
        (
            "Facts",
            Criterion(
                name="Return window",
                must=("States the 30 days.",),
                must_not=("promise an exception.",),
                pass_examples=("You have 30 days from delivery.",),
                fail_examples=("You have some time.",),
            ),
        ),
        ("Facts", Criterion(name="Refund method", must=("Names the card or voucher that gets the money back.",))),
        ("Manner", Criterion(name="Greeting")),
        (
            "Manner",
            Criterion(
                name="Does not blame the customer for the damage, whatever the…",
                definition="No sentence says whose fault it is.",
                must=("Does not blame the customer for the damage, whatever the customer wrote before that.",),
            ),
        ),
    ]
    assert [entry.id for entry in read.rubric.entries][:3] == ["return-window", "refund-method", "greeting"]
    assert read.warnings == ("Line 3 belongs to no list and is left out.",)


def test_without_a_list_each_line_is_a_criterion() -> None:
    text = "Names the order number.\r\n\r\nTone\r\nMust not: promise a date\n"
    assert made(text) == [
        ("", Criterion(name="Names the order number", must=("Names the order number.",))),
        ("", Criterion(name="Tone")),
        ("", Criterion(name="promise a date", must_not=("promise a date",))),
    ]


def test_underlined_headings_are_groups_and_rules_are_nothing() -> None:
    text = "Facts\n=====\n* One\n***\nManner\n---\n* Two\n"
    assert [(group, criterion.name) for group, criterion in made(text)] == [("Facts", "One"), ("Manner", "Two")]


def test_names_that_come_again_get_ids_of_their_own() -> None:
    assert [entry.id for entry in read_criteria_text("- A\n- A\n- 返品\n- !!").rubric.entries] == [
        "a", "a-2", "返品", "criterion",
    ]  # fmt: skip


def test_many_left_out_lines_are_counted() -> None:
    text = "- A\n" + "\n".join(f"line {number}" for number in range(8))
    assert read_criteria_text(text).warnings == ("Lines 2, 3, 4, 5, 6 and 3 more belong to no list and are left out.",)


@pytest.mark.parametrize(("text", "words"), [("", "There is no criterion"), ("# Only a heading\n", "There is no")])
def test_a_text_without_criteria_is_refused(text: str, words: str) -> None:
    with pytest.raises(FileUnreadable, match=words):
        read_criteria_text(text)


def test_a_text_of_too_many_criteria_is_refused() -> None:
    with pytest.raises(FileUnreadable, match="would make 3,001 criteria"):
        read_criteria_text("\n".join(f"- c{number}" for number in range(3001)))


def test_another_encoding_is_read_with_a_warning() -> None:
    read = read_criteria_text("- Précis\n".encode("cp1252"))
    assert read.rubric.entries[0].trait.name == "Précis"
    assert "Windows-1252" in read.warnings[0]


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (write_rubric(full_rubric()), StartKind.RUBRIC),
        (write_rubric(full_rubric()).decode(), StartKind.RUBRIC),
        (write_rubric(full_rubric()).decode().encode("utf-16"), StartKind.RUBRIC),
        (b"\xef\xbb\xbf" + json.dumps({"categories": []}).encode(), StartKind.FAILURES),
        (' [ {"label": "A"} ]', StartKind.FAILURES),
        ("- A criterion\n", StartKind.TEXT),
        ("[ ] A box\n", StartKind.TEXT),
        ("\ufeffA line", StartKind.TEXT),
    ],
)
def test_what_a_start_is_shows_in_what_it_holds(raw: bytes | str, kind: StartKind) -> None:
    start = read_start(raw)
    assert start.kind is kind
    assert (start.failures is not None) == (kind is StartKind.FAILURES)


def test_a_saved_rubric_says_where_it_was_edited() -> None:
    text = write_rubric(full_rubric()).decode().replace("Promises a date.", "Promises a day.")
    start = read_start(text, "r.json")
    assert start.edited_outside
    assert "edited outside the app" in start.warnings[0]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ('{"@context": {}}', "r.json: This is a benchmark, not a rubric."),
        ('{"x": 1}', "r.json: This is neither a saved rubric nor a failure list."),
        ("{not json", "r.json, line 1, column 2: The file is not JSON"),
        ('{"format": "gradewright-rubric", "name": 1}', "r.json, /name: “name” has to be a text"),
        ('{"categories": [{}]}', "r.json, /categories/0/label:"),
    ],
)
def test_what_is_no_start_is_refused(raw: str, words: str) -> None:
    with pytest.raises(FileUnreadable) as caught:
        read_start(raw, "r.json")
    assert words in str(caught.value)


@settings(max_examples=150)
@given(st.text() | st.text("-#*: \n1.)[]AMust not:", max_size=80) | st.binary(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(raw: str | bytes) -> None:
    with contextlib.suppress(UserError):
        start = read_start(raw)
        ids = [entry.id for entry in start.rubric.entries]
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("piece", ["# ", "#", " ", "- ", "**", "a: ", "[ ", "_"])
def test_long_lines_take_no_time(piece: str) -> None:
    with contextlib.suppress(UserError):
        read_start("# " + piece * 60_000 + "x")
    with contextlib.suppress(UserError):
        read_start(piece * 60_000 + "x")


FLEXEVAL = """\
# About questions.
asks:
  prompt: "Does it ask? {content}"
  choice_scores: {"YES": 1, "NO": 0}
"""


@pytest.mark.parametrize(
    "text", [FLEXEVAL, '{"asks": {"prompt": "p {content}", "choice_scores": {"YES": 1, "NO": 0}}}']
)
def test_rubrics_of_flexeval_are_choices(text: str) -> None:
    start = read_start(text, "desk.yaml")
    assert start.kind is StartKind.FLEXEVAL
    (trait,) = start.rubric.traits
    assert isinstance(trait, ChoiceTrait)
    assert (trait.name, trait.labels) == ("asks", ("YES", "NO"))


def test_a_rubric_of_flexeval_that_cannot_load_says_where() -> None:
    with pytest.raises(FileUnreadable, match="words like YES") as caught:
        read_start("asks:\n  prompt: p\n  choice_scores:\n    YES: 1\n", "desk.yaml")
    assert caught.value.place == "line 1, rubric “asks”"


def test_a_text_that_speaks_of_choice_scores_is_a_text() -> None:
    assert read_start("- Explains choice_scores: what they mean").kind is StartKind.TEXT


def test_the_example_is_complete_and_without_findings() -> None:
    from gradewright.lint.checks import lint_rubric
    from gradewright.lint.finding import Place
    from gradewright.resources import engine_resource

    start = read_start(engine_resource("samples/returns-desk.rubric.json").read_bytes(), "example")
    assert (start.kind, len(start.rubric), start.edited_outside) == (StartKind.RUBRIC, 6, False)
    assert lint_rubric(start.rubric, Place(1)) == []
    failures = read_start(engine_resource("samples/returns-desk.failures.json").read_bytes(), "failures").failures
    assert failures is not None
    assert [category.id for category in failures.active] == ["F3", "F1", "F7", "F4", "F2", "F9"]
