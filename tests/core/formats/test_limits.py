"""What readers bound, and inputs on which they once took a very long time or ended in an error of ours."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from gradewright.errors import FileUnreadable, InvalidValue
from gradewright.formats import json_size, memory
from gradewright.formats.karenina_jsonld import read_checkpoint
from gradewright.formats.sniff import sniff
from gradewright.formats.tables import QuestionLookup, csv_rows, read_answers, read_questions, table
from gradewright.formats.template_source import read_template, write_template
from gradewright.model.python_source import MAX_CODE, SourceRefused, code_characters, parse_source
from gradewright.model.template import BrokenTemplate, DeclarativeTemplate, HandWrittenTemplate
from gradewright.verify.annotations import read_annotation

LOOKUP = QuestionLookup([("q", "What?")])
CLASS = "class Answer(BaseAnswer):\n"


def refusal(read: Callable[[], object]) -> str:
    with pytest.raises(FileUnreadable) as caught:
        read()
    return str(caught.value)


def test_what_python_remarks_on_a_type_is_no_error() -> None:
    # Warnings are errors in the tests; a text that Python only remarks on must not be refused for that.
    assert read_annotation(r"Literal['\d']") == Literal[r"\d"]
    with pytest.raises(InvalidValue):
        read_annotation("Literal[1if 2else 3]")
    reading = read_template(CLASS + "    x: \"Literal['\\\\d']\" = VerifiedField('d', 'a', LiteralMatch())\n")
    assert isinstance(reading, DeclarativeTemplate)
    assert write_template(reading.template)


def padded(text: str) -> bytes:
    """Return JSON text long enough to be counted before it is parsed."""
    return (text + " " * (1 << 20)).encode()


def test_too_many_values_are_refused_before_parsing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_size, "MAX_SIGNS", 6)
    raw = padded('{"@context": {}, "a": [1, 2, 3, 4]}')
    said = "The file has 9 commas, colons and opening brackets; more than 6 are not read. Split it into several files."

    assert refusal(lambda: read_checkpoint(raw)) == said
    assert refusal(lambda: sniff(padded('{"a": [1, 2, 3, 4, 5, 6]}'))).startswith("The file has 8 commas")
    assert refusal(lambda: read_questions(padded('{"question": "a, b, c, d, e, f, g"}'))).startswith("The file has 8")
    assert refusal(lambda: read_answers(padded("[[], [], [], []]"), LOOKUP)).startswith("The file has 8 commas")


def test_too_many_rows_and_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MAX_ROWS", 3)
    said = "The table has more than 3 rows, which is the most that is read. Split it into several files."
    assert len(read_questions(b"question\na\nb\n")[0]) == 2
    assert refusal(lambda: read_questions(b"question\na\nb\nc\n")) == said
    assert refusal(lambda: read_questions(b"question\n\n\n\n")) == said
    assert refusal(lambda: read_questions(b'{"question": "a"}\n' * 4)) == said
    assert refusal(lambda: read_questions(json.dumps([{"question": "a"}] * 4).encode())) == said
    monkeypatch.setattr(table, "MAX_CELLS", 2)
    assert "more than 2 cells" in refusal(lambda: read_questions(b"question,answer\na,b\n"))


def test_a_row_without_end_is_refused_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_rows, "MAX_DELIMITERS", 5)
    said = "A row has more than 5 delimiters."
    assert said in refusal(lambda: read_questions(b"question\n" + b"," * 6))
    # One row on several lines: a quoted line break goes on with it.
    assert said in refusal(lambda: read_questions(b"question\n" + b'"\n",' * 6))
    assert len(read_questions(b"question,answer\n" + b"a,b\n" * 20)[0]) == 20


def test_what_does_not_fit_into_memory_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: memory.RESERVE + 200_000_000)
    memory.refuse_need(200_000_000)
    said = refusal(lambda: memory.refuse_need(300_000_000))
    assert said == (
        "Reading the file takes about 300 MB of memory, and 200 MB are free for it. "
        "Close other programs, or split the file into several."
    )
    monkeypatch.setattr(memory, "free_memory", lambda: memory.RESERVE - 1)
    monkeypatch.setattr(table, "_SEVERAL", 2)
    file = tmp_path / "questions.csv"
    file.write_text("question\na\nb\n")
    assert refusal(lambda: read_questions(file)).startswith(f"{file}: Reading the file takes more memory than is free")


def test_running_out_of_memory_is_an_error_of_the_file() -> None:
    def read() -> None:
        with memory.file_read("large.jsonld"):
            raise MemoryError

    assert refusal(read).startswith("large.jsonld: Reading the file takes more memory than is free.")


def test_free_memory_is_told() -> None:
    account = "MemTotal: 16000 kB\nMemAvailable:    8000 kB\nSwapFree: 1000 kB\n"
    assert memory.free_by_account(account) == 9000 * 1024
    assert memory.free_by_account("") is None
    assert memory.free_by_account("MemAvailable: many\n") is None
    assert memory.free_memory() is None or memory.free_memory() > memory.RESERVE


WORST = {
    "lists": "[" + "[],[[]]," * 1_500_000 + "0]",
    "objects": "[" + '{"":0},' * 1_500_000 + "0]",
    "rows": "question\n" + "ab\n" * 100_000,
    "lines": '{"question":"a"}\n' + "{}\n" * 100_000,
    "cells": "question\n" + "," * 900_000 + "\n" + "ab," * 4_000_000,
    "numbers": "[" + ("1" * 4300 + ",") * 2_000 + "1" * 5000 + "]",
}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits on memory are Linux's")
@pytest.mark.parametrize("name", WORST)
def test_little_memory_is_refused_in_words(name: str, tmp_path: Path) -> None:
    """Read with 250 MB what takes more than that; the process must end as it wants to, with a sentence."""
    file = tmp_path / "file"
    file.write_text(WORST[name])
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (250 << 20, 250 << 20))\n"
        "from gradewright.errors import UserError\n"
        "from gradewright.formats.karenina_jsonld import read_checkpoint\n"
        "from gradewright.formats.sniff import sniff\n"
        "from gradewright.formats.tables import QuestionLookup, read_answers, read_questions\n"
        "for read in sniff, read_checkpoint, read_questions, lambda file: read_answers(file, QuestionLookup([])):\n"
        "    try:\n        read(sys.argv[1]); print('read')\n"
        "    except UserError as error:\n        print('refused' if str(error).startswith(sys.argv[1]) else error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr[-2000:]
    assert set(done.stdout.split()) <= {"read", "refused"}
    assert done.stdout.count("refused") >= 2


def test_times_that_once_grew_with_the_square() -> None:
    """Each of these took minutes: a repeated key at the end, long numbers, replicates above those that are counted."""
    many = 30_000
    keys = ",".join(f'"k{number}":0' for number in range(many))
    assert "no Karenina checkpoint" in refusal(lambda: read_checkpoint(f'{{{keys},"k{many - 1}":0}}'.encode()))

    digits = ("1" * 4300 + ",") * 2_000
    place = f"line 1, column {2 + len(digits):,}"
    assert refusal(lambda: read_checkpoint(f"[{digits}{'1' * 5000}]".encode())).startswith(place)

    given = "".join(f"q,a,m,{number}\n" for number in range(many + 1, 2 * many + 1))
    header, counted = "question_id,answer,model,replicate\n", "q,a,m,\n" * many
    answers, problems = read_answers(f"{header}{given}{counted}".encode(), LOOKUP)
    assert [answer.replicate for answer in answers[many : many + 2]] == [2 * many + 1, 2 * many + 2]
    assert (answers[-1].replicate, len(answers), problems) == (3 * many, 2 * many, [])


@pytest.mark.parametrize("members", ['"a": 1, "b": 2, "b": 2', '"b": {"x": 1}, "a": 1, "b": {"x": 1}'])
def test_the_repeated_key_is_named(members: str) -> None:
    tree = f'{{"@type": "DataFeed", "name": "n", "dataFeedElement": [], "z": {{{members}}}}}'
    assert read_checkpoint(tree.encode()).warnings[0] == (
        "/z/b: The key “b” stands there twice with the same value; one is kept."
    )


def test_the_first_key_that_differs_is_named() -> None:
    tree = '{"@type": "DataFeed", "name": "n", "dataFeedElement": [], "a": 1, "a": 1, "b": 1, "b": 1.0}'
    assert "The key “b” stands there twice with different values" in refusal(lambda: read_checkpoint(tree.encode()))


def test_code_is_bounded_and_texts_are_not() -> None:
    field = "    a{}: str = VerifiedField('d', 'x', ExactMatch())\n"
    few = CLASS + "".join(field.format(number) for number in range(300))
    assert isinstance(read_template(few), DeclarativeTemplate)
    wordy = few.replace("'x'", repr("word " * 500))
    assert len(wordy) > 7 * MAX_CODE
    assert isinstance(read_template(wordy), DeclarativeTemplate)

    for source in (CLASS + " a: str\n" + "a;" * MAX_CODE, CLASS + ' a = f"' + "{a}" * MAX_CODE + '"'):
        reading = read_template(source)
        assert isinstance(reading, BrokenTemplate)
        assert reading.problem.message.endswith(
            "characters outside texts and comments; more than 100,000 are not read."
        )


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("a = 1  # a comment\n", 4),
        ("'a\\'b' + \"c'd\"", 1),
        ("'''a'b''c''' + \"\"\"d\"e\n\"\"\"", 1),
        ("'a\\\r\nb'; c", 2),
        ("''; \"\"; x", 3),
        ("'a\nb'; c", 7),
        ("# it's\na; '#'; b", 5),
        ("b'x' rb'y' R'z'", 4),
        ("f'{a}' 'b'", 9),
        ("'''a", 2),
    ],
)
def test_characters_of_code(source: str, count: int) -> None:
    assert code_characters(source) == count


@pytest.mark.parametrize("annotation", ['"\\ud800"', '"\\x00"', '"' + "\\x2d" * 5000 + '1"', '"' + "(" * 150 + '"'])
def test_quoted_annotations_are_bounded_like_source(annotation: str) -> None:
    field = f"    x: {annotation} = VerifiedField('d', 'x', ExactMatch())\n"
    assert isinstance(read_template(CLASS + field), BrokenTemplate)
    by_hand = f"    x: {annotation}\n    def verify(self): return True\n    def model_post_init(self, c): pass\n"
    assert isinstance(read_template(CLASS + by_hand), BrokenTemplate)


def test_remarks_of_the_parser_on_a_quoted_annotation_are_no_errors() -> None:
    field = "    x: \"Literal['\\\\d']\" = VerifiedField('d', '\\\\d', ExactMatch())\n"
    assert isinstance(read_template(CLASS + field), DeclarativeTemplate)


def test_half_a_surrogate_pair_is_told() -> None:
    with pytest.raises(SourceRefused, match="it has half of a surrogate pair, which is no character"):
        parse_source("'\ud800'")


def test_many_names_of_the_top_in_one_method() -> None:
    top = "".join(f"b{number}=1\n" for number in range(5_000))
    used = "".join(f"  a{number}\n" for number in range(9_000))
    reading = read_template(f"{top}{CLASS} def verify(self):\n{used}  b1\n")
    assert isinstance(reading, HandWrittenTemplate)
    assert [problem.message for problem in reading.problems[1:]] == [
        "“b1” is defined at the top, where “verify” will not find it in Karenina."
    ]
