"""Judgements one by one: kept as they come, found again by what they rest on.

The cells of a run are what tables show; a judgement is the whole story of one, and several of them (replicates, judges
of a panel) can stand behind one cell.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlalchemy.dialects.sqlite import insert as upsert

from gradewright.edits.values import from_json, to_json
from gradewright.errors import NotFound
from gradewright.model.judgement import JudgementPlace, KeptJudgement, PromptRecord
from gradewright.model.run import CellState
from gradewright.store.cells import cell_of, cell_values
from gradewright.store.columns import json_out, text_in, text_out
from gradewright.store.connections import Readers
from gradewright.store.failures import of_row
from gradewright.store.questions import chunks
from gradewright.store.statements import Statement
from gradewright.store.tables import JUDGE_TEXT, JUDGEMENT

_J = JUDGEMENT.c
_CHUNK = 256
_USABLE = (CellState.JUDGED.value, CellState.CANNOT_JUDGE.value)
_WHOLE = select(
    _J.id, _J.answer_id, _J.entry, _J.judge, _J.replicate, _J.rests_on, _J.fingerprint, _J.cell, _J.record,
    _J.taken_from, _J.at,
)  # fmt: skip


def _put() -> Statement:
    columns = [column.name for column in JUDGEMENT.columns if column.name != "id"]
    new = upsert(JUDGEMENT).values({name: bindparam(name) for name in columns})
    place = ["run_id", "answer_id", "entry", "judge", "replicate"]
    return Statement(
        new.on_conflict_do_update(
            index_elements=place, set_={name: new.excluded[name] for name in columns if name not in place}
        )
    )


def _put_text() -> Statement:
    new = upsert(JUDGE_TEXT).values(sha256=bindparam("sha256"), text=bindparam("text"))
    same = new.on_conflict_do_update(index_elements=["sha256"], set_={"sha256": new.excluded.sha256})
    return Statement(same.returning(JUDGE_TEXT.c.id))


_PUT = _put()
_PUT_TEXT = _put_text()


class PromptTexts:
    """The ids of texts of prompts that were kept through a library since it was opened."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}

    def id_of(self, db: sqlite3.Connection, text: str) -> int:
        """Return the id of a text, which is kept if it was not."""
        known = self._ids.get(text)
        if known is None:
            sha = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
            known = self._ids[text] = int(_PUT_TEXT.row(db, sha256=sha, text=text_in(text))[0])
        return known

    def forget(self) -> None:
        """Forget what a transaction that was taken back may have kept."""
        self._ids.clear()


def record(
    db: sqlite3.Connection, run_id: int, judgements: Iterable[KeptJudgement], texts: PromptTexts, now: str
) -> None:
    """Keep judgements of a run. One in the place of another takes its place."""
    _PUT.run_many(db, [_row(db, run_id, each, texts, now) for each in judgements])


def _row(db: sqlite3.Connection, run_id: int, judgement: KeptJudgement, texts: PromptTexts, now: str) -> dict[str, Any]:
    place, prompt = judgement.place, judgement.prompt
    cell = {name: value for name, value in cell_values(judgement.cell).items() if value is not None}
    told = [judgement.cell.kind.value, judgement.cell.check, judgement.cell.entry]
    kept = dict(judgement.record)
    if prompt.texts:
        kept["prompt"] = [list(prompt.roles), [texts.id_of(db, text) for text in prompt.texts], prompt.boundary]
    return {
        "run_id": run_id,
        "answer_id": place.answer_id,
        "entry": text_in(place.entry),
        "judge": text_in(place.judge),
        "replicate": place.replicate,
        "rests_on": judgement.rests_on,
        "fingerprint": judgement.fingerprint,
        "state": judgement.cell.state.value,
        "cell": to_json([told, _as_text(cell)]),
        "record": to_json(kept),
        "taken_from": judgement.taken_from,
        "at": judgement.at or now,
    }


class JudgementReads:
    """Reads of judgements."""

    def __init__(self, readers: Readers):
        self._readers = readers

    def of_answers(self, run_id: int, answer_ids: Sequence[int]) -> list[KeptJudgement]:
        """Return the judgements of a run on some answers, in the order in which they came."""
        found: list[KeptJudgement] = []
        with self._readers.connection() as connection:
            for chunk in chunks(answer_ids, _CHUNK):
                wanted = _WHOLE.where(_J.run_id == run_id, _J.answer_id.in_(chunk)).order_by(_J.id)
                found += [_judgement(row) for row in connection.execute(wanted)]
        return found

    def resting_on(self, keys: Sequence[str]) -> dict[str, KeptJudgement]:
        """Return by key the newest judgement of any run that rests on the same, where there is one that was judged."""
        found: dict[str, KeptJudgement] = {}
        with self._readers.connection() as connection:
            for start in range(0, len(keys), _CHUNK):
                chunk = list(keys[start : start + _CHUNK])
                wanted = _WHOLE.where(_J.rests_on.in_(chunk), _J.state.in_(_USABLE)).order_by(_J.id)
                for row in connection.execute(wanted):
                    judgement = _judgement(row)
                    found[judgement.rests_on] = judgement
        return found

    def fingerprints(self, run_id: int) -> dict[str, dict[str, int]]:
        """Return by entry how many judgements of a run were made under which fingerprint."""
        found: dict[str, dict[str, int]] = {}
        wanted = (
            select(_J.entry, _J.fingerprint, func.count()).where(_J.run_id == run_id).group_by(_J.entry, _J.fingerprint)
        )
        with self._readers.connection() as connection:
            for entry, fingerprint, count in connection.execute(wanted):
                found.setdefault(text_out(entry), {})[text_out(fingerprint)] = count
        return found

    def votes(self, run_id: int) -> Iterator[tuple[int, str, str, bool | None, Any]]:
        """Yield answer, entry, judge, verdict and value of a run's judgements that were judged, answer by answer."""
        wanted = (
            select(_J.answer_id, _J.entry, _J.judge, _J.cell)
            .where(_J.run_id == run_id, _J.state == CellState.JUDGED.value)
            .order_by(_J.answer_id, _J.entry, _J.judge, _J.replicate)
        )
        with self._readers.connection() as connection:
            for answer, entry, judge, cell in connection.execute(wanted):
                values = json_out(cell)[1]
                verdict = values.get("verdict")
                value = json_out(values["value"]) if values.get("value") is not None else None
                yield answer, text_out(entry), text_out(judge), None if verdict is None else bool(verdict), value

    def texts(self, judgement: KeptJudgement) -> list[tuple[str, str]]:
        """Return role and text of a judgement's messages, with gaps for evidence (see PromptRecord).

        Raises:
            NotFound: a text is gone.
        """
        roles, ids, _ = judgement.record.get("prompt", [[], [], ""])
        with self._readers.connection() as connection:
            wanted = select(JUDGE_TEXT.c.id, JUDGE_TEXT.c.text).where(JUDGE_TEXT.c.id.in_(ids))
            known = {number: text_out(text) for number, text in connection.execute(wanted)}
        if any(number not in known for number in ids):
            raise NotFound("The prompt of this judgement is not in the library any more.")
        return [(role, known[number]) for role, number in zip(roles, ids, strict=True)]


@of_row
def _judgement(row: Any) -> KeptJudgement:
    number, answer, entry, judge, replicate, rests_on, fingerprint, cell, record, taken_from, at = row
    (kind, check, cell_entry), values = from_json(cell)
    columns: Mapping[str, Any] = _EMPTY_CELL | values
    kept = from_json(record)
    boundary = kept["prompt"][2] if "prompt" in kept else ""
    return KeptJudgement(
        JudgementPlace(answer, text_out(entry), text_out(judge), replicate),
        rests_on,
        fingerprint,
        replace(cell_of(kind, check, columns), entry=cell_entry),
        kept,
        PromptRecord(boundary=boundary),
        taken_from,
        number,
        at,
    )


_EMPTY_CELL = dict.fromkeys(("state", "verdict", "number", "value", "score", "reason", "message", "fields", "detail"))


def _as_text(cell: Mapping[str, Any]) -> dict[str, Any]:
    return {name: text_out(value) if isinstance(value, bytes) else value for name, value in cell.items()}
