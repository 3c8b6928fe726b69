"""Rater sheets: every text is on them as it is, in every layout, and no model is named."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from gradewright.errors import InvalidValue, NotFound
from gradewright.jobs.sheets import batch_of, named_output, outputs_of, write_sheets
from gradewright.model.answer import Answer
from gradewright.model.criterion import Criterion, Scale
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import CannotJudgeRule, OverallRule, Rubric, RubricEntry, RubricTerms, RubricVersions
from gradewright.sheets.content import (
    Batch,
    Layout,
    Output,
    Paper,
    SheetOptions,
    is_right_to_left,
    ordered,
    sheet_data,
    text,
)
from gradewright.sheets.glyphs import missing_glyphs
from gradewright.sheets.laying_out import lay_out, pictures
from gradewright.store.library import Library

if TYPE_CHECKING:
    pass

DOSE = Criterion(
    name="Dose is complete",
    must=("States the dose in #mg* and $x$.",),
    must_not=("Gives [a](dose) with <b>no</b> weight.",),
    pass_examples=("one `500 mg` tablet",),
    fail_examples=("take it // as usual",),
    must_pass=True,
)
PLAIN = Criterion(
    name="Plain language",
    scoring="scale",
    scale=Scale(points=4, anchors=("no step", "three terms", "two terms", "every step"), pass_line=3),
)
RUBRIC = Rubric(
    (RubricEntry("dose", DOSE), RubricEntry("plain", PLAIN), RubricEntry("old", Criterion(name="Old"), retired=True)),
    RubricTerms(
        "Advice", "", "one answer", OverallRule.FAILS_ON_MUST_PASS, CannotJudgeRule("no source is given", "n/j")
    ),
    RubricVersions(3, "f" * 64),
)
OUTPUTS = (
    Output(7, "q1", "Can I drink wine?", "Better not.\nWait 48 hours."),
    Output(8, "q2", "ما الجرعة؟", "يعتمد على الوزن."),
)


def words_of(pdf: bytes) -> list[str]:
    """The text of each page, its white space as single spaces."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def batch(layout: Layout = Layout.PAGE, paper: Paper = Paper.A4, **more: bool) -> Batch:
    return Batch("4K7TM", RUBRIC, "Advice", OUTPUTS, SheetOptions(layout, paper, **more))


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("paper", Paper)
def test_every_layout_holds_every_text_on_every_paper(layout: Layout, paper: Paper) -> None:
    made = lay_out(batch(layout, paper))
    pages = words_of(made.pdf)
    assert made.pages == len(pages)
    whole = " ".join(pages)
    for words in ("Can I drink wine?", "Better not.", "Wait 48 hours.", "Dose is complete", "n/j", "must pass"):
        assert words in whole
    for code in (batch().code(1), batch().code(2)):
        assert code in whole
    assert "Old" not in whole
    for number, page in enumerate(pages, 1):
        assert f"page {number} of {len(pages)}" in page
        assert batch().fingerprint[:12] in page
        assert "Rater" in page
        assert "Date" in page


def test_the_cover_has_the_rubric_in_full_and_texts_are_no_markup() -> None:
    cover = words_of(lay_out(batch()).pdf)[0]
    for words in (
        "one answer",
        "fails when any must-pass row fails",
        "States the dose in #mg* and $x$.",
        "Gives [a](dose) with <b>no</b> weight.",
        "one `500 mg` tablet",
        "take it // as usual",
        "every step",
        "Passes at 3 or higher.",
        "no source is given",
    ):
        assert words in cover


def test_paper_has_its_size() -> None:
    boxes = [PdfReader(io.BytesIO(lay_out(batch(paper=paper)).pdf)).pages[0].mediabox for paper in Paper]
    assert [(round(float(box.width)), round(float(box.height))) for box in boxes] == [(595, 842), (612, 792)]


def test_without_outputs_the_rubric_is_printed_alone() -> None:
    made = lay_out(Batch("4K7TM", RUBRIC, "Advice", (), SheetOptions(cover=False)))
    assert made.pages == 1
    assert "Dose is complete" in words_of(made.pdf)[0]


def test_long_outputs_go_on_the_next_page_and_are_counted() -> None:
    long = Output(9, "q3", "Long", "A sentence of the answer. " * 600)
    for layout in Layout:
        made = lay_out(Batch("4K7TM", RUBRIC, "Advice", (*OUTPUTS, long), SheetOptions(layout)))
        assert made.long == (3,), layout


def test_a_row_that_is_longer_than_a_page_loses_nothing() -> None:
    statements = tuple(f"States thing number {number} of those that were asked for." for number in range(150))
    rubric = Rubric((RubricEntry("long", Criterion(name="Long", must=statements)),))
    made = lay_out(Batch("4K7TM", rubric, "Long", OUTPUTS[:1], SheetOptions(cover=False)))
    assert made.pages > 2
    text = " ".join(" ".join(words_of(made.pdf)).split())
    assert [number for number in range(150) if f"number {number} of" not in text] == []
    # A page has room for some eighty lines; text that ran off the paper would be extracted all the same.
    assert max(page.count("States thing") for page in words_of(made.pdf)) < 90


def test_an_output_that_nobody_reads_is_refused() -> None:
    with pytest.raises(InvalidValue, match="longer than 200,000"):
        lay_out(Batch("4K7TM", RUBRIC, "Advice", (Output(1, "q", "", "x" * 200_001),), SheetOptions()))


def test_a_rubric_without_criteria_has_nothing_to_tick() -> None:
    with pytest.raises(InvalidValue, match="nothing to tick"):
        batch_of(Rubric(), "Empty", (), SheetOptions())


def test_pictures_are_the_pages() -> None:
    made = pictures(batch())
    assert len(made) == 3
    assert all(picture.startswith(b"\x89PNG") for picture in made)


def test_characters_that_no_font_has_are_named() -> None:
    assert not missing_glyphs(["Ärger – “x” 5 €\u200d"], fonts=())
    found = missing_glyphs(["क A 中 🙂 中"], fonts=())
    assert found.characters == ("क", "中", "🙂")
    assert found.packages == ("fonts-noto-core", "fonts-noto-cjk", "fonts-noto-color-emoji")
    assert "क 中 🙂: they would print as boxes" in found.words


@pytest.mark.parametrize(
    ("line", "expected"), [("abc", False), ("12 שלום abc", True), ("(مرحبا)", True), ("123", False), ("中文", False)]
)
def test_the_first_letter_gives_the_direction(line: str, expected: bool) -> None:
    assert is_right_to_left(line) is expected


def test_the_order_of_a_seed_is_always_the_same() -> None:
    many = tuple(Output(n, "", "", "") for n in range(20))
    assert ordered(many, 3) == ordered(many, 3) != many
    assert ordered(many, None) == many


@settings(max_examples=12)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_can_be_printed(name: str, answer: str) -> None:
    rubric = Rubric((RubricEntry("a", Criterion(name="x", must=(name.encode("utf-8", "replace").decode(),))),))
    made = lay_out(Batch("4K7TM", rubric, name, (Output(1, "q", name, answer),), SheetOptions()))
    assert made.pages >= 2
    assert text(answer)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    with Library.open(tmp_path / "l.gradewright") as opened:
        questions = [Question("k1", "How much?"), Question("k2", "When?")]
        benchmark_id = opened.add_checkpoint(Benchmark("B", rubric=RUBRIC), questions)
        answers = [Answer(key, model, f"{model} says {key}") for key in ("k1", "k2") for model in ("atlas", "borea")]
        opened.add_answers(benchmark_id, answers)
        yield opened


def test_what_comes_back_is_known_by_its_code(library: Library, tmp_path: Path) -> None:
    outputs = outputs_of(library, 1, seed=5)
    assert len(outputs) == 4
    made = batch_of(RUBRIC, "Advice", outputs, SheetOptions(seed=5))
    report = write_sheets(library, made, tmp_path / "s.pdf")
    found = named_output(library, made.code(2), RUBRIC)
    assert found.answer == outputs[1].answer
    assert (found.current, found.batch.title, found.batch.version) == (True, "Advice", 3)
    assert not named_output(library, made.code(2), Rubric()).current
    assert named_output(library, made.code(0)).answer_id is None
    assert library.rubric_version(made.fingerprint) == RUBRIC
    assert report.pages == 5
    with pytest.raises(NotFound):
        named_output(library, made.code(5))


def test_no_model_is_named_on_paper(library: Library) -> None:
    outputs = outputs_of(library, 1, models=["atlas"], most=1)
    data = str(sheet_data(batch_of(RUBRIC, "Advice", outputs, SheetOptions())))
    assert "atlas" not in data.replace(outputs[0].answer, "")


def test_each_rater_has_a_batch_of_their_own(library: Library, tmp_path: Path) -> None:
    outputs = outputs_of(library, 1, most=1)
    made = batch_of(RUBRIC, "Advice", outputs, SheetOptions(raters=2))
    report = write_sheets(library, made, tmp_path / "s.pdf")
    assert [path.name for path in report.paths] == ["s-1.pdf", "s-2.pdf"]
    assert len(set(report.batches)) == 2
    assert {row.name for row in library.sheet_batches()} == set(report.batches)
