"""Endpoints in the library, in the order in which a person put them. Keys are never among them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import bindparam, delete, func, select, update

from gradewright.edits.values import from_json, to_json
from gradewright.errors import InvalidValue, NotFound
from gradewright.model.endpoint import Capability, Endpoint, Limits, Price, ReplyForm
from gradewright.store.columns import text_in
from gradewright.store.connections import Readers
from gradewright.store.failures import damaged, of_row
from gradewright.store.statements import Statement, insertion
from gradewright.store.tables import ENDPOINT

_E = ENDPOINT.c
_ADD = insertion(ENDPOINT)
_LAST = Statement(select(func.coalesce(func.max(_E.id), 0), func.coalesce(func.max(_E.position), 0)))
_FIND = Statement(select(_E.id).where(_E.name == bindparam("wanted")))
_SET = Statement(
    update(ENDPOINT)
    .where(_E.id == bindparam("row"))
    .values(name=bindparam("new_name"), settings=bindparam("new_settings"))
)
_DROP = Statement(delete(ENDPOINT).where(_E.id == bindparam("row")))
_PLACE = Statement(update(ENDPOINT).where(_E.id == bindparam("row")).values(position=bindparam("new_position")))
_IN_ORDER = Statement(select(_E.id).order_by(_E.position, _E.id))


def keep(db: sqlite3.Connection, endpoint: Endpoint, replaces: str | None) -> None:
    """Keep an endpoint, see :meth:`gradewright.store.library.Library.keep_endpoint`."""
    there = None if replaces is None else _found(db, replaces)
    named = _FIND.row(db, wanted=text_in(endpoint.name))
    if named is not None and int(named[0]) != there:
        raise InvalidValue(f"There is an endpoint “{endpoint.name}” already.", hint="Give this one another name.")
    name, settings = text_in(endpoint.name), to_json(endpoint_data(endpoint))
    if there is not None:
        _SET.run(db, row=there, new_name=name, new_settings=settings)
        return
    last, position = _LAST.row(db)
    _ADD.run(db, id=int(last) + 1, position=int(position) + 1, name=name, settings=settings)


def remove(db: sqlite3.Connection, name: str) -> bool:
    """Remove an endpoint; return whether there was one."""
    row = _FIND.row(db, wanted=text_in(name))
    if row is not None:
        _DROP.run(db, row=int(row[0]))
    return row is not None


def order(db: sqlite3.Connection, names: Sequence[str]) -> None:
    """Put endpoints in this order, the others behind them. Raises NotFound."""
    first = list(dict.fromkeys(_found(db, name) for name in names))
    others = [int(row[0]) for row in _IN_ORDER.run(db).fetchall() if int(row[0]) not in first]
    for position, row in enumerate([*first, *others], start=1):
        _PLACE.run(db, row=row, new_position=position)


def _found(db: sqlite3.Connection, name: str) -> int:
    row = _FIND.row(db, wanted=text_in(name))
    if row is None:
        raise _missing(name)
    return int(row[0])


def _missing(name: str) -> NotFound:
    return NotFound(f"There is no endpoint “{name}” in the library.", hint="See: gradewright endpoints list")


class EndpointReads:
    """Reads of endpoints."""

    def __init__(self, readers: Readers):
        self._readers = readers

    def all(self) -> list[Endpoint]:
        """Return the endpoints in the person's order."""
        with self._readers.connection() as connection:
            rows = connection.execute(select(_E.settings).order_by(_E.position, _E.id)).all()
        return [_endpoint(row.settings) for row in rows]

    def get(self, name: str) -> Endpoint:
        """Return the endpoint of this name. Raises NotFound."""
        with self._readers.connection() as connection:
            row = connection.execute(select(_E.settings).where(_E.name == text_in(name))).first()
        if row is None:
            raise _missing(name)
        return _endpoint(row.settings)


@of_row
def _endpoint(settings: Any) -> Endpoint:
    try:
        return endpoint_from(from_json(settings))
    except InvalidValue as error:
        raise damaged(error) from error


def endpoint_data(endpoint: Endpoint) -> dict[str, Any]:
    """Return an endpoint as JSON data."""
    data = asdict(replace(endpoint, capability=Capability(), parameters={}))
    known = asdict(endpoint.capability)
    data["capability"] = {**known, "dropped": sorted(endpoint.capability.dropped)}
    data["parameters"] = dict(endpoint.parameters)
    return data


def endpoint_from(data: Mapping[str, Any]) -> Endpoint:
    """Return the endpoint that :func:`endpoint_data` was given. Raises InvalidValue."""
    known, price = data["capability"], data["price"]
    capability = Capability(
        **{
            **known,
            "form": None if known["form"] is None else ReplyForm(known["form"]),
            "dropped": frozenset(known["dropped"]),
        }
    )
    return Endpoint(
        **{
            **data,
            "limits": Limits(**data["limits"]),
            "price": None if price is None else Price(**price),
            "capability": capability,
        }
    )
