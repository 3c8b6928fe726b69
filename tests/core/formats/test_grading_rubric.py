"""Rubric files: what is written opens again to the same, what is wrong is refused by its place, in words."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.rubrics import criterion, full_rubric, rubrics

from gradewright.errors import FileUnreadable, UserError
from gradewright.formats.grading_rubric import FORMAT_VERSION, read_rubric, write_rubric
from gradewright.formats.grading_rubric.format_versions import upgraded
from gradewright.model.choice import Choice, ChoiceTrait
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import CannotJudgeRule, OverallRule, Rubric, RubricEntry, RubricTerms, RubricVersions
from gradewright.model.traits import AgenticTrait, CallableTrait, LLMTrait, MetricTrait, UnreadableTrait
from gradewright.rubrics.fingerprint import fingerprint
from gradewright.rubrics.versions import next_version

NOW = datetime(2026, 3, 4, tzinfo=UTC)
HEAD: dict[str, Any] = {"format": "gradewright-rubric", "format_version": 1}


def exported(rubric: Rubric, before: Rubric | None = None) -> Rubric:
    """Return the rubric as it is after an export."""
    return replace(rubric, versions=next_version(rubric, NOW, before))


def read(**members: Any) -> Rubric:
    """Return the rubric that a file with these members holds."""
    return read_rubric(json.dumps(HEAD | members).encode()).rubric


def refusal(root: Any) -> str:
    """Return how a file is refused."""
    with pytest.raises(FileUnreadable) as caught:
        read_rubric(root if isinstance(root, bytes) else json.dumps(root).encode(), "r.json")
    return str(caught.value)


def test_a_rubric_opens_again_to_an_equal_one() -> None:
    first = exported(full_rubric())
    second = exported(first.with_entries([*first.entries, criterion("new", definition="é\n“x”")]), first)
    opened = read_rubric(write_rubric(second))
    assert (opened.rubric, opened.edited_outside, opened.warnings) == (second, False, ())
    assert write_rubric(opened.rubric) == write_rubric(second)


def test_the_file_has_the_members_of_the_format_in_their_order() -> None:
    written = json.loads(write_rubric(exported(full_rubric())))
    assert list(written) == [
        "format", "format_version", "name", "check_type", "graded_unit", "overall_rule", "cannot_judge_rule", "version",
        "fingerprint", "history", "criteria", "traits",
    ]  # fmt: skip
    assert (written["format"], written["format_version"], written["version"]) == ("gradewright-rubric", 1, 1)
    assert written["fingerprint"] == fingerprint(full_rubric())
    assert written["criteria"][0] == {
        "id": "names-order",
        "name": "Names order",
        "definition": "",
        "must": ["Repeats the order number."],
        "must_not": ["Promises a date."],
        "examples": {"pass": ["Your order 4711 is on its way."], "fail": ["Your order is on its way."]},
        "scoring": "pass-fail",
        "scale": None,
        "must_pass": True,
        "source": {"list": "a.json", "id": "c7", "count": 41},
        "status": "active",
    }
    assert written["criteria"][1]["scale"] == {
        "points": 4,
        "anchors": ["Rude", "Curt", "Polite", "Warm"],
        "pass_line": 3,
    }
    assert written["criteria"][2]["status"] == "retired"
    assert [trait["type"] for trait in written["traits"]] == ["regex", "llm"]


def test_traits_of_all_kinds_keep_their_members_and_places() -> None:
    choices = (Choice(label="x", score=float("inf")), Choice(label="y", score=1))
    entries = (
        RubricEntry("a", LLMTrait(name="A", kind="literal", classes={"b": "Bad.", "a": "Good."}), retired=True),
        criterion(),
        RubricEntry("b", CallableTrait(name="B", kind="boolean", callable_code=b"\x80\xff", source="def f(): ...")),
        RubricEntry("c", MetricTrait(name="C", metrics=["f1"], tp_instructions=["x"]), group="Counts"),
        RubricEntry("d", AgenticTrait(name="D", description="Look.", kind="score", max_turns=3), origin={"own": [1]}),
        RubricEntry("e", ChoiceTrait(name="E", choices=choices)),
        RubricEntry("f", UnreadableTrait(name="F", intended="llm", problem="no kind"), silenced=(("wide", "known"),)),
    )  # fmt: skip
    rubric = Rubric(entries)
    assert read_rubric(write_rubric(rubric)).rubric == rubric


def test_secrets_in_traits_are_in_no_file_and_in_no_rubric() -> None:
    override = {"interface": "claude_agent_sdk", "api_key": "hidden-key"}
    trait = AgenticTrait(name="D", description="Look.", kind="boolean", model_override=override)
    warnings: list[str] = []
    written = write_rubric(Rubric((RubricEntry("d", trait),)), warnings)
    assert b"hidden-key" not in written
    assert warnings == ["“api_key” of the trait “D” is a secret and is left out."]
    fields = {"type": "agentic", "name": "D", "description": "Look.", "kind": "boolean", "model_override": override}
    opened = read_rubric(json.dumps({**HEAD, "traits": [fields]}).encode())
    assert "hidden-key" not in repr(opened)
    assert opened.warnings == ("/traits/0/model_override/api_key: “api_key” is a secret and is left out.",)


def test_missing_and_null_members_have_their_defaults() -> None:
    assert read() == Rubric()
    (entry,) = read(criteria=[{"id": "a", "scale": None, "must": None, "source": {}}]).entries
    assert entry.retired is False
    assert isinstance(entry.trait, Criterion)
    assert entry.trait == Criterion(source=entry.trait.source)
    assert read(cannot_judge_rule={}).terms.cannot_judge == CannotJudgeRule("", "")
    assert read_rubric(b'{"format": "gradewright-rubric"}').rubric == Rubric()


def test_unknown_members_go_back_as_they_came() -> None:
    root = {
        **HEAD,
        "owner": {"team": ["x"]},
        "cannot_judge_rule": {"when": "w", "word": "u", "since": 2},
        "version": 2,
        "history": [
            {
                "version": 2, "by": "Ana", "from_version": 1,
                "changed": [{"id": "a", "members": ["must"], "why": "clearer"}],
            }
        ],
        "criteria": [
            {
                "id": "a", "weight": 2.5, "scoring": "scale", "scale": {"points": 3, "colour": "red"},
                "examples": {"pass": ["x"], "near": ["y"]}, "source": {"id": "7", "url": "u"},
            }
        ],
        "traits": [{"type": "llm", "id": "t", "name": "T", "kind": "boolean", "mood": 1}],
    }  # fmt: skip
    opened = read_rubric(json.dumps(root).encode())
    written = json.loads(write_rubric(opened.rubric))
    assert opened.warnings == ()
    assert written["owner"] == {"team": ["x"]}
    assert written["cannot_judge_rule"] == {"when": "w", "word": "u", "since": 2}
    assert written["history"][0]["by"] == "Ana"
    assert written["history"][0]["changed"] == [{"id": "a", "members": ["must"], "why": "clearer"}]
    made = written["criteria"][0]
    assert (made["weight"], made["scale"]["colour"], made["examples"]["near"], made["source"]["url"]) == (
        2.5, "red", ["y"], "u",
    )  # fmt: skip
    assert written["traits"][0]["mood"] == 1
    assert read_rubric(write_rubric(opened.rubric)).rubric == opened.rubric


@pytest.mark.parametrize(
    ("members", "warning"),
    [
        ({"criteria": [{"id": "a", "mustnot": ["x"]}]},
         "/criteria/0/mustnot: In criterion 1 (“a”): “mustnot” is not known; “must_not” is."),
        ({"gradedUnit": "x"}, "/gradedUnit: “gradedUnit” is not known; “graded_unit” is."),
        ({"criteria": [{"id": "a", "scoring": "scale", "scale": {"points": 3, "passline": 2}}]},
         "/criteria/0/scale/passline: In criterion 1 (“a”): “passline” is not known; “pass_line” is."),
    ],
)  # fmt: skip
def test_names_that_are_near_to_known_ones_are_warned_about(members: dict[str, Any], warning: str) -> None:
    found = read_rubric(json.dumps(HEAD | members).encode()).warnings
    assert found == (f"{warning} It is kept, and has no effect.",)


def test_the_stored_fingerprint_is_not_trusted() -> None:
    written = json.loads(write_rubric(exported(full_rubric())))
    written["criteria"][0]["must"] = ["Edited by hand."]
    opened = read_rubric(json.dumps(written).encode())
    assert opened.edited_outside
    assert "was edited outside the app" in opened.warnings[0]
    assert opened.rubric.versions.number == 1
    assert opened.rubric.versions.fingerprint == fingerprint(opened.rubric) != written["fingerprint"]
    # It counts as unchanged: opened and exported again it is still version 1.
    assert next_version(opened.rubric, NOW).number == 1


def test_a_newer_format_is_refused_by_its_number() -> None:
    text = refusal({**HEAD, "format_version": 7})
    assert text.startswith(
        "r.json, /format_version: The file has format version 7; this program reads versions up to 1."
    )
    assert "/format_version" in refusal({**HEAD, "format_version": "1"})
    assert "/format_version" in refusal({**HEAD, "format_version": 0})
    assert "/format_version" in refusal({**HEAD, "format_version": True})
    assert "past all counting" in refusal({**HEAD, "format_version": 10**4000})


def test_files_of_older_formats_are_brought_up_to_date_step_by_step() -> None:
    steps = {1: lambda root: {**root, "two": 2}, 2: lambda root: {**root, "three": root["two"] + 1}}
    made = upgraded({**HEAD, "format_version": 1}, upgrades=steps, current=3)
    assert (made["two"], made["three"], made["format_version"]) == (2, 3, 3)
    assert upgraded({**HEAD, "format_version": 3}, upgrades=steps, current=3).get("two") is None
    with pytest.raises(FileUnreadable, match="format version 4"):
        upgraded({"format_version": 4}, upgrades=steps, current=3)
    assert upgraded(HEAD)["format_version"] == FORMAT_VERSION


SCALED = {"id": "tone", "scoring": "scale"}


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"criteria": [{"id": "a"}, {"id": "b"}, {"id": "a "}]},
         "/criteria/2/id: In criterion 3: The id “a” of this criterion is also that of criterion 1 (/criteria/0/id)."),
        ({"criteria": [{"id": "é"}, {"id": "e\u0301", "status": "retired"}]}, "/criteria/1/id: In criterion 2: The id"),
        ({"criteria": [{"id": "a"}], "traits": [{"id": "a", "type": "llm", "name": "A", "kind": "boolean"}]},
         "/traits/0/id: In trait 1: The id “a” of this trait is also that of criterion 1"),
        ({"criteria": [{"name": "No id"}]}, "/criteria/0/id: In criterion 1 (“No id”): “id” is missing."),
        ({"criteria": [{"id": " "}]}, "/criteria/0/id: In criterion 1: “id” is blank."),
        ({"criteria": [SCALED | {"scale": {"points": 7}}]},
         "/criteria/0/scale/points: In criterion 1 (“tone”): A scale has 3, 4 or 5 points, not 7."),
        ({"criteria": [SCALED | {"scale": {}}]}, "/criteria/0/scale/points: In criterion 1 (“tone”): “points” is"),
        ({"criteria": [SCALED | {"scale": {"points": 4, "pass_line": 5}}]},
         "/criteria/0/scale/pass_line: In criterion 1 (“tone”): The pass line 5 is no point of a scale from 1 to 4."),
        ({"criteria": [SCALED | {"scale": {"points": 4, "pass_line": 0}}]}, "The pass line 0 is no point"),
        ({"criteria": [SCALED | {"scale": {"points": 3, "anchors": list("abcd")}}]},
         "/criteria/0/scale/anchors: In criterion 1 (“tone”): A scale of 3 points has no place for 4 anchors."),
        ({"criteria": [SCALED]}, "/criteria/0/scale: In criterion 1 (“tone”): It is scored on a scale"),
        ({"criteria": [{"id": "a", "must": "x"}]},
         "/criteria/0/must: In criterion 1 (“a”): “must” has to be a list, not a text."),
        ({"criteria": [{"id": "a", "must": ["x", 3]}]},
         "/criteria/0/must/1: In criterion 1 (“a”): No. 2 of “must” has to be a text, not a number."),
        ({"criteria": [{"id": "a", "examples": {"pass": "x"}}]}, "/criteria/0/examples/pass:"),
        ({"criteria": [{"id": "a", "examples": []}]}, "/criteria/0/examples: In criterion 1 (“a”): “examples” has to"),
        ({"criteria": [{"id": "a", "must_pass": "yes"}]}, "“must_pass” has to be true or false, not a text."),
        ({"criteria": [{"id": "a", "scoring": "stars"}]},
         "/criteria/0/scoring: In criterion 1 (“a”): “scoring” has to be “pass-fail” or “scale”, not “stars”."),
        ({"criteria": [{"id": "a", "status": "old"}]}, "“status” has to be “active” or “retired”, not “old”."),
        ({"criteria": [{"id": 7}]}, "/criteria/0/id: In criterion 1: “id” has to be a text, not a number."),
        ({"criteria": ["a"]}, "/criteria/0: In criterion 1: An object is needed here, not a text."),
        ({"criteria": {}}, "/criteria: “criteria” has to be a list, not an object."),
        ({"criteria": [{"id": "a", "source": {"count": -1}}]}, "/criteria/0/source/count:"),
        ({"criteria": [{"id": "a", "source": {"count": 1.5}}]}, "has to be a whole number, not 1.5."),
        ({"criteria": [{"id": "a", "source": {"count": True}}]}, "has to be a whole number, not true or false."),
        ({"name": 3}, "/name: “name” has to be a text, not a number."),
        ({"overall_rule": "fails"}, "/overall_rule: “overall_rule” has to be “fails-on-any” or “fails-on-must-pass”"),
        ({"cannot_judge_rule": "x"}, "/cannot_judge_rule: “cannot_judge_rule” has to be an object"),
        ({"version": -1}, "/version: “version” has to be a whole number from 0"),
        ({"version": 2**60}, "/version: “version” has to be a whole number"),
        ({"history": [{"version": "1"}]}, "/history/0/version: In line 1 of the history: “version” has to be a whole"),
        ({"history": [{"changed": [{"id": 1}]}]}, "/history/0/changed/0/id: In line 1 of the history:"),
        ({"traits": [{"type": "criterion", "name": "x"}]}, "/traits/0/type: In trait 1: “criterion” is no kind"),
        ({"traits": [{"name": "x"}]}, "/traits/0/type: In trait 1: “type” is missing."),
        ({"traits": [{"type": "llm", "name": "x", "kind": "literal"}]}, "/traits/0: In trait 1: A literal trait needs"),
        ({"traits": [{"type": "regex", "name": "x", "pattern": "("}]}, "/traits/0/pattern: In trait 1: The pattern"),
        ({"traits": [{"type": "llm", "name": "x", "kind": "boolean", "rating": 1}]}, "/traits/0/rating:"),
        ({"note": float("nan")}, "/note: NaN and Infinity are no numbers in JSON."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_by_its_place_in_words(members: dict[str, Any], message: str) -> None:
    assert message in refusal(HEAD | members)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"null",
        b'{"format": "other"}',
        b"{",
        b"\xff\xfe\x00",
        b'{"format": "gradewright-rubric", "a": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"format": "gradewright-rubric", "a": ' + b"[" * 150 + b"]" * 150 + b"}",
        b'{"format": "gradewright-rubric", "version": ' + b"9" * 5000 + b"}",
        b'{"format": "gradewright-rubric", "name": "a", "name": "b"}',
    ],
)
def test_what_is_no_rubric_is_refused_in_a_sentence(raw: bytes) -> None:
    assert refusal(raw).startswith("r.json")


def test_all_encodings_with_a_mark_open_and_half_pairs_are_replaced() -> None:
    text = json.dumps({**HEAD, "name": "é"}, ensure_ascii=False)
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        assert read_rubric(text.encode(encoding)).rubric.terms.name == "é"
    half = read_rubric(b'{"format": "gradewright-rubric", "name": "a\\ud800"}')
    assert half.rubric.terms.name == "a\ufffd"
    assert "Half of a surrogate pair" in half.warnings[0]


def test_a_rubric_with_half_pairs_is_written_all_the_same() -> None:
    written = write_rubric(Rubric(terms=RubricTerms("a\ud800")))
    assert read_rubric(written).rubric.terms.name == "a\ufffd"


def test_large_rubrics_open() -> None:
    many = Rubric(tuple(criterion(f"c-{number}") for number in range(3000)))
    long = replace(many, entries=(*many.entries[1:], criterion("long", must=("x" * 40_000, "y " * 20_000))))
    assert read_rubric(write_rubric(long)).rubric.entries == long.entries


def test_a_history_with_later_numbers_is_not_run_into() -> None:
    made = read(version=1, history=[{"version": 9}], criteria=[{"id": "a"}])
    changed = made.with_entries([])
    assert next_version(changed, NOW).number == 10


def surrogate_free(value: Any) -> Any:
    """Return a rubric as a file can hold it."""
    return read_rubric(write_rubric(value)).rubric


@settings(max_examples=60)
@given(rubrics())
def test_any_rubric_survives_its_file(rubric: Rubric) -> None:
    made = exported(rubric)
    opened = read_rubric(write_rubric(made))
    assert opened.warnings == ()
    assert fingerprint(opened.rubric) == fingerprint(rubric)
    assert opened.rubric.versions == made.versions
    assert surrogate_free(opened.rubric) == opened.rubric


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["id", "name", "must", "scale", "points", "source", "count", "type", "kind", "version", "zz"]),
        inner, max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=150)
@given(
    st.dictionaries(st.sampled_from(["criteria", "traits", "history", "version", "name", "cannot_judge_rule"]), JSON)
)
def test_the_reader_raises_nothing_but_sentences(members: dict[str, Any]) -> None:
    raw = json.dumps(HEAD | members).encode()
    with contextlib.suppress(UserError):
        opened = read_rubric(raw)
        assert read_rubric(write_rubric(opened.rubric)).rubric == opened.rubric


@settings(max_examples=60)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    with pytest.raises(FileUnreadable):
        read_rubric(raw)


def test_a_rule_and_versions_come_back() -> None:
    made = read(overall_rule="fails-on-must-pass", version=4.0, criteria=[{"id": "a"}], spent_ids=["b"])
    assert made.terms.overall_rule is OverallRule.FAILS_ON_MUST_PASS
    assert made.versions == RubricVersions(4, fingerprint(made), (), ("a",))
    assert "b" in made.taken_ids()
