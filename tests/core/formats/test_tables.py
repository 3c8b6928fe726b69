"""Questions and recorded answers from tables: what fits goes in, what does not is listed with its line."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.checkpoints import DATA, encoded, item, root

from gradewright.errors import FileUnreadable, UserError
from gradewright.formats.sniff import FileKind, sniff
from gradewright.formats.tables import QuestionLookup, RowProblem, read_answers, read_questions
from gradewright.model.answer import Answer
from gradewright.verify.ids import question_id

QUESTIONS = QuestionLookup([("q1", "What is 2+2?"), ("q2", "Caf\u00e9?"), ("q3", "Same?"), ("q4", "Same?")])


def answers(text: str | bytes, model: str | None = "m") -> tuple[list[Answer], list[RowProblem]]:
    """Return the answers and problems of a table."""
    return read_answers(text.encode("utf-8") if isinstance(text, str) else text, QUESTIONS, model)


def problem_lines(problems: list[RowProblem]) -> list[int]:
    """Return the lines that were left out."""
    return [problem.line for problem in problems if problem.left_out]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_delimiters_and_encodings(delimiter: str, encoding: str) -> None:
    rows = [["id", "question", "answer", "keywords"], ["a", "Wie heißt 'x, y; z'?", "précis", '["a,b", "c"]']]
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter).writerows(rows)
    (question,), problems = read_questions(buffer.getvalue().encode(encoding))

    assert (question.key, question.text, question.reference) == ("a", "Wie heißt 'x, y; z'?", "précis")
    assert question.keywords == ("a,b", "c")
    assert problem_lines(problems) == []
    assert any("Windows-1252" in problem.message for problem in problems) == (encoding == "cp1252")


def test_questions_from_csv() -> None:
    text = 'Question ,ANSWER,keywords,level\nA?,1,x; y ,3\n"B\nB?",,"p, q",\nA?,2,,\n'
    questions, problems = read_questions(text.encode())

    assert [question.key for question in questions] == [
        question_id("A?"),
        question_id("B\nB?"),
        question_id("A?") + "-1",
    ]
    assert [question.keywords for question in questions] == [("x", "y"), ("p", "q"), ()]
    assert [question.custom for question in questions] == [{"level": "3"}, {}, {}]
    assert [(problem.line, problem.left_out) for problem in problems] == [(1, False)]


def test_questions_from_json_lines() -> None:
    lines = [
        {"question": "A?", "answer": 4, "keywords": ["x"], "id": 7, "level": {"a": 1.0}},
        {"question": "B\u2028?", "keywords": "x; y"},
        {"question": ""},
        {"question": 5},
        {"question": "C?", "id": 7},
        {"question": "D?", "keywords": [1]},
        [1],
    ]
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n\nnot json\n"
    questions, problems = read_questions(text.encode())

    assert (questions[0].key, questions[0].text, questions[0].reference) == ("7", "A?", "4")
    assert questions[0].custom == {"level": {"a": 1.0}}
    assert questions[1].text == "B\u2028?"
    assert questions[1].keywords == ("x", "y")
    assert problem_lines(problems) == [3, 4, 5, 6, 7, 9]


def test_rows_that_are_not_whole_are_listed() -> None:
    questions, problems = read_questions(b"question,answer\nonly one\n,,\nq2,a2,extra\nq3,a3,\n\nq4,a4\n")

    assert [question.text for question in questions] == ["q3", "q4"]
    assert problem_lines(problems) == [2, 3, 4]


def test_quotation_marks_that_do_not_match_are_listed_with_their_line() -> None:
    questions, problems = read_questions(b'question,answer\nq1,{"a":""}\nq2,"b"c\nq3,ok\nq4,"open\nq5,lost\n')

    assert [question.text for question in questions] == ["q1", "q3"]
    assert questions[0].reference == '{"a":""}'
    assert problem_lines(problems) == [3, 5]
    assert "never closed" in problems[-1].message


def test_very_long_cells() -> None:
    long = "x" * 3_000_000
    (answer,), problems = answers(f"question_id,answer\nq1,{long}\n")

    assert answer.text == long
    assert problems == []


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "empty"),
        (b"text,answer\na,b\n", "no column “question”"),
        (b"questoin,answer\na,b\n", "Nearest: “questoin”"),
        (b"question,answer,question\na,b,c\n", "stands there twice"),
        (b"\x00\x01\x02", "no text"),
        ("question\na".encode("utf-16-le"), "UTF-16"),
        (b"question\n\x81\xff\x00"[:11], "no encoding"),
        (b"[1, 2", "not JSON"),
        (b"[" * 100_000, "too deep"),
    ],
)
def test_files_that_are_no_tables(raw: bytes, words: str) -> None:
    with pytest.raises(FileUnreadable) as refused:
        read_questions(raw, "q.csv")
    assert words in str(refused.value)
    assert str(refused.value).startswith("q.csv")


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for reader in (read_questions, sniff):
        with pytest.raises(FileUnreadable, match="no such file"):
            reader(tmp_path / "none.csv")
        with pytest.raises(FileUnreadable, match="folder"):
            reader(tmp_path)


def test_questions_are_found_by_id_or_by_text() -> None:
    found, problems = answers(
        "question_id,question,answer\nq1,,by id\nurn:uuid:q2,,by id without its prefix\n"
        ",  Cafe\u0301? ,by text\nnope,What is 2+2?,by text after all\nnope,,x\n,Unknown?,x\n,Same?,x\n,,x\n"
    )

    assert [answer.question_key for answer in found] == ["q1", "q2", "q2", "q1"]
    assert problem_lines(problems) == [6, 7, 8, 9]
    assert "2 questions have the text “Same?”" in problems[2].message


def test_models_and_replicates() -> None:
    found, problems = answers(
        "question_id,answer,model,replicate\nq1,a,,\nq1,b,,\nq1,c,other,\nq1,d,,4\nq1,e,,\nq1,f,,4\nq1,g,,0\nq1,h,,two\n"
    )

    assert [(answer.model, answer.replicate) for answer in found] == [
        ("m", 1), ("m", 2), ("other", 1), ("m", 4), ("m", 5),
    ]  # fmt: skip
    assert problem_lines(problems) == [7, 8, 9]
    assert problem_lines(answers("question_id,answer\nq1,a\n", model=None)[1]) == [2]


def test_values_of_fields() -> None:
    (csv_answer,), problems = answers(
        "question_id,answer,fields,field.Name,field.n,field.none,field.list\n"
        'q1,a,"{""n"": 1, ""kept"": true}",x,2,null,"[1, ""b""]"\n'
    )
    (empty, json_answer), _ = answers(
        '{"question_id": "q1", "answer": "a", "fields": {}}\n'
        '{"question_id": "q1", "answer": "", "field.n": "null", "field.o": null}\n'
    )

    assert csv_answer.fields == {"n": "2", "kept": True, "Name": "x", "none": None, "list": [1, "b"]}
    assert problems == []
    assert empty.fields == {}
    assert json_answer.fields == {"n": "null", "o": None}
    assert answers("question_id,answer,field.n\nq1,a,\n")[0][0].fields is None


def test_buckets() -> None:
    found, problems = answers(
        '{"question_id": "q1", "answer": "a", "buckets": {"T": {"tp": ["x"]}}}\n'
        '{"question_id": "q1", "answer": "a", "buckets.My T": {"fp": [], "tn": ["y"]}}\n'
        '{"question_id": "q1", "answer": "a", "buckets": {"T": {"hits": []}}}\n'
        '{"question_id": "q1", "answer": "a", "buckets": {"T": {"tp": [1]}}}\n'
        '{"question_id": "q1", "answer": "a", "buckets": []}\n'
        '{"question_id": "q1", "answer": "a", "fields": "nonsense"}\n'
    )

    assert found[0].buckets == {"T": {"tp": ["x"], "fn": [], "fp": [], "tn": []}}
    assert found[1].buckets == {"My T": {"tp": [], "fn": [], "fp": [], "tn": ["y"]}}
    assert problem_lines(problems) == [3, 4, 5, 6]


def test_answers_that_are_none() -> None:
    found, problems = answers(
        '{"question_id": "q1"}\n{"question_id": "q1", "answer": 5}\n{"question_id": "q1", "answer": ""}\n'
    )

    assert [answer.text for answer in found] == [""]
    assert problem_lines(problems) == [1, 2]
    assert problem_lines(answers("question_id,answer\nq1,\n")[1]) == [2]


def test_columns_without_use_are_named() -> None:
    found, problems = answers("question_id,answer,mood\nq1,a,good\n")

    assert len(found) == 1
    assert [(str(problem), problem.left_out) for problem in problems] == [
        ("line 1: The column “mood” is not used.", False)
    ]


def test_half_surrogates_are_replaced_and_named() -> None:
    found, problems = answers('{"question_id": "q1", "answer": "ok \\ud83d end"}\n')

    assert found[0].text == "ok \ufffd end"
    assert [(problem.line, problem.left_out) for problem in problems] == [(1, False)]


def test_lines_that_no_parser_survives_are_listed() -> None:
    deep, long = "[" * 100_000, "9" * 5000
    nested = '{"question_id": "q1", "answer": "a", "fields": ' + '{"a":' * 150 + "1" + "}" * 151
    found, problems = answers(f'{{"a": {deep}}}\n{{"a": {long}}}\n{nested}\n{{"question_id": "q1", "answer": "a"}}\n')

    assert len(found) == 1
    assert problem_lines(problems) == [1, 2, 3]


def test_manual_traces() -> None:
    digests = [hashlib.md5(text.encode()).hexdigest() for text in ("What is 2+2?", "Same?", "Unknown?")]
    raw = json.dumps({digests[0]: "four", digests[1]: "both", digests[2]: "lost", digests[0].upper(): 3}).encode()
    found, problems = answers(raw)

    assert [(answer.question_key, answer.text) for answer in found] == [("q1", "four"), ("q3", "both"), ("q4", "both")]
    assert len(problems) == 2
    assert digests[2] in problems[0].message
    with pytest.raises(FileUnreadable, match="which model"):
        answers(raw, model=None)


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (encoded(root(item())), FileKind.CHECKPOINT),
        (json.dumps(root(item())).encode("utf-16"), FileKind.CHECKPOINT),
        (b'{"version": "2.0", "checkpoint": {}}', FileKind.CHECKPOINT),
        (b'{"name": "x", "dataFeedElement": [', FileKind.CHECKPOINT),
        (b"question,answer\na,b\n", FileKind.QUESTIONS),
        (b'{"question": "a"}\n{"question": "b"}\n', FileKind.QUESTIONS),
        (b'[{"question": "a"}]', FileKind.QUESTIONS),
        (b"question;answer;model\na;b;c\n", FileKind.ANSWERS),
        (b"question_id,answer\na,b\n", FileKind.ANSWERS),
        (b'{"question": "a", "answer": "b", "field.x": 1}\n', FileKind.ANSWERS),
        (b'{"0123456789abcdef0123456789abcdef": "text"}', FileKind.MANUAL_TRACES),
    ],
)
def test_files_are_known_by_their_content(raw: bytes, kind: FileKind) -> None:
    assert sniff(raw) is kind


def test_a_damaged_checkpoint_is_one_by_its_name() -> None:
    assert sniff(b"\xff\xff", "broken.jsonld") is FileKind.CHECKPOINT
    assert sniff(DATA / "minimal.jsonld") is FileKind.CHECKPOINT


@pytest.mark.parametrize("raw", [b"", b"a,b\n1,2\n", b'{"a": 1}', b"\x89PNG\r\n\x1a\n\x00", b"plain words"])
def test_other_files_are_refused(raw: bytes) -> None:
    with pytest.raises(FileUnreadable):
        sniff(raw)


CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12).filter(
    lambda text: text.strip() == text != ""
)
NAMES = st.sampled_from(["A", "b c", "é.f"])
ROWS = st.lists(
    st.tuples(CELL, CELL, st.dictionaries(NAMES, CELL.filter(lambda t: t[0] not in "[{" and t != "null"))),
    min_size=1,
    max_size=4,
)


@given(ROWS, st.sampled_from([",", ";", "\t"]))
def test_any_cells_come_through_csv(rows: list[tuple[str, str, dict[str, str]]], delimiter: str) -> None:
    names = sorted({name for _, _, fields in rows for name in fields})
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=delimiter)
    writer.writerow(["question_id", "answer", "model", *[f"field.{name}" for name in names]])
    writer.writerows(["q1", text, model, *[fields.get(name, "") for name in names]] for text, model, fields in rows)
    found, problems = answers(buffer.getvalue())

    assert problems == []
    assert [(a.text, a.model, a.fields or {}) for a in found] == [(text, model, fields) for text, model, fields in rows]


@given(
    st.lists(
        st.tuples(st.text(st.characters(exclude_categories=["Cs"])), st.dictionaries(NAMES, st.integers() | CELL)),
        max_size=4,
    )
)
def test_any_values_come_through_json_lines(rows: list[tuple[str, dict[str, Any]]]) -> None:
    lines = [json.dumps({"question_id": "q1", "answer": text, "fields": fields}) for text, fields in rows]
    found, problems = answers("\n".join(lines) or '{"question_id": "", "answer": ""}')

    assert len(problem_lines(problems)) == (0 if rows else 1)
    assert [(answer.text, answer.fields) for answer in found] == rows


@given(
    st.binary(max_size=200),
    st.sampled_from([b"", b"question,answer\n", b"question_id,answer,field.a\n", b"{", b"[{", b"\xef\xbb\xbf"]),
)
def test_any_bytes_are_read_or_refused(raw: bytes, start: bytes) -> None:
    readers = (sniff, read_questions, lambda source: read_answers(source, QUESTIONS, "m"))
    for reader in readers:
        try:
            reader(start + raw)
        except UserError as error:
            refused: UserError | None = error
        else:
            refused = None
        assert refused is None or refused.message
