"""Asking a model under test: its system prompt, worked examples, and the question."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gradewright.errors import InvalidValue
from gradewright.judge.prompts import prompt
from gradewright.judge.questions import Message
from gradewright.model.question import FewShotExample, Question


@dataclass(frozen=True, slots=True)
class FewShot:
    """Which worked examples go before a question.

    ``mode``: none, all of the question's own, ``count`` of them, or those ``chosen`` by their place from 0. ``shared``
    ones go before every question, after its own.
    """

    mode: Literal["none", "all", "some", "chosen"] = "none"
    count: int = 3
    chosen: tuple[int, ...] = ()
    shared: tuple[FewShotExample, ...] = ()

    def __post_init__(self) -> None:
        if self.mode == "some" and self.count < 1:
            raise InvalidValue("At least one example is needed, or none at all.")


def examples_for(question: Question, few_shot: FewShot) -> tuple[FewShotExample, ...]:
    """Return the worked examples for a question. Some of many are the same ones each time.

    Raises:
        InvalidValue: an example is chosen that the question does not have.
    """
    own = question.few_shot
    if few_shot.mode == "all":
        picked: Sequence[FewShotExample] = own
    elif few_shot.mode == "some":
        # Seeded by the question, so that neither other questions nor other uses of chance change the choice.
        seed = int.from_bytes(hashlib.sha256(question.key.encode("utf-8", "surrogatepass")).digest()[:8])
        places = sorted(random.Random(seed).sample(range(len(own)), min(few_shot.count, len(own))))
        picked = [own[place] for place in places]
    elif few_shot.mode == "chosen":
        lacking = [place for place in few_shot.chosen if not 0 <= place < len(own)]
        if lacking:
            raise InvalidValue(
                f"The question “{question.key}” has {len(own)} examples, and none at place {lacking[0] + 1}."
            )
        picked = [own[place] for place in few_shot.chosen]
    else:
        picked = ()
    return (*picked, *few_shot.shared)


def answer_messages(question: Question, system: str = "", few_shot: FewShot | None = None) -> tuple[Message, ...]:
    """Return what a model under test is asked. Without examples that is the question alone, as it stands.

    Raises:
        InvalidValue: an example is chosen that the question does not have.
    """
    words = prompt("answer")
    examples = examples_for(question, few_shot) if few_shot is not None else ()
    asked = question.text
    if examples:
        shown = [words.text("example", question=each.question, answer=each.answer) for each in examples]
        asked = "\n\n".join([*shown, words.text("question", question=question.text)])
    first: tuple[Message, ...] = ({"role": "system", "content": system},) if system else ()
    return (*first, {"role": "user", "content": asked})
