"""How far a judged run is."""

from __future__ import annotations

from dataclasses import dataclass

from gradewright.endpoints.calling.jobs import Paused
from gradewright.endpoints.calling.ledger import Used
from gradewright.model.run import RunState


@dataclass(frozen=True, slots=True)
class JudgedProgress:
    """The judgements of a run by now, of the whole run, also after a resume.

    ``done`` and ``total`` count judgements; of those that were done, ``judged`` have a verdict or a value,
    ``cannot_judge`` used the rubric's way out and ``not_judged`` say why there is none; ``reused`` were taken over.
    ``paused`` is the endpoint that asks to wait, if one does; ``said`` is a sentence on a cap or a closed endpoint.
    ``used`` is known at the end.
    """

    run_id: int
    benchmark_id: int
    state: RunState
    done: int
    total: int
    judged: int = 0
    cannot_judge: int = 0
    not_judged: int = 0
    reused: int = 0
    answers_done: int = 0
    answers: int = 0
    paused: Paused | None = None
    said: str = ""
    used: Used | None = None
