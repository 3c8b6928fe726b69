"""The parts of the cases that go through files: what is still there after saving and loading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from conformance.cases import Observation
from conformance.ids import add_questions, sequence
from conformance.traits import TRAITS, dump_trait, observe_trait
from conformance.values import decode, same
from gradewright.benchmark import Benchmark
from gradewright.errors import UserError
from gradewright.formats.karenina_jsonld import read_checkpoint, write_checkpoint
from gradewright.model.question import Benchmark as ModelBenchmark
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.schemas.arguments import BadArgument
from gradewright.workers.patterns import PatternRunner

KEPT_IN_FILES = "kept-in-files"
UNKNOWN_ARGUMENT = "unknown-parameter"
NOW = "2026-01-01T00:00:00"


def saved(benchmark: ModelBenchmark, questions: Iterable[Question]) -> bytes:
    """Return the checkpoint file of a benchmark."""
    return b"".join(write_checkpoint(benchmark, questions, now=NOW))


def observe_question_ids(case: Mapping[str, Any], _patterns: PatternRunner) -> Observation:
    """Run one case of ``question_ids.json``."""
    if case["kind"] == "bad_argument":
        return _observe_bad_argument(case)
    if case["kind"] == "sequence":
        returned, final = sequence(case)
        return Observation({"returned": returned, "final": final})
    returned, held = add_questions(case)
    recorded = case["expected"]["returned"]
    # Only whether there was an error counts, not which.
    returned = [theirs if _both_errors(ours, theirs) else ours for ours, theirs in zip(returned, recorded, strict=True)]
    values: dict[str, Any] = {
        "returned": returned,
        "saved_@id": [identifier for identifier, _ in held],
        "saved_item_@id": [None for _ in held],
    }
    questions = [Question(key=identifier, text=text) for identifier, text in held]
    try:
        loaded = read_checkpoint(saved(ModelBenchmark(name="ids"), questions)).questions
    except UserError as error:
        return Observation({**values, "save_or_load_error": str(error)})
    keys = [question.key for question in loaded]
    expected = case["expected"].get("loaded_ids")
    if expected is not None and keys != expected and set(expected) <= set(keys):
        # Of questions with the same id the other reader holds one; here none is lost.
        return Observation({**values, "loaded_ids": expected}, KEPT_IN_FILES)
    return Observation({**values, "loaded_ids": keys})


def _observe_bad_argument(case: Mapping[str, Any]) -> Observation:
    """Add what the case gives through the interface for scripts, where a misspelt argument is an error."""
    given, deviation = decode(case["input"]), None
    try:
        returned: Any = Benchmark.create(name="ids").add_question(given)
    except BadArgument as error:
        returned = {"error": str(error)}
        known = {name: given[name] for name in ("question", "raw_answer") if name in given} if case["params"] else None
        if known is not None and known != given and "has no argument" in error.message:
            deviation = UNKNOWN_ARGUMENT
            returned = Benchmark.create(name="ids").add_question(known)
    (recorded,) = case["expected"]["returned"]
    return Observation({"returned": [recorded if _both_errors(returned, recorded) else returned]}, deviation)


def observe_trait_and_file(case: Mapping[str, Any], patterns: PatternRunner) -> Observation:
    """Run one case of ``llm_trait_validation.json``, saving and loading the trait where the case does."""
    built = observe_trait(case, patterns)
    recorded = case["expected"]
    if "roundtrip_changes" not in recorded or not built.values.get("ok"):
        return built
    trait = TRAITS[case["kind"]](**decode(case["params"]))
    rubric = Rubric((RubricEntry("entry", trait),))
    question = Question(key="q", text="Why?", reference="So.")
    loaded = read_checkpoint(saved(ModelBenchmark(name="traits", rubric=rubric), [question])).benchmark.rubric.traits[0]
    before, after = built.values["dump"], dump_trait(loaded)
    changes = {name: [before[name], after[name]] for name in before if not same(before[name], after[name])}
    values = dict(built.values)
    deviation = built.deviation
    for key in ("roundtrip_changes", "roundtrip_changes_with_dj"):
        values[key] = changes
        # Losing less than the other reader is meant; changing anything else, or anything otherwise, is not.
        if changes != recorded[key] and all(same(recorded[key].get(name), change) for name, change in changes.items()):
            values[key] = recorded[key]
            deviation = KEPT_IN_FILES
    return replace(built, values=values, deviation=deviation)


def _both_errors(ours: Any, theirs: Any) -> bool:
    return isinstance(ours, dict) and isinstance(theirs, dict) and "error" in ours and "error" in theirs
