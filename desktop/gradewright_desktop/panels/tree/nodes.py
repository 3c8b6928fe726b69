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
    KEPT_RUBRIC = 7
    KEPT_RUBRICS = 8


# Seven kinds have a number of their own in an index; the row above the kept rubrics is that of the rubric 0.
_KINDS: tuple[NodeKind | None, ...] = (None, *(kind for kind in NodeKind if kind <= _KIND_MASK))
LEAVES = frozenset({NodeKind.GLOBAL_RUBRIC, NodeKind.TEMPLATE, NodeKind.OWN_RUBRIC, NodeKind.KEPT_RUBRIC})
NAMED = frozenset({NodeKind.BENCHMARK, NodeKind.KEPT_RUBRIC})
"""What has a name that can be changed in its row."""
UNDER = {
    NodeKind.BENCHMARK: (NodeKind.GLOBAL_RUBRIC, NodeKind.QUESTIONS),
    NodeKind.QUESTION: (NodeKind.TEMPLATE, NodeKind.OWN_RUBRIC),
}
"""The rows that every benchmark and every question has, in their order."""


@dataclass(frozen=True, slots=True)
class Node:
    """A row of the tree: its kind and whose it is; ``question_id`` is 0 above the questions.

    Of a rubric that is kept alone ``benchmark_id`` is its own id, and 0 for the row above all of those.
    """

    kind: NodeKind
    benchmark_id: int
    question_id: int = 0

    @property
    def is_kept(self) -> bool:
        """Whether it is about rubrics that are kept alone, and so in no benchmark."""
        return self.kind in (NodeKind.KEPT_RUBRICS, NodeKind.KEPT_RUBRIC)

    @property
    def packed(self) -> int:
        """The node as one number that fits into an index."""
        kind = NodeKind.KEPT_RUBRIC if self.kind is NodeKind.KEPT_RUBRICS else self.kind
        return pack(kind, self.benchmark_id, self.question_id)

    @property
    def parent(self) -> Node | None:
        """The node above; None at the top."""
        match self.kind:
            case NodeKind.BENCHMARK | NodeKind.KEPT_RUBRICS:
                return None
            case NodeKind.KEPT_RUBRIC:
                return KEPT
            case NodeKind.GLOBAL_RUBRIC | NodeKind.QUESTIONS:
                return Node(NodeKind.BENCHMARK, self.benchmark_id)
            case NodeKind.QUESTION:
                return Node(NodeKind.QUESTIONS, self.benchmark_id)
            case _:
                return Node(NodeKind.QUESTION, self.benchmark_id, self.question_id)


KEPT = Node(NodeKind.KEPT_RUBRICS, 0)
"""The row above the rubrics that are kept alone."""


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
    if kind is NodeKind.KEPT_RUBRIC and not rest:
        return KEPT
    return Node(kind, rest & _BENCHMARK_MASK, rest >> _BENCHMARK_BITS)


@dataclass(frozen=True, slots=True)
class Marks:
    """What is found out about a node in the background: its findings by weight, and a template's number of fields."""

    errors: int = 0
    warnings: int = 0
    hints: int = 0
    fields: int | None = None
