"""Changes to a strategy as a value. A path is the positions from the root down: () is the root itself."""

from __future__ import annotations

from dataclasses import replace

from gradewright.model.template import AllOf, AnyOf, AtLeastN, FieldCheck, Strategy

Path = tuple[int, ...]
Group = AllOf | AnyOf | AtLeastN


def node_at(root: Strategy, path: Path) -> Strategy:
    """The node at a path.

    Raises:
        LookupError: there is none.
    """
    node = root
    for position in path:
        if isinstance(node, FieldCheck):
            raise LookupError(path)
        node = node.conditions[position]
    return node


def with_node(root: Strategy, path: Path, node: Strategy) -> Strategy:
    """Put another node at a path."""
    if not path:
        return node
    group = _group(root)
    conditions = list(group.conditions)
    conditions[path[0]] = with_node(conditions[path[0]], path[1:], node)
    return replace(group, conditions=tuple(conditions))


def with_inserted(root: Strategy, parent: Path, position: int, node: Strategy) -> Strategy:
    """Insert a node into a group, in front of the one at ``position``."""
    group = _group(node_at(root, parent))
    conditions = list(group.conditions)
    conditions.insert(position, node)
    return with_node(root, parent, replace(group, conditions=tuple(conditions)))


def without(root: Strategy, path: Path) -> Strategy:
    """Take a node out. The root cannot be taken out.

    Raises:
        LookupError: there is no such node, or it is the root.
    """
    if not path:
        raise LookupError(path)
    group = _group(node_at(root, path[:-1]))
    conditions = tuple(node for position, node in enumerate(group.conditions) if position != path[-1])
    if len(conditions) == len(group.conditions):
        raise LookupError(path)
    changed: Strategy = replace(group, conditions=conditions)
    if isinstance(changed, AtLeastN):
        changed = replace(changed, n=min(changed.n, len(conditions)))
    return with_node(root, path[:-1], changed)


def moved(root: Strategy, path: Path, step: int) -> tuple[Strategy, Path]:
    """Move a node up (-1) or down (1) in its group; at an end it leaves the group towards that side.

    Returns the strategy and the node's new path; both unchanged where there is nowhere to go.
    """
    if not path:
        return root, path
    parent, position = path[:-1], path[-1]
    group = _group(node_at(root, parent))
    node = group.conditions[position]
    target = position + step
    if 0 <= target < len(group.conditions):
        neighbour = group.conditions[target]
        if not isinstance(neighbour, FieldCheck):
            inner = len(neighbour.conditions) if step < 0 else 0
            changed = with_inserted(root, (*parent, target), inner, node)
            gone = without(changed, path)
            return gone, (*parent, target if step < 0 else position, inner)
        conditions = list(group.conditions)
        conditions[position], conditions[target] = neighbour, node
        return with_node(root, parent, replace(group, conditions=tuple(conditions))), (*parent, target)
    if not parent:
        return root, path
    outer = parent[:-1]
    place = parent[-1] + (1 if step > 0 else 0)
    changed = with_inserted(without(root, path), outer, place, node)
    return changed, (*outer, place)


def as_kind(group: Strategy, kind: str) -> Strategy:
    """Turn a group into another kind: "all", "any" or "at_least"; its conditions stay."""
    conditions = _group(group).conditions
    match kind:
        case "all":
            return AllOf(conditions)
        case "any":
            return AnyOf(conditions)
        case _:
            n = group.n if isinstance(group, AtLeastN) else max(1, (len(conditions) + 1) // 2)
            return AtLeastN(n, conditions)


def kind_of(node: Strategy) -> str:
    """ "all", "any", "at_least" or "field"."""
    match node:
        case AllOf():
            return "all"
        case AnyOf():
            return "any"
        case AtLeastN():
            return "at_least"
        case FieldCheck():
            return "field"


def _group(node: Strategy) -> Group:
    if isinstance(node, FieldCheck):
        raise LookupError("a field has no conditions")
    return node
