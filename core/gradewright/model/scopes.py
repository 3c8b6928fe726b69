"""Which turns of a scenario an outcome check looks at (formats specification, section 3.5). Values only."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class _Scope(BaseModel):
    model_config = ConfigDict(frozen=True, defer_build=True)


class LastTurn(_Scope):
    """The last turn; nothing of an empty history."""

    type: Literal["last_turn"] = "last_turn"


class FirstTurn(_Scope):
    """The first turn; nothing of an empty history."""

    type: Literal["first_turn"] = "first_turn"


class TurnAt(_Scope):
    """The turn with this number from 0, or from the end where it is negative."""

    type: Literal["turn_at"] = "turn_at"
    index: int


class AnyTurn(_Scope):
    """Any of the turns at these nodes; all turns where none is named."""

    type: Literal["any_turn"] = "any_turn"
    node_id: str | list[str] | None = None


class AllTurns(_Scope):
    """Each of the turns at these nodes; all turns where none is named. Without a matching turn nothing holds."""

    type: Literal["all_turns"] = "all_turns"
    node_id: str | list[str] | None = None


SCOPES: dict[str, type[_Scope]] = {cls.__name__: cls for cls in (LastTurn, FirstTurn, TurnAt, AnyTurn, AllTurns)}
"""The scopes by name."""
