"""Template source: what is read from it, without running it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gradewright.formats.template_source import MAX_CHARACTERS, read_template, write_template
from gradewright.model.primitives import (
    DateMatch,
    ExactMatch,
    LiteralMatch,
    NumericTolerance,
    SynonymMap,
    TraceContains,
)
from gradewright.model.template import (
    MISSING,
    AllOf,
    AnyOf,
    AtLeastN,
    BrokenTemplate,
    ConditionalCase,
    ConditionalGroundTruth,
    DeclarativeTemplate,
    FieldCheck,
    FieldKind,
    HandWrittenTemplate,
    NoTemplate,
    Template,
    TemplateField,
)

KARENINA = Path(__file__).resolve().parents[2] / "data" / "conformance" / "karenina"
STUB = '''class Answer(BaseAnswer):
    """Answer template for: {}..."""

    response: str = Field(description="The answer response")

    def verify(self) -> bool:
        # Default template: returns False to indicate custom verification needed
        return False
'''


def declared(body: str, *, head: str = "class Answer(BaseAnswer):") -> Template:
    """Return the template that a class body declares."""
    lines = [f"    {line}" for line in body.splitlines()]
    reading = read_template("\n".join([head, *lines]) + "\n")
    assert isinstance(reading, DeclarativeTemplate), reading
    return reading.template


def field(call: str, annotation: str = "str") -> TemplateField:
    """Return the field ``x`` declared by a call."""
    return declared(f"x: {annotation} = {call}").fields[0]


def verified(
    ground_truth: str = "'g'", rule: str = "ExactMatch()", more: str = "", annotation: str = "str"
) -> TemplateField:
    """Return a compared field."""
    return field(f"VerifiedField(description='d', ground_truth={ground_truth}, verify_with={rule}{more})", annotation)


def broken(source: str) -> tuple[int, str]:
    """Return where and why a source is broken."""
    reading = read_template(source)
    assert isinstance(reading, BrokenTemplate), reading
    return reading.problem.line, reading.problem.message


def broken_field(call: str) -> str:
    """Return why a field is broken."""
    line, message = broken(f"class Answer(BaseAnswer):\n    x: str = {call}\n")
    assert line == 2
    return message


def by_hand(source: str) -> HandWrittenTemplate:
    """Return the reading of a program."""
    reading = read_template(source)
    assert isinstance(reading, HandWrittenTemplate), reading
    return reading


def remarks(source: str) -> list[str]:
    """Return the remarks on a declarative source."""
    reading = read_template(source)
    assert isinstance(reading, DeclarativeTemplate), reading
    return [problem.message for problem in reading.problems]


def test_no_template() -> None:
    assert read_template("") == NoTemplate()
    assert read_template(" \n\t\n") == NoTemplate()
    assert read_template(STUB.format("What is 2+2?")) == NoTemplate(is_stub=True)
    assert read_template(STUB.format('It says """so"""')) == NoTemplate(is_stub=True)
    assert read_template(STUB.format("x").replace("\n", "\r\n")) == NoTemplate(is_stub=True)


def test_positional_and_named_arguments() -> None:
    named = field(
        "VerifiedField(verify_with=NumericTolerance(tolerance=1, mode='absolute'), ground_truth=2, "
        "description='d', weight=2, extraction_hint='h', default=3, ge=0)",
        "int",
    )
    placed = field(
        "VerifiedField('d', 2, NumericTolerance(tolerance=1, mode='absolute'), 2.0, 'h', default=3, ge=0)", "int"
    )

    assert named == placed
    assert named.primitive == NumericTolerance(tolerance=1.0, mode="absolute")
    assert (named.weight, named.extraction_hint, named.default, named.options) == (2.0, "h", 3, {"ge": 0})
    assert named.kind is FieldKind.WHOLE_NUMBER


@pytest.mark.parametrize(
    ("source", "stored"),
    [
        ("-5", -5), ("+1.5", 1.5), ("1_000", 1000), ("2 * 3 + 0.5", 6.5), ("1e3", 1000.0),
        ("('a', 'b')", ["a", "b"]), ("{'b', 'a', 'b'}", ["b", "a"]), ("frozenset(['a'])", ["a"]), ("set()", []),
        ("'a' 'b' + 'c'", "abc"), ("f'plain'", "plain"), ("b'by'", "by"), ("None", None), ("not True", False),
        ("float('nan')", None), ("float('-inf')", None), ("{1: 'a', True: 2, None: 3}", {"1": 2, "None": 3}),
        ("[[1, (2,)], {}]", [[1, [2]], {}]), ("'two\\nlines'", "two\nlines"), ("int('7')", 7),
    ],
)  # fmt: skip
def test_ground_truths_are_stored_as_json_would(source: str, stored: Any) -> None:
    assert verified(source).ground_truth == stored


def test_normalisers_and_synonyms() -> None:
    rule = verified(rule="ExactMatch(normalize=['lowercase', SynonymMap(mapping={'donau': 'danube'})])").primitive

    assert rule == ExactMatch(normalize=("lowercase", SynonymMap(mapping={"donau": "danube"})))


@pytest.mark.parametrize(
    ("annotation", "kind", "choices"),
    [
        ("str", FieldKind.TEXT, ()), ("float", FieldKind.NUMBER, ()), ("bool", FieldKind.BOOLEAN, ()),
        ("list[str]", FieldKind.LIST, ()), ("List[int]", FieldKind.LIST, ()), ("list", FieldKind.LIST, ()),
        ("Literal['a', 'b']", FieldKind.CHOICE, ("a", "b")), ("Literal[1]", FieldKind.CHOICE, (1,)),
        ("int | None", FieldKind.WHOLE_NUMBER, ()), ("Optional[List[str]]", FieldKind.LIST, ()),
        ("Union[str, None]", FieldKind.TEXT, ()), ("None | Literal[-1, 1]", FieldKind.CHOICE, (-1, 1)),
        ("dict[str, int]", FieldKind.OTHER, ()), ("Any", FieldKind.OTHER, ()), ("str | int", FieldKind.OTHER, ()),
    ],
)  # fmt: skip
def test_annotations(annotation: str, kind: FieldKind, choices: tuple[Any, ...]) -> None:
    found = verified(rule="LiteralMatch()", annotation=annotation)

    assert (found.kind, found.choices, found.annotation) == (kind, choices, annotation)
    assert verified(rule="LiteralMatch()", annotation=f'"{annotation}"').annotation == annotation


def test_a_text_that_is_compared_as_a_date_is_a_date() -> None:
    assert verified("'2024-03-15'", "DateMatch()").kind is FieldKind.DATE
    assert verified("'2024-03-15'", "DateMatch()").primitive == DateMatch()


def test_plain_fields_and_defaults() -> None:
    template = declared(
        "a: str = VerifiedField('d', 'x', ExactMatch())\n"
        "b: int = Field(3, description='plain', ge=1)\n"
        "c: list[str] = Field(default_factory=list)\n"
        "d: str = Field(..., description='needed')\n"
        "e: int = 4\n"
        "f: int"
    )
    defaults = [each.default for each in template.fields[1:]]

    assert defaults == [3, [], MISSING, 4, MISSING]
    assert template.fields[1].options == {"ge": 1}
    assert [each.name for each in template.verified_fields] == ["a"]


def test_conditional_ground_truth() -> None:
    source = (
        "ConditionalGroundTruth(source='node_results.a.parsed.m', cases={'True': GroundTruthCase(value=(1,)), "
        "'x': {'value': 2, 'verify_with': LiteralMatch()}}, default=GroundTruthCase(value=None, verify_with=None))"
    )

    assert verified(source).ground_truth == ConditionalGroundTruth(
        "node_results.a.parsed.m",
        {"True": ConditionalCase([1]), "x": ConditionalCase(2, LiteralMatch())},
        ConditionalCase(None),
    )


def test_strategies() -> None:
    body = (
        "a: str = VerifiedField('d', 'x', ExactMatch())\n"
        "class VerificationStrategy:\n"
        "    '''Why.'''\n"
        "    verify_strategy = AtLeastN(n=1, conditions=[AnyOf(conditions=[FieldCheck(field='a')]), AllOf(), "
        "{'type': 'field_check', 'field': 'a'}])"
    )

    assert declared(body).strategy == AtLeastN(1, (AnyOf((FieldCheck("a"),)), AllOf(), FieldCheck("a")))


def test_inherited_fields_belong_to_the_leaf() -> None:
    source = (
        "class Base(BaseAnswer):\n    a: str = VerifiedField('d', 'x', ExactMatch())\n"
        "class Middle(Base):\n    '''Between.'''\n    b: int\n"
        "class Leaf(Middle):\n    a: str = VerifiedField('d', 'y', ExactMatch())\n"
    )
    reading = read_template(source)

    assert isinstance(reading, DeclarativeTemplate)
    assert reading.template.class_name == "Leaf"
    assert reading.template.docstring == ""
    assert [(each.name, each.ground_truth) for each in reading.template.fields] == [("a", "y"), ("b", None)]


def test_imports_and_comments_do_not_make_a_program() -> None:
    source = (
        "# A comment\nfrom __future__ import annotations\nimport re\n"
        "from karenina.schemas.entities import BaseAnswer, VerifiedField, ExactMatch\n\n"
        "class Answer(BaseAnswer):\n    a: str = VerifiedField('d', 'x', ExactMatch())\n"
    )

    assert isinstance(read_template(source), DeclarativeTemplate)


def test_unknown_options_open_with_the_nearest_name() -> None:
    source = (
        "class Answer(BaseAnswer):\n"
        "    a: str = VerifiedField('d', 'x', ExactMatch(case_sensitive=True, normalise=[]), wieght=2)\n"
        "    b: float = VerifiedField('d', 1, NumericTolerance(tolerance=1, mod='absolute'))\n"
    )
    reading = read_template(source)
    assert isinstance(reading, DeclarativeTemplate)
    first, second = reading.template.fields
    said = remarks(source)

    assert first.unknown == {"case_sensitive": True, "normalise": []}
    assert second.unknown == {"mod": "absolute"}
    assert first.options == {"wieght": 2}
    assert any("“wieght” has no effect" in each and "“weight”" in each for each in said)
    assert any("“mod” has no effect" in each and "“mode”" in each for each in said)
    assert any("“normalise”" in each and "Nearest: “normalize”" in each for each in said)
    assert reading.problems[-1].line == 3


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("VerifiedField(description='d', ground_truth=1)", "has no “verify_with”"),
        ("VerifiedField(descripton='d', ground_truth=1, verify_with=ExactMatch())", "“descripton” is not it"),
        ("VerifiedField('  ', 'x', ExactMatch())", "needs a description"),
        ("VerifiedField('d', 'x', None)", "no comparison rule"),
        ("VerifiedField('d', 'x', ExactMatch)", "needs brackets: ExactMatch()"),
        ("VerifiedField('d', 'x', ExactMatch(['strip']))", "by name only"),
        ("VerifiedField('d', 'x', 'ExactMatch')", "is no comparison rule"),
        ("VerifiedField('d', 'x', {'type': 'ExactMatch'})", "is no comparison rule"),
        ("VerifiedField('d', 1, NumericTolerance())", "“tolerance” is missing"),
        ("VerifiedField('d', 1, NumericTolerance(tolerance='much'))", "“tolerance” does not fit"),
        ("VerifiedField('d', 1, NumericGraded(cutoff=-1))", ""),
        ("VerifiedField('d', 'x', ExactMatch(), 'heavy')", "weight of “x” is no number"),
        ("VerifiedField('d', 'x', ExactMatch(), 1, 5)", "hint of “x” is no text"),
        ("VerifiedField('d', 'x', ExactMatch(), 1, None, 7)", "at most 5"),
        ("VerifiedField('d', 'x', ExactMatch(), description='e')", "given twice"),
        ("VerifiedField('d', {[]: 1}, ExactMatch())", "cannot be a key"),
        ("VerifiedField('d', 1j, ExactMatch())", "cannot be stored"),
        ("VerifiedField('d', -'a', ExactMatch())", "Only numbers"),
        ("VerifiedField('d', 1/0, ExactMatch())", "has no value"),
        ("VerifiedField('d', date(2020, 1, 1), DateMatch())", "“date” is not known inside the class"),
        ("VerifiedField('d', LIMIT, ExactMatch())", "“LIMIT” is not known"),
        ("VerifiedField('d', 'x', ExactMach())", "“ExactMach” is not known"),
        ("VerifiedField('d', 'x', ExactMatch(normalize=[SynonymMap(mapping={'a': 1})]))", "texts to texts"),
        ("VerifiedField('d', ConditionalGroundTruth(source='s', cases={}), ExactMatch())", "“default” is missing"),
        ("VerifiedField('d', ConditionalGroundTruth(sorce='s', cases={}, default=1), ExactMatch())", "“source”"),
    ],
)  # fmt: skip
def test_fields_that_karenina_cannot_make(call: str, words: str) -> None:
    assert words in broken_field(call)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1", "no class derived from BaseAnswer"),
        ("class Answer(BaseModel):\n    x: int", "“BaseModel” is not defined"),
        ("class A(BaseAnswer):\n    pass\nclass B(BaseAnswer):\n    pass", "“A” and “B” are several"),
        ("class Answer(BaseAnswer):\n    correct: str = VerifiedField('d', 'x', ExactMatch())", "“correct”"),
        ("class Answer(BaseAnswer):\n    x = VerifiedField('d', 'x', ExactMatch())", "needs a type"),
        ("class Answer(BaseAnswer):\n    x: str = Field(description='d')", "no verify method"),
        ("class Answer(BaseAnswer):\n    x: 'list[' = VerifiedField('d', 'x', ExactMatch())", "no type"),
        ("  class Answer(BaseAnswer):\n    pass", "not Python"),
        ("class Answer(BaseAnswer):\n    class: str", "not Python"),
        ("class Answer(BaseAnswer):\n    x: date", "“date” is not known"),
        (
            "class Answer(BaseAnswer):\n    class VerificationStrategy:\n        verify_strategy = AtLeastN(n=-1)",
            "whole number from 0",
        ),
        (
            "class Answer(BaseAnswer):\n    class VerificationStrategy:\n        verify_strategy = {'type': 'all_of'}",
            "is no strategy",
        ),
    ],
)
def test_sources_that_define_no_template(source: str, words: str) -> None:
    assert words in broken(source)[1]


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


def test_the_recorded_templates_read_as_their_neutral_form() -> None:
    cases = json.loads((KARENINA / "templates.json").read_text("utf-8"))["cases"]
    seen = 0
    for case in cases:
        reading = read_template(case["source"])
        assert isinstance(reading, DeclarativeTemplate) == case["expected"]["template_valid"], case["id"]
        if not isinstance(reading, DeclarativeTemplate):
            continue
        neutral = {each["name"]: each for each in case["template"]["fields"]}
        assert [each.name for each in reading.template.fields] == list(neutral), case["id"]
        for each in reading.template.fields:
            seen += 1
            kind = None if each.primitive is None else each.primitive.type_name()
            assert kind == neutral[each.name]["primitive"], case["id"]
        again = read_template(write_template(reading.template))
        assert isinstance(again, DeclarativeTemplate)
        assert repr(again.template) == repr(reading.template)  # one weight is no number, and equals nothing
    assert seen > 300


def test_written_source_has_the_usual_layout() -> None:
    template = Template(
        fields=(
            TemplateField("river", "str", FieldKind.TEXT, "River named", "danube", ExactMatch(), weight=2.0),
            TemplateField("note", "str | None", FieldKind.TEXT, "Any note", default=None),
            TemplateField(
                "said", "bool", FieldKind.BOOLEAN, "Says so", True, TraceContains(substring="so"), default=False
            ),
        ),
        strategy=AnyOf((FieldCheck("river"), FieldCheck("said"))),
        docstring="About rivers.",
    )

    assert (
        write_template(template)
        == '''class Answer(BaseAnswer):
    """About rivers."""

    river: str = VerifiedField(
        description='River named',
        ground_truth='danube',
        verify_with=ExactMatch(),
        weight=2.0,
    )
    note: str | None = Field(description='Any note', default=None)
    said: bool = VerifiedField(
        description='Says so',
        ground_truth=True,
        verify_with=TraceContains(substring='so'),
        default=False,
    )

    class VerificationStrategy:
        verify_strategy = AnyOf(conditions=[FieldCheck(field='river'), FieldCheck(field='said')])
'''
    )
