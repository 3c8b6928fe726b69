"""Names as they were typed."""

from __future__ import annotations


def readable(text: str) -> str:
    """Return a text from the system as it was typed, also where Python took it for ASCII.

    On a C locale without Python's UTF-8 mode, bytes that are not ASCII arrive as lone surrogates (PEP 383). File names
    have to stay that way to be opened; names of benchmarks and models, and what is printed, must not. What is no text
    becomes U+FFFD: no database, JSON or UTF-8 file could hold it.
    """
    if text.isascii():
        return text
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeError:
        # A half pair that no byte stands for; the other ones are rare enough to go the same way.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
