"""Programs as they come in files, made of sources."""

from __future__ import annotations

import pickle
from typing import Any

import cloudpickle


class _Made:
    def __init__(self, source: str) -> None:
        self._source = source

    def __reduce__(self) -> tuple[Any, ...]:
        return eval, (f"(lambda names: (exec({self._source!r}, names), names['f'])[1])({{}})",)


def pickled(source: str) -> bytes:
    """Return a pickle that makes the function ``f`` of a source where it is unpickled, and runs nothing before."""
    return pickle.dumps(_Made(source))


def pickled_lines(lines: str, ready: str = "ok") -> bytes:
    """Return a pickled function that returns True for the text ``ready`` and runs ``lines`` for any other."""
    body = "".join(f"    {line}\n" for line in lines.strip("\n").splitlines())
    return pickled(f"def f(text):\n    if text == {ready!r}:\n        return True\n{body}")


def cloudpickled(source: str, name: str = "f", **names: Any) -> bytes:
    """Return the cloudpickle of a function of a script: its code, and what it uses of ``names``."""
    bound: dict[str, Any] = {"__name__": "__main__", **names}
    exec(compile(source, "script.py", "exec", dont_inherit=True), bound)
    dumped: bytes = cloudpickle.dumps(bound[name])
    return dumped
