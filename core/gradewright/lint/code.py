"""Programs from files: found where they do not run, and silent about where a person lets them."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Final

from gradewright.lint.finding import Finding, Place
from gradewright.lint.report import finding, part
from gradewright.model.template import HandWrittenTemplate
from gradewright.model.traits import CallableTrait
from gradewright.workers.code import CodeKind, code_sha256, template_bytes

AllowedCode = Set[tuple[str, str]]
"""The programs that may run in a library, as pairs of kind and SHA-256."""

NO_CODE: Final[AllowedCode] = frozenset()


def check_callable(trait: CallableTrait, allowed: AllowedCode, place: Place) -> Iterator[Finding]:
    """Yield that a trait's function does not run, where nobody has allowed it."""
    if allowed and (str(CodeKind.CALLABLE), code_sha256(trait.callable_code)) in allowed:
        return
    yield finding(
        "code-not-run",
        part(place, "code"),
        trait.name,
        "is code that came with a file",
        "The function is kept as it came. It does not run until you allow it, so this trait may stay not judged.",
        title="Code that does not run",
    )


def check_hand_written(
    reading: HandWrittenTemplate, source: str, allowed: AllowedCode, place: Place
) -> Iterator[Finding]:
    """Yield that a template written by hand does not run, where nobody has allowed it."""
    if allowed and (str(CodeKind.TEMPLATE), code_sha256(template_bytes(source))) in allowed:
        return
    yield finding(
        "hand-written-template",
        part(place, "template"),
        reading.class_name or "template",
        "is written by hand",
        "Written by hand: shown, and not run until you allow it. Its facts may stay not judged.",
        title="A template that does not run",
    )
