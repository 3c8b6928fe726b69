"""The work behind one call, or behind one call for several criteria: ask, read, and make cells of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from gradewright.endpoints.calling.jobs import Work
from gradewright.endpoints.completion import ModelClient
from gradewright.judge.asking import Asked, AskSettings, ask
from gradewright.judge.batch import BatchReading, ask_criteria, read_criteria
from gradewright.judge.guards import ask_abstention, ask_sufficiency, read_guard
from gradewright.judge.questions import Framing, JudgeQuestion
from gradewright.judge.readings import Judgement
from gradewright.model.judgement import JudgementPlace, KeptJudgement
from gradewright.model.run import Cell, CellState
from gradewright.runs.judged.answers import OpenAnswer
from gradewright.runs.judged.cells import CheckTemplate, cell_of, prompt_record, record_of
from gradewright.runs.judged.settings import JudgedSettings
from gradewright.runs.judged.tasks import JudgeTask


@dataclass(frozen=True, slots=True)
class Wanted:
    """One judgement that is to be made: of what, where it belongs, and what it rests on."""

    task: JudgeTask
    place: JudgementPlace
    rests_on: str


def work_for(opened: OpenAnswer, wanted: Sequence[Wanted], template: CheckTemplate | None) -> Work:
    """Return the work that makes one judgement, or several of criteria in one call."""

    async def work(client: ModelClient) -> list[KeptJudgement]:
        if len(wanted) == 1:
            return [await _single(client, opened, wanted[0], template)]
        return await _batch(client, opened, wanted)

    return work


def _settings(settings: JudgedSettings, replicate: int) -> AskSettings:
    # Replicates of one judge differ in nothing else, so a server that keeps to a seed gives each another one.
    seed = replicate if settings.replicates > 1 else None
    return AskSettings(settings.max_tokens, settings.temperature, seed)


async def _single(
    client: ModelClient, opened: OpenAnswer, wanted: Wanted, template: CheckTemplate | None
) -> KeptJudgement:
    task, settings = wanted.task, opened.settings
    guards: dict[str, Any] = {}
    if task.held is None:
        kept = await _guarded(client, opened, wanted, guards)
        if kept is not None:
            return kept
    question = task.ask(opened.graded.text, Framing(client.form, settings.language))
    asked = await ask(client, question, task.read, _settings(settings, wanted.place.replicate))
    kept = _kept(opened, wanted, asked, template)
    return replace(kept, record={**kept.record, "guards": guards}) if guards else kept


async def _guarded(
    client: ModelClient, opened: OpenAnswer, wanted: Wanted, guards: dict[str, Any]
) -> KeptJudgement | None:
    """Ask what stands before a template's values. Return the judgement where the answer fails at it already.

    A guard that was not judged decides nothing; ``guards`` keeps that, and what the others said.
    """
    task, settings, text = wanted.task, opened.settings, opened.graded.text
    framing = Framing(client.form, settings.language)
    questions = {}
    if settings.abstention:
        questions["abstained"] = ask_abstention(task.owner.text, text, framing)
    if settings.sufficiency:
        questions["insufficient"] = ask_sufficiency(task.schema, task.owner.text, text, framing)
    for name, question in questions.items():
        asked = await ask(client, question, read_guard, _settings(settings, wanted.place.replicate))
        guards[name] = record_of(asked, task) | {"state": asked.state.value}
        if asked.judgement is None:
            continue
        # One asks for what is wrong, the other for what is right.
        if asked.judgement.value is (name == "abstained"):
            detail = {name: True, "judge_reason": asked.judgement.reason}
            cell = Cell(task.check, task.kind, CellState.JUDGED, False, False, detail=detail)
            record = record_of(asked, task) | {"guards": guards}
            prompt = prompt_record(asked.question)
            return KeptJudgement(wanted.place, wanted.rests_on, task.fingerprint, cell, record, prompt)
    return None


async def _batch(client: ModelClient, opened: OpenAnswer, wanted: Sequence[Wanted]) -> list[KeptJudgement]:
    """Ask about several criteria at once, and about those that did not come back by themselves."""
    first, settings = wanted[0], opened.settings
    rubric = first.task.rubric
    assert rubric is not None
    entries = [each.task.held for each in wanted if each.task.held is not None]
    question = ask_criteria(
        entries, rubric, first.task.owner.text, opened.graded.text, Framing(client.form, settings.language)
    )

    def read(question: JudgeQuestion, reply: str) -> Judgement:
        return Judgement(read_criteria(entries, rubric, question, reply))

    per_call = _settings(settings, first.place.replicate)
    asked = await ask(client, question, read, replace(per_call, max_tokens=per_call.max_tokens * len(wanted)))
    read_out = asked.judgement.value if asked.judgement is not None else BatchReading({}, {})
    kept: list[KeptJudgement] = []
    for each in wanted:
        judgement = read_out.judgements.get(each.task.entry)
        if judgement is not None:
            state = CellState.CANNOT_JUDGE if judgement.cannot_judge else CellState.JUDGED
            kept.append(_kept(opened, each, replace(asked, state=state, judgement=judgement), None))
        elif asked.judgement is None and asked.state is CellState.FAILED:
            kept.append(_kept(opened, each, asked, None))
        else:
            kept.append(await _single(client, opened, each, None))
    return kept


def _kept(opened: OpenAnswer, wanted: Wanted, asked: Asked, template: CheckTemplate | None) -> KeptJudgement:
    cell = cell_of(wanted.task, asked, opened.graded, opened.stored.answer, template)
    record = record_of(asked, wanted.task)
    prompt = prompt_record(asked.question)
    return KeptJudgement(wanted.place, wanted.rests_on, wanted.task.fingerprint, cell, record, prompt)
