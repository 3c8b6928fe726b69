"""The Gradewright window."""

from __future__ import annotations

from gradewright import __version__

__all__ = ["__version__"]
