"""A small model on this computer as a judge: installed when a person asks for it, in an environment of its own.

It shows how judging with a model runs, without an account or a network. Its verdicts are worth nothing, and everything
that shows them says so.
"""

from __future__ import annotations

from typing import Final

NAME: Final = "local-judge"
WEAK: Final = (
    "A very small model (SmolLM2, 135 million parameters): it shows how judging runs. Its verdicts are no better than "
    "chance."
)
