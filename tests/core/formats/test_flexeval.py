"""FlexEval's rubric files and conversations: read, written back, and refused with the place."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gradewright.errors import FileUnreadable, InvalidValue
from gradewright.formats.flexeval.conversations import is_conversations, read_conversations
from gradewright.formats.flexeval.rubrics import merge_rubric_files, read_rubrics
from gradewright.formats.flexeval.writer import write_rubrics
from gradewright.model.choice import Choice, ChoiceTrait

EXAMPLES = Path(__file__).parents[2] / "data" / "conformance" / "flexeval" / "examples"

COMMENTED = """\
# Rubrics of the desk.

asks: # inline
  prompt: |-   # what is sent
    Does it ask?
    {content}
  choice_scores:
    "YES": 1  # a question
    "NO": 0

# About tone.
tone:
  prompt: "How warm? {content}"
  choice_scores: {cold: 0, warm: 1.5}
"""


def _traits(text: str) -> list[ChoiceTrait]:
    return [rubric.trait() for rubric in read_rubrics(text).rubrics]


@pytest.mark.parametrize("name", ["rubrics_support.yaml", "rubrics_tutoring.yaml", "rubrics_override.yaml"])
def test_untouched_files_go_out_as_they_came(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert write_rubrics(_traits(text)) == text


def test_a_change_leaves_the_comments() -> None:
    asks, tone = _traits(COMMENTED)
    changed = asks.model_copy(update={"notes": "New."})
    written = write_rubrics([changed, tone])
    assert written.count("#") == 5
    assert [trait.notes for trait in _traits(written)] == ["New.", None]


def test_a_rubric_that_leaned_on_another_is_written_whole() -> None:
    text = (EXAMPLES / "rubrics_support.yaml").read_text(encoding="utf-8")
    last = _traits(text)[-1]
    written = write_rubrics([last])
    assert "*outcome" not in written
    assert _traits(written)[0].choices == last.choices


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("r:\n  prompt: p\n  choice_scores: {YES: 1}\n", "line 1, rubric “r”", "truth value true"),
        ("a: {prompt: p, choice_scores: {A: 1}}\nr:\n  choice_scores: {A: 1}\n", "line 2, rubric “r”", "no prompt"),
        ("r: {prompt: p, choice_scores: {A: much}}", "line 1, rubric “r”", "score of “A” is no number"),
        ("r: {prompt: 5, choice_scores: {A: 1}}", "line 1, rubric “r”", "the number 5"),
        ("r:\n\tprompt: p\n", "line 2, column 1", "no YAML"),
        ("- a\n", None, "no rubrics"),
        ("r: !env X\n", "line 1, column 4", "no YAML"),
        ("r: " + "[" * 5_000, None, "nested too deep"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(text: str, place: str | None, words: str) -> None:
    with pytest.raises(FileUnreadable) as caught:
        read_rubrics(text, "desk.yaml")
    assert (caught.value.file, caught.value.place) == ("desk.yaml", place)
    assert words in caught.value.message


def test_traps_are_remarked() -> None:
    remarked = read_rubrics(
        "r:\n  prompt: p\n  choice_score: {A: 1}\ns:\n  prompt: p\n  choice_scores: {good: 1, very good: 2}\n"
    ).warnings
    assert "did you mean “choice_scores”?" in remarked[0]
    assert "no choices" in remarked[1]
    assert "“very good” is read as “good”" in remarked[2]


def test_of_two_files_the_first_definition_stays() -> None:
    first, second = (
        read_rubrics("r: {prompt: one, choice_scores: {A: 1}}"),
        read_rubrics("r: {prompt: two, choice_scores: {A: 1}}"),
    )
    merged = merge_rubric_files([first, second])
    assert [rubric.prompt for rubric in merged.rubrics] == ["one"]
    assert len(merged.warnings) == 1


labels = st.lists(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8), min_size=1, max_size=4
)
prompts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60).filter(
    lambda text: not ("{context}" in text and "{conversation}" in text)
)


@given(
    st.lists(
        st.builds(
            ChoiceTrait,
            name=st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=8),
            prompt=prompts,
            choices=labels.map(
                lambda each: tuple(Choice(label=label, score=n) for n, label in enumerate(dict.fromkeys(each)))
            ),
            notes=st.none() | prompts,
        ),
        max_size=3,
        unique_by=lambda trait: trait.name,
    )
)
def test_written_rubrics_come_back(traits: list[ChoiceTrait]) -> None:
    try:
        written = write_rubrics(traits)
    except InvalidValue:
        assume(False)
    back = _traits(written)
    assert [(t.name, t.prompt, t.choices, t.notes) for t in back] == [
        (t.name, t.prompt, t.choices, t.notes) for t in traits
    ]


@given(st.text(max_size=80) | st.binary(max_size=80))
def test_reading_never_fails_but_in_words(data: str | bytes) -> None:
    with suppress(FileUnreadable):
        read_rubrics(data)


def test_example_conversations() -> None:
    read = read_conversations((EXAMPLES / "conversations.jsonl").read_bytes())
    assert len(read.conversations) == 20
    assert not read.problems


def test_conversations_at_which_flexeval_stops_are_read() -> None:
    line = json.dumps({"input": [{"role": "user", "content": "a\u2028b"}], "level": 2}, ensure_ascii=False)
    read = read_conversations(f"\ufeff{line}\n\n{line}\n".encode())
    assert read.lines == (1, 3)
    assert read.conversations[0].messages[0].content == "a\u2028b"
    assert read.conversations[0].metadata == {"level": 2}


def test_lines_that_are_no_conversations_are_told() -> None:
    good = json.dumps({"input": [{"role": "user", "content": "Hi"}]})
    read = read_conversations(f'{good}\n{{"x": 1}}\nnot json\n{{"input": [{{"content": "x"}}]}}\n'.encode())
    assert [(problem.line, problem.left_out) for problem in read.problems] == [(2, True), (3, True), (4, True)]
    assert len(read.conversations) == 1
    with pytest.raises(FileUnreadable, match="no conversation"):
        read_conversations(b'{"x": 1}\n')


def test_turns_are_runs_of_one_side() -> None:
    roles = ["user", "user", "assistant", "tool", "assistant", "user"]
    line = json.dumps({"input": [{"role": role, "content": "x"} for role in ["system", *roles]]})
    (conversation,) = read_conversations(line.encode()).conversations
    assert conversation.system == "x"
    assert [list(turn) for turn in conversation.turns] == [[0, 1], [2, 3, 4], [5]]


def test_a_file_is_known_by_its_first_line() -> None:
    assert is_conversations(b'\xef\xbb\xbf\n{"input": []}\n')
    assert not is_conversations(b'{"question": "x"}\n')
