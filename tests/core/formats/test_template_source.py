"""Template source: what is read from it, without running it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.templates import broken, broken_field, declared, field, remarks, verified

from gradewright.formats.template_source import read_template, write_template
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
    ConditionalCase,
    ConditionalGroundTruth,
    DeclarativeTemplate,
    FieldCheck,
    FieldKind,
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
