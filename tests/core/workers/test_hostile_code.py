"""Programs that mean harm: each ends as a clear failure, the calls around it work, and nothing is left behind."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.programs import pickled, pickled_lines

from gradewright.workers.code import CodeFailed, CodeTrouble
from gradewright.workers.sandbox.limits import Limits
from gradewright.workers.sandbox.runner import CodeSandbox

LIMITS = Limits(seconds=1.0, load_seconds=10.0, memory=128 * 1024 * 1024)
linux = pytest.mark.skipif(sys.platform != "linux", reason="what Linux enforces")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[CodeSandbox]:
    with CodeSandbox(LIMITS) as made:
        yield made


def outcome(sandbox: CodeSandbox, lines: str) -> Any:
    """Run lines between two harmless calls, which have to work, and return what became of them."""
    before, between, after = sandbox.callable_program(pickled_lines(lines)).call_many(["ok", "go", "ok"])
    assert (before, after) == (True, True)
    return between


def trouble(sandbox: CodeSandbox, lines: str) -> CodeTrouble:
    found = outcome(sandbox, lines)
    assert isinstance(found, CodeFailed), found
    assert found.message.endswith(".")
    assert found.message.isprintable()
    return found.trouble


RUNAWAYS = {
    "loop": "while True: pass",
    "sleep": "import time; time.sleep(60)",
    "deaf to signals": "import signal\nfor number in range(1, 65):\n    try: signal.signal(number, signal.SIG_IGN)\n"
    "    except Exception: pass\nwhile True: pass",
    "catches everything": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "big number": "return 9 ** 9 ** 9 > text.count('x')",
}


@pytest.mark.parametrize("lines", RUNAWAYS.values(), ids=RUNAWAYS)
def test_what_does_not_end_is_ended(sandbox: CodeSandbox, lines: str) -> None:
    assert trouble(sandbox, lines) in (CodeTrouble.TIMEOUT, CodeTrouble.MEMORY)


RAISES = {
    "SystemExit": "raise SystemExit(3)",
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "GeneratorExit": "raise GeneratorExit",
    "RecursionError": "def deep(): return deep()\nreturn deep()",
    "an exception": "class Bad(Exception):\n    def __str__(self): raise SystemExit\nraise Bad()",
    "ValueError: \\ud800": "raise ValueError('\\ud800\\x00\\n\\x1b[31m')",
}


@pytest.mark.parametrize(("words", "lines"), RAISES.items(), ids=RAISES)
def test_what_raises_says_what(sandbox: CodeSandbox, words: str, lines: str) -> None:
    found = outcome(sandbox, lines)

    assert isinstance(found, CodeFailed)
    assert found.trouble is CodeTrouble.RAISED
    assert words in found.message
    assert found.message.isprintable()


ENDS = {
    "exit": "import os; os._exit(0)",
    "kill": "import os; os.kill(os.getpid(), 9)",
    "abort": "import os; os.abort()",
    "null": "import ctypes; ctypes.string_at(0)",
    "all descriptors": "import os; os.closerange(0, 65536); return True",
    "all objects": "import gc\nfor o in gc.get_objects():\n    try: o.clear()\n    except Exception: pass\nreturn True",
    "builtins": "import builtins; builtins.len = builtins.isinstance = None; return True",
}


@pytest.mark.parametrize("lines", ENDS.values(), ids=ENDS)
def test_what_ends_its_process_is_told_from_others(sandbox: CodeSandbox, lines: str) -> None:
    assert trouble(sandbox, lines) in (CodeTrouble.ENDED, CodeTrouble.CRASHED, CodeTrouble.RAISED)


@pytest.mark.parametrize(
    "lines",
    ["held = []\nwhile True: held.append(bytearray(10_000_000))", "return len(b'x' * 10 ** 11)"],
    ids=["step by step", "at once"],
)
@linux
def test_what_takes_memory_is_stopped(sandbox: CodeSandbox, lines: str) -> None:
    assert trouble(sandbox, lines) is CodeTrouble.MEMORY


REFUSED = {
    "fork": "import os\nwhile True: os.fork()",
    "threads": "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(9,)).start()",
    "program": "import subprocess; return subprocess.check_output(['id'])",
    "exec": "import os; os.execv('/bin/sh', ['sh', '-c', 'true'])",
    "spawn": "import os; os.posix_spawn('/bin/true', ['true'], {})",
    "connect": "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
    "unix socket": "import socket; socket.socket(socket.AF_UNIX)",
    "passwords": "return open('/etc/passwd').read()",
    "other processes": "return open('/proc/1/cmdline').read()",
    "home": "import os; return str(os.listdir(os.path.expanduser('~root')))",
    "root": "import os; return str(os.listdir('/'))",
    "write": "open('{folder}/made', 'w')",
    "write here": "open('made', 'w')",
    "folder": "import os; os.mkdir('{folder}/made')",
    "remove": "import os; os.unlink('{folder}/kept')",
    "rename": "import os; os.rename('{folder}/kept', '{folder}/other')",
    "link": "import os; os.symlink('/etc', '{folder}/link')",
    "rights": "import os; os.chmod('{folder}/kept', 0)",
    "times": "import os; os.utime('{folder}/kept')",
    "kill parent": "import os; os.kill(os.getppid(), 9)",
    "kill all": "import os; os.kill(-1, 9)",
    "kill us": "import os; os.kill({pid}, 9)",
    "signal by descriptor": "import fcntl, os; r, w = os.pipe(); fcntl.fcntl(r, fcntl.F_SETOWN, {pid})",
    "limits": "import resource; resource.setrlimit(resource.RLIMIT_CPU, (-1, -1))",
    "memory file": "import os; os.memfd_create('x')",
    "shared memory": "from multiprocessing import shared_memory; shared_memory.SharedMemory(create=True, size=9)",
    "root folder": "import os; os.chroot('/')",
    "user": "import os; os.setuid(1)",
    "mount": "import ctypes, os; c = ctypes.CDLL(None, use_errno=True)\nif c.mount(b'/', b'/', b'', 4096, None): "
    "raise OSError(ctypes.get_errno())",
    "trace": "import ctypes; c = ctypes.CDLL(None, use_errno=True)\nif c.ptrace(16, {pid}, 0, 0): "
    "raise OSError(ctypes.get_errno())",
    "read memory": "import ctypes; c = ctypes.CDLL(None, use_errno=True)\n"
    "if c.process_vm_readv({pid}, None, 0, None, 0, 0): raise OSError(ctypes.get_errno())",
}


@pytest.mark.parametrize("name", REFUSED)
@linux
def test_what_reaches_out_is_refused(sandbox: CodeSandbox, name: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("as it was")
    lines = REFUSED[name].replace("{folder}", str(tmp_path)).replace("{pid}", str(os.getpid()))

    assert trouble(sandbox, lines) is CodeTrouble.RAISED
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert kept.read_text() == "as it was"


ODD = {
    "long text": ("return 'x' * 10_000_000", CodeTrouble.BAD_RESULT),
    "long number": ("return 10 ** 5000", CodeTrouble.BAD_RESULT),
    "object": ("return object()", CodeTrouble.BAD_RESULT),
    "problem": ("return {'problem': 'memory'}", CodeTrouble.BAD_RESULT),
    "nested": ("held = []\nfor _ in range(10 ** 5): held = [held]\nreturn held", CodeTrouble.BAD_RESULT),
    "writes results": (
        "import os\nfor number in range(3, 5000):\n    try: os.write(number, b'x' * 200)\n    except OSError: pass\n"
        "return True",
        CodeTrouble.FORGED,
    ),
    "spoils JSON": ("import json; json.dumps = lambda *a, **k: 'x'\nreturn True", CodeTrouble.FORGED),
}


@pytest.mark.parametrize(("lines", "expected"), ODD.values(), ids=ODD)
def test_what_is_no_result_is_none(sandbox: CodeSandbox, lines: str, expected: CodeTrouble) -> None:
    assert trouble(sandbox, lines) is expected


def test_results_come_back_as_they_are(sandbox: CodeSandbox) -> None:
    given = [None, False, 3, -(2**62), 2.5, "class", "\ud800", "日本", "\0"]
    for value in given:
        found = outcome(sandbox, f"return {value!r}")
        assert (found, type(found)) == (value, type(value))
    assert math.isnan(outcome(sandbox, "return float('nan')"))
    assert outcome(sandbox, "class Mine(int): pass\nreturn Mine(7)") == 7


@linux
def test_results_are_found_without_the_usual_descriptors(sandbox: CodeSandbox) -> None:
    assert outcome(sandbox, "import os; os.closerange(0, 256); return True") is True


def test_a_flood_of_output_goes_nowhere(sandbox: CodeSandbox) -> None:
    lines = "import os, sys\nfor _ in range(2000): print('x' * 1000); os.write(1, b'y' * 1000); os.write(2, b'z')"

    assert outcome(sandbox, f"{lines}\nreturn 1") == 1


@pytest.mark.parametrize(
    "lines",
    [
        "import sys\ndef spy(*_): raise ValueError('seen')\nsys.settrace(spy)\nreturn 1",
        "import sys\ndef spy(*_): raise ValueError('seen')\nsys.setprofile(spy)\nreturn 1",
        "import signal; signal.setitimer(signal.ITIMER_REAL, 0.001)\nreturn 1",
    ],
    ids=["trace", "profile", "alarm"],
)
def test_what_is_left_behind_is_not_the_next_calls_fault(sandbox: CodeSandbox, lines: str) -> None:
    texts = ["ok", "go", *["ok"] * 200]
    found = sandbox.callable_program(pickled_lines(lines)).call_many(texts)

    assert found[0] is True
    assert found[2:] == [True] * 200


@linux
def test_the_environment_and_the_working_folder_are_empty(sandbox: CodeSandbox) -> None:
    os.environ["GRADEWRIGHT_SECRET"] = "sesame"
    try:
        names = outcome(sandbox, "import os; return ' '.join(os.environ)")
    finally:
        del os.environ["GRADEWRIGHT_SECRET"]

    assert set(names.split()) <= {"LC_ALL", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"}
    assert outcome(sandbox, "import os; return len(os.listdir('.'))") == 0


def test_a_program_cannot_spoil_the_results_of_another(sandbox: CodeSandbox) -> None:
    bad = sandbox.callable_program(
        pickled("import builtins\nbuiltins.len = lambda _: 7\ndef f(text): return len(text)")
    )
    good = sandbox.callable_program(pickled("def f(text): return len(text)"))

    bad.call_many(["x"])
    assert good.call_many(["abc"]) == [3]


def test_code_that_does_harm_while_it_is_made_ready_fails_every_call(sandbox: CodeSandbox) -> None:
    for source in ("import os; os._exit(1)", "raise SystemExit", "while True: pass", "open('/etc/passwd')"):
        with CodeSandbox(Limits(seconds=1, load_seconds=1)) as own:
            found = own.callable_program(pickled(f"{source}\ndef f(text): return True")).call_many(["a", "b"])
            assert all(isinstance(each, CodeFailed) for each in found)
    assert sandbox.callable_program(pickled("def f(text): return True")).call_many(["a"]) == [True]


@pytest.mark.parametrize("code", [b"", b"x", b"def f(t): return True", b"\x80\x05N.", b"\x80\x05" * 999])
def test_bytes_that_are_no_function_say_so(sandbox: CodeSandbox, code: bytes) -> None:
    (found,) = sandbox.callable_program(code).call_many(["a"])

    assert isinstance(found, CodeFailed)
