"""Reading a checkpoint of 10,000 questions into a library, and saving it."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from gradewright.formats.karenina_jsonld import read_checkpoint, write_checkpoint
from gradewright.store.library import Library
from tests.benchmarks.frame import Figure, paired_seconds

QUESTIONS = 10_000
SOURCE = Path(__file__).resolve().parents[1] / "data" / "conformance" / "checkpoints" / "thousand-questions.jsonld"
TABLES = ("question", "question_body")
NOW = "2026-01-01T00:00:00"


def tree() -> Any:
    """Return the checkpoint as JSON: the questions of a file that Karenina wrote, ten times with texts of their own."""
    root = json.loads(SOURCE.read_bytes())
    items = root["dataFeedElement"]
    root["dataFeedElement"] = [numbered(items[n % len(items)], n) for n in range(QUESTIONS)]
    return root


def numbered(item: dict[str, Any], number: int) -> dict[str, Any]:
    """Return an item as another question: a number in its text, its identifier and its template's name."""
    text = f"No. {number}: {item['item']['text']}"
    code = {**item["item"]["hasPart"], "name": text[:30] + "... Answer Template"}
    return {**item, "@id": f"{item['@id']}-{number}", "item": {**item["item"], "text": text, "hasPart": code}}


def run() -> list[Figure]:
    """Measure both, in seconds of processor time."""
    root = tree()
    raw = json.dumps(root, indent=2, ensure_ascii=False).encode("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        return [reading(raw, Path(folder)), saving(raw, root)]


def reading(raw: bytes, folder: Path) -> Figure:
    """Compare reading a file into a library with parsing it and inserting the same rows."""
    numbers = count()

    def ours() -> None:
        checkpoint = read_checkpoint(raw)
        with Library.open(folder / f"ours-{next(numbers)}.db") as library:
            library.add_checkpoint(checkpoint.benchmark, checkpoint.questions)

    ours()
    inserts = list(plain_inserts(folder / "ours-0.db"))

    def baseline() -> None:
        json.loads(raw)
        with closing(sqlite3.connect(folder / f"plain-{next(numbers)}.db")) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            with connection:
                for insert in inserts:
                    insert(connection)

    return Figure(f"read {QUESTIONS:,} questions", *paired_seconds(ours, baseline), "s", 3.0, "ratio")


def plain_inserts(library: Path) -> Iterator[Callable[[sqlite3.Connection], None]]:
    """Yield, for each table of questions, what makes it again in another database and inserts its rows."""
    with closing(sqlite3.connect(library)) as connection:
        for table in TABLES:
            (schema,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
            rows = connection.execute(f"SELECT * FROM {table}").fetchall()
            yield inserting(schema, f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)


def inserting(schema: str, statement: str, rows: list[tuple[Any, ...]]) -> Callable[[sqlite3.Connection], None]:
    """Return what makes a table and inserts rows into it."""

    def insert(connection: sqlite3.Connection) -> None:
        connection.execute(schema)
        connection.executemany(statement, rows)

    return insert


def saving(raw: bytes, root: Any) -> Figure:
    """Compare saving the questions with ``json.dumps`` of the same file."""
    checkpoint = read_checkpoint(raw)

    def ours() -> bytes:
        return b"".join(write_checkpoint(checkpoint.benchmark, checkpoint.questions, now=NOW))

    def baseline() -> bytes:
        return json.dumps(root, indent=2, ensure_ascii=False).encode("utf-8")

    if ours() != raw:
        raise AssertionError("the file that was saved is not the one that was read")
    return Figure(f"save {QUESTIONS:,} questions", *paired_seconds(ours, baseline), "s", 3.0, "ratio")
