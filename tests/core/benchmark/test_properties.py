"""Whatever a script makes goes through files unchanged, in any order, and fails only with errors of ours."""

from __future__ import annotations

import contextlib
import tempfile
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradewright import Benchmark
from gradewright.errors import UserError
from gradewright.formats.template_source import read_template
from gradewright.model.primitives import PRIMITIVES
from gradewright.model.template import DeclarativeTemplate
from gradewright.schemas import (
    AgenticRubricTrait,
    BaseAnswer,
    CallableRubricTrait,
    DoubtfulRule,
    LLMRubricTrait,
    MetricRubricTrait,
    RegexRubricTrait,
    Rubric,
    VerifiedField,
)
from gradewright.schemas import primitives as rules

few = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
pytestmark = pytest.mark.filterwarnings("ignore::gradewright.schemas.FileRemark")

text = st.text(st.characters(codec="utf-8"), max_size=30)
name = st.text(st.characters(codec="utf-8", exclude_characters="."), min_size=1, max_size=12)
direction = st.sampled_from([True, False, None])
about = st.fixed_dictionaries({}, optional={"description": text, "summary": text, "higher_is_better": direction})
classes = st.dictionaries(st.sampled_from("abcdef"), st.just("what it means"), min_size=2, max_size=5)
json_value = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)


def traits(face: str, /, **fields: Any) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """Return arguments of traits of a kind, without their names."""
    return st.tuples(st.just(face), st.builds(lambda a, b: {**a, **b}, about, st.fixed_dictionaries(fields)))


any_trait = st.one_of(
    traits("llm", kind=st.just("boolean")),
    traits("llm", kind=st.just("score"), min_score=st.integers(-5, 3), max_score=st.integers(4, 99)),
    traits("llm", kind=st.just("literal"), classes=classes),
    traits("llm", kind=st.just("boolean"), deep_judgment_enabled=st.booleans(), include_ground_truth=st.booleans()),
    traits(
        "regex",
        pattern=st.sampled_from(["", "x", r"\d+", "(?i)é"]),
        case_sensitive=st.booleans(),
        invert_result=st.booleans(),
    ),
    traits("callable", kind=st.just("boolean"), callable_code=st.binary(max_size=40)),
    traits("callable", kind=st.just("score"), callable_code=st.binary(max_size=9), min_score=st.integers(0, 3)),
    traits("metric", metrics=st.just(["f1", "recall"]), tp_instructions=st.lists(text, min_size=1, max_size=3)),
    traits(
        "metric",
        metrics=st.just(["accuracy"]),
        evaluation_mode=st.just("full_matrix"),
        tp_instructions=st.just(["a"]),
        tn_instructions=st.lists(text, min_size=1, max_size=2),
        repeated_extraction=st.booleans(),
    ),
    traits("agentic", kind=st.just("boolean"), description=st.just("It runs"), max_turns=st.integers(1, 9)),
)
FACES: dict[str, Any] = {
    "llm": LLMRubricTrait,
    "regex": RegexRubricTrait,
    "callable": CallableRubricTrait,
    "metric": MetricRubricTrait,
    "agentic": AgenticRubricTrait,
}


@st.composite
def rubrics(draw: st.DrawFn) -> Rubric:
    """Draw a rubric of up to six traits of any kind."""
    names = draw(st.lists(name, max_size=6, unique=True))
    lists: dict[str, list[Any]] = {}
    for each in names:
        kind, fields = draw(any_trait)
        lists.setdefault(f"{kind}_traits", []).append(FACES[kind](name=each, **fields))
    return Rubric(**lists)


@st.composite
def benchmarks(draw: st.DrawFn) -> Benchmark:
    """Draw a benchmark with questions, rubrics, properties and a template or two."""
    made = Benchmark.create(name=draw(name), description=draw(text), creator=draw(name))
    for _ in range(draw(st.integers(0, 4))):
        key = made.add_question(
            draw(name),
            draw(text),
            finished=draw(st.booleans()),
            keywords=draw(st.lists(text, max_size=3)),
            answer_notes=draw(text),
            custom_metadata=draw(
                st.dictionaries(name.filter(lambda key: "custom_" not in key), json_value, max_size=3)
            ),
            few_shot_examples=draw(st.lists(st.fixed_dictionaries({"question": text, "answer": text}), max_size=2)),
        )
        if draw(st.booleans()):
            made.set_question_rubric(key, draw(rubrics()))
        if draw(st.booleans()):
            made.add_answer_template(key, draw(template_classes()))
    made.set_global_rubric(draw(rubrics()))
    return made


scalar_rules = st.one_of(
    st.builds(rules.ExactMatch, normalize=st.lists(st.sampled_from(["lowercase", "strip", "remove_punctuation"]))),
    st.builds(rules.ContainsAny, substrings=st.lists(text, max_size=2)),
    st.builds(rules.RegexMatch, pattern=st.sampled_from(["a", "^b$"]), flags=st.sampled_from([[], ["IGNORECASE"]])),
)
number_rules = st.one_of(
    st.builds(rules.NumericExact),
    st.builds(rules.NumericTolerance, tolerance=st.floats(0, 9), mode=st.sampled_from(["relative", "absolute"])),
    st.builds(rules.NumericRange, min=st.integers(-9, 0), max=st.integers(1, 9)),
    st.builds(rules.NumericGraded, cutoff=st.floats(1, 9), decay=st.sampled_from(["linear", "quadratic"])),
)
fields = st.one_of(
    st.tuples(st.just(str), text, scalar_rules),
    st.tuples(st.just(float), st.floats(-1e6, 1e6), number_rules),
    st.tuples(st.just(bool), st.booleans(), st.builds(rules.BooleanMatch)),
    st.tuples(st.just(list[str]), st.lists(text, max_size=3), st.builds(rules.SetContainment)),
)


@st.composite
def template_classes(draw: st.DrawFn) -> type[BaseAnswer]:
    """Draw a template class of up to four fields, with or without a strategy."""
    names = draw(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=4, unique=True))
    namespace: dict[str, Any] = {"__module__": "drawn", "__qualname__": "Drawn", "__annotations__": {}}
    for each in names:
        kind, truth, rule = draw(fields)
        namespace["__annotations__"][each] = kind
        weight = draw(st.sampled_from([0, 1, 2.5]))
        namespace[each] = VerifiedField(description="what it is", ground_truth=truth, verify_with=rule, weight=weight)
    if draw(st.booleans()):
        checks = [rules.FieldCheck(field=each) for each in names]
        node = draw(st.sampled_from([rules.AllOf, rules.AnyOf, lambda conditions: rules.AtLeastN(1, conditions)]))
        inner = {"__module__": "drawn", "__qualname__": "Drawn.VerificationStrategy"}
        strategy = type("VerificationStrategy", (), {**inner, "verify_strategy": node(conditions=checks)})
        namespace["VerificationStrategy"] = strategy
    return type("Drawn", (BaseAnswer,), namespace)


def saved_and_opened(made: Benchmark) -> Benchmark:
    """Return a benchmark as it comes back from a file."""
    with tempfile.TemporaryDirectory() as folder:
        return Benchmark.load(made.save(Path(folder) / "drawn.jsonld"))


@few
@given(benchmarks())
def test_a_benchmark_comes_back_from_its_file(made: Benchmark) -> None:
    opened = saved_and_opened(made)

    assert opened.get_all_questions() == made.get_all_questions()
    assert opened.get_global_rubric() == made.get_global_rubric()
    assert opened.creator == made.creator
    again = saved_and_opened(opened)
    assert again.get_all_questions() == made.get_all_questions()


@few
@given(template_classes(), st.dictionaries(st.sampled_from("abcdefgh"), json_value))
def test_a_class_and_its_source_judge_alike(cls: type[BaseAnswer], drawn: dict[str, Any]) -> None:
    made = Benchmark.create(name="drawn")
    key = made.add_question("Why?", "So.", cls)
    reading = read_template(made.get_template(key))
    assert isinstance(reading, DeclarativeTemplate)

    declared = cls.declared_template()
    assert declared is not None
    assert reading.template.strategy == declared.strategy
    assert [(f.name, f.weight, f.ground_truth) for f in reading.template.fields] == [
        (f.name, f.weight, f.ground_truth) for f in declared.fields
    ]
    answer = cls.model_construct(**drawn)
    for ask in (lambda: answer.verify(), lambda: answer.verify_granular(), lambda: answer.field_results):
        with contextlib.suppress(UserError):
            ask()


@few
@given(template_classes(), st.permutations("abcdefgh"))
def test_the_order_of_values_does_not_matter(cls: type[BaseAnswer], order: list[str]) -> None:
    compared = cls.declared_template()
    assert compared is not None
    truths = {field.name: field.ground_truth for field in compared.fields}
    straight = cls.model_construct(**truths)
    turned = cls.model_construct(**{key: truths[key] for key in order if key in truths})

    with contextlib.suppress(UserError):
        assert straight.verify() == turned.verify()
        assert straight.field_results == turned.field_results
        assert straight.verify_granular() == turned.verify_granular()


@few
@given(rubrics(), st.randoms())
def test_the_order_of_traits_changes_no_result(rubric: Rubric, chance: Any) -> None:
    turned = {f"{kind}_traits": list(getattr(rubric, f"{kind}_traits")) for kind in FACES}
    for each in turned.values():
        chance.shuffle(each)
    other = Rubric(**turned)

    assert sorted(other.get_trait_names()) == sorted(rubric.get_trait_names())
    assert other.get_trait_directionalities() == rubric.get_trait_directionalities()
    patterns = {trait.name: trait.evaluate("x 1") for trait in rubric.regex_traits}
    assert {trait.name: trait.evaluate("x 1") for trait in other.regex_traits} == patterns


@few
@given(
    st.sampled_from(sorted(PRIMITIVES)),
    st.dictionaries(
        st.sampled_from(
            ["normalize", "tolerance", "mode", "min", "max", "substrings", "pattern", "cutoff", "margin", "x"]
        ),
        json_value | st.floats(),
        max_size=4,
    ),
    json_value,
    json_value,
)
def test_rules_fail_only_with_errors_of_ours(kind: str, given_: dict[str, Any], value: Any, truth: Any) -> None:
    with warnings.catch_warnings(), contextlib.suppress(UserError):
        warnings.simplefilter("ignore", DoubtfulRule)
        rule = getattr(rules, kind)(**given_)
        for ask in (rule.check, rule.score):
            with contextlib.suppress(UserError):
                ask(value, truth)
        rule.check_trace(str(value))


@few
@given(st.sampled_from(sorted(FACES)), st.dictionaries(text, json_value, max_size=3), any_trait)
def test_traits_fail_only_with_errors_of_ours(kind: str, odd: dict[str, Any], drawn: tuple[str, Any]) -> None:
    with contextlib.suppress(UserError):
        FACES[kind](**{"name": "x", **drawn[1], **odd})
    with contextlib.suppress(UserError):
        Rubric(**odd)


@few
@given(st.one_of(text, json_value), st.one_of(text, json_value), json_value)
def test_questions_fail_only_with_errors_of_ours(question: Any, answer: Any, template: Any) -> None:
    made = Benchmark.create(name="odd")
    with contextlib.suppress(UserError):
        made.add_question(question, answer, template)
    assert saved_and_opened(made).get_question_ids() == made.get_question_ids()


@few
@given(st.binary(max_size=300) | json_value.map(lambda value: __import__("json").dumps(value).encode()))
def test_files_fail_only_with_errors_of_ours(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "odd.jsonld"
        file.write_bytes(content)
        with contextlib.suppress(UserError):
            Benchmark.load(file)
