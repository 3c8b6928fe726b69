"""Data frames, where pandas is installed. It is an extra: nothing else needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradewright.schemas.arguments import BadArgument


def frame(rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> Any:
    """Return rows as a ``pandas.DataFrame`` with these columns, which stay where there are no rows.

    Raises:
        BadArgument: pandas is not installed.
    """
    try:
        import pandas
    except ImportError as error:
        raise BadArgument(
            "Data frames need pandas, which is not installed.",
            hint="Install it with: pip install 'gradewright[pandas]'",
        ) from error
    made = pandas.DataFrame(list(rows), columns=list(columns))
    if "replicate" in made:
        made["replicate"] = made["replicate"].astype("Int64")
    return made
