"""Completeness: every rule fires on what it is about, and stays silent on what is complete."""

from __future__ import annotations

from typing import Any

import pytest

from gradewright.edits import AddEntry, Compound, SetEntry
from gradewright.formats.template_source import read_template
from gradewright.lint.checks import lint_benchmark, lint_question, lint_rubric
from gradewright.lint.criterion_words import SAID
from gradewright.lint.finding import Finding, Place
from gradewright.lint.labels import Likeness
from gradewright.lint.report import severities
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import (
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)
from gradewright.workers.code import code_sha256

PLACE = Place(1, 2)


def rubric(*traits: Trait) -> Rubric:
    return Rubric(tuple(RubricEntry(f"e{number}", trait) for number, trait in enumerate(traits)))


def of_trait(trait: Trait, *, gated: bool = False) -> list[Finding]:
    return lint_rubric(Rubric((RubricEntry("e", trait, gated),)), Place(1))


def of_field(rule: str, truth: str = "3", annotation: str = "float", more: str = "") -> list[Finding]:
    source = (
        f"class Answer(BaseAnswer):\n    x: {annotation} = VerifiedField(description='Months', "
        f"ground_truth={truth}, verify_with={rule}{more})\n"
    )
    question = Question("k", "How long?", "3 months", source)
    return lint_question(question, read_template(source), PLACE)


def rules(found: list[Finding]) -> list[str]:
    return [each.rule for each in found]


GOOD = LLMTrait(name="Cites", kind="boolean", description="Names a source by its title.")


@pytest.mark.parametrize(
    ("trait", "rule"),
    [
        (LLMTrait(name="a", kind="boolean"), "no-trait-description"),
        (LLMTrait(name="a", kind="score", description="Names 3 risks.", min_score=5, max_score=5), "bounds"),
        (RegexTrait(name="a", pattern=""), "no-pattern"),
        (RegexTrait(name="a", pattern=".*"), "regex-never"),
        (RegexTrait(name="a", pattern="(x|)"), "regex-never"),
        (RegexTrait.model_construct(name="a", pattern="("), "pattern-invalid"),
        (RegexTrait(name="a", pattern="[[a]"), "pattern-doubtful"),
        (CallableTrait(name="a", kind="boolean", callable_code=b"x"), "code-not-run"),
        (UnreadableTrait(name="a", intended="metric", problem="no metric"), "unreadable-trait"),
        (MetricTrait(name="a", metrics=["f1"], tp_instructions=["Names a dose", ""]), "blank-instruction"),
        (MetricTrait(name="a", metrics=["f1"], tp_instructions=["Says why", "says  WHY"]), "repeated-instruction"),
        (MetricTrait(name="a", metrics=["f1"], tp_instructions=[" "]), "no-instruction"),
        (
            LLMTrait.model_construct(
                name="a", kind="literal", description="d", classes={"one": "Names 1"}, min_score=0, max_score=0
            ),
            "too-few-classes",
        ),
        (RegexTrait(name="a.b", pattern="x"), "name-conflict"),
    ],
)
def test_a_trait_that_lacks_something(trait: Trait, rule: str) -> None:
    assert rules(of_trait(trait)) == [rule]


@pytest.mark.parametrize(
    "trait",
    [
        GOOD,
        RegexTrait(name="a", pattern=r"^(?!.*sorry)"),
        RegexTrait(name="a", pattern=r"\bdose\b"),
        RegexTrait(name="a", pattern=r"^$"),
        MetricTrait(name="a", metrics=["f1"], tp_instructions=["Names a dose"]),
        LLMTrait(name="a", kind="literal", classes={"yes": "Names a dose", "no": "Names none"}),
    ],
)
def test_a_complete_trait_is_left_alone(trait: Trait) -> None:
    assert of_trait(trait) == []


def test_a_gated_trait_needs_a_concept() -> None:
    assert "gated-without-concept" in rules(of_trait(LLMTrait(name="a", kind="boolean"), gated=True))
    assert of_trait(LLMTrait(name="a", kind="boolean", description="Names doses", summary="dosing"), gated=True) == []


def test_what_an_inverted_pattern_that_matches_everything_does_is_said() -> None:
    (found,) = of_trait(RegexTrait(name="a", pattern=".*", invert_result=True))
    assert found.message.endswith("so every answer fails.")
    (found,) = of_trait(RegexTrait(name="a", pattern=".*", invert_result=True, higher_is_better=False))
    assert found.message.endswith("so every answer passes.")


def test_names_conflict_inside_a_rubric_and_with_the_global_one() -> None:
    twice = lint_rubric(rubric(GOOD, GOOD), Place(1))
    assert [(each.rule, each.place.entry_id) for each in twice] == [("name-conflict", "e1")]
    shared = lint_rubric(rubric(GOOD), PLACE, global_rubric=rubric(GOOD))
    assert "global rubric" in shared[0].message
    gated = Rubric((RubricEntry("e", GOOD), RubricEntry("g", GOOD, gated=True)))
    assert lint_rubric(gated, Place(1)) == []


@pytest.mark.parametrize(
    ("rule", "truth", "annotation", "expected"),
    [
        ("NumericTolerance(tolerance=0.5)", "100", "float", "wide-tolerance"),
        ("NumericTolerance(tolerance=0.5, mode='relative')", "100", "float", "wide-tolerance"),
        ("NumericTolerance(tolerance=0.05)", "100", "float", "mode-not-given"),
        ("NumericTolerance(tolerance=-1, mode='absolute')", "100", "float", "never-passes"),
        ("NumericGraded(cutoff=0.8, mode='relative')", "100", "float", "wide-tolerance"),
        ("NumericExact()", "'many'", "float", "ground-truth-type"),
        ("NumericExact()", "True", "float", "ground-truth-type"),
        ("NumericExact()", "None", "float", "ground-truth-null"),
        ("NumericRange()", "1", "float", "always-passes"),
        ("NumericRange(min=5, max=2)", "1", "float", "never-passes"),
        ("BooleanMatch()", "'yes'", "bool", "ground-truth-type"),
        ("SetContainment()", "'ab'", "list[str]", "ground-truth-type"),
        ("SetContainment()", "[]", "list[str]", "ground-truth-missing"),
        ("LiteralMatch()", "'c'", "Literal['a', 'b']", "ground-truth-type"),
        ("DateMatch()", "20240315", "str", "ground-truth-type"),
        ("ExactMatch()", "''", "str", "ground-truth-missing"),
        ("ContainsAny(substrings=[])", "'x'", "str", "never-passes"),
        ("ContainsAll(substrings=[])", "'x'", "str", "always-passes"),
        ("ContainsAny(substrings=['a', ''])", "'x'", "str", "always-passes"),
        ("RegexMatch(pattern='(')", "'x'", "str", "field-pattern-invalid"),
        ("RegexMatch(pattern='x*')", "'x'", "str", "field-pattern-matches-all"),
        ("RegexMatch(pattern='x', flags=['NOCASE'])", "'x'", "str", "unknown-flag"),
        ("SemanticMatch()", "'x'", "str", "semantic-match"),
        ("ExactMatch(case_sensitive=True)", "'x'", "str", "unknown-parameter"),
        ("TraceContains(substring='')", "True", "bool", "always-passes"),
        ("TraceContains(substring='')", "False", "bool", "never-passes"),
        ("TraceLength()", "True", "bool", "always-passes"),
        ("TraceContains(substring='x')", "'x'", "bool", "ground-truth-type"),
    ],
)
def test_a_rule_that_does_not_do_what_it_seems(rule: str, truth: str, annotation: str, expected: str) -> None:
    assert rules(of_field(rule, truth, annotation)) == [expected]


def test_code_that_may_run_is_no_finding() -> None:
    trait = CallableTrait(name="a", kind="boolean", callable_code=b"x")
    source = "class Answer(BaseAnswer):\n    x: int\n\n    def verify(self):\n        return True\n"
    question = Question("k", "Why?", "Because.", source, rubric(trait))
    digests = {"callable": code_sha256(b"x"), "template": code_sha256(source.encode())}

    def found(allowed: set[tuple[str, str]]) -> list[str]:
        benchmark = Benchmark("b", "d", rubric=rubric(trait.model_copy(update={"name": "b"})))
        all_of_it = lint_benchmark(1, benchmark, [(2, question)], read_template, allowed=allowed)
        return [rule for rule in rules(list(all_of_it)) if rule in ("code-not-run", "hand-written-template")]

    closed = ["code-not-run", "hand-written-template", "code-not-run"]
    assert found(set()) == closed
    assert found(set(digests.items())) == []
    assert found({("template", digests["template"])}) == ["code-not-run", "code-not-run"]
    # Bytes that are allowed as one kind of program are not allowed as the other.
    assert found({("template", digests["callable"]), ("callable", digests["template"])}) == closed


def test_the_range_of_a_wide_tolerance_is_said() -> None:
    (found,) = of_field("NumericTolerance(tolerance=0.5)", "100")
    assert found.message == "Relative 0.5 around 100 accepts 50 to 150. For ± 0.5 choose absolute."


@pytest.mark.parametrize(
    ("rule", "truth", "annotation"),
    [
        ("NumericTolerance(tolerance=1, mode='absolute')", "3", "float"),
        ("NumericExact()", "'3'", "float"),
        ("NumericRange(min=1, max=2)", "None", "float"),
        ("ExactMatch()", "'metformin'", "str"),
        ("LiteralMatch()", "'a'", "Literal['a', 'b']"),
        ("DateMatch()", "'2026-03-15'", "str"),
        ("OrderedMatch()", "[40, 30]", "list[int]"),
        ("TraceRegex(pattern='x')", "False", "bool"),
        ("RegexMatch(pattern='x', flags=['I'])", "'x'", "str"),
    ],
)
def test_a_sound_rule_is_left_alone(rule: str, truth: str, annotation: str) -> None:
    assert of_field(rule, truth, annotation) == []


def of_source(source: str) -> list[str]:
    return rules(lint_question(Question("k", "Why?", "Because.", source), read_template(source), PLACE))


def test_templates_that_do_not_run_or_do_not_compare() -> None:
    assert of_source("") == ["no-template"]
    assert of_source("class Answer(BaseAnswer:\n") == ["broken-template"]
    hand = (
        "class Answer(BaseAnswer):\n    x: str = Field(description='d')\n    def verify(self):\n        return True\n"
    )
    assert of_source(hand) == ["hand-written-template"]


def test_strategies_name_fields_that_exist() -> None:
    head = "class Answer(BaseAnswer):\n"
    field = "    {0}: bool = VerifiedField(description='d', ground_truth=True, verify_with=BooleanMatch())\n"
    tail = "\n    class VerificationStrategy:\n        verify_strategy = AnyOf(conditions=[FieldCheck(field='{0}')])\n"
    source = head + field.format("a") + field.format("b") + tail.format("a")
    assert of_source(source) == ["field-outside-strategy"]
    assert "unknown-strategy-field" in of_source(head + field.format("a") + tail.format("z"))


def test_what_the_reader_notices_is_said_once() -> None:
    assert rules(of_field("ExactMatch(case_sensitive=True)", "'x'", "str")) == ["unknown-parameter"]
    assert rules(of_field("ExactMatch()", "'x'", "str", ", titel='t'")) == ["template-remark"]


def test_weights_need_a_sum() -> None:
    assert rules(of_field("NumericExact()", more=", weight=0")) == ["no-weight"]


def test_questions_need_text_and_reference_and_are_asked_once() -> None:
    questions = [Question("a", "Why  so?", "r"), Question("b", "Why so?", ""), Question("c", " ", "r")]
    found = list(lint_benchmark(1, Benchmark("b", "d"), enumerate(questions, 10), read_template))
    by_question = {(each.rule, each.place.question_id) for each in found if each.rule != "no-template"}
    assert by_question == {("duplicate-question", 11), ("no-reference", 11), ("blank-question", 12)}


def test_an_empty_benchmark_and_one_of_scenarios_say_what_they_are() -> None:
    assert rules(list(lint_benchmark(1, Benchmark("b"), [], read_template))) == [
        "no-benchmark-description",
        "no-question",
    ]
    scenarios: tuple[dict[str, Any], ...] = ({"name": "s"},)
    found = rules(list(lint_benchmark(1, Benchmark("b", "d", scenarios=scenarios), [], read_template)))
    assert found == ["scenarios-not-run"]


def test_the_split_of_a_trait_keeps_its_place_and_finds_a_free_name() -> None:
    double = LLMTrait(name="A", kind="boolean", description="Names the drug and states the dose.")
    taken = LLMTrait(name="A (2)", kind="boolean", description="Names a source.")
    (found,) = lint_rubric(rubric(GOOD, double, taken), Place(7))
    assert found.fix is not None
    assert (found.fix.title, found.fix.after) == ("Split", "Names the drug.\nStates the dose.")
    edit = found.fix.edit
    assert isinstance(edit, Compound)
    first, second = edit.edits
    assert isinstance(first, SetEntry)
    assert isinstance(second, AddEntry)
    assert (first.owner.benchmark_id, first.entry.id, first.entry.trait.description) == (7, "e1", "Names the drug.")
    assert (second.position, second.entry.trait.name) == (2, "A (3)")


def test_the_split_of_an_instruction_keeps_the_order() -> None:
    trait = MetricTrait(name="M", metrics=["f1"], tp_instructions=["One", "Names the drug and states the dose", "Two"])
    (found,) = of_trait(trait)
    assert found.place.part == "instruction:tp:1"
    assert found.fix is not None
    assert isinstance(found.fix.edit, SetEntry)
    changed = found.fix.edit.entry.trait
    assert isinstance(changed, MetricTrait)
    assert changed.tp_instructions == ["One", "Names the drug", "States the dose", "Two"]


def test_a_score_is_not_split_because_its_scale_would_have_to_be() -> None:
    trait = LLMTrait(name="S", kind="score", description="Names the drug and states the dose.")
    (found,) = of_trait(trait)
    assert found.rule == "double-barreled"
    assert found.fix is None


def test_every_rule_has_a_severity_and_every_severity_a_rule() -> None:
    import ast
    from pathlib import Path

    import gradewright.lint

    named = {
        node.args[0].value
        for file in Path(gradewright.lint.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("finding", "invalid_pattern")
        and isinstance(node.args[0], ast.Constant)
    }
    degrees = {likeness.value for likeness in Likeness}
    exported = {"no-cannot-judge-rule-exported"}
    assert named | degrees | set(SAID) | exported == set(severities())
