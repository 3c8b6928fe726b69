"""What all tests share."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

QT_OPTIONS = ("qt_api", "qt_log_level_fail", "qt_log_ignore")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the engine's tests run where there is no Qt: pytest-qt, which owns these options, is not installed there."""
    if find_spec("pytestqt") is None:
        for option in QT_OPTIONS:
            parser.addini(option, f"{option} of pytest-qt, without effect here", type="args")
