"""A judged run whose process is killed: what was kept stays kept, and is not asked for again."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from support.scripted_server import scripted_server

from gradewright.endpoints.keys import Keys
from gradewright.model.answer import Answer
from gradewright.model.criterion import Criterion
from gradewright.model.endpoint import Endpoint, Limits
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.run import RunState
from gradewright.runs.judged import JudgedSettings, execute_judged, lines_for, plan_judged_resume
from gradewright.store.library import Library

pytestmark = pytest.mark.network
ANSWERS, CRITERIA = 40, 2
SETTINGS = JudgedSettings(("Scripted",))
REPLY = json.dumps({"quotes": [], "reason": "It is there.", "verdict": "pass"})
PROGRAM = """
import sys
from pathlib import Path
from gradewright.endpoints.keys import Keys
from gradewright.runs.judged import JudgedSettings, execute_judged, lines_for, plan_judged
from gradewright.store.library import Library
with Library.open(Path(sys.argv[1])) as library:
    lines = lines_for(library, ["Scripted"], Keys({}, None))
    plan = plan_judged(library, 1, JudgedSettings(("Scripted",)), lines)
    execute_judged(plan, library, lines, progress=lambda told: print(told.done, flush=True))
"""


def requests(base_url: str) -> int:
    with urlopen(f"{base_url.removesuffix('/v1')}/stats") as told:
        return int(json.load(told)["requests"])


def filled(path: Path, base_url: str) -> None:
    entries = tuple(RubricEntry(f"c{n}", Criterion(name=f"C{n}", must=("Names it.",))) for n in range(CRITERIA))
    with Library.open(path) as library:
        benchmark = library.add_checkpoint(Benchmark("B", rubric=Rubric(entries)), [Question("q", "How much?")])
        library.add_answers(benchmark, [Answer("q", "m", f"{number} €", number + 1) for number in range(ANSWERS)])
        # A variable that is set keeps the keyring out of it.
        library.keep_endpoint(
            Endpoint("Scripted", base_url, "scripted", limits=Limits(at_once=4), key_variable="SCRIPTED_KEY")
        )


def killed_and_resumed(folder: Path, base_url: str, after: int, wait: float = 0.0) -> None:
    """Kill a run once it told of so many judgements, and some time later; then take it up."""
    path = folder / "killed.gradewright"
    filled(path, base_url)
    environment = {**os.environ, "SCRIPTED_KEY": "k"}
    program = PROGRAM.replace("Keys({}, None)", "Keys({'SCRIPTED_KEY': 'k'}, None)")
    running = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, env=environment)
    assert running.stdout is not None
    for told in running.stdout:
        if int(told) >= after:
            break
    time.sleep(wait)
    running.send_signal(signal.SIGKILL)
    running.wait()
    running.stdout.close()
    with Library.open(path) as library:
        (run,) = library.runs(1)
        kept = library.judgements(run.id, list(library.answer_ids(1)))
        before = requests(base_url)
        lines = lines_for(library, ["Scripted"], Keys({"SCRIPTED_KEY": "k"}, lambda: pytest.fail("no keyring")))
        plan = plan_judged_resume(library, run.id, lines)
        execute_judged(plan, library, lines)
        whole = library.run(run.id)

    assert run.state is RunState.INTERRUPTED
    assert after <= len(kept) < ANSWERS * CRITERIA
    assert plan.done == len(kept)
    assert requests(base_url) - before == ANSWERS * CRITERIA - len(kept)
    assert (whole.state, whole.cells.passed, whole.answers.passed) == (RunState.COMPLETE, ANSWERS * CRITERIA, ANSWERS)


def test_u33_a_killed_run_loses_only_the_calls_under_way(tmp_path: Path) -> None:
    with scripted_server(latency=0.05, text=REPLY) as base_url:
        killed_and_resumed(tmp_path, base_url, after=6)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif("GRADEWRIGHT_SLOW_TESTS" not in os.environ, reason="slow; set GRADEWRIGHT_SLOW_TESTS to run it")
def test_u33_at_whatever_moment_it_is_killed(tmp_path: Path) -> None:
    chance = random.Random(20)
    for number in range(10):
        with scripted_server(latency=0.05, text=REPLY) as base_url:
            folder = tmp_path / str(number)
            folder.mkdir()
            killed_and_resumed(folder, base_url, after=chance.randrange(1, 50), wait=chance.random() * 0.1)
