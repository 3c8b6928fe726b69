"""The separate process itself: reused, replaced, given up, started in both ways, and shut in by the kernel."""

from __future__ import annotations

import errno
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from support.programs import cloudpickled, pickled, pickled_lines

from gradewright.workers.code import CodeFailed, CodeTrouble, LoadedTemplate, TemplateCall
from gradewright.workers.sandbox import frames, macos, process, seccomp
from gradewright.workers.sandbox.channel import Channel, ChannelSlow
from gradewright.workers.sandbox.enforcement import sentences
from gradewright.workers.sandbox.installation import readable_places, search_path
from gradewright.workers.sandbox.limits import Limits
from gradewright.workers.sandbox.process import CodeProcess, Processes
from gradewright.workers.sandbox.runner import CodeSandbox

linux = pytest.mark.skipif(sys.platform != "linux", reason="what Linux enforces")
LENGTH = pickled("def f(text): return len(text)")


def without_forks(limits: Limits) -> Processes:
    return Processes(limits, forking=False)


@pytest.fixture(params=["forked", "started"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[CodeSandbox]:
    limits = Limits(seconds=1.0)
    made = CodeSandbox(limits) if request.param == "forked" else CodeSandbox(limits, processes=without_forks)
    with made:
        yield made


def test_many_texts_of_any_kind_and_size(sandbox: CodeSandbox) -> None:
    texts = ["", "é", "\ud800", "日本" * 1000, "\0", "x" * 5_000_000, *["abc"] * 10_000]

    assert sandbox.callable_program(LENGTH).call_many(texts) == [len(text) for text in texts]


def test_many_long_results_come_back_whole(sandbox: CodeSandbox) -> None:
    program = sandbox.callable_program(pickled("def f(text): return '\\ud800' * 2000"))

    assert program.call_many(["x"] * 3_000) == ["\ud800" * 2_000] * 3_000


def test_long_values_of_fields_are_told_by_their_beginning(sandbox: CodeSandbox) -> None:
    program = sandbox.template_program(
        "class Answer(BaseAnswer):\n"
        "    said: str = VerifiedField('s', 'a', ExactMatch())\n"
        "    def verify(self): return len(self.said) == 3_000_000\n"
    )
    told = program.verify_many([TemplateCall({"said": "x" * 3_000_000})] * 20)

    assert all(not isinstance(each, CodeFailed) and each["verify"] for each in told)
    assert all(len(each["fields"][0]["got"]) < 2_000 for each in told if not isinstance(each, CodeFailed))


def test_a_process_is_kept_for_the_next_call(sandbox: CodeSandbox) -> None:
    program = sandbox.callable_program(pickled("import os\ndef f(text): return os.getpid()"))

    assert len({program.call_many(["a"])[0] for _ in range(5)}) == 1


def test_trouble_in_the_middle_costs_one_result(sandbox: CodeSandbox) -> None:
    lines = "import os\nif text == 'exit': os._exit(3)\nif text == 'fork': os.fork()\nwhile text == 'hang': pass"
    found = sandbox.callable_program(pickled_lines(lines)).call_many(["ok", "exit", "ok", "fork", "ok", "hang", "ok"])

    assert [found[0], found[2], found[4], found[6]] == [True] * 4
    assert [each.trouble for each in found if isinstance(each, CodeFailed)] == [
        CodeTrouble.ENDED,
        CodeTrouble.RAISED,
        CodeTrouble.TIMEOUT,
    ]


class CountedWaits:
    """A channel that notes how long it was waited for in vain."""

    def __init__(self, channel: Channel, spent: list[float]) -> None:
        self._channel, self._spent = channel, spent

    def frame(self, seconds: float) -> tuple[bytes, Any, int]:
        try:
            return self._channel.frame(seconds)
        except ChannelSlow:
            self._spent.append(seconds)
            raise

    def __getattr__(self, name: str) -> Any:
        return getattr(self._channel, name)


@pytest.mark.parametrize("forking", [True, False])
def test_a_hang_costs_its_time_once(forking: bool) -> None:
    spent: list[float] = []

    class Counted(Processes):
        def start(self, modules: Sequence[str] = ()) -> CodeProcess:
            started = super().start(modules)
            started.channel = CountedWaits(started.channel, spent)  # type: ignore[assignment]
            return started

    lines = "while 'hang' in text: pass\nreturn text"
    texts = ["a", "b", "hang", "c", "d", "hang too", "e"]
    with CodeSandbox(Limits(seconds=1.0), processes=lambda limits: Counted(limits, forking=forking)) as sandbox:
        program = sandbox.callable_program(pickled_lines(lines))
        found = program.call_many(texts)
        again = program.call_many(["f", "hang", "g"])

    assert [each for each in found if not isinstance(each, CodeFailed)] == ["a", "b", "c", "d", "e"]
    assert [each.trouble for each in found if isinstance(each, CodeFailed)] == [CodeTrouble.TIMEOUT] * 2
    assert (again[0], again[2]) == ("f", "g")
    # Once to learn that a call is slow, a tenth of the time; from then on each hang has its own time, and no more.
    assert spent == [0.1, 1.0, 1.0, 1.0]


def test_slow_calls_are_no_hangs(sandbox: CodeSandbox) -> None:
    lines = "import time; time.sleep(0.3 if 'slow' in text else 0); return text"
    texts = ["a", "slow", "b", "slow", "c"]

    assert sandbox.callable_program(pickled_lines(lines)).call_many(texts) == texts


def test_results_do_not_depend_on_how_many_texts_come_at_once(sandbox: CodeSandbox) -> None:
    program = sandbox.callable_program(pickled_lines("import os\nif text == 'exit': os._exit(0)\nreturn text"))
    texts = ["a", "exit", "b"]

    assert program.call_many(texts) == [program.call_many([text])[0] for text in texts]


def test_code_that_has_to_be_ended_every_time_is_given_up(sandbox: CodeSandbox) -> None:
    program = sandbox.callable_program(pickled_lines("import os; os._exit(0)"))
    found = program.call_many(["go"] * 50)

    assert isinstance(found[-1], CodeFailed)
    assert found[-1].trouble is CodeTrouble.GIVEN_UP
    assert sandbox.callable_program(LENGTH).call_many(["ab"]) == [2]


def test_more_programs_than_processes(sandbox: CodeSandbox) -> None:
    programs = [sandbox.callable_program(pickled(f"def f(text): return {n}")) for n in range(7)]

    assert [[p.call_many(["x"])[0] for p in programs] for _ in range(2)] == [list(range(7))] * 2


def test_a_cloudpickled_function_brings_what_it_uses(sandbox: CodeSandbox) -> None:
    source = (
        "import re\ndef words(text): return re.findall(r'\\w+', text)\ndef f(text): return len(words(text)) > LIMIT"
    )
    program = sandbox.callable_program(cloudpickled(source, LIMIT=2))

    assert program.call_many(["a b", "a b c"]) == [False, True]


def test_a_template_is_run_as_karenina_runs_it(sandbox: CodeSandbox) -> None:
    program = sandbox.template_program(
        "from karenina.schemas.entities import BaseAnswer\n"
        "class Answer(BaseAnswer):\n"
        "    dose: int = Field(description='d')\n"
        "    unit: str = VerifiedField('u', 'mg', ExactMatch(normalize=['lowercase'], case_sensitive=True))\n"
        "    def ground_truth(self): self.correct = {'dose': 5}\n"
        "    def verify(self): return self.dose == self.correct['dose'] and self.id == 'q1'\n"
    )
    loaded = program.load()
    given = [{"dose": "5", "unit": "MG"}, {"dose": 4, "unit": None}, {"dose": "many"}]
    right, wrong, rejected = program.verify_many([TemplateCall(values, "text", "q1") for values in given])

    assert loaded == LoadedTemplate("Answer", ("dose", "unit"), True)
    assert not isinstance(right, CodeFailed)
    assert not isinstance(wrong, CodeFailed)
    assert not isinstance(rejected, CodeFailed)
    assert (right["verify"], right["granular"], right["fields"][0]["passed"]) == (True, 1.0, True)
    assert (wrong["verify"], wrong["granular"], wrong["fields"][0]["passed"]) == (False, 0.0, None)
    assert rejected["construct_error"]["field"] == "dose"


def test_it_can_be_used_again_after_it_was_closed(sandbox: CodeSandbox) -> None:
    program = sandbox.callable_program(LENGTH)
    assert program.call_many(["a"]) == [1]
    sandbox.close()

    assert program.call_many(["ab"]) == [2]


def is_running(pid: int) -> bool:
    """Tell whether a process is there and is more than the record of its end."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


@linux
def test_nothing_outlives_the_supervisor() -> None:
    with CodeSandbox() as sandbox:
        program = sandbox.callable_program(pickled("import os\ndef f(text): return f'{os.getppid()} {os.getpid()}'"))
        (first,) = program.call_many(["a"])
        supervisor, own = map(int, str(first).split())
        os.kill(supervisor, signal.SIGKILL)
        until = time.monotonic() + 30
        while is_running(own) and time.monotonic() < until:
            time.sleep(0.01)

        assert not is_running(own)
        # The call that meets the loss starts over.
        (second,) = program.call_many(["a"])
        assert isinstance(second, str)
        assert second != first


@linux
def test_nothing_outlives_this_program(tmp_path: Path) -> None:
    script = (
        "import os, sys; sys.path[:0] = sys.argv[1:]\n"
        "from gradewright.workers.sandbox.runner import CodeSandbox\n"
        "from support.programs import pickled\n"
        "sandbox = CodeSandbox()\n"
        "program = sandbox.callable_program(pickled('import os\\ndef f(text): return os.getpid()'))\n"
        "print(program.call_many(['a'])[0], flush=True)\n"
        "os._exit(0)\n"
    )
    paths = [str(Path(__file__).parents[2]), str(Path(__file__).parents[3] / "core")]
    done = subprocess.run(
        [sys.executable, "-c", script, *paths],
        capture_output=True,
        timeout=60,
        check=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    until = time.monotonic() + 30
    while (is_running(int(done.stdout)) or list(tmp_path.iterdir())) and time.monotonic() < until:
        time.sleep(0.01)

    assert not is_running(int(done.stdout))
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_cannot_be_started_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "worker_command", lambda: [sys.executable, "-c", "raise SystemExit(1)"])
    for processes in (Processes, without_forks):
        with CodeSandbox(processes=processes) as sandbox:
            (found,) = sandbox.callable_program(LENGTH).call_many(["a"])
            assert isinstance(found, CodeFailed)
            assert found.trouble is CodeTrouble.NO_PROCESS


@linux
def test_all_layers_of_this_kernel_are_taken() -> None:
    with CodeSandbox() as sandbox:
        layers = sandbox.layers()

    assert {"limits", "memory", "privileges"} <= layers
    if seccomp.available():
        assert "calls" in layers


def test_what_is_enforced_is_said_in_sentences() -> None:
    everything = sentences(frozenset({"limits", "memory", "disk", "calls"}), Limits(), "linux")
    nothing = sentences(frozenset(), Limits(), "linux")

    assert not any("Not enforced" in sentence for sentence in everything)
    assert sum("Not enforced" in sentence for sentence in nothing) == 4
    assert any("Landlock" in sentence for sentence in nothing)
    assert any("read them" in s for s in sentences(frozenset({"job", "integrity"}), Limits(), "win32"))


def test_only_the_installation_is_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), *sys.path])

    assert str(tmp_path) not in search_path()
    assert str(tmp_path) not in readable_places()
    assert all(os.path.isabs(place) for place in search_path())  # noqa: PTH117 - texts, as they are sent


def test_the_rules_for_macos_quote_what_they_are_given() -> None:
    assert '(subpath "/a \\"b\\\\c")' in macos.rules(['/a "b\\c'])


def run_filter(machine: str, number: int, arguments: tuple[int, ...] = (), arch: int | None = None) -> int:
    """Follow the filter as the kernel does; return what it answers."""
    code = seccomp.program(machine, 77)
    told = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}[machine] if arch is None else arch
    data = struct.pack("<IIQ6Q", number, told, 0, *arguments, *[0] * (6 - len(arguments)))
    place = value = 0
    for _ in range(10_000):
        kind, true, false, operand = struct.unpack_from("HBBI", code, place * 8)
        place += 1
        if kind == 0x20:
            value = struct.unpack_from("<I", data, operand)[0]
        elif kind == 0x54:
            value &= operand
        elif kind == 0x15:
            place += true if value == operand else false
        elif kind == 0x35:
            place += true if value >= operand else false
        else:
            assert kind == 0x06
            return operand
    raise AssertionError("the filter does not end")


ALLOW, REFUSE, NOT_KNOWN = 0x7FFF0000, 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS
# read, write, openat, socket, clone, execve, kill, ptrace, prlimit64, clone3, unlinkat
NUMBERS = {
    "x86_64": (0, 1, 257, 41, 56, 59, 62, 101, 302, 435, 263),
    "aarch64": (63, 64, 56, 198, 220, 221, 129, 117, 261, 435, 35),
}


@pytest.mark.parametrize("machine", NUMBERS)
def test_the_filter_lets_through_what_it_should(machine: str) -> None:
    read, write, openat, socket, clone, execve, kill, ptrace, prlimit, clone3, unlinkat = NUMBERS[machine]

    assert {run_filter(machine, number) for number in (read, write, openat)} == {ALLOW}
    assert {run_filter(machine, number) for number in (socket, clone, execve, ptrace, unlinkat, 9999)} == {REFUSE}
    assert run_filter(machine, clone3) == NOT_KNOWN
    assert run_filter(machine, kill, (77, 9)) == ALLOW
    assert run_filter(machine, kill, (1, 9)) == run_filter(machine, kill, (2**32 - 1, 9)) == REFUSE
    assert run_filter(machine, prlimit, (0, 7, 0)) == ALLOW
    assert run_filter(machine, prlimit, (0, 7, 2**32)) == run_filter(machine, prlimit, (0, 7, 8)) == REFUSE


@pytest.mark.parametrize("machine", NUMBERS)
@pytest.mark.parametrize("flag", [1, 2, 0o100, 0o1000, 0o20200000])
def test_the_filter_lets_nothing_be_opened_for_writing(machine: str, flag: int) -> None:
    assert run_filter(machine, NUMBERS[machine][2], (0, 0, os.O_CLOEXEC | flag)) == 0x50000 | errno.EACCES
    assert run_filter(machine, NUMBERS[machine][2], (0, 0, os.O_CLOEXEC)) == ALLOW


def test_the_filter_ends_what_uses_the_calls_of_another_machine() -> None:
    assert run_filter("x86_64", 0, arch=0x40000003) == 0x80000000
    assert run_filter("x86_64", 0x40000000) == REFUSE


@pytest.mark.parametrize("data", [b"", b"\0" * 24, frames.HEAD.pack(9, 0, bytes(16)) + b"[" * 9])
def test_what_is_no_frame_is_told_from_the_end(data: bytes) -> None:
    rest = bytearray(data)

    def read(count: int) -> bytes:
        if len(rest) < count:
            raise EOFError
        taken = bytes(rest[:count])
        del rest[:count]
        return taken

    with pytest.raises((EOFError, frames.FrameBroken)):
        frames.unpack(read)


def test_the_process_ends_by_itself_when_nobody_is_there() -> None:
    done = subprocess.run(
        process.worker_command(), stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
