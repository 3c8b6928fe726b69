"""Bytes of a table to text: the encodings that spreadsheets write."""

from __future__ import annotations

from gradewright.errors import FileUnreadable
from gradewright.formats.whole_files import refuse_size

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


def decode_table(raw: bytes) -> tuple[str, str | None]:
    """Return the text, and a warning where the encoding had to be guessed.

    UTF-8 with or without a byte-order mark, UTF-16 and UTF-32 with one; anything else is read as Windows-1252, with the
    warning.

    Raises:
        FileUnreadable: the file is no text, or larger than a gigabyte.
    """
    refuse_size(len(raw))
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _decode(raw, encoding), None
    if b"\x00" in raw[:4096]:
        raise FileUnreadable(
            "The file is no text, or text in UTF-16 without a byte-order mark.", hint="Save it as UTF-8 and try again."
        )
    try:
        return raw.decode("utf-8"), None
    except UnicodeDecodeError:
        text = _decode(raw, "cp1252")
        return text, "The text is not UTF-8. It was read as Windows-1252; look whether accented letters are right."


def _decode(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise FileUnreadable(
            "The text is in no encoding that is known here.",
            place=f"byte {error.start + 1:,}",
            hint="Save it as UTF-8 and try again.",
        ) from error
