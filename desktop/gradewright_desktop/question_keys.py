"""Keys for questions that are made here, not read from a file."""

from __future__ import annotations

from uuid import uuid4


def new_question_key() -> str:
    """A key that no question has. It cannot come from the text, as keys of files do: that is still to be written."""
    return f"urn:uuid:question-{uuid4()}"
