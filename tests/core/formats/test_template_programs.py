"""Templates that are programs, and source that is made to break its reader."""

from __future__ import annotations

import pytest
from support.templates import by_hand

from gradewright.formats.template_source import MAX_CHARACTERS, read_template
from gradewright.model.template import BrokenTemplate, HandWrittenTemplate


@pytest.mark.parametrize(
    "source",
    [
        "LIMIT = 5\nclass Answer(BaseAnswer):\n    a: str = VerifiedField('d', 'x', ExactMatch())\n",
        "class Answer(BaseAnswer):\n    a: str = VerifiedField('d', f'{1}', ExactMatch())\n",
        "class Answer(BaseAnswer):\n    a: int = VerifiedField('d', 10**9, NumericExact())\n",
        "class Answer(BaseAnswer):\n    a: str = VerifiedField('d', 'x'.upper(), ExactMatch())\n",
        "class Answer(BaseAnswer):\n    a: str = VerifiedField('d', 'x', ExactMatch(), **{})\n",
        "class Answer(BaseAnswer):\n    a: str = VerifiedField(*['d', 'x'], ExactMatch())\n",
        "class Answer(BaseAnswer):\n    a: str = VerifiedField('d', 'x', ExactMatch())\n    model_config = {}\n",
        "class Answer(BaseAnswer):\n    a: str = VerifiedField('d', 'x', ExactMatch())\n    def verify(self): pass\n",
        "class Answer(BaseAnswer):\n    a: str = VerifiedField('d', [i for i in range(3)], ExactMatch())\n",
        "class Answer(BaseAnswer):\n    a: str = VerifiedField('d', 'x', ExactMatch())\n    'a text in between'\n",
        "@decorate\nclass Answer(BaseAnswer):\n    a: str = VerifiedField('d', 'x', ExactMatch())\n",
        "class Answer(BaseAnswer, extra='forbid'):\n    a: str = VerifiedField('d', 'x', ExactMatch())\n",
    ],
)
def test_programs_stay_programs(source: str) -> None:
    reading = by_hand(source)

    assert reading.class_name == "Answer"
    assert [each.name for each in reading.fields] == ["a"]
    assert reading.problems


def test_what_a_program_shows() -> None:
    reading = by_hand(
        "import re\n"
        "class Answer(BaseAnswer):\n"
        "    capital: str = Field(description='Capital named')\n"
        "    n: int = compute()\n"
        "    def ground_truth(self):\n"
        "        self.correct = {'capital': 'Paris', 'n': 1 + 1, 'other': call()}\n"
        "    def verify(self) -> bool:\n"
        "        return bool(re.match('a', self.capital))\n".replace("compute()", "max([1, 2])")
    )

    assert [(each.name, each.description) for each in reading.fields] == [("capital", "Capital named"), ("n", "")]
    assert reading.correct == {"capital": "Paris", "n": 2}


def test_names_that_methods_will_not_find() -> None:
    reading = by_hand(
        "LIMIT = 5\nclass Answer(BaseAnswer):\n    x: int\n    def verify(self):\n        return self.x < LIMIT\n"
    )

    assert any("“LIMIT”" in problem.message and problem.line == 5 for problem in reading.problems)


@pytest.mark.parametrize(
    ("annotation", "valid"),
    [
        ("int", True),
        ("Optional[str]", True),
        ("str | None", True),
        ("int | None", False),
        ("dict[str, int]", False),
        ("list[str] | None", False),
    ],
)
def test_programs_that_karenina_tries_out_with_dummy_values(annotation: str, valid: bool) -> None:
    source = (
        f"class Answer(BaseAnswer):\n    x: {annotation}\n"
        "    def ground_truth(self):\n        self.correct = {}\n    def verify(self):\n        return True\n"
    )

    assert isinstance(read_template(source), HandWrittenTemplate if valid else BrokenTemplate)


@pytest.mark.parametrize(
    "source",
    [
        "x" * (MAX_CHARACTERS + 1),
        "(" * 500 + ")" * 500,
        "[" * 100_000,
        "-" * 400_000 + "1",
        "not " * 200_000 + "1",
        ("-" + " " * 1000) * 499 + "1",
        "'" + "- " * 400_000 + "'",
        "a." * 300_000 + "b",
        "1+" * 300_000 + "1",
        "f(" * 100 + "lambda: " * 20_000,
        "x" + "[0]" * 200_000,
        "x" + "()" * 200_000,
        "if 1:\n" + "".join(" " * depth + "if 1:\n" for depth in range(1, 200)),
        "class A(BaseAnswer):\n    x: int = " + "-" * 499 + "1",
        "class A(BaseAnswer):\n    x: str = VerifiedField('d', " + "'a'+" * 50_000 + "'a', ExactMatch())",
        "class A(BaseAnswer):\n    x: int = VerifiedField('d', " + "9" * 10_000 + ", NumericExact())",
        "class A(BaseAnswer):\n    x: int = VerifiedField('d', int('" + "9" * 10_000 + "'), NumericExact())",
        "class A(BaseAnswer):\n    x: int = VerifiedField('d', " + "999999999*" * 3000 + "9, NumericExact())",
        "class A(BaseAnswer):\n    x: '" + "list[" * 300 + "' = 1",
        "class A(BaseAnswer):\n    x: int = 1\n\x00",
        "class A(BaseAnswer):\n    x: str = '\ud800'\n    y: str = VerifiedField('\ud800', 'x', ExactMatch())",
        "class A(A):\n    pass",
        "class A(B):\n    pass\nclass B(A):\n    pass",
        "\\" * 1000,
        "'\\N{" + "x" * 1000 + "}'",
        "# coding: nonsense\nclass A(BaseAnswer):\n    pass",
    ],
    ids=lambda source: repr(source[:24]),
)
def test_hostile_source_is_read_or_called_broken(source: str) -> None:
    assert read_template(source) is not None


def test_escapes_that_python_warns_of_do_not_warn(recwarn: pytest.WarningsRecorder) -> None:
    read_template("class Answer(BaseAnswer):\n    a: bool = VerifiedField('\\d', 1 is 1, TraceRegex(pattern='\\d'))\n")

    assert not recwarn.list


@pytest.mark.parametrize("number", ["0x" + "f" * 50_000, "-0b" + "1" * 50_000, "[1, 0o" + "7" * 9_000 + "]"])
def test_whole_numbers_that_nothing_can_write_are_refused(number: str) -> None:
    source = f"class Answer(BaseAnswer):\n    a: int = VerifiedField('d', {number}, NumericExact())\n"
    reading = read_template(source)

    assert isinstance(reading, BrokenTemplate)
    assert (reading.problem.line, reading.problem.message) == (2, "A whole number has more than 4,300 digits.")


def test_products_stay_short_enough_to_be_written() -> None:
    factor = "9" * 2_100
    source = f"class Answer(BaseAnswer):\n    a: int = VerifiedField('d', {factor} * {factor}, NumericExact())\n"
    assert repr(read_template(source))
    by_hand(source.replace(f"* {factor}", f"* {factor} * {factor}"))
