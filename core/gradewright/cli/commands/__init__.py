"""One module a command. Each adds its own arguments and runs with what was given."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from gradewright.cli.commands import (
    answers,
    endpoints,
    export,
    flexeval,
    imports,
    judge_server,
    judged,
    lint,
    listing,
    results,
    rubric,
    sample,
    sheet,
    show,
    trust,
    verify,
)

AddCommand = Callable[["argparse._SubParsersAction[Any]"], None]

COMMANDS: tuple[AddCommand, ...] = (
    imports.add,
    listing.add,
    show.add,
    answers.add,
    verify.add,
    judged.add_run,
    judged.add_resume,
    judged.add_runs,
    judged.add_judge,
    results.add,
    trust.add,
    endpoints.add,
    judge_server.add,
    lint.add,
    rubric.add,
    flexeval.add,
    export.add,
    sheet.add,
    sheet.add_code,
    sample.add,
)
"""In the order in which the help lists them: the order in which people need them."""
