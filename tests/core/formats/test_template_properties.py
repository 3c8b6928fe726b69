"""Templates written as source are read back equal, whatever is in them."""

from __future__ import annotations

import keyword
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradewright.errors import InvalidValue
from gradewright.formats.template_source import read_template, write_template
from gradewright.model.primitives import PRIMITIVES, Primitive, SynonymMap, make_primitive
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
    Strategy,
    Template,
    TemplateField,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
NUMBER = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**20), 10**20)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(["a", "river", "length_km", "été", "名", "x1", "model_x", "type", "match"])
NORMALIZERS = st.lists(
    st.sampled_from(["lowercase", "strip", "odd"])
    | st.builds(SynonymMap, mapping=st.dictionaries(TEXT, TEXT, max_size=2)),
    max_size=3,
)
NUMBERS = st.floats(0.001, 1e9)
PARAMETERS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "ExactMatch": {"normalize": NORMALIZERS},
    "OrderedMatch": {"normalize": NORMALIZERS},
    "ContainsAny": {"substrings": st.lists(TEXT, max_size=2), "normalize": NORMALIZERS},
    "ContainsAll": {"substrings": st.lists(TEXT, max_size=2)},
    "RegexMatch": {"pattern": TEXT, "flags": st.sampled_from([[], ["IGNORECASE"], ["M", "DOTALL"]])},
    "NumericTolerance": {"tolerance": NUMBERS, "mode": st.sampled_from(["relative", "absolute"])},
    "NumericRange": {"min": st.none() | NUMBERS, "exclusive_max": st.booleans()},
    "NumericGraded": {"cutoff": NUMBERS, "decay": st.sampled_from(["linear", "quadratic"])},
    "NumericRangeGraded": {"min": st.just(-1.5), "max": NUMBERS, "margin": NUMBERS},
    "NumericThresholdGraded": {"direction": st.sampled_from(["max", "min"]), "margin": NUMBERS},
    "SetContainment": {
        "mode": st.sampled_from(["exact", "subset", "overlap"]),
        "min_overlap": st.none() | st.integers(0, 9),
    },
    "DateTolerance": {"tolerance": st.integers(-5, 5), "unit": st.sampled_from(["days", "hours"])},
    "DateRange": {"min": st.none() | TEXT, "max": st.none() | TEXT},
    "TraceRegex": {"pattern": TEXT, "count_min": st.none() | st.integers(0, 9)},
    "TraceContains": {"substring": TEXT},
    "TraceLength": {"min": st.none() | st.integers(0, 9), "unit": st.sampled_from(["chars", "words"])},
}


@st.composite
def primitives(draw: st.DrawFn) -> Primitive:
    """Draw a comparison rule of any of the 23 types."""
    name = draw(st.sampled_from(sorted(PRIMITIVES)))
    return make_primitive(name, {key: draw(value) for key, value in PARAMETERS.get(name, {}).items()})


CASES = st.builds(ConditionalCase, JSON, st.none() | primitives())
GROUND_TRUTHS = JSON | st.builds(ConditionalGroundTruth, TEXT, st.dictionaries(TEXT, CASES, max_size=2), CASES)
ANNOTATIONS = st.sampled_from(
    [
        ("str", FieldKind.TEXT, ()),
        ("int", FieldKind.WHOLE_NUMBER, ()),
        ("float | None", FieldKind.NUMBER, ()),
        ("list[str]", FieldKind.LIST, ()),
        ("Literal['a', 'b']", FieldKind.CHOICE, ("a", "b")),
        ("dict[str, Any]", FieldKind.OTHER, ()),
        ("Optional[bool]", FieldKind.BOOLEAN, ()),
    ]
)
DEFAULTS = st.just(MISSING) | JSON | st.tuples(TEXT, NUMBER)
OPTIONS = st.dictionaries(st.sampled_from(["ge", "le", "min_length", "title", "examples", "odd"]), JSON, max_size=2)


@st.composite
def fields(draw: st.DrawFn, name: str) -> TemplateField:
    """Draw a field, compared or not."""
    annotation, kind, choices = draw(ANNOTATIONS)
    if draw(st.booleans()):
        return TemplateField(
            name, annotation, kind, draw(TEXT), choices=choices, default=draw(DEFAULTS), options=draw(OPTIONS)
        )
    primitive = draw(primitives())
    return TemplateField(
        name=name,
        annotation=annotation,
        kind=FieldKind.DATE if annotation == "str" and primitive.group == "date" else kind,
        description=draw(TEXT.filter(str.strip)),
        ground_truth=draw(GROUND_TRUTHS),
        primitive=primitive,
        weight=draw(st.floats(allow_nan=False)),
        extraction_hint=draw(st.none() | TEXT),
        choices=choices,
        default=draw(DEFAULTS),
        options=draw(OPTIONS),
        unknown=draw(st.dictionaries(st.sampled_from(["case_sensitive", "odd"]), JSON, max_size=1)),
    )


STRATEGIES: st.SearchStrategy[Strategy] = st.recursive(
    st.builds(FieldCheck, TEXT),
    lambda inner: (
        st.builds(AllOf, st.lists(inner, max_size=2).map(tuple))
        | st.builds(AnyOf, st.lists(inner, max_size=2).map(tuple))
        | st.builds(AtLeastN, st.integers(0, 4), st.lists(inner, max_size=2).map(tuple))
    ),
    max_leaves=5,
)


@st.composite
def templates(draw: st.DrawFn) -> Template:
    """Draw a template that Karenina would accept: without fields, or with one that is compared."""
    names = draw(st.lists(NAMES, unique=True, max_size=4))
    drawn = tuple(draw(fields(name)) for name in names)
    if drawn and not any(each.primitive is not None for each in drawn):
        drawn = ()
    return Template(drawn, draw(st.none() | STRATEGIES), draw(NAMES), draw(TEXT | st.text(" \n\t\\\"'\r", max_size=8)))


@given(templates())
@settings(max_examples=300)
def test_a_written_template_is_read_back_equal(template: Template) -> None:
    source = write_template(template)
    reading = read_template(source)

    assert isinstance(reading, DeclarativeTemplate), (source, reading)
    assert reading.template == template
    assert repr(reading.template) == repr(template)  # 1 is not 1.0, nor True
    assert write_template(reading.template) == source


@given(st.text(max_size=200))
def test_no_text_makes_reading_fail(source: str) -> None:
    assert read_template(source) is not None


SNIPPETS = st.sampled_from(
    [
        *("class Answer(BaseAnswer):\n", "class VerificationStrategy:\n", "def verify(self):\n", "        return 1\n"),
        *("    x: str = ", "VerifiedField(", "ExactMatch(", "AllOf(conditions=[", "FieldCheck(", "verify_strategy = "),
        *("'d', ", "ground_truth=", "verify_with=", "0", "lambda: 0", "import re\n", "await ", "@", "**", "*", ":"),
        *("(", ")", "[", "]", "{", "}", "\n", "    "),
    ]
)


@given(st.lists(SNIPPETS, max_size=14).map("".join))
@settings(max_examples=400)
def test_no_mixture_of_source_makes_reading_fail(source: str) -> None:
    assert read_template("class Answer(BaseAnswer):\n    x: str = VerifiedField('d', 'x', " + source) is not None
    assert read_template(source) is not None


@pytest.mark.parametrize("name", ["", "two words", "1a", "class", "a-b", "ﬁ", "None"])
def test_names_that_are_none_are_refused(name: str) -> None:
    assert keyword.iskeyword(name) or not name.isidentifier() or name == "ﬁ"
    with pytest.raises(InvalidValue):
        write_template(Template((TemplateField(name, "str", FieldKind.TEXT),)))


def test_values_without_source_are_refused() -> None:
    odd = TemplateField("a", "str", FieldKind.TEXT, default=object())
    wrong = TemplateField("a", "list[", FieldKind.TEXT)

    for each in (odd, wrong):
        with pytest.raises(InvalidValue, match="“a”"):
            write_template(Template((each,)))
