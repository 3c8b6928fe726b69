"""Tables that were made to break their reader: one sentence with its place, and nothing lost without a word."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld import read_checkpoint
from gradewright.formats.sniff import sniff
from gradewright.formats.tables import QuestionLookup, RowProblem, read_answers, read_questions
from gradewright.formats.tables.csv_rows import MAX_COLUMNS

QUESTIONS = QuestionLookup([("q1", "A\nB?"), ("q2", "Caf\u00e9?")])


def words(problems: list[RowProblem]) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in problems]


def test_a_key_with_two_values_is_listed_and_nothing_is_chosen() -> None:
    lines = ['{"question":"A?","answer":"1","answer":"2"}', '{"question":"B?","Question":"C?"}']
    text = "\n".join([*lines, '{"question":"D?","question":"D?"}'])
    questions, problems = read_questions(text.encode())

    assert [question.text for question in questions] == ["D?"]
    assert words(problems) == [
        (1, "The key “answer” stands there twice with different values."),
        (2, "The column “question” stands there twice with different values."),
    ]


def test_a_key_with_two_values_in_a_list_is_listed() -> None:
    questions, problems = read_questions(b'[{"question":"A?","x":{"a":1,"a":2}},{"question":"B?"}]')

    assert [question.text for question in questions] == ["B?"]
    assert words(problems)[0] == (1, "The key “a” stands there twice with different values.")


def test_one_digest_with_two_answers_is_refused() -> None:
    raw = b'{"%b": "x", "%b": "y"}' % (b"a" * 32, b"a" * 32)

    with pytest.raises(FileUnreadable, match="twice with different values"):
        read_answers(raw, QUESTIONS, "m")


def test_not_a_number_is_missing_and_never_a_text() -> None:
    (question,), problems = read_questions(b'{"question":"A?","answer":NaN,"level":NaN}')

    assert (question.reference, question.custom) == ("", {})
    assert (1, "NaN is no value; it was taken as missing.") in words(problems)


def test_infinity_is_no_number() -> None:
    _, problems = read_questions(b'{"question":"A?","level":-Infinity}\n{"question":"B?"}')

    assert words(problems)[0] == (1, "-Infinity is no number in JSON.")


def test_values_in_cells_are_read_as_strictly() -> None:
    lines = [
        "question_id,answer,fields",
        'q1,a,"{""x"":1,""x"":2}"',
        'q1,a,"{""x"":""\\ud800""}"',
        'q1,a,"{""x"":Infinity}"',
    ]
    read, problems = read_answers("\n".join(lines).encode(), QUESTIONS, "m")

    assert [answer.fields for answer in read] == [{"x": "\ufffd"}]
    assert words(problems) == [
        (2, "“fields”: The key “x” stands there twice with different values."),
        (4, "“fields”: Infinity is no number in JSON."),
    ]


def test_one_line_too_deep_or_too_long_leaves_the_others() -> None:
    text = '{"question":' + "[" * 100_000 + "\n" + '{"question":"B?","n":' + "9" * 5_000 + '}\n{"question":"C?"}\n'
    questions, problems = read_questions(text.encode())

    assert sniff(text.encode()).value == "questions"
    assert [question.text for question in questions] == ["C?"]
    assert [problem.line for problem in problems] == [1, 2]


def test_a_file_without_one_good_line_says_what_is_wrong_with_the_first() -> None:
    with pytest.raises(FileUnreadable, match="The line is not JSON") as caught:
        sniff(b'{"question": "A?",}\n', "f.jsonl")
    assert (caught.value.file, caught.value.place) == ("f.jsonl", "line 1")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_json_lines_may_end_as_they_like(end: str) -> None:
    questions, problems = read_questions(end.join(['{"question":"A\u2028?"}', '{"question":"B?"}', ""]).encode())

    assert [question.text for question in questions] == ["A\u2028?", "B?"]
    assert not problems


def test_mixed_line_ends_keep_their_numbers() -> None:
    questions, problems = read_questions(b'question,answer\r\nA?,1\rB?,2\n\r"C\r\n?",3\n,\nD?\n')

    assert [question.text for question in questions] == ["A?", "B?", "C\r\n?"]
    assert words(problems) == [(7, "The row is empty."), (8, "The row has 1 of 2 cells.")]


def test_the_delimiter_that_excel_tells_is_no_row() -> None:
    (question,), problems = read_questions(b"sep=;\r\nquestion;answer\r\nA, b?;1\r\n;\r\n")

    assert (question.text, question.reference) == ("A, b?", "1")
    assert words(problems) == [(4, "The row is empty.")]


def test_ten_thousand_columns_are_named_in_few_remarks() -> None:
    names = [f"c{number}" for number in range(10_000)]
    (question,), problems = read_questions(f"question,{','.join(names)}\nA?{',v' * 10_000}\n".encode())

    assert len(question.custom) == 10_000
    assert len(problems) == 21
    assert problems[-1].message == "9,980 more columns are kept as properties of each question."


def test_more_columns_than_a_sheet_has_are_refused() -> None:
    with pytest.raises(FileUnreadable, match=r"1,000,001 columns; more than 16,384"):
        read_questions(b"question" + b",x" * 1_000_000 + b"\nA?\n")
    assert MAX_COLUMNS == 16_384


def test_questions_are_found_whatever_their_line_ends_and_accents() -> None:
    read, problems = read_answers('question,answer\n"A\r\nB?",x\nCafe\u0301?,y\n'.encode(), QUESTIONS, "m")

    assert [answer.question_key for answer in read] == ["q1", "q2"]
    assert not problems


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)

    for read in (sniff, read_questions, read_checkpoint):
        with pytest.raises(FileUnreadable, match=r"pipe or a device") as caught:
            read(pipe)
        assert caught.value.file == str(pipe)


@pytest.mark.parametrize("name", ["huge.csv", "huge.jsonld"])
def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path, name: str) -> None:
    huge = tmp_path / name
    with huge.open("wb") as stream:
        stream.truncate(1 << 40)

    with pytest.raises(FileUnreadable, match=r"larger than 1 GiB"):
        sniff(huge)
    with pytest.raises(FileUnreadable, match=r"larger than 1 GiB"):
        read_checkpoint(huge)


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ('{\n"a": "[[[[",\n "b": ' + "[" * 100_000, "nested too deeply", "line 3, column 106"),
        (
            '{\n"a": "' + "9" * 5_000 + '",\n"b": ' + "9" * 5_000 + "}",
            "whole number that is too long",
            "line 3, column 6",
        ),
    ],
)
def test_what_no_parser_survives_has_its_place(text: str, words: str, place: str) -> None:
    with pytest.raises(FileUnreadable, match=words) as caught:
        read_checkpoint(text.encode(), "f.jsonld")
    assert caught.value.place == place
