"""Libraries with criteria, and judges that reply from a function, without any network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gradewright.endpoints.calling.jobs import Line
from gradewright.endpoints.completion import CallFailed, Completion, ReplyForm, Request, Usage
from gradewright.model.answer import Answer
from gradewright.model.criterion import Criterion, Scale
from gradewright.model.endpoint import Endpoint, Limits, Price
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import CannotJudgeRule, Rubric, RubricEntry, RubricTerms
from gradewright.model.traits import RegexTrait
from gradewright.store.library import Library

FEE = Criterion(name="Fee", must=("Names the fee.",))
TONE = Criterion(name="Tone", scoring="scale", scale=Scale(points=3, anchors=("rude", "plain", "kind"), pass_line=2))
CALLS = RegexTrait(name="Calls", pattern="call")
RUBRIC = Rubric(
    (RubricEntry("fee", FEE), RubricEntry("tone", TONE), RubricEntry("e2", CALLS)),
    RubricTerms(cannot_judge=CannotJudgeRule("It is cut off.", "n/a")),
)

Say = Callable[[Request], str | Completion | CallFailed]


def usual(request: Request) -> str:
    """Pass what costs something; everybody is kind."""
    if request.schema is not None and "score" in request.schema["properties"]:
        return json.dumps({"quotes": [], "reason": "kind words", "score": 3})
    return json.dumps({"quotes": ["5 €"], "reason": "it is there", "verdict": "pass"})


@dataclass
class FakeJudge:
    """A judge that says what ``say`` makes of a request, after a moment, and keeps what it was asked."""

    say: Say = usual
    asked: list[Request] = field(default_factory=list)
    form: ReplyForm = ReplyForm.JSON_SCHEMA
    seconds: float = 0.0

    async def complete(self, request: Request) -> Completion:
        self.asked.append(request)
        await asyncio.sleep(self.seconds)
        said = self.say(request)
        if isinstance(said, CallFailed):
            raise said
        usage = Usage(fresh_in=100, out=20, raw={"prompt_tokens": 100})
        return Completion(said, usage=usage, form=self.form, model="fake-1") if isinstance(said, str) else said

    async def aclose(self) -> None:
        pass


def line(judge: FakeJudge, name: str = "small", *, model: str = "fake-1", price: Price | None = None) -> Line:
    """An endpoint that is asked through this judge."""
    return Line(Endpoint(name, "http://127.0.0.1:9", model, limits=Limits(at_once=8), price=price), lambda: judge)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "judged.gradewright") as opened:
        yield opened


@pytest.fixture
def benchmark(library: Library) -> int:
    """Three questions with answers of two models: a names the fee and says to call, b does not."""
    questions = [Question(f"q{number}", f"How much is {number}?", "5 €") for number in range(3)]
    made = library.add_checkpoint(Benchmark("Fees", rubric=RUBRIC), questions)
    answers = [Answer(f"q{number}", "a", f"It is 5 €, call {number}.") for number in range(3)]
    library.add_answers(made, [*answers, *(Answer(f"q{number}", "b", "It depends.") for number in range(3))])
    return made
