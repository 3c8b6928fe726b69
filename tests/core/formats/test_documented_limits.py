"""The limits in the documentation are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from gradewright.formats import json_size, whole_files
from gradewright.formats.foreign_code import pickles
from gradewright.formats.karenina_jsonld import parse
from gradewright.formats.tables import csv_rows, table
from gradewright.judge import replies
from gradewright.model import pattern_text, python_source
from gradewright.workers.patterns import BUDGET_SECONDS
from gradewright.workers.sandbox import serving
from gradewright.workers.sandbox.limits import Limits

FORMATS = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")


def test_every_figure_is_the_one_in_the_code() -> None:
    section = FORMATS[FORMATS.index("## Limits") : FORMATS.index("## What `--json` prints")]
    rows = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", section, re.MULTILINE))

    assert rows == {
        "what": "limit",
        "---": "---",
        "a file": f"{whole_files.MAX_BYTES >> 30} GiB",
        "JSON: commas, colons and opening brackets": f"{json_size.MAX_SIGNS:,}",
        "JSON: levels": f"{json_size.MAX_DEPTH}",
        "JSON: digits of a whole number": f"{parse._MAX_DIGITS:,}",
        "a table: rows, cells": f"{table.MAX_ROWS:,} rows, {table.MAX_CELLS:,} cells",
        "a table: columns, one cell": f"{csv_rows.MAX_COLUMNS:,} columns, {csv_rows.MAX_CELL >> 20} MiB",
        "source of a template: characters": (
            f"{python_source.MAX_CHARACTERS:,}, of them {python_source.MAX_CODE:,} outside texts and comments"
        ),
        "a pickled function that is looked into": f"{pickles.LARGEST:,} bytes, {pickles._MOST_STEPS:,} steps",
        "a judge's reply": f"{replies._LONGEST:,} characters",
        "a result of code from a file": f"{serving.LARGEST_TEXT:,} characters, or a whole number of 19 digits",
        "a pattern that is compiled while it is typed": (
            f"{pattern_text.LONGEST_COMPILED:,} characters; longer ones in a watched process"
        ),
    }
    assert (BUDGET_SECONDS, Limits().seconds, Limits().memory >> 20) == (1.0, 5.0, 256)
