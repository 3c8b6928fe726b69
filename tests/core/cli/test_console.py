"""What is printed where: columns that line up, progress on a terminal only, one line a message."""

from __future__ import annotations

import io

import pytest

from gradewright.cli.console import Console, one_line
from gradewright.cli.width import clipped, padded, width


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_and_taken_away_before_the_result() -> None:
    out, err = io.StringIO(), Terminal()
    console = Console(out, err)
    console.progress(1200, 5000, "Checking answers")
    console.progress(1300, 5000, "Checking answers")
    console.say("done")
    assert err.getvalue() == "\rChecking answers 1,200 of 5,000\x1b[K\r\x1b[K"
    assert out.getvalue() == "done\n"


def test_progress_is_silent_in_a_pipe() -> None:
    err = io.StringIO()
    Console(io.StringIO(), err).progress(1, 2, "Checking")
    assert err.getvalue() == ""


def test_messages_stay_on_one_line() -> None:
    err = io.StringIO()
    console = Console(io.StringIO(), err)
    console.warn("a\nb\x1b[31m")
    console.fail("c\td")
    assert err.getvalue() == "warning: a b [31m\ngradewright: c d\n"
    assert one_line("x\r\n\u2028y") == "x y"


def test_lone_surrogates_are_written_as_escapes() -> None:
    raw = io.BytesIO()
    console = Console(io.TextIOWrapper(raw, encoding="ascii"), io.StringIO())
    console.json({"text": "\ud800 東京"})
    console.flush()
    assert raw.getvalue().decode("utf-8") == '{\n  "text": "\\ud800 東京"\n}\n'


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("한", 2), ("ما", 2), ("☀\ufe0f", 1), ("", 0)]
)
def test_width_counts_columns(text: str, columns: int) -> None:
    assert width(text) == columns


def test_long_cells_are_cut_at_a_column_never_through_a_character() -> None:
    assert clipped("日本語です", 6) == "日本…"
    assert clipped("abc def", 5) == "abc…"
    assert clipped("abc", 3) == "abc"
    assert padded("日", 4) == "日  "
    assert padded("7", 3, right=True) == "  7"


def test_tables_line_up_with_wide_letters() -> None:
    out = io.StringIO()
    Console(out, io.StringIO()).table(["name", "n"], [["日本", "1,200"], ["b", "7"]])
    assert out.getvalue() == "name      n\n日本  1,200\nb         7\n"
