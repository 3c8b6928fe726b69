"""What a source touches outside of itself, by name: for a person to look at, not for anything to rely on."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gradewright.formats.foreign_code.touch_names import CALLS, TouchKind, of_name
from gradewright.model.python_source import SourceRefused, parse_source


@dataclass(frozen=True, slots=True)
class Touch:
    """A span of a source, lines from 1, columns in characters from 0, and what it touches under which name."""

    kind: TouchKind
    name: str
    line: int
    column: int
    end_line: int
    end_column: int


_WORDS: Final = {
    TouchKind.FILES: ("touches files", "touch files", "In the separate process there are none to open."),
    TouchKind.NETWORK: ("reaches for the network", "reach for the network", "In the separate process there is none."),
    TouchKind.PROCESSES: (
        "reaches for other programs",
        "reach for other programs",
        "The separate process cannot start or end any.",
    ),
    TouchKind.ENVIRONMENT: ("reads the environment", "read the environment", "In the separate process it is empty."),
    TouchKind.HIDDEN_CODE: (
        "can run code that is not shown here",
        "can run code that is not shown here",
        "Nobody can read what that does before it runs.",
    ),
}


def source_touches(source: str) -> list[Touch]:
    """Return the spans that touch something, in their order; none for a text that is no Python."""
    try:
        tree = parse_source(source)
    except SourceRefused:
        return []
    lines = source.splitlines()
    bound = _bound(tree)
    used = _used(tree, bound)
    # A name with several dots is met once for each of them, the longest first.
    found: dict[tuple[object, ...], Touch] = {}
    for node in ast.walk(tree):
        for kind, name in _touches(node, bound, used):
            touch = _span(node, kind, name, lines)
            found.setdefault((touch.kind, touch.line, touch.column, type(node) is ast.Import and touch.name), touch)
    return sorted(found.values(), key=lambda touch: (touch.line, touch.column, touch.kind, touch.name))


def touch_sentences(touches: Sequence[Touch]) -> list[str]:
    """Return a sentence for each kind of touch, naming its lines, but for plain imports."""
    sentences = []
    for kind, (one, several, then) in _WORDS.items():
        lines = sorted({touch.line for touch in touches if touch.kind is kind})
        if lines:
            where = f"Line {lines[0]} {one}" if len(lines) == 1 else f"Lines {_listed(lines)} {several}"
            sentences.append(f"{where}. {then}")
    return sentences


def _listed(lines: list[int]) -> str:
    shown = [str(line) for line in lines[:8]]
    rest = f" and {len(lines) - 8} more" if len(lines) > 8 else ""
    return ", ".join(shown) + rest if rest else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _bound(tree: ast.AST) -> dict[str, str]:
    """Return the names that imports bind, with the dotted names that they stand for."""
    bound: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                bound[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                bound[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return bound


def _used(tree: ast.AST, bound: dict[str, str]) -> dict[str, set[str]]:
    """Return for each name that an import binds what is used of it, in dotted names; itself where it goes elsewhere."""
    used: dict[str, set[str]] = {}
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            inside.add(id(node.value))
            name, root = _dotted(node, bound), _root(node)
            if name is not None and root is not None and id(node) not in inside:
                used.setdefault(root.id, set()).add(name)
        elif isinstance(node, ast.Name) and node.id in bound and id(node) not in inside:
            used.setdefault(node.id, set()).add(bound[node.id])
    return used


def _touches(node: ast.AST, bound: dict[str, str], used: dict[str, set[str]]) -> Iterator[tuple[TouchKind, str]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from _imported(alias.name, used.get(alias.asname or alias.name.partition(".")[0], set()))
    elif isinstance(node, ast.ImportFrom):
        module = node.module or ""
        kinds = dict.fromkeys(kind for alias in node.names for kind in of_name(f"{module}.{alias.name}"))
        for kind in kinds or (TouchKind.IMPORTS,):
            yield kind, module
    elif isinstance(node, ast.Name) and node.id in CALLS and node.id not in bound:
        for kind in CALLS[node.id]:
            yield kind, node.id
    elif isinstance(node, ast.Name) and "." in bound.get(node.id, ""):
        for kind in of_name(bound[node.id]):
            yield kind, bound[node.id]
    elif isinstance(node, ast.Attribute):
        yield from _attribute(node, bound)
    elif isinstance(node, ast.Call):
        yield from _imported_by_name(node, bound)


def _imported(module: str, used: set[str]) -> Iterator[tuple[TouchKind, str]]:
    """What an import gives access to: as much as is used of it, all of it where that cannot be told."""
    names = used or {module}
    kinds = dict.fromkeys(kind for name in sorted(names) for kind in of_name(name))
    for kind in kinds or (TouchKind.IMPORTS,):
        yield kind, module


def _imported_by_name(node: ast.Call, bound: dict[str, str]) -> Iterator[tuple[TouchKind, str]]:
    """What a call imports that names a module in a text: ``__import__("os")``."""
    called = node.func.id if isinstance(node.func, ast.Name) else ""
    if isinstance(node.func, ast.Attribute):
        called = _dotted(node.func, bound) or ""
    first = node.args[0] if node.args else None
    if bound.get(called, called) in _IMPORTERS and isinstance(first, ast.Constant) and isinstance(first.value, str):
        for kind in of_name(first.value):
            yield kind, first.value


_IMPORTERS: Final = frozenset({"__import__", "builtins.__import__", "importlib.import_module", "importlib.__import__"})
_HARMLESS: Final = frozenset({"__init__", "__name__", "__len__", "__doc__", "__eq__", "__str__", "__repr__"})


def _attribute(node: ast.Attribute, bound: dict[str, str]) -> Iterator[tuple[TouchKind, str]]:
    name = _dotted(node, bound)
    kinds = () if name is None else of_name(name)
    for kind in kinds:
        yield kind, name or ""
    # The way from any value to everything: its class, its globals.
    special = node.attr.startswith("__") and node.attr.endswith("__") and node.attr not in _HARMLESS
    if special and TouchKind.HIDDEN_CODE not in kinds:
        yield TouchKind.HIDDEN_CODE, name or node.attr


def _root(node: ast.Attribute) -> ast.Name | None:
    value: ast.expr = node
    while isinstance(value, ast.Attribute):
        value = value.value
    return value if isinstance(value, ast.Name) else None


def _dotted(node: ast.Attribute, bound: dict[str, str]) -> str | None:
    parts: list[str] = []
    value: ast.expr = node
    while isinstance(value, ast.Attribute):
        parts.append(value.attr)
        value = value.value
    if not isinstance(value, ast.Name) or value.id not in bound:
        return None
    return ".".join([bound[value.id], *reversed(parts)])


def _span(node: Any, kind: TouchKind, name: str, lines: list[str]) -> Touch:
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
    start = _characters(lines, node.lineno, node.col_offset)
    return Touch(kind, name, node.lineno, start, end_line, _characters(lines, end_line, end_column))


def _characters(lines: list[str], line: int, offset: int) -> int:
    """Return a column in characters; the parser counts bytes of UTF-8."""
    if line > len(lines):
        return 0
    return len(lines[line - 1].encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore"))
