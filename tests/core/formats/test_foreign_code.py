"""Reading programs without running them."""

from __future__ import annotations

import pickle
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.programs import cloudpickled, pickled

from gradewright.formats.foreign_code import (
    TouchKind,
    is_source_of,
    read_pickle,
    source_touches,
    touch_sentences,
)

NESTED = '''import re
def f(text: str, least: int = 2) -> bool:
    """Say whether there are enough."""
    words = {w for w in re.findall("[a-z]+", text) if w in {"a", "b"} or (lambda x: x > 1)(len(w))}
    def inner(n): return n + least
    return inner(len(words)) > 3
'''


@given(st.binary(max_size=400))
def test_no_bytes_break_the_reading(data: bytes) -> None:
    reading = read_pickle(data)

    assert not is_source_of("def f(t): return 1", reading)


@given(st.integers(0, 10_000), st.integers(0, 255))
def test_no_damage_breaks_the_reading(place: int, value: int) -> None:
    data = bytearray(cloudpickled(NESTED))
    data[place % len(data)] = value

    read_pickle(bytes(data))
    assert read_pickle(bytes(data[: place % len(data)])).problem


@given(st.text(max_size=200))
def test_no_text_breaks_the_marks(source: str) -> None:
    assert touch_sentences(source_touches(source)) is not None


def test_a_pickle_tells_its_imports_calls_and_names() -> None:
    reading = read_pickle(cloudpickled("import re\ndef f(text): return bool(re.search('mg', text))"))

    assert "re" in reading.imports
    assert "cloudpickle.cloudpickle._make_function" in reading.calls
    assert {"re", "search"} <= set(reading.names)
    assert reading.functions == ("f",)
    assert reading.modules == ("re",)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_calls_are_told_in_every_protocol(protocol: int) -> None:
    class Runs:
        def __reduce__(self) -> tuple[object, ...]:
            return eval, ("1 + 1",)

    assert any("eval" in call for call in read_pickle(pickle.dumps(Runs(), protocol)).calls)


def test_a_source_is_known_again() -> None:
    reading = read_pickle(cloudpickled(NESTED))

    assert is_source_of(NESTED, reading)
    assert is_source_of(NESTED.removeprefix("import re\n"), reading), "as a function's own source has no imports"
    assert is_source_of("\n".join(f"    {line}" for line in NESTED.splitlines()[1:]), reading)


@pytest.mark.parametrize(
    "other",
    [
        NESTED.replace("> 3", "> 4"),
        NESTED.replace('"b"', '"c"'),
        NESTED.replace("findall", "finditer"),
        NESTED.replace("x > 1", "x > 2"),
        NESTED.replace("n + least", "n - least"),
        NESTED.replace("def f(", "def g("),
        "",
        "def f(",
        "\0",
        "(" * 5_000,
    ],
)
def test_another_source_is_not(other: str) -> None:
    assert not is_source_of(other, read_pickle(cloudpickled(NESTED)))


def test_a_pickle_that_does_more_than_make_functions_has_no_source() -> None:
    assert not is_source_of("def f(t): return 1", read_pickle(pickled("def f(t): return 1")))
    hidden = "import os\ndef helper(t): return os.getcwd()\ndef f(t): return helper(t)"
    assert not is_source_of("def f(t): return helper(t)", read_pickle(cloudpickled(hidden)))


def test_spans_are_in_lines_and_characters() -> None:
    source = (
        "import re, os\n\ndef f(text):\n    é = 'é'; limit = os.environ.get('X')\n    return eval(open(text).read())\n"
    )
    touches = {(t.kind, t.name): t for t in source_touches(source)}
    environment = touches[TouchKind.ENVIRONMENT, "os.environ.get"]

    assert source.splitlines()[3][environment.column : environment.end_column] == "os.environ.get"
    assert touches[TouchKind.HIDDEN_CODE, "eval"].line == 5
    assert touches[TouchKind.IMPORTS, "re"].line == 1
    said = touch_sentences(source_touches(source))
    assert "Lines 1 and 4 read the environment. In the separate process it is empty." in said
    assert "Line 5 touches files. In the separate process there are none to open." in said


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("from os import environ as e\ne['x']", TouchKind.ENVIRONMENT),
        ("import os\nos.execv('x', [])", TouchKind.PROCESSES),
        ("from urllib.request import urlopen", TouchKind.NETWORK),
        ("().__class__.__base__.__subclasses__()", TouchKind.HIDDEN_CODE),
        ("__import__('x')", TouchKind.HIDDEN_CODE),
        ("import importlib", TouchKind.HIDDEN_CODE),
    ],
)
def test_what_is_touched(source: str, kind: TouchKind) -> None:
    assert kind in {touch.kind for touch in source_touches(source)}


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("import os", "environment files"),
        ("import os\nf(os)", "environment files"),
        ("from os import *", "environment files"),
        ("import os\nos.getenv('X')", "environment"),
        ("import os as o\no.environ", "environment"),
        ("import os\nos.listdir('.')", "files"),
        ("import os\nos.remove('x'); os.system('y')", "files processes"),
        ("import os\nos.fork()", "processes"),
        ("import os\nos.kill(1, 9)", "processes"),
        ("import os\nos.path.join('a', 'b')", ""),
        ("import os\nos.path.exists('a')", "files"),
        ("from os import path\npath.expanduser('~')", "environment"),
        ("import os\nos.cpu_count()", ""),
        ("import os\nos.__dict__['system']", "files hidden_code"),
        ("import sys", "hidden_code"),
        ("import sys\nsys.argv", "environment"),
        ("import sys\nsys.modules['os']", "hidden_code"),
        ("import sys\nsys.stdout.write('x')", "files"),
        ("import sys\nsys.maxsize", ""),
        ("import subprocess\nsubprocess.run(['x'])", "processes"),
        ("from subprocess import run", "processes"),
        ("import socket\nsocket.create_connection(('x', 1))", "network"),
        ("import shutil\nshutil.rmtree('x')", "files"),
        ("import shutil\nshutil.which('x')", "environment files"),
        ("from pathlib import Path\nPath('x').read_text()", "files"),
        ("from pathlib import PurePosixPath\nPurePosixPath('x').name", ""),
        ("import pathlib\npathlib.Path.home()", "environment files"),
        ("import urllib.request\nurllib.request.urlopen('x')", "network"),
        ("from urllib.parse import quote\nquote('x')", ""),
        ("import urllib.parse\nurllib.parse.quote('x')", ""),
        ("import requests\nrequests.get('x')", "network"),
        ("import ctypes\nctypes.CDLL('x')", "hidden_code processes"),
        ("open('x')", "files"),
        ("eval('x'); exec('y')", "hidden_code"),
        ("import builtins\nbuiltins.open('x')", "files"),
        ("import builtins\nbuiltins.len('x')", ""),
        ("__import__('socket').create_connection", "hidden_code network"),
        ("import importlib\nimportlib.import_module('os')", "environment files hidden_code"),
        ("import io\nio.StringIO('x')", ""),
        ("import io\nio.open('x')", "files"),
        ("import re, math\nre.sub('x', 'y', 'z')", ""),
    ],
)
def test_all_that_is_touched(source: str, kinds: str) -> None:
    found = {str(touch.kind) for touch in source_touches(source)} - {"imports"}
    assert " ".join(sorted(found)) == kinds


def test_an_import_says_what_is_used_of_it() -> None:
    source = "import os\n\ndef f(text):\n    os.remove(text)\n    return os.environ.get(text)\n"
    said = touch_sentences(source_touches(source))
    assert "Lines 1 and 4 touch files. In the separate process there are none to open." in said
    assert "Lines 1 and 5 read the environment. In the separate process it is empty." in said


def test_deep_sources_have_no_marks() -> None:
    assert source_touches("(" * 100_000) == []
    assert source_touches("x = " + "-" * 50_000 + "1") == [] or sys.version_info >= (3, 12)
