"""Which names of Python's modules touch what: the table behind :mod:`gradewright.formats.foreign_code.touches`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class TouchKind(StrEnum):
    """What is touched."""

    FILES = "files"
    NETWORK = "network"
    PROCESSES = "processes"
    ENVIRONMENT = "environment"
    HIDDEN_CODE = "hidden_code"
    IMPORTS = "imports"


Kinds = tuple[TouchKind, ...]

_F: Final[Kinds] = (TouchKind.FILES,)
_N: Final[Kinds] = (TouchKind.NETWORK,)
_P: Final[Kinds] = (TouchKind.PROCESSES,)
_E: Final[Kinds] = (TouchKind.ENVIRONMENT,)
_H: Final[Kinds] = (TouchKind.HIDDEN_CODE,)
_NOTHING: Final[Kinds] = ()


@dataclass(frozen=True, slots=True)
class _Module:
    """``whole``: what the module as such gives access to; ``other``: what its names touch that ``names`` lacks.

    A name in ``names`` may have dots, and may end in ``*``.
    """

    whole: Kinds
    other: Kinds
    names: Mapping[str, Kinds] = field(default_factory=dict)


def _names(*rows: tuple[Kinds, str]) -> dict[str, Kinds]:
    return {name: kinds for kinds, words in rows for name in words.split()}


_OS: Final = _Module(
    (*_F, *_E),
    _F,
    _names(
        (_E, "environ environb getenv getenvb putenv unsetenv getlogin path.expanduser path.expandvars"),
        (_P, "system popen fork forkpty kill killpg abort nice startfile wait* exec* spawn* posix_spawn* _exit"),
        (_P, "register_at_fork setsid setpgid setpgrp pidfd_open sched_*"),
        (_F, "path.exists path.lexists path.isfile path.isdir path.islink path.ismount path.get* path.samefile"),
        (_F, "path.sameopenfile path.samestat path.realpath"),
        (_NOTHING, "path name sep altsep extsep pathsep linesep curdir pardir devnull fspath fsencode fsdecode"),
        (_NOTHING, "strerror urandom getpid getppid getuid geteuid getgid cpu_count uname error PathLike"),
    ),
)
_SYS: Final = _Module(
    _H,
    _NOTHING,
    _names(
        (_H, "modules meta_path path path_hooks path_importer_cache _getframe* settrace setprofile addaudithook"),
        (_H, "_current_frames displayhook excepthook breakpointhook unraisablehook call_tracing monitoring"),
        (_E, "argv orig_argv executable _base_executable prefix base_prefix exec_prefix flags"),
        (_F, "stdin stdout stderr __stdin__ __stdout__ __stderr__"),
    ),
)
_BUILTINS: Final = _Module(
    _H,
    _NOTHING,
    _names((_F, "open input"), (_H, "eval exec compile __import__ globals __build_class__ breakpoint")),
)
#: What a source finds without importing it.
CALLS: Final[Mapping[str, Kinds]] = {**_BUILTINS.names, "__builtins__": _H, "__loader__": _H}

_MODULES: Final[Mapping[str, _Module]] = {
    **{
        name: _Module(kinds, kinds)
        for kinds, words in (
            (_F, "tempfile glob fileinput zipfile tarfile sqlite3 dbm shelve mmap linecache pwd grp"),
            (_N, "socket ssl ftplib smtplib imaplib poplib nntplib telnetlib xmlrpc requests httpx aiohttp urllib3"),
            (_N, "socketserver asyncio websockets select selectors"),
            (_P, "subprocess multiprocessing threading signal concurrent pty _thread resource webbrowser sched"),
            (_E, "getpass sysconfig winreg"),
            (_H, "pickle cloudpickle dill marshal importlib imp runpy code codeop gc inspect pkgutil zipimport"),
            (_H, "_ctypes cffi"),
        )
        for name in words.split()
    },
    # Functions of the system's own libraries: whatever those can do.
    "ctypes": _Module((*_H, *_P), (*_H, *_P)),
    "os": _OS,
    "posix": _OS,
    "nt": _OS,
    "sys": _SYS,
    "builtins": _BUILTINS,
    "io": _Module(_F, _NOTHING, _names((_F, "open open_code FileIO OpenWrapper"))),
    "shutil": _Module(_F, _F, _names(((*_E, *_F), "which"), (_E, "get_terminal_size"))),
    "pathlib": _Module(_F, _F, _names((_NOTHING, "Pure*"), (_E, "Path.home"))),
    "urllib": _Module(_N, _N, _names((_NOTHING, "parse"))),
    "http": _Module(_N, _N, _names((_NOTHING, "HTTPStatus HTTPMethod"))),
}


def of_name(name: str) -> Kinds:
    """Return what a dotted name such as ``os.environ.get`` touches; that of a module stands for all that it has."""
    root, _, rest = name.partition(".")
    known = _MODULES.get(root)
    if known is None:
        return _NOTHING
    return known.whole if not rest or rest == "*" else _of(known, rest)


def _of(module: _Module, rest: str) -> Kinds:
    """Look for the longest beginning of a name that the table has."""
    parts = rest.split(".")
    for count in range(len(parts), 0, -1):
        start = ".".join(parts[:count])
        if start in module.names:
            return module.names[start]
        for pattern, kinds in module.names.items():
            if pattern.endswith("*") and start.startswith(pattern[:-1]):
                return kinds
    return module.other
