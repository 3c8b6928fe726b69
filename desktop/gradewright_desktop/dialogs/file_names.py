"""Names of files that are suggested, made of what people call things."""

from __future__ import annotations


def suggested_stem(name: str, otherwise: str, kept: str = " -_.") -> str:
    """Return a name without its ending: letters, digits and the ``kept`` signs; ``otherwise`` where none is left."""
    words = "".join(character if character.isalnum() or character in kept else " " for character in name)
    return " ".join(words.split()) or otherwise
