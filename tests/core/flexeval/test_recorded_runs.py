"""The example runs, held against the rows that FlexEval recorded for them, with its stub of a grader on loopback."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from gradewright.endpoints.completion import Endpoint
from gradewright.flexeval.models import ModelAddress, connect
from gradewright.flexeval.rows import MetricRow
from gradewright.formats.flexeval.eval_run import LanguageModel
from gradewright.jobs.flexeval import load_run, run_metrics, size_of
from gradewright.workers.sandbox.functions import SandboxedFunctions
from gradewright.workers.sandbox.runner import CodeSandbox

EXAMPLES = Path(__file__).parents[2] / "data" / "conformance" / "flexeval" / "examples"
RECORDED = {run["name"]: run for run in json.loads((EXAMPLES / "expected_results.json").read_text("utf-8"))["runs"]}
# FlexEval's pattern for emoji also takes Chinese, Japanese and Korean text for one; here it does not.
_CJK = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")


class _Stub(BaseHTTPRequestHandler):
    """Replies as the stub beside the examples does, and tells tokens as it does: by counting words."""

    decide: Any = None

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
        prompt = next((each["content"] for each in asked if "RUBRIC-ID" in each["content"]), None)
        text = type(self).decide(prompt) if prompt else f"Completion number {len(asked)} from the stub."
        usage = {
            "prompt_tokens": sum(len(each["content"].split()) for each in asked),
            "completion_tokens": len(text.split()),
        }
        choice = {"finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        data = json.dumps({"choices": [choice], "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def address() -> Iterator[str]:
    source = (EXAMPLES / "fake_grader.py").read_text("utf-8")
    names: dict[str, Any] = {"re": re}
    exec(source[source.index("def decide") : source.index("class H")], names)
    _Stub.decide = staticmethod(names["decide"])
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Stub)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def _rows(name: str, address: str) -> list[MetricRow]:
    loaded = load_run(EXAMPLES / RECORDED[name]["eval_run"], matching="flexeval")

    def connected(model: LanguageModel) -> Endpoint:
        return connect(ModelAddress(address, str(model.kwargs["model_name"]), None, {}), {})

    with CodeSandbox() as sandbox:
        return list(run_metrics(loaded, lambda source: SandboxedFunctions(sandbox, source), {}, connected=connected))


def _placed(row: MetricRow) -> tuple[Any, ...]:
    return (row.thread, row.copy, row.level, row.index, row.metric, row.name)


def _recorded(row: dict[str, Any]) -> tuple[Any, ...]:
    index = row["turn"] if row["level"] == "Turn" else row["message"]
    return (row["thread"], row["copy"], row["level"], index, row["evaluation"], row["metric_name"])


@pytest.mark.parametrize("name", list(RECORDED))
def test_the_recorded_rows_come_out(name: str, address: str) -> None:
    ours = {_placed(row): row for row in _rows(name, address)}
    theirs = {_recorded(row): row for row in RECORDED[name]["rows"]}
    assert ours.keys() == theirs.keys()
    texts = [json.loads(line) for line in (EXAMPLES / "conversations.jsonl").read_text("utf-8").splitlines()]
    for place, recorded in theirs.items():
        row = ours[place]
        said = [each["content"] for each in texts[row.thread]["input"] if each["role"] != "system"]
        if row.metric == "count_emojis" and row.index is not None and _CJK.search(said[row.index]):
            continue
        assert row.value == pytest.approx(recorded["metric_value"]), place
        assert (row.role, row.type, row.label) == (recorded["role"], recorded["type"], recorded.get("rubric_score"))
        assert row.reply == recorded.get("rubric_reply")


def test_a_plan_counts_without_asking() -> None:
    size = size_of(load_run(EXAMPLES / "eval_run_rubrics.yaml"))
    assert (size.conversations, size.metrics, size.gradings, size.completions) == (20, 7, 67 + 3 * 63 + 20, 0)
