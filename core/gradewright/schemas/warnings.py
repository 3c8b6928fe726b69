"""The categories of warnings that the Python face gives, so that scripts can filter them."""

from __future__ import annotations


class GradewrightWarning(UserWarning):
    """Any warning of the Python face."""


class DoubtfulRule(GradewrightWarning):
    """A comparison rule accepts something else than it seems to."""


class RunsCode(GradewrightWarning):
    """Pickled code is about to be loaded, which runs it."""


class FileRemark(GradewrightWarning):
    """Something in a file that was opened needs a look; it opened nevertheless."""
