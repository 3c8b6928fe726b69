"""Calls of judges: our client and scheduler against bare httpx in eight clients of eight connections.

The server is scripted, in a process of its own, and takes 50 ms for a reply; 64 calls are under way at once.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from gradewright.endpoints.calling.jobs import Done, Line, asking
from gradewright.endpoints.calling.scheduler import Scheduler
from gradewright.endpoints.completion import Request
from gradewright.endpoints.opening import open_client
from gradewright.model.endpoint import Endpoint, Limits
from tests.benchmarks.frame import Figure

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.scripted_server import scripted_server

CALLS = 1_000
WARM = 200
ROUNDS = 3
AT_ONCE = 64
CLIENTS = 8
LATENCY = 0.05
#: The whole run is to make at least 0.65 of the calls a second that bare httpx makes.
GOAL = 1 / 0.65

_SCHEMA = {
    "type": "object",
    "properties": {"verdict": {"enum": ["pass", "fail"]}, "reason": {"type": "string"}},
    "required": ["verdict", "reason"],
}
_ANSWER = "Take one tablet with food every morning and check the kidney function again after three months. " * 12
REQUEST = Request(
    [
        {"role": "system", "content": "Judge the answer by the criterion. Reply in JSON: verdict and reason."},
        {"role": "user", "content": f"Criterion: states the dose.\n\nAnswer:\n{_ANSWER}"},
    ],
    512,
    0.0,
    _SCHEMA,
)


async def ours(base_url: str, calls: int) -> None:
    """Make the calls with the scheduler."""
    endpoint = Endpoint("Scripted", base_url, "scripted", limits=Limits(at_once=AT_ONCE))
    scheduler = Scheduler({"Scripted": Line(endpoint, lambda: open_client(endpoint))})
    done: list[Done] = []
    await scheduler.run((asking(number, "Scripted", REQUEST) for number in range(calls)), done.extend)
    if len(done) != calls or any(each.failure for each in done):
        raise RuntimeError("a call failed")


async def bare(base_url: str, calls: int) -> None:
    """Make the same calls with httpx alone."""
    context = httpx.create_ssl_context()
    limits = httpx.Limits(max_connections=AT_ONCE // CLIENTS, max_keepalive_connections=AT_ONCE // CLIENTS)
    clients = [httpx.AsyncClient(verify=context, limits=limits, timeout=120) for _ in range(CLIENTS)]
    payload = {
        "model": "scripted",
        "messages": REQUEST.messages,
        "max_tokens": 512,
        "temperature": 0.0,
        "response_format": {"type": "json_schema", "json_schema": {"name": "reply", "schema": _SCHEMA}},
    }
    numbers = iter(range(calls))

    async def worker(client: httpx.AsyncClient) -> None:
        for _ in numbers:
            response = await client.post(f"{base_url}/chat/completions", json=payload)
            json.loads(response.json()["choices"][0]["message"]["content"])

    await asyncio.gather(*(worker(clients[each % CLIENTS]) for each in range(AT_ONCE)))
    for client in clients:
        await client.aclose()


def run() -> list[Figure]:
    """Measure in turns; the pair is that of the round whose ratio is the median one."""
    rounds = []
    with scripted_server(latency=LATENCY) as base_url:
        for way in (ours, bare):
            asyncio.run(way(base_url, WARM))
        for _ in range(ROUNDS):
            rounds.append((_measured(ours, base_url), _measured(bare, base_url)))
    walls = sorted(((a[0], b[0]) for a, b in rounds), key=lambda pair: pair[0] / pair[1])[ROUNDS // 2]
    cpus = sorted(((a[1], b[1]) for a, b in rounds), key=lambda pair: pair[0] / pair[1])[ROUNDS // 2]
    rates = f"{CALLS / walls[0]:.0f} calls/s against {CALLS / walls[1]:.0f}"
    return [
        Figure("judging calls, time a call", *(each * 1e3 / CALLS for each in walls), "ms", GOAL, "ratio", rates),
        Figure("judging calls, processor", *(each * 1e3 / CALLS for each in cpus), "ms", GOAL, "ratio"),
    ]


def _measured(way: Any, base_url: str) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    asyncio.run(way(base_url, CALLS))
    return time.perf_counter() - wall, time.process_time() - cpu
