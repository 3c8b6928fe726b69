"""Rules that are silenced for one entry, and all fixes of a rule in one step."""

from __future__ import annotations

from dataclasses import replace

from gradewright.edits import Compound, RubricOwner, SetEntry
from gradewright.edits.rubric_values import entry_data, entry_from
from gradewright.lint.changes import EntryChange, changed, fix_all
from gradewright.lint.checks import lint_rubric
from gradewright.lint.finding import Place
from gradewright.lint.silencing import silence, unsilence
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import LLMTrait, MetricTrait

OWNER = RubricOwner(benchmark_id=1)
VAGUE = RubricEntry("tone", LLMTrait(name="Tone", kind="boolean", description="The tone is nice."))


def test_a_silenced_finding_stays_with_its_reason() -> None:
    edit = silence(OWNER, VAGUE, "quality-word", "  said in the handbook ")
    assert edit.title == "silence quality-word in “Tone”"
    (found,) = lint_rubric(Rubric((edit.entry,)), Place(1))
    assert (found.rule, found.silenced) == ("quality-word", "said in the handbook")
    again = unsilence(OWNER, edit.entry, "quality-word")
    assert again.entry == VAGUE
    (found,) = lint_rubric(Rubric((again.entry,)), Place(1))
    assert found.silenced is None


def test_another_reason_replaces_the_first_and_other_rules_stay() -> None:
    entry = silence(OWNER, VAGUE, "overlap", "meant").entry
    entry = silence(OWNER, entry, "quality-word", "a").entry
    entry = silence(OWNER, entry, "quality-word", "b").entry
    assert entry.silenced == (("overlap", "meant"), ("quality-word", "b"))


def test_silenced_rules_are_kept_as_data() -> None:
    entry = silence(OWNER, VAGUE, "quality-word", "said elsewhere").entry
    assert entry_from(entry_data(entry)) == entry
    assert "silenced" not in entry_data(VAGUE)


def test_all_fixes_of_a_rule_in_one_entry_are_one_step() -> None:
    trait = MetricTrait(
        name="Found",
        metrics=["recall"],
        evaluation_mode="tp_only",
        tp_instructions=[
            "Names the drug and states the dose.",
            "Is in mg.",
            "Lists the side effects and cites a study.",
        ],
    )
    entry = RubricEntry("found", trait)
    edit = fix_all(lint_rubric(Rubric((entry,)), Place(1)), "double-barreled")
    assert isinstance(edit, Compound)
    (only,) = edit.edits
    assert isinstance(only, SetEntry)
    assert isinstance(only.entry.trait, MetricTrait)
    assert only.entry.trait.tp_instructions == [
        "Names the drug.",
        "States the dose.",
        "Is in mg.",
        "Lists the side effects.",
        "Cites a study.",
    ]
    assert lint_rubric(Rubric((only.entry,)), Place(1)) == []


def test_silenced_findings_and_other_rules_are_not_fixed() -> None:
    trait = LLMTrait(name="A", kind="boolean", description="Names the drug and states the dose.")
    entry = silence(OWNER, RubricEntry("a", trait), "double-barreled", "one test").entry
    findings = lint_rubric(Rubric((entry,)), Place(1))
    assert [found.rule for found in findings] == ["double-barreled"]
    assert fix_all(findings, "double-barreled") is None
    assert fix_all([replace(findings[0], silenced=None)], "quality-word") is None


def test_moved_statements_go_to_the_end_of_the_other_list_in_their_order() -> None:
    entry = RubricEntry("c", Criterion(name="C", must=("one", "two", "three"), must_not=("four",)))
    changes = [
        EntryChange(OWNER, entry, "must:2", ("Three",), "move", to="must_not"),
        EntryChange(OWNER, entry, "must:0", ("One",), "move", to="must_not"),
    ]
    trait = changed(entry, changes).trait
    assert isinstance(trait, Criterion)
    assert (trait.must, trait.must_not) == (("two",), ("four", "One", "Three"))
