"""What a source touches outside of itself, by name: for a person to look at, not for anything to rely on."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gradewright.formats.python_source import SourceRefused, parse_source


class TouchKind(StrEnum):
    """What is touched."""

    FILES = "files"
    NETWORK = "network"
    PROCESSES = "processes"
    ENVIRONMENT = "environment"
    HIDDEN_CODE = "hidden_code"
    IMPORTS = "imports"


@dataclass(frozen=True, slots=True)
class Touch:
    """A span of a source, lines from 1, columns in characters from 0, and what it touches under which name."""

    kind: TouchKind
    name: str
    line: int
    column: int
    end_line: int
    end_column: int


_MODULES: Final = {
    TouchKind.FILES: "io pathlib shutil tempfile glob fileinput zipfile tarfile sqlite3 dbm shelve os mmap",
    TouchKind.NETWORK: "socket ssl urllib http ftplib smtplib imaplib poplib telnetlib xmlrpc requests httpx aiohttp "
    "socketserver asyncio websockets",
    TouchKind.PROCESSES: "subprocess multiprocessing threading signal ctypes concurrent pty _thread resource",
    TouchKind.HIDDEN_CODE: "pickle cloudpickle marshal importlib runpy code codeop builtins gc inspect sys dill",
}
_OF_MODULE: Final = {name: kind for kind, names in _MODULES.items() for name in names.split()}
_CALLS: Final = {
    "open": TouchKind.FILES,
    "input": TouchKind.FILES,
    "eval": TouchKind.HIDDEN_CODE,
    "exec": TouchKind.HIDDEN_CODE,
    "compile": TouchKind.HIDDEN_CODE,
    "__import__": TouchKind.HIDDEN_CODE,
    "globals": TouchKind.HIDDEN_CODE,
    "__builtins__": TouchKind.HIDDEN_CODE,
}
_ATTRIBUTES: Final = {
    "os.environ": TouchKind.ENVIRONMENT,
    "os.environb": TouchKind.ENVIRONMENT,
    "os.getenv": TouchKind.ENVIRONMENT,
    **dict.fromkeys(
        ("os.system", "os.popen", "os.fork", "os.kill", "os.killpg", "os._exit", "os.abort"), TouchKind.PROCESSES
    ),
}
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
    # A name with several dots is met once for each of them, the longest first.
    found: dict[tuple[object, ...], Touch] = {}
    for node in ast.walk(tree):
        for touch in _touches(node, bound, lines):
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


def _touches(node: ast.AST, bound: dict[str, str], lines: list[str]) -> Iterator[Touch]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        for module in modules:
            yield _span(node, _OF_MODULE.get(module.partition(".")[0], TouchKind.IMPORTS), module, lines)
    elif isinstance(node, ast.Name) and node.id in _CALLS and node.id not in bound:
        yield _span(node, _CALLS[node.id], node.id, lines)
    elif isinstance(node, ast.Name) and "." in bound.get(node.id, ""):
        yield from _named(node, bound[node.id], lines)
    elif isinstance(node, ast.Attribute):
        name = _dotted(node, bound)
        if name is not None:
            yield from _named(node, name, lines)
        elif node.attr.startswith("__") and node.attr.endswith("__") and node.attr not in _HARMLESS:
            yield _span(node, TouchKind.HIDDEN_CODE, node.attr, lines)


_HARMLESS: Final = frozenset({"__init__", "__name__", "__len__", "__doc__", "__eq__", "__str__", "__repr__"})


def _named(node: ast.expr, name: str, lines: list[str]) -> Iterator[Touch]:
    start = ".".join(name.split(".")[:2])
    kind = _ATTRIBUTES.get(start) or _OF_MODULE.get(name.partition(".")[0])
    if start.startswith("os.path") or kind is None:
        return
    if start.startswith(("os.exec", "os.spawn", "os.posix_spawn")):
        kind = TouchKind.PROCESSES
    yield _span(node, kind, name, lines)


def _dotted(node: ast.Attribute, bound: dict[str, str]) -> str | None:
    parts: list[str] = []
    value: ast.expr = node
    while isinstance(value, ast.Attribute):
        parts.append(value.attr)
        value = value.value
    if not isinstance(value, ast.Name) or value.id not in bound:
        return None
    return ".".join([bound[value.id], *reversed(parts)])


def _span(node: ast.stmt | ast.expr, kind: TouchKind, name: str, lines: list[str]) -> Touch:
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
    start = _characters(lines, node.lineno, node.col_offset)
    return Touch(kind, name, node.lineno, start, end_line, _characters(lines, end_line, end_column))


def _characters(lines: list[str], line: int, offset: int) -> int:
    """Return a column in characters; the parser counts bytes of UTF-8."""
    if line > len(lines):
        return 0
    return len(lines[line - 1].encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore"))
