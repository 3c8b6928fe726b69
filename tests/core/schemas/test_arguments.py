"""What scripts give to the Python face: nothing is passed over, and every error is one of ours."""

from __future__ import annotations

import pickle
import subprocess
import sys
import textwrap
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from gradewright.errors import UserError
from gradewright.schemas import (
    AgenticRubricTrait,
    BadArgument,
    CallableRubricTrait,
    DynamicRubric,
    LLMRubricTrait,
    MetricRubricTrait,
    ModelConfig,
    Question,
    RegexRubricTrait,
    Rubric,
    RunsCode,
    VerificationConfig,
)
from gradewright.schemas import primitives as rules
from gradewright.schemas.config import ManualTraces
from gradewright.schemas.entities import merged_rubric
from gradewright.verify.errors import CheckError

MODEL = ModelConfig(id="m", model_name="m")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: rules.ExactMatch(case_sensitive=True), "normalize"),
        (lambda: rules.ContainsAny(substrings=["a"], ignore_case=True), "normalize"),
        (lambda: rules.NumericTolerance(tolerance=1, modee="absolute"), "Nearest: “mode”"),
        (lambda: rules.NumericTolerance(tolerance=1, mode="percent"), "NumericTolerance: “mode”"),
        (lambda: rules.NumericTolerance(), "“tolerance” is missing"),
        (lambda: rules.NumericExact(tolerance=1), "no argument “tolerance”"),
        (lambda: rules.RegexMatch(pattern="a", flags=["IGNORCASE"]), "Nearest: “IGNORECASE”"),
        (lambda: rules.ExactMatch(["lowercase"]), "by name"),
        (lambda: rules.SynonymMap(mapping=3), None),
        (lambda: LLMRubricTrait(name="x"), "needs “kind”"),
        (lambda: LLMRubricTrait(name="x", kind="binary"), "kind='boolean'"),
        (lambda: LLMRubricTrait(name="x", kind="score", minscore=1), "Nearest: “min_score”"),
        (lambda: LLMRubricTrait(name="x", kind="literal", classes={"a": "b"}), "2 to 20 classes"),
        (lambda: LLMRubricTrait(name="", kind="boolean"), "name"),
        (lambda: RegexRubricTrait(name="x", pattern="("), "does not compile"),
        (lambda: RegexRubricTrait(name="x", pattern="a", invert=True), "“invert_result”"),
        (lambda: MetricRubricTrait(name="x", metrics=["accuracy"], tp_instructions=["a"]), "no metric “accuracy”"),
        (lambda: AgenticRubricTrait(name="x", kind="boolean"), "description"),
        (lambda: Rubric(traits=[]), "llm_traits"),
        (lambda: Rubric(llm_traits=["x"]), "llm_traits"),
        (lambda: Rubric(regex_traits=[RegexRubricTrait(name="a.b", pattern="x")]), "dot"),
        (lambda: DynamicRubric(regex_traits=[RegexRubricTrait(name="a", pattern="x")]), "summary"),
        (lambda: Question(question="x"), "needs “raw_answer”"),
        (lambda: Question(question="x", raw_answer="y", keyword=["a"]), "Nearest: “keywords”"),
        (lambda: Question(question="x", raw_answer="y", keywords=[], tags=[]), "older name"),
        (lambda: ModelConfig(id="x"), "model_name"),
        (lambda: ModelConfig(model_name="x", endpoint_api_key="k"), "OPENAI_API_KEY"),
        (lambda: ModelConfig(model_name="x", interface="langchian"), "Nearest: “langchain”"),
        (lambda: ModelConfig(model_name="x", temperature=3), "temperature"),
        (lambda: ModelConfig(model_name="x", mcp_urls_dict={}), "not run here"),
        (lambda: ModelConfig(interface="manual"), "manual_traces"),
        (lambda: ModelConfig(interface="manual", manual_traces=["a"]), "dict"),
        (lambda: ModelConfig(model_name="x", base_url="http://a", endpoint_base_url="http://b"), "same thing"),
        (lambda: VerificationConfig(answering_models=[MODEL]), "parsing_models"),
        (lambda: VerificationConfig(parsing_models=[MODEL]), "answering_models"),
        (lambda: config(replicates=3), "Nearest: “replicate_count”"),
        (lambda: config(replicate_count=0), "replicate_count"),
        (lambda: config(abstention_enabled=True), "not carried out"),
        (lambda: config(deep_judgment_mode="full"), "disabled"),
        (lambda: config(evaluation_mode="rubrics"), "evaluation_mode"),
        (lambda: VerificationConfig(answering_models=[MODEL, MODEL], parsing_models=[MODEL]), "Two answering models"),
        (lambda: ManualTraces({"x": ""}), "text"),
    ],
)
def test_what_is_not_known_or_does_not_fit_is_an_error(make: Callable[[], Any], says: str | None) -> None:
    with pytest.raises((BadArgument, ValueError), match=says):
        make()


def config(**settings: Any) -> VerificationConfig:
    """Return a configuration of one model."""
    return VerificationConfig(answering_models=[MODEL], parsing_models=[MODEL], **settings)


def test_settings_that_ask_for_nothing_are_taken() -> None:
    made = config(abstention_enabled=False, few_shot_config=None, deep_judgment_mode="disabled", rubric_enabled=True)

    assert made.evaluation_mode == "template_and_rubric"
    assert config(rubric_enabled=False).evaluation_mode == "template_only"
    assert config().rubric_enabled is True
    quick = VerificationConfig.from_overrides(answering_model="a", parsing_model="b", replicate_count=2)
    assert [model.id for model in (*quick.answering_models, *quick.parsing_models)] == ["a", "b"]


def test_a_value_can_be_changed_and_is_checked_again() -> None:
    trait = LLMRubricTrait(name="x", kind="score")
    trait.max_score = 10
    trait.higher_is_better = False

    assert (trait.max_score, trait.higher_is_better) == (10, False)
    with pytest.raises(BadArgument, match="kind"):
        trait.kind = "literally"  # type: ignore[assignment]
    with pytest.raises(BadArgument, match="Nearest: “max_score”"):
        trait.max_scor = 3  # type: ignore[attr-defined]
    assert trait.kind == "score"


def test_what_a_rule_holds_can_be_seen() -> None:
    assert rules.ExactMatch().model_dump() == {"normalize": ["lowercase", "strip"]}
    assert rules.NumericTolerance(tolerance=1, mode="absolute").model_dump() == {"tolerance": 1.0, "mode": "absolute"}
    assert rules.ContainsAll(substrings=["a"]).model_dump() == {"substrings": ["a"], "normalize": []}
    node = rules.AtLeastN(n=1, conditions=[rules.FieldCheck(field="a"), {"type": "all_of", "conditions": []}])
    assert node.model_dump() == {
        "type": "at_least_n",
        "n": 1,
        "conditions": [{"type": "field_check", "field": "a"}, {"type": "all_of", "conditions": []}],
    }


@pytest.mark.parametrize(
    ("rule", "value", "truth", "passes", "credit"),
    [
        (rules.ExactMatch(), " cftr ", "CFTR", True, 1.0),
        (rules.ExactMatch(normalize=[]), "cftr", "CFTR", False, 0.0),
        (rules.NumericRange(min=1, max=2), 2, None, True, 1.0),
        (rules.NumericGraded(cutoff=10, mode="absolute"), 15, 10, True, 0.5),
        (rules.SetContainment(mode="subset"), ["a"], ["a", "b"], True, 1.0),
        (rules.DateMatch(), "2 March 2024", "2024-03-02", True, 1.0),
        (rules.RegexMatch(pattern="^a", flags=["IGNORECASE"]), "Abc", None, True, 1.0),
    ],
)
def test_rules_check_and_score(rule: Any, value: Any, truth: Any, passes: bool, credit: float) -> None:
    assert rule.check(value, truth) is passes
    assert rule.score(value, truth) == credit


def test_rules_about_the_text_have_a_check_of_their_own() -> None:
    assert rules.TraceContains(substring="x").check_trace("a x b") is True
    assert rules.TraceLength(max=2, unit="words").check_trace("a b c") is False
    for attempt in (
        lambda: rules.TraceContains(substring="x").check("x", True),
        lambda: rules.ExactMatch().check_trace("x"),
        lambda: rules.NumericExact().check("many", 1),
        lambda: rules.ExactMatch(normalize=["lowercse"]).check("a", "a"),
        lambda: rules.SemanticMatch().score("a", "a"),
    ):
        with pytest.raises(CheckError):
            attempt()


@pytest.mark.slow
def test_a_pattern_that_runs_away_is_ended() -> None:
    trait = RegexRubricTrait(name="x", pattern=r"^(\w+\s?)*\($")
    with pytest.raises(CheckError, match="longer than"):
        trait.evaluate("word " * 40)
    assert RegexRubricTrait(name="y", pattern="w").evaluate("word") is True


def test_traits_evaluate_texts() -> None:
    absent = RegexRubricTrait(name="x", pattern="maybe", case_sensitive=False, invert_result=True)

    assert [absent.evaluate(text) for text in ("Maybe so.", "It is.")] == [False, True]
    with pytest.raises(CheckError):
        absent.evaluate(3)  # type: ignore[arg-type]
    classes = {"short": "Few words", "long": "Many words"}
    named = CallableRubricTrait.from_callable(
        "length", lambda text: "long" if len(text) > 9 else "short", "literal", classes=classes
    )
    assert [named.evaluate(text) for text in ("brief", "not so brief")] == [0, 1]
    metric = MetricRubricTrait(name="m", metrics=["precision", "recall"], tp_instructions=["a", "b"])
    assert metric.evaluate_lists({"tp": ["a"], "fn": ["b"], "fp": []}) == {"precision": 1.0, "recall": 0.5}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"func": None}, "func="),
        ({"func": lambda a, b: True}, "2 parameters"),
        ({"func": lambda: True}, "0 parameters"),
        ({"func": lambda t, b=1: True}, "2 parameters"),
        ({"kind": "score"}, "min_score and max_score"),
        ({"kind": "score", "min_score": 5, "max_score": 5}, "below"),
        ({"min_score": 1}, "no min_score"),
        ({"kind": "literal"}, "classes"),
        ({"function": len}, "“func”"),
        ({"name": ""}, "name"),
    ],
)
def test_functions_that_make_no_trait(given: dict[str, Any], says: str) -> None:
    arguments: dict[str, Any] = {"name": "x", "func": lambda text: True, "kind": "boolean", **given}
    with pytest.raises(BadArgument, match=says):
        CallableRubricTrait.from_callable(**arguments)


def test_a_function_that_holds_a_lock_cannot_be_kept() -> None:
    import threading

    lock = threading.Lock()
    with pytest.raises(BadArgument, match="cannot be pickled"):
        CallableRubricTrait.from_callable("x", lambda text: lock.locked(), "boolean")


def test_bytes_that_are_no_function() -> None:
    for code in (b"no pickle", pickle.dumps(3)):
        trait = CallableRubricTrait(name="x", kind="boolean", callable_code=code)
        with pytest.warns(RunsCode), pytest.raises(CheckError):
            trait.deserialize_callable()


def test_a_form_may_be_a_class() -> None:
    class Facts(BaseModel):
        count: int
        note: str | None = None

    trait = LLMRubricTrait(name="x", kind=Facts)  # type: ignore[arg-type]
    assert isinstance(trait.kind, dict)
    assert list(trait.kind["schema"]["properties"]) == ["count", "note"]
    assert trait.higher_is_better is None


def test_rubrics_tell_of_their_traits() -> None:
    rubric = Rubric(
        llm_traits=[LLMRubricTrait(name="a", kind="score", max_score=3), LLMRubricTrait(name="b", kind="boolean")],
        regex_traits=[RegexRubricTrait(name="c", pattern="x", higher_is_better=False)],
    )
    own = Rubric(regex_traits=[RegexRubricTrait(name="d", pattern="x")])

    assert rubric.get_trait_names() == ["a", "b", "c"]
    assert rubric.get_trait_max_scores() == {"a": 3}
    assert rubric.get_trait_directionalities() == {"a": True, "b": True, "c": False}
    assert rubric.validate_evaluation({"a": 2, "b": True, "c": False})
    assert not rubric.validate_evaluation({"a": 4, "b": True, "c": False})
    assert "type" not in rubric.model_dump()["llm_traits"][0]
    merged = merged_rubric(rubric, own)
    assert merged is not None
    assert merged.get_regex_trait_names() == ["c", "d"]
    assert merged_rubric(None, None) is None
    with pytest.raises(UserError, match="“d”"):
        merged_rubric(own, own)


def test_importing_the_package_costs_next_to_nothing() -> None:
    script = """
        import sys
        import gradewright, gradewright.schemas
        heavy = {"pydantic", "httpx", "sqlalchemy", "cloudpickle", "pandas"} & set(sys.modules)
        assert not heavy, heavy
        from gradewright.schemas import BaseAnswer, Rubric
        from gradewright import Benchmark
        heavy = {"httpx", "sqlalchemy", "cloudpickle", "pandas", "dateutil"} & set(sys.modules)
        assert not heavy, heavy
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
