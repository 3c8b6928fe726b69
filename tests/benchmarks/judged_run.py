"""A judged run from the library to the library, against bare httpx with one SQLite insert a call.

The server is scripted, in a process of its own, and takes 50 ms for a reply; 64 calls are under way at once; 1,000
answers are judged by 5 criteria with everything on: prompts, replies, quotes, what a judgement rests on, cells,
verdicts, commits. Then the same with a tenth of the calls refused and some dropped.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import httpx

from gradewright.endpoints.calling.jobs import Line
from gradewright.endpoints.opening import open_client
from gradewright.model.answer import Answer
from gradewright.model.criterion import Criterion
from gradewright.model.endpoint import Endpoint, Limits
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import CannotJudgeRule, Rubric, RubricEntry, RubricTerms
from gradewright.model.run import RunState
from gradewright.runs.judged import JudgedSettings, execute_judged, plan_judged
from gradewright.store.library import Library
from tests.benchmarks.frame import Figure

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.scripted_server import scripted_server

ANSWERS = 1_000
CRITERIA = 5
AT_ONCE = 64
CLIENTS = 8
LATENCY = 0.05
ROUNDS = 3
#: Answers of the run in which calls are refused and dropped: each refusal makes all wait for a second.
ROUGH = 60
#: At least 0.65 of the calls a second that bare httpx makes.
GOAL = 1 / 0.65

_TEXT = "Take one tablet of 500 mg with food every morning and check the kidney function again after three months. "
_REPLY = json.dumps(
    {"quotes": ["with food every morning"], "reason": "The answer names when the tablet is taken.", "verdict": "pass"}
)


def filled(library: Library, answers: int = ANSWERS, criteria: int = CRITERIA) -> int:
    """Add a benchmark with so many answers and criteria."""
    entries = tuple(
        RubricEntry(
            f"c{number}",
            Criterion(
                name=f"Criterion {number}",
                definition="Doses and when to take them.",
                must=("Names the dose in mg.", "Names the time of day."),
                must_not=("Invents a brand.",),
                pass_examples=("500 mg every morning",),
                fail_examples=("a tablet",),
            ),
        )
        for number in range(criteria)
    )
    rubric = Rubric(
        entries, RubricTerms(graded_unit="one reply", cannot_judge=CannotJudgeRule("It is cut off.", "n/a"))
    )
    questions = [Question(f"q{number}", f"How is drug {number} taken?") for number in range(answers // 2)]
    made = library.add_checkpoint(Benchmark("Doses", rubric=rubric), questions)
    library.add_answers(
        made, (Answer(each.key, model, f"{each.key} {_TEXT * 6}") for each in questions for model in ("a", "b"))
    )
    return made


def judged(base_url: str, folder: Path, answers: int = ANSWERS) -> tuple[float, float, Any]:
    """Run it; return seconds, processor seconds, and the run."""
    endpoint = Endpoint("Scripted", base_url, "scripted", limits=Limits(at_once=AT_ONCE))
    lines = {"Scripted": Line(endpoint, lambda: open_client(endpoint))}
    with Library.open(folder / f"judged-{time.time_ns()}.gradewright") as library:
        plan = plan_judged(library, filled(library, answers), JudgedSettings(("Scripted",)), lines)
        wall, cpu = time.perf_counter(), time.process_time()
        run = library.run(execute_judged(plan, library, lines))
        took = time.perf_counter() - wall, time.process_time() - cpu
        if run.state is not RunState.COMPLETE or run.cells.passed != answers * CRITERIA:
            raise RuntimeError(f"not everything was judged: {run}")
        return *took, run


def bare(base_url: str, folder: Path, calls: int) -> tuple[float, float]:
    """Make as many calls with httpx alone and insert each reply in a transaction of its own."""
    wall, cpu = time.perf_counter(), time.process_time()
    asyncio.run(_bare(base_url, folder / f"bare-{time.time_ns()}.sqlite", calls))
    return time.perf_counter() - wall, time.process_time() - cpu


async def _bare(base_url: str, path: Path, calls: int) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=NORMAL")
    db.execute("CREATE TABLE reply (id INTEGER PRIMARY KEY, text TEXT)")
    limits = httpx.Limits(max_connections=AT_ONCE // CLIENTS, max_keepalive_connections=AT_ONCE // CLIENTS)
    context = httpx.create_ssl_context()
    clients = [httpx.AsyncClient(verify=context, limits=limits, timeout=120) for _ in range(CLIENTS)]
    payload = {
        "model": "scripted",
        "messages": [{"role": "system", "content": _TEXT * 8}, {"role": "user", "content": _TEXT * 8}],
        "max_tokens": 1024,
        "temperature": 0.0,
    }
    numbers = iter(range(calls))

    async def worker(client: httpx.AsyncClient) -> None:
        for _ in numbers:
            response = await client.post(f"{base_url}/chat/completions", json=payload)
            text = response.json()["choices"][0]["message"]["content"]
            json.loads(text)
            db.execute("INSERT INTO reply (text) VALUES (?)", (text,))

    await asyncio.gather(*(worker(clients[each % CLIENTS]) for each in range(AT_ONCE)))
    for client in clients:
        await client.aclose()
    db.close()


def run() -> list[Figure]:
    """Measure in turns; the pair is that of the round whose ratio is the median one."""
    calls = ANSWERS * CRITERIA
    rounds = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with scripted_server(latency=LATENCY, text=_REPLY) as base_url:
            judged(base_url, folder, 100)
            bare(base_url, folder, 200)
            for _ in range(ROUNDS):
                rounds.append((judged(base_url, folder), bare(base_url, folder, calls)))
        rough = _rough(folder)
    walls = sorted(((a[0], b[0]) for a, b in rounds), key=lambda pair: pair[0] / pair[1])[ROUNDS // 2]
    extra = sorted(a[1] - b[1] for a, b in rounds)[ROUNDS // 2]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rates = f"{calls / walls[0]:.0f} cells/s against {calls / walls[1]:.0f} bare calls"
    return [
        Figure("judged run, time a cell", *(each * 1e3 / calls for each in walls), "ms", GOAL, "ratio", rates),
        Figure("judged run, our processor time a cell", extra * 1e3 / calls, None, "ms", 2.0, "ours"),
        Figure("judged run, memory", memory, None, "MB", 300.0, "ours"),
        Figure("judged run, asked twice after refusals and drops", rough, None, "prompts", 0.0, "ours"),
    ]


def _rough(folder: Path) -> float:
    """Return how many prompts brought more than one reply where calls are refused and dropped: all are judged."""
    behaviour = {"share_429": 0.1, "share_dropped": 0.02, "retry_after": "seconds", "wait": 1.0}
    with scripted_server(latency=LATENCY, text=_REPLY, **behaviour) as base_url:
        judged(base_url, folder, ROUGH)
        with urlopen(f"{base_url.removesuffix('/v1')}/stats") as told:
            stats = json.load(told)
    answered = stats["requests"] - stats["refused"] - stats["dropped"]
    return float(answered - ROUGH * CRITERIA)
