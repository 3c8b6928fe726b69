"""Results of code as a program could forge them: bytes of its choice in the channel, under the right nonce."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradewright.edits.values import to_json
from gradewright.model.answer import Answer
from gradewright.model.run import Cell
from gradewright.model.traits import CallableTrait
from gradewright.verify.program_checks import CallableCheck, WrittenTemplateCheck
from gradewright.workers.sandbox import frames
from gradewright.workers.sandbox.channel import ChannelClosed
from gradewright.workers.sandbox.runner import CodeSandbox

_LOADED = b'{"loaded": {"class_name": "A", "fields": ["a"], "needs_values": false}}'


class _Channel:
    def __init__(self, said: list[bytes]) -> None:
        self._said = said
        self._nonce = frames.NO_NONCE

    def send(self, data: bytes, seconds: float) -> None:
        self._nonce = frames.HEAD.unpack(data[: frames.HEAD.size])[2]

    def frame(self, seconds: float) -> tuple[bytes, Any, int]:
        if not self._said:
            raise ChannelClosed
        body = self._said.pop(0)
        waiting = frames.HEAD.pack(len(body), 0, self._nonce) + body

        def read(count: int) -> bytes:
            nonlocal waiting
            taken, waiting = waiting[:count], waiting[count:]
            return taken

        return frames.unpack(read)

    def settle(self) -> None:
        return

    def close(self) -> None:
        return


class _Process:
    layers = ()

    def __init__(self, said: list[bytes]) -> None:
        self.channel = _Channel(said)

    def end(self) -> int:
        return -9


class _Processes:
    def __init__(self, said: list[bytes]) -> None:
        self._said = said

    def start(self, modules: Sequence[str] = ()) -> _Process:
        return _Process([*self._said])

    def close(self) -> None:
        return


def cells_of_forged_results(data: bytes) -> list[Cell]:
    """Return the cells for what a process says after loading code; they must be such that a library can hold them."""
    answers = [Answer("q", "m", "text", fields={"a": 1})]
    cells: list[Cell] = []
    for said in ([_LOADED, data], [data, data]):
        with CodeSandbox(processes=lambda _, said=said: _Processes(said)) as sandbox:
            cells += WrittenTemplateCheck(sandbox.template_program("pass"))(answers, ["text"])
            for kind, more in (("boolean", {}), ("score", {"min_score": 0, "max_score": 5}), ("literal", _CLASSES)):
                trait = CallableTrait(name="t", callable_code=b"x", kind=kind, **more)
                cells += CallableCheck(trait, sandbox.callable_program(b"x"))(answers, ["text"])
    for cell in cells:
        to_json([cell.value, cell.detail, cell.message, [[f.name, f.expected, f.got, f.score] for f in cell.fields]])
    return cells


_CLASSES = {"classes": {"a": "one", "b": "two"}}
