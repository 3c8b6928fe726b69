"""The nodes of the library tree, and how one is packed into the 63 bits that an index carries."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

_KIND_BITS = 3
_BENCHMARK_BITS = 24
_BENCHMARK_MASK = (1 << _BENCHMARK_BITS) - 1


class NodeKind(IntEnum):
    """What a row of the tree is."""

    BENCHMARK = 1
    GLOBAL_RUBRIC = 2
    QUESTIONS = 3
    QUESTION = 4
    TEMPLATE = 5
    OWN_RUBRIC = 6


@dataclass(frozen=True, slots=True)
class Node:
    """A row of the tree: its kind and whose it is; ``question_id`` is 0 above the questions."""

    kind: NodeKind
    benchmark_id: int
    question_id: int = 0

    @property
    def packed(self) -> int:
        """The node as one number that fits into an index."""
        return (((self.question_id << _BENCHMARK_BITS) | self.benchmark_id) << _KIND_BITS) | self.kind

    @property
    def parent(self) -> Node | None:
        """The node above; None at the top."""
        match self.kind:
            case NodeKind.BENCHMARK:
                return None
            case NodeKind.GLOBAL_RUBRIC | NodeKind.QUESTIONS:
                return Node(NodeKind.BENCHMARK, self.benchmark_id)
            case NodeKind.QUESTION:
                return Node(NodeKind.QUESTIONS, self.benchmark_id)
            case _:
                return Node(NodeKind.QUESTION, self.benchmark_id, self.question_id)


def unpack(number: int) -> Node:
    """The node that was packed into a number."""
    kind = NodeKind(number & ((1 << _KIND_BITS) - 1))
    rest = number >> _KIND_BITS
    return Node(kind, rest & _BENCHMARK_MASK, rest >> _BENCHMARK_BITS)


@dataclass(frozen=True, slots=True)
class Marks:
    """What is found out about a node in the background: its findings by weight, and a template's number of fields."""

    errors: int = 0
    warnings: int = 0
    hints: int = 0
    fields: int | None = None
