"""How much a JSON text holds, counted before it is parsed: its values take many times its own size in memory."""

from __future__ import annotations

from gradewright.errors import FileUnreadable
from gradewright.formats.memory import refuse_need

MAX_SIGNS = 50_000_000
"""Commas, colons and opening brackets in a JSON text. Values and keys cannot be more than these, and one.

They are counted in texts, too. A usual checkpoint has one to some 25 characters.
"""

MAX_DEPTH = 100
"""Levels. Deeper values are refused: what reads them later (a database, another program) may not survive them."""

# The most that was measured is 96 (objects of one member, lists of lists); a usual checkpoint takes 80.
_BYTES_A_SIGN = 100
_SMALL = 1 << 20


def refuse_large(text: str) -> None:
    """Refuse JSON whose values would not fit into memory. A watched process could not help: they are needed here.

    Raises:
        FileUnreadable: there are more than :data:`MAX_SIGNS`, or more than the memory that is free can take.
    """
    if len(text) < _SMALL:
        return
    signs = sum(map(text.count, ",:[{"))
    if signs > MAX_SIGNS:
        raise FileUnreadable(
            f"The file has {signs:,} commas, colons and opening brackets; more than {MAX_SIGNS:,} are not read.",
            hint="Split it into several files.",
        )
    refuse_need(signs * _BYTES_A_SIGN)
