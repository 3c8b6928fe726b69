"""Programs from files, as the engine sees them: known by their bytes, run somewhere else, never here.

A program is a callable trait's pickle, the source of a hand-written template, or a file of function metrics. Who may
run is a person's decision, kept by SHA-256; see :mod:`gradewright.jobs.code`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol


class CodeKind(StrEnum):
    """What a program is. The same bytes as another kind are another program, since they would run in another way."""

    CALLABLE = "callable"
    TEMPLATE = "template"
    FUNCTIONS = "functions"


class CodeTrouble(StrEnum):
    """What went wrong with a program."""

    RAISED = "raised"
    BAD_RESULT = "bad_result"
    NOT_LOADED = "not_loaded"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    ENDED = "ended"
    CRASHED = "crashed"
    FORGED = "forged"
    GIVEN_UP = "given_up"
    NO_PROCESS = "no_process"


@dataclass(frozen=True, slots=True)
class CodeFailed:
    """A program yielded no result: ``message`` says why in a sentence."""

    trouble: CodeTrouble
    message: str


@dataclass(frozen=True, slots=True)
class TemplateCall:
    """One answer for a hand-written template.

    ``values`` are the fields' values as recorded. ``null_fields`` are those that were looked for and not found;
    ``strict`` builds the answer object as written, without finding out which those are.
    """

    values: Mapping[str, Any]
    text: str | None = None
    question_id: str | None = None
    strict: bool = False


@dataclass(frozen=True, slots=True)
class LoadedTemplate:
    """What a template's class turned out to be. ``needs_values`` is False where only the answer's text is read."""

    class_name: str
    fields: tuple[str, ...]
    needs_values: bool


class CallableProgram(Protocol):
    """A function of a text, somewhere safe."""

    def call_many(self, texts: Sequence[str]) -> list[bool | int | float | str | CodeFailed | None]:
        """Call it with each text. Where a call fails, that stands in its place and the others are as usual."""
        ...


class TemplateProgram(Protocol):
    """A template class, somewhere safe."""

    def load(self) -> LoadedTemplate | CodeFailed:
        """Run the source and look at the class that it makes."""
        ...

    def verify_many(self, calls: Sequence[TemplateCall]) -> list[Mapping[str, Any] | CodeFailed]:
        """Verify each answer. See :mod:`gradewright.verify.written_template` for what comes back."""
        ...


class CodeRunner(Protocol):
    """Runs those programs that may be run."""

    def callable_program(self, code: bytes) -> CallableProgram | None:
        """Return the program of a callable trait, or None where nobody has allowed it."""
        ...

    def template_program(self, source: str) -> TemplateProgram | None:
        """Return the program of a hand-written template, or None where nobody has allowed it."""
        ...


def template_bytes(source: str) -> bytes:
    """Return the bytes by which a template's source is known."""
    return source.encode("utf-8", "surrogatepass")


def code_sha256(code: bytes) -> str:
    """Return the SHA-256 of a program's bytes, 64 hexadecimal digits."""
    return hashlib.sha256(code).hexdigest()
