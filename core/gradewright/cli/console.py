"""What the command line prints: results on standard output, everything else on standard error."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

from gradewright.cli.width import clipped, padded, width
from gradewright.errors import WriteFailed
from gradewright.jobs.typed import readable

PROGRESS_EVERY = 0.1
# A name from a file must not move the cursor, change colours, or turn the text around it back to front. What joins
# letters (U+200C, U+200D) stays: Persian words and many emoji need it.
_BIDI = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNSEEN = dict.fromkeys([*range(32), *range(127, 160), 0x2028, 0x2029], " ") | dict.fromkeys(_BIDI)
_LINES = {number: left for number, left in _UNSEEN.items() if number != 10}


class Console:
    """Two text streams in UTF-8, whatever the locale says."""

    def __init__(self, out: IO[str] | None, err: IO[str] | None):
        # Both are None where the program was started with them closed.
        self._out = _utf8(out or io.StringIO())
        self._err = _utf8(err or io.StringIO())
        self._progress_shown = False
        self._progress_at = 0.0

    @property
    def binary(self) -> IO[bytes]:
        """Standard output for bytes. What was printed before is flushed first."""
        self._out.flush()
        return self._out.buffer  # type: ignore[attr-defined, no-any-return]

    def say(self, text: str = "") -> None:
        """Print a line of a result."""
        self.clear_progress()
        with _kept_in_words():
            print(readable(text).translate(_LINES), file=self._out)

    def json(self, value: Any) -> None:
        """Print a result as indented JSON with non-ASCII characters as they are."""
        self.clear_progress()
        with _kept_in_words():
            json.dump(value, self._out, ensure_ascii=False, indent=2, default=str)
            print(file=self._out)

    def warn(self, text: str) -> None:
        """Print a warning, on one line of standard error."""
        self.clear_progress()
        print(f"warning: {one_line(text)}", file=self._err)

    def note(self, text: str) -> None:
        """Print what was done beside the result, on one line of standard error."""
        self.clear_progress()
        print(one_line(text), file=self._err)

    def fail(self, text: str) -> None:
        """Print what went wrong, on one line of standard error."""
        self.clear_progress()
        print(f"gradewright: {one_line(text)}", file=self._err)

    def trouble(self, text: str) -> None:
        """Print a report about a fault of the program itself."""
        self.clear_progress()
        print(text, file=self._err)

    def progress(self, done: int, total: int | None, text: str) -> None:
        """Show how far a job is, on a terminal only, at most ten times a second."""
        now = time.monotonic()
        if not self._err.isatty() or now - self._progress_at < PROGRESS_EVERY:
            return
        self._progress_at = now
        amount = f" {done:,} of {total:,}" if total else f" {done:,}" if done else ""
        columns = shutil.get_terminal_size().columns
        print(f"\r{clipped(text + amount, columns - 1)}\x1b[K", end="", file=self._err, flush=True)
        self._progress_shown = True

    def clear_progress(self) -> None:
        """Take the progress line away again."""
        if self._progress_shown:
            print("\r\x1b[K", end="", file=self._err, flush=True)
            self._progress_shown = False

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]], *, widest: int = 60, whole: str = "") -> None:
        """Print a table with aligned columns; numbers stand to the right.

        Long cells are cut at ``widest``, but those of the column ``whole``.
        """
        limits = [None if name == whole else widest for name in head]
        shown = [[_fitted(cell, limit) for cell, limit in zip(row, limits, strict=True)] for row in rows]
        columns = list(zip(head, *shown, strict=True))
        widths = [max(width(cell) for cell in column) for column in columns]
        right = [bool(shown) and all(_is_figure(cell) for cell in column[1:]) for column in columns]
        for row in [list(head), *shown]:
            cells = [padded(cell, widths[i], right=right[i]) for i, cell in enumerate(row)]
            self.say("  ".join(cells).rstrip())

    def flush(self) -> None:
        """Write out what is waiting. A closed pipe shows here at the latest.

        Raises:
            BrokenPipeError: the reader of standard output has gone.
            WriteFailed: what was printed cannot be kept, because the disk is full.
        """
        self.clear_progress()
        with _kept_in_words():
            self._out.flush()
        self._err.flush()

    def drop(self) -> None:
        """Throw away what nobody reads any more, so that the end of the program does not complain about it."""
        with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
            for stream in (sys.stdout, sys.stderr):
                try:
                    os.dup2(nowhere.fileno(), stream.fileno())
                except (OSError, ValueError, io.UnsupportedOperation):
                    continue


@contextlib.contextmanager
def _kept_in_words() -> Iterator[None]:
    """Turn a full disk behind standard output into a sentence; a reader that went away stays what it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WriteFailed(f"The output cannot be written: {error.strerror or error}.") from error


def one_line(text: str) -> str:
    """Return a text on one line: control characters and line breaks become spaces, marks of direction go."""
    return " ".join(readable(text).translate(_UNSEEN).split())


def _fitted(cell: str, limit: int | None) -> str:
    line = one_line(cell)
    return line if limit is None else clipped(line, limit)


def _is_figure(cell: str) -> bool:
    return bool(cell) and cell.replace(",", "").replace(".", "").replace(" %", "").replace("–", "0").isdecimal()


def _utf8(stream: IO[str]) -> IO[str]:
    """Make a stream write UTF-8 even on a C locale; lone surrogates are written as escapes instead of failing."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return stream
