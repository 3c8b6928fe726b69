"""The one way in which setting up fails: with a sentence for the person at the keyboard."""

from __future__ import annotations

BAD_SETUP = 2


class SetupError(Exception):
    """Something outside the project stands in the way. The message says what, and what to do."""
