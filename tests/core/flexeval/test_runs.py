"""Runs over conversations: dependencies, functions of a person's own in the sandbox, and all that can be wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gradewright.errors import FileUnreadable, InvalidValue, NotFound
from gradewright.flexeval.evaluating import Graded, check_run, evaluate, pick
from gradewright.flexeval.functions import Functions
from gradewright.flexeval.linking import link
from gradewright.flexeval.rows import MetricRow, summarise
from gradewright.formats.flexeval.eval_run import Dependency, MetricItem, read_eval_run
from gradewright.model.choice import Choice, ChoiceTrait
from gradewright.model.conversation import Conversation, Message
from gradewright.model.run import CellState
from gradewright.workers.sandbox.functions import SandboxedFunctions
from gradewright.workers.sandbox.runner import CodeSandbox

TALK = Conversation((Message("user", "Hi"), Message("assistant", "Hello?"), Message("user", "Bye")), "Be kind")
RUBRIC = ChoiceTrait(
    name="asks", prompt="{content}", choices=(Choice(label="YES", score=1), Choice(label="NO", score=0))
)


def run_of(*metrics: MetricItem, **more: Any) -> Any:
    top = {"data_sources": [{"type": "file", "path": "c.jsonl"}], "eval": {"metrics": {"function": [{"name": "x"}]}}}
    base = read_eval_run(json.dumps(top).encode())
    return type(base)(**{**{name: getattr(base, name) for name in base.__slots__}, "metrics": metrics, **more})


def rows_of(
    *metrics: MetricItem, functions: Functions | None = None, replies: dict[str, Graded] | None = None
) -> list[MetricRow]:
    run = run_of(*metrics)
    rubrics = {"asks": RUBRIC}
    functions = functions or Functions()

    def grade(asked: Any) -> list[Graded]:
        return [(replies or {}).get(prompt, Graded("YES")) for _, prompt in asked]

    return list(evaluate(pick([TALK], run), check_run(run, rubrics, functions), rubrics, functions, grade))


IS_ROLE = MetricItem("function", "is_role", "Turn", {"role": "assistant"})


def test_what_a_metric_depends_on_decides_where_it_is_computed() -> None:
    need = Dependency("is_role", metric_name="assistant", lowest=1)
    rows = rows_of(MetricItem("rubric", "asks", "Turn", {}, (need,)), IS_ROLE)
    assert [(row.metric, row.index, row.value) for row in rows] == [
        ("is_role", 0, 0.0), ("is_role", 1, 1.0), ("is_role", 2, 0.0), ("asks", 1, 1.0)
    ]  # fmt: skip


def test_a_metric_can_look_back() -> None:
    need = Dependency("is_role", metric_name="assistant", lowest=1, position=-1)
    rows = rows_of(IS_ROLE, MetricItem("function", "string_length", "Turn", {}, (need,)))
    assert [row.index for row in rows if row.metric == "string_length"] == [2]


def test_a_message_can_depend_on_its_turn_and_its_thread() -> None:
    needs = (Dependency("is_role", metric_name="assistant", lowest=1), Dependency("count_turns", lowest=3, highest=3))
    rows = rows_of(
        IS_ROLE,
        MetricItem("function", "count_turns", "Thread"),
        MetricItem("function", "string_length", "Message", {}, needs),
    )
    assert [(row.index, row.value) for row in rows if row.metric == "string_length"] == [(1, 6.0)]


def test_replies_that_cannot_be_read_are_missing_and_never_a_score() -> None:
    replies = {
        "user: Hi\n": Graded("Perhaps."),
        "assistant: Hello?\n": Graded(None, "No connection."),
        "user: Bye\n": Graded("", "Declined.", CellState.REFUSED),
    }
    need = Dependency("asks")
    rows = rows_of(
        MetricItem("rubric", "asks"), MetricItem("function", "string_length", "Turn", {}, (need,)), replies=replies
    )
    assert [(row.state, row.value) for row in rows] == [
        (CellState.PARSE_ERROR, None), (CellState.FAILED, None), (CellState.REFUSED, None)
    ]  # fmt: skip
    (summary,) = summarise(rows)
    assert (summary.count, summary.mean, summary.missing) == (0, None, 3)


@pytest.mark.parametrize(
    ("metrics", "words"),
    [
        ((MetricItem("function", "count_turns", "Turn", {}, (Dependency("other"),)),), "is no metric of this run"),
        (
            (
                IS_ROLE,
                MetricItem("function", "is_role", "Message"),
                MetricItem("rubric", "a", "Message", {}, (Dependency("is_role"),)),
            ),
            "can be function “is_role” at Turn level, function “is_role” at Message level",
        ),
        ((IS_ROLE, MetricItem("function", "count_turns", "Thread", {}, (Dependency("is_role"),))), "something smaller"),
        (
            (
                MetricItem("function", "a", "Turn", {}, (Dependency("b"),)),
                MetricItem("function", "b", "Turn", {}, (Dependency("a"),)),
            ),
            "in a circle",
        ),
    ],
)
def test_dependencies_that_make_no_sense(metrics: tuple[MetricItem, ...], words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        link(metrics)


@pytest.mark.parametrize(
    ("item", "error", "words"),
    [
        (MetricItem("function", "nowhere"), NotFound, "no function “nowhere”"),
        (MetricItem("function", "flesch_reading_ease"), NotFound, "needs a word list"),
        (MetricItem("rubric", "nowhere"), NotFound, "no rubric “nowhere”"),
    ],
)
def test_metrics_that_are_not_there(item: MetricItem, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        rows_of(item)


OWN = """
from __future__ import annotations
from typing import Union
from flexeval.classes.turn import Turn
from flexeval.classes.message import Message

def length(text: str) -> int:
    return len(text)

def roles(entries: list) -> dict:
    return {entry["role"]: 1 for entry in entries}

def place(object: Union[Turn, Message], by: float = 1.0):
    return object.index_in_thread * by

def nothing(text: str):
    return None

def ends(text: str):
    import os
    os._exit(3)

def reaches(text: str):
    return open("/etc/passwd").read()
"""


@pytest.fixture
def own() -> Any:
    with CodeSandbox() as sandbox:
        yield Functions([("own.py", SandboxedFunctions(sandbox, OWN))])


@pytest.mark.parametrize(
    ("name", "kwargs", "values"),
    [
        ("length", {}, [("length", 2.0), ("length", 6.0), ("length", 3.0)]),
        ("roles", {}, [("user", 1.0), ("assistant", 1.0), ("user", 1.0)]),
        ("place", {"by": 2}, [("place", 0.0), ("place", 2.0), ("place", 4.0)]),
    ],
)
def test_own_functions_get_what_they_ask_for(
    own: Functions, name: str, kwargs: dict[str, Any], values: list[Any]
) -> None:
    rows = rows_of(MetricItem("function", name, "Turn", kwargs), functions=own)
    assert [(row.name, row.value) for row in rows] == values


@pytest.mark.parametrize(
    ("name", "words"), [("nothing", "type NoneType"), ("ends", "ended the process"), ("reaches", "raised")]
)
def test_own_functions_that_fail_are_missing_values(own: Functions, name: str, words: str) -> None:
    rows = rows_of(MetricItem("function", name, "Turn"), functions=own)
    assert {row.state for row in rows} == {CellState.FAILED}
    assert all(words in row.message for row in rows)


def test_a_program_that_nobody_allowed_is_named() -> None:
    with pytest.raises(InvalidValue, match=r"may be a function of “own\.py”"):
        rows_of(MetricItem("function", "length"), functions=Functions([("own.py", None)]))


def test_a_sample_is_that_of_flexeval() -> None:
    run = run_of(IS_ROLE, seed=7, most_threads=8)
    assert [each.thread for each in pick([TALK] * 20, run)] == [1, 2, 4, 8, 10, 12, 13, 16]


FILE = "data_sources: [{type: file, path: c}]\n"


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("eval: {}\n", "data_sources", "No conversations"),
        (
            "data_sources: [{type: named, name: x}]\neval: {metrics: {function: [{name: a}]}}",
            "data_sources, item 1",
            "own database",
        ),
        (
            FILE + "eval: {metrics: {function: [{name: a, metric_levl: Turn}]}}",
            "eval.metrics.function, item 1",
            "Nearest: “metric_level”",
        ),
        (
            FILE + "eval: {metrics: {rubric: [{name: a}]}}",
            "eval.grader_llm",
            "no model that grades",
        ),
        (
            FILE + "eval: {metrics: {functions: []}}",
            "eval.metrics",
            "nothing to measure",
        ),
    ],
)
def test_run_files_that_cannot_work(text: str, place: str, words: str) -> None:
    with pytest.raises(FileUnreadable, match=words) as caught:
        read_eval_run(text.encode(), "run.yaml")
    assert caught.value.place == place
