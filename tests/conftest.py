"""What all tests share: nothing of the person's own is read or written, and nothing outside this machine is reached."""

from __future__ import annotations

import ipaddress
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

QT_OPTIONS = ("qt_api", "qt_log_level_fail", "qt_log_ignore")
OWN_FOLDERS = ("CONFIG", "DATA", "STATE", "CACHE")


# How long a case takes says more of what else the machine does than of the code; tests/benchmarks measure speed. Where
# changes are judged, the same cases each time: a new counter-example is for whoever works on that code to meet.
settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the engine's tests run where there is no Qt: pytest-qt, which owns these options, is not installed there."""
    if find_spec("pytestqt") is None:
        for option in QT_OPTIONS:
            parser.addini(option, f"{option} of pytest-qt, without effect here", type="args")


def pytest_configure(config: pytest.Config) -> None:
    """Give the test process folders of its own, before anything imports a module that looks for the person's."""
    home = Path(tempfile.mkdtemp(prefix="gradewright-tests-"))
    config.add_cleanup(partial(shutil.rmtree, home, ignore_errors=True))
    for name in OWN_FOLDERS:
        os.environ[f"XDG_{name}_HOME"] = str(home / name.lower())
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session", autouse=True)
def only_loopback() -> Iterator[None]:
    """Refuse connections to anywhere but this machine: a test that needs the network needs a server of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", _guarded(socket.socket.connect))
        patch.setattr(socket.socket, "connect_ex", _guarded(socket.socket.connect_ex))
        yield


def _guarded(connect: Any) -> Any:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_loopback(address[0]):
            raise AssertionError(f"a test tried to reach {address[0]}")
        return connect(self, address)

    return guarded


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
