"""Benchmarks as Markdown, results as tables."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.checkpoints import DATA

from gradewright.formats.karenina_jsonld import read_checkpoint
from gradewright.formats.markdown import benchmark_markdown, code, fenced, inline, quoted
from gradewright.formats.results_tables import ResultRecord, results_csv, results_jsonl
from gradewright.formats.tables import QuestionLookup, read_answers
from gradewright.formats.template_source import write_template
from gradewright.model.primitives import ContainsAny, ExactMatch, SynonymMap
from gradewright.model.question import Benchmark, FewShotExample, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.run import Cell, CellState, CheckKind, FieldOutcome
from gradewright.model.template import (
    AllOf,
    AtLeastN,
    ConditionalCase,
    ConditionalGroundTruth,
    FieldCheck,
    FieldKind,
    Template,
    TemplateField,
)
from gradewright.model.traits import CallableTrait, RegexTrait, UnreadableTrait

FILES = sorted(DATA.glob("*.jsonld"))


def fields(**got: object) -> tuple[FieldOutcome, ...]:
    """Return outcomes of fields, right where they are "right"."""
    return tuple(FieldOutcome(n, v == "right", float(v == "right"), 1.0, "right", v) for n, v in got.items())


RECORDS = [
    ResultRecord(
        "q1", "=SUM(A1)?", "m", 1, "-5 degrees\nor so", True,
        [
            Cell("template", CheckKind.TEMPLATE, CellState.JUDGED, True, score=1.0, fields=fields(a="right", b=-1)),
            Cell("cites", CheckKind.TRAIT, CellState.JUDGED, False, value=False),
            Cell("cover", CheckKind.TRAIT, CellState.JUDGED, value={"f1": 0.5, "recall": 1.0}),
            Cell("depth", CheckKind.TRAIT, CellState.JUDGED, value=3),
        ],
        "ref",
    ),
    ResultRecord(
        "q2", "Q?", "m", 2, "@you", None,
        [Cell("cites", CheckKind.TRAIT, CellState.FAILED, reason="regex_timeout", message="Too slow.")],
    ),
]  # fmt: skip


def rows_of(raw: bytes) -> list[dict[str, str]]:
    """Return the rows of a CSV file by column."""
    return list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def test_results_as_csv() -> None:
    first, second = rows_of(b"".join(results_csv(RECORDS)))

    assert first["verdict"] == "pass"
    assert first["question"] == "'=SUM(A1)?"
    assert first["answer"] == "'-5 degrees\nor so"
    assert (first["template"], first["template.score"]) == ("pass", "1.0")
    assert (first["result.a"], first["expected.a"], first["field.a"]) == ("pass", "right", "right")
    assert first["field.b"] == "-1"
    assert first["trait.cites"] == "fail"
    assert (first["trait.cover"], first["trait.cover.f1"], first["trait.depth"]) == ("", "0.5", "3")
    assert second["verdict"] == ""
    assert second["trait.cites"] == "failed: regex_timeout"
    assert (second["template"], second["trait.depth"], second["answer"]) == ("", "", "'@you")


def test_an_iterator_of_results_and_excel() -> None:
    raw = b"".join(results_csv(iter(RECORDS), for_excel=True))

    assert raw.startswith(b"\xef\xbb\xbfquestion_id,")
    assert rows_of(raw) == rows_of(b"".join(results_csv(RECORDS)))
    assert len(rows_of(b"".join(results_csv(RECORDS * 700)))) == 1400


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_no_text_is_a_formula(start: str) -> None:
    text = start + "cmd|' /C calc'!A0"
    record = ResultRecord(text, text, text, 1, text, None, [], text)
    (row,) = rows_of(b"".join(results_csv([record])))

    assert {row[name] for name in ("question_id", "question", "reference", "model", "answer")} == {"'" + text}


def test_numbers_that_are_none_are_empty() -> None:
    cells = [Cell("x", CheckKind.TRAIT, CellState.JUDGED, None, float(number)) for number in ("nan",)]
    (row,) = rows_of(b"".join(results_csv([ResultRecord("q", "Q", "m", 1, "a", None, cells)])))

    assert row["trait.x"] == ""


def test_excel_gets_what_its_cells_hold() -> None:
    long = "🧪" * 20_000
    record = ResultRecord("q", "a\r\nb\x0b\x00c", "m", 1, long, None, [])
    (row,) = rows_of(b"".join(results_csv([record], for_excel=True)).removeprefix(b"\xef\xbb\xbf"))

    assert row["question"] == "a\nb\ufffd\ufffdc"
    assert len(row["answer"].encode("utf-16-le")) // 2 <= 32_767
    assert row["answer"].startswith("🧪" * 16_300)
    assert "cut here" in row["answer"]
    (whole,) = rows_of(b"".join(results_csv([record])))
    assert whole["answer"] == long


def test_results_as_json_lines() -> None:
    first, second = [json.loads(line) for line in b"".join(results_jsonl(RECORDS)).splitlines()]

    assert first["answer"] == "-5 degrees\nor so"
    assert first["cells"][0]["fields"][0] == {
        "name": "a", "verdict": "pass", "score": 1.0, "weight": 1.0,
        "expected": "right", "got": "right", "explanation": "",
    }  # fmt: skip
    assert first["cells"][2]["value"] == {"f1": 0.5, "recall": 1.0}
    assert second["verdict"] is None
    assert second["cells"][0] == {
        "check": "cites", "kind": "trait", "state": "failed", "verdict": None,
        "reason": "regex_timeout", "message": "Too slow.",
    }  # fmt: skip


def test_results_can_be_taken_in_as_answers_again() -> None:
    found, problems = read_answers(b"".join(results_csv(RECORDS)), QuestionLookup([("q1", "x"), ("q2", "y")]))

    assert [(answer.question_key, answer.replicate, answer.fields) for answer in found] == [
        ("q1", 1, {"a": "right", "b": "-1"}),
        ("q2", 2, None),
    ]
    assert not any(problem.left_out for problem in problems)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_checkpoint_can_be_read_as_markdown(path: object) -> None:
    checkpoint = read_checkpoint(path)  # type: ignore[arg-type]
    text = "".join(benchmark_markdown(checkpoint.benchmark, checkpoint.questions))

    assert text.startswith(f"# {inline(checkpoint.benchmark.name)}\n")
    assert text.count("\n### ") >= len(checkpoint.questions)


def test_markdown_says_what_a_question_holds() -> None:
    rule = ExactMatch(normalize=("strip", SynonymMap(mapping={"a": "b"})))
    truth = ConditionalGroundTruth("s.p", {"True": ConditionalCase(1)}, ConditionalCase(2))
    template = Template(
        (
            TemplateField("river", "str", FieldKind.TEXT, "A | pipe", "danube", rule, weight=2.0),
            TemplateField("n", "int", FieldKind.WHOLE_NUMBER, "N", truth, ContainsAny(substrings=("x", "y"))),
            TemplateField("plain", "str", FieldKind.TEXT, "P"),
        ),
        AtLeastN(1, (AllOf((FieldCheck("river"), FieldCheck("n"))), FieldCheck("n"))),
    )
    entries = (
        RubricEntry("1", RegexTrait(name="cites", pattern="`a`|b", invert_result=True), gated=True),
        RubricEntry("2", CallableTrait(name="call", kind="boolean", callable_code=b"")),
        RubricEntry("4", RegexTrait(name="accents", pattern="é", case_sensitive=False, normalize=True)),
        RubricEntry("3", UnreadableTrait(name="odd", intended="llm", problem="no kind")),
    )
    question = Question(
        "k", "# Not a heading\n- nor a list", "Ref", write_template(template), Rubric(entries), keywords=("a", "b"),
        few_shot=(FewShotExample("Q", "A"),), notes="N", author={"name": "Ann"},
    )  # fmt: skip
    text = "".join(benchmark_markdown(Benchmark("B", creator={"name": "C", "email": "c@d"}), [question]))

    assert "> \\# Not a heading" in text
    assert "> \\- nor a list" in text
    assert "| river | str | A \\| pipe | danube | Exact text (ignore: strip, “a” as “b”) | 2 |" in text
    assert "1 where s.p is True; else 2" in text
    assert "Contains any (words: x, y)" in text
    assert "at least 1 of these hold: (“river” passes and “n” passes), “n” passes" in text
    assert "Pattern: `` `a`|b ``" in text
    assert "must not be found" in text
    assert "Pattern that is found, capitals ignored, accents in either form" in text
    assert "it is not run" in text
    assert "Cannot be used: no kind" in text
    assert "**Creator:** C, c@d" in text
    assert "There are no questions yet." in "".join(benchmark_markdown(Benchmark("B"), []))


def test_source_is_fenced_beyond_its_own_fences() -> None:
    source = "class Answer(BaseAnswer):\n    x: int\n    def verify(self):\n        return '''\n````\n'''\n"
    text = "".join(benchmark_markdown(Benchmark("B"), [Question("k", "Q?", template=source)]))

    assert "`````python\n" in text
    assert fenced("x") == "```\nx\n```"


LINES = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(LINES)
def test_texts_are_no_markup(text: str) -> None:
    for line in quoted(text).split("\n"):
        assert line.startswith(">")
    assert "\n" not in inline(text)
    assert not re.search(r"(?<!\\)(?:\\\\)*[<*`|\[]", inline(text))


@given(st.text("`ab \n", max_size=12))
def test_code_spans_end_where_they_should(text: str) -> None:
    span = code(text)
    ticks = re.match("`+", span)
    assert ticks is not None
    inside = span[len(ticks[0]) : -len(ticks[0])]

    assert span.endswith(ticks[0])
    assert ticks[0] not in inside
    assert inside.strip() == " ".join(text.splitlines()).strip()
