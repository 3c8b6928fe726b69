"""The whole program on a real display, over a folder of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from support.driver import AppDriver

from gradewright_desktop.composition import prepare_application

Start = Callable[..., AppDriver]


@pytest.fixture
def start(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start the program, as often as a test likes; what is still open at the end is closed."""
    prepare_application(qapp)
    monkeypatch.setenv("GRADEWRIGHT_LIBRARY", str(tmp_path / "Ward.gradewright"))
    running: list[AppDriver] = []

    def begin(*files: Path) -> AppDriver:
        driver = AppDriver(qapp, tmp_path, list(files))
        running.append(driver)
        return driver

    yield begin
    for driver in running:
        if not driver.is_closed:
            driver.close()
