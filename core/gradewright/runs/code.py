"""Which programs from files may run here, and running those."""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from gradewright.errors import WriteFailed
from gradewright.store.library import Library
from gradewright.workers.code import CallableProgram, CodeKind, TemplateProgram, code_sha256, template_bytes
from gradewright.workers.sandbox.limits import Limits

if TYPE_CHECKING:
    from gradewright.workers.sandbox.functions import SandboxedFunctions
    from gradewright.workers.sandbox.runner import CodeSandbox

KEY_NAME: Final = "code-decisions.key"
_KEY_BYTES: Final = 32


def key_path() -> Path:
    """Return where this account keeps the key of its decisions: beside no library, so that no copy of one holds it."""
    from platformdirs import user_config_path

    return user_config_path("gradewright", appauthor=False) / KEY_NAME


def decision_key(*, create: bool = False) -> bytes | None:
    """Return the key with which decisions about code are sealed; None where there is none, so that none was made.

    Raises:
        WriteFailed: there is none, and it was to be made and could not be.
    """
    path = key_path()
    with contextlib.suppress(OSError):
        key = path.read_bytes()
        if len(key) == _KEY_BYTES:
            return key
    return _make_key(path) if create else None


def _make_key(path: Path) -> bytes:
    key = secrets.token_bytes(_KEY_BYTES)
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(key)
        partial.replace(path)
    except OSError as error:
        raise WriteFailed(
            f"The decision cannot be kept: {error.strerror or error}.", file=str(path), hint="The code stays closed."
        ) from error
    return key


def allowed_programs(library: Library) -> set[tuple[str, str]]:
    """Return the programs that may run, as pairs of kind and SHA-256."""
    key = decision_key()
    if key is None:
        return set()
    return {(decision.kind, decision.sha256) for decision in library.allowed_code(key)}


class AllowedPrograms:
    """Runs the programs that a library's person has allowed on this computer, and no others.

    Decisions are read once, when it is made. The separate process starts with the first program that runs; a context
    manager ends it. Threads may share it.
    """

    def __init__(self, library: Library, *, limits: Limits | None = None):
        self._allowed = allowed_programs(library)
        self._limits = limits
        self._sandbox: CodeSandbox | None = None
        self._lock = threading.Lock()

    def callable_program(self, code: bytes) -> CallableProgram | None:
        """Return the program of a callable trait, or None where nobody has allowed it."""
        if not self._allowed or (CodeKind.CALLABLE, code_sha256(code)) not in self._allowed:
            return None
        return self._started().callable_program(code)

    def template_program(self, source: str) -> TemplateProgram | None:
        """Return the program of a hand-written template, or None where nobody has allowed it."""
        if not self._allowed or (CodeKind.TEMPLATE, code_sha256(template_bytes(source))) not in self._allowed:
            return None
        return self._started().template_program(source)

    def function_module(self, source: str) -> SandboxedFunctions | None:
        """Return a file of function metrics as a program, or None where nobody has allowed it."""
        if not self._allowed or (CodeKind.FUNCTIONS, code_sha256(template_bytes(source))) not in self._allowed:
            return None
        from gradewright.workers.sandbox.functions import SandboxedFunctions

        return SandboxedFunctions(self._started(), source)

    def close(self) -> None:
        """End the separate process, if there is one."""
        if self._sandbox is not None:
            self._sandbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _started(self) -> CodeSandbox:
        from gradewright.workers.sandbox.runner import CodeSandbox

        with self._lock:
            if self._sandbox is None:
                self._sandbox = CodeSandbox(self._limits)
            return self._sandbox
