"""The nodes of the library tree, and how one is packed into the 63 bits that an index carries."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

_KIND_BITS = 3
_BENCHMARK_BITS = 24
_BENCHMARK_MASK = (1 << _BENCHMARK_BITS) - 1
_KIND_MASK = (1 << _KIND_BITS) - 1


class NodeKind(IntEnum):
    """What a row of the tree is."""

    BENCHMARK = 1
    GLOBAL_RUBRIC = 2
    QUESTIONS = 3
    QUESTION = 4
    TEMPLATE = 5
    OWN_RUBRIC = 6


_KINDS: tuple[NodeKind | None, ...] = (None, *NodeKind, None)


@dataclass(frozen=True, slots=True)
class Node:
    """A row of the tree: its kind and whose it is; ``question_id`` is 0 above the questions."""

    kind: NodeKind
    benchmark_id: int
    question_id: int = 0

    @property
    def packed(self) -> int:
        """The node as one number that fits into an index."""
        return pack(self.kind, self.benchmark_id, self.question_id)

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


def pack(kind: NodeKind, benchmark_id: int, question_id: int) -> int:
    """A node as one number, without making it first."""
    return (((question_id << _BENCHMARK_BITS) | benchmark_id) << _KIND_BITS) | kind


def kind_of(number: int) -> NodeKind | None:
    """The kind of the node that was packed into a number; None for 0, the number of no node."""
    return _KINDS[number & _KIND_MASK]


def unpack(number: int) -> Node:
    """The node that was packed into a number."""
    kind = NodeKind(number & _KIND_MASK)
    rest = number >> _KIND_BITS
    return Node(kind, rest & _BENCHMARK_MASK, rest >> _BENCHMARK_BITS)


@dataclass(frozen=True, slots=True)
class Marks:
    """What is found out about a node in the background: its findings by weight, and a template's number of fields."""

    errors: int = 0
    warnings: int = 0
    hints: int = 0
    fields: int | None = None
