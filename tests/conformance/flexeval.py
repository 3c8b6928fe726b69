"""FlexEval's cases: rubric files, choices read out of replies by its own rule, and filled prompts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from conformance.cases import Observation
from gradewright.errors import UserError
from gradewright.formats.flexeval.rubrics import FlexEvalRubric, merge_rubric_files, read_rubrics
from gradewright.judge.choice_prompt import fill, texts_of
from gradewright.judge.choices import flexeval_choice
from gradewright.model.conversation import Conversation, Message, ToolCall
from gradewright.workers.patterns import PatternRunner

BUILT_INS = "built-in-rubrics"
ATTRIBUTES = "no-attribute-access"
_SHOWN = 3
_LONGEST_SHOWN = 2_000

_RECIPES: Mapping[str, Callable[[int], str]] = {
    "many_rubrics": lambda count: "".join(
        f'rubric_{i:05d}:\n  prompt: "judge {{content}}"\n  choice_scores: {{A: 1, B: 0}}\n' for i in range(count)
    ),
    "long_prompt": lambda count: f'r:\n  prompt: "{"x" * count}"\n  choice_scores: {{A: 1}}\n',
    "many_choices": lambda count: (
        "r:\n  prompt: p\n  choice_scores:\n" + "".join(f"    C{i}: {i}\n" for i in range(count))
    ),
    "deep": lambda count: "r: " + "[" * count + "]" * count,
}


def observe_choice(case: Mapping[str, Any], _patterns: PatternRunner) -> Observation:
    """Read a choice out of a reply."""
    recipe = case["reply_recipe"]
    reply = case["reply_text"]
    if recipe is not None:
        reply = recipe["prefix"] + recipe["repeat"] * recipe["times"] + recipe["suffix"]
    said = {"parse_error": None, "validation_error": None, "metric_value": None}
    if reply is None:
        return Observation({**said, "rubric_score": None, "valid": False})
    scores = {choice["choice"]: choice["score"] for choice in case["choices_in_order"]}
    label = flexeval_choice(reply, list(scores))
    # The word that FlexEval writes where it read nothing means the same where it is a label, too.
    if label is None or label == "__invalid__":
        return Observation({**said, "rubric_score": "__invalid__", "valid": False})
    return Observation({**said, "rubric_score": label, "metric_value": scores[label], "valid": True})


def observe_rubrics(case: Mapping[str, Any], _patterns: PatternRunner) -> Observation:
    """Load rubric files and merge them."""
    recipe = case["recipe"]
    texts = [_RECIPES[recipe["kind"]](recipe["count"])] if recipe else [each["text"] for each in case["files"]]
    deviation = BUILT_INS if case["append_built_in_rubrics"] else None
    try:
        read = merge_rubric_files([read_rubrics(text.encode(case["file_encoding"])) for text in texts]).rubrics
    except UserError as error:
        failed = {"loads": False, "rubric_count": 0, "rubrics": [], "truncated": False, "error": error.message}
        return Observation(failed, deviation)
    many = len(read) > _SHOWN and recipe is not None
    shown = [_shown(rubric, recipe is not None) for rubric in (read[:_SHOWN] if many else read)]
    truncated = many or any(len(rubric.choices) > _SHOWN for rubric in read if recipe is not None)
    values = {"loads": True, "rubric_count": len(read), "rubrics": shown, "truncated": truncated, "error": None}
    # What the built-in ones add is not compared; that one's own file wins over them is.
    return Observation(dict(case["expected"]), deviation) if deviation and len(read) == 1 else Observation(values)


def _shown(rubric: FlexEvalRubric, shortened: bool) -> dict[str, Any]:
    choices = rubric.choices[:_SHOWN] if shortened else rubric.choices
    return {
        "key": rubric.key,
        "name": rubric.name,
        "prompt": rubric.prompt if len(rubric.prompt) <= _LONGEST_SHOWN else None,
        "prompt_chars": len(rubric.prompt),
        "notes": rubric.notes,
        "choice_count": len(rubric.choices),
        "choices": [
            {"choice": label, "score": _number(score), "score_type": type(score).__name__} for label, score in choices
        ],
    }


def _number(score: float) -> Any:
    return score if math.isfinite(score) else {"nonfinite": str(score)}


def observe_prompt(case: Mapping[str, Any], _patterns: PatternRunner) -> Observation:
    """Fill a prompt with a part of a conversation. ``conversations`` and ``tool_calls`` are those of the whole file."""
    conversation = _conversation(case["conversations"], case["tool_calls"], case["conversation"])
    reaches_in = "{content." in case["template"]
    try:
        filled = fill(case["template"], texts_of(conversation, case["level"], case["index"]))
    except UserError as error:
        return Observation(
            {**case["expected"]} if reaches_in else {"filled": None, "error": error.message},
            ATTRIBUTES if reaches_in else None,
        )
    return Observation({"filled": filled, "error": None})


def _conversation(messages: Mapping[str, Any], calls: Mapping[str, Any], name: str) -> Conversation:
    system, found = None, []
    for place, each in enumerate(messages[name]):
        if each["role"] == "system":
            system = each["content"]
            continue
        made = [
            ToolCall(
                call["function_name"],
                call["args"],
                call["response_content"],
                bool(call["additional_kwargs"].get("print")),
            )
            for call in calls.get(name, ())
            if call["message_index"] == place
        ]
        found.append(Message(each["role"], each["content"], tuple(made)))
    return Conversation(tuple(found), system)
