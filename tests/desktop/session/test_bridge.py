"""The bridge brings calls to the GUI thread, in order, and keeps writes one after another."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from gradewright_desktop.bridge import Bridge
from gradewright_desktop.receivers import Receiver


def test_calls_run_on_the_gui_thread_and_in_order(bridge: Bridge, qtbot: QtBot) -> None:
    seen: list[tuple[int, bool]] = []

    def note(number: int) -> None:
        seen.append((number, threading.current_thread() is threading.main_thread()))

    def work() -> None:
        for number in range(200):
            bridge.post(lambda number=number: note(number))

    bridge.job(work)
    qtbot.waitUntil(lambda: len(seen) == 200)
    assert seen == [(number, True) for number in range(200)]


def test_a_key_keeps_only_the_latest_call(bridge: Bridge) -> None:
    seen: list[int] = []
    for number in range(50):
        bridge.post(lambda number=number: seen.append(number), key="progress")
    bridge.drain()
    assert seen == [49]


def test_writes_wait_for_each_other(bridge: Bridge) -> None:
    running = threading.Lock()
    order: list[int] = []

    def write(number: int) -> None:
        assert running.acquire(blocking=False), "two writes at once"
        order.append(number)
        running.release()

    futures = [bridge.write(lambda number=number: write(number)) for number in range(100)]
    for future in futures:
        future.result(5)
    assert order == list(range(100))


def test_one_broken_receiver_does_not_stop_the_others(bridge: Bridge) -> None:
    seen: list[str] = []

    def broken() -> None:
        raise ValueError("broken on purpose")

    with capture_exceptions() as exceptions:
        bridge.post(broken)
        bridge.post(lambda: seen.append("after"))
        bridge.drain()
    assert seen == ["after"]
    assert [str(error) for _kind, error, _trace in exceptions] == ["broken on purpose"]


def test_close_waits_for_writes_and_takes_no_more_calls(qapp: QObject) -> None:
    bridge = Bridge()
    done: list[int] = []
    for number in range(20):
        bridge.write(lambda number=number: done.append(number))
    assert bridge.close()
    assert done == list(range(20))
    bridge.post(lambda: done.append(-1))
    bridge.drain()
    assert -1 not in done


def test_a_receiver_that_is_gone_is_not_called(qtbot: QtBot) -> None:
    class Panel(QObject):
        def __init__(self) -> None:
            super().__init__()
            self.heard: list[str] = []

        def hear(self, words: str) -> None:
            self.heard.append(words)

    panel = Panel()
    receiver = Receiver(panel.hear)
    receiver("while it lives")
    assert panel.heard == ["while it lives"]
    heard = panel.heard
    panel.deleteLater()
    qtbot.waitSignal(panel.destroyed, timeout=2000).wait()
    receiver("after it died")
    assert heard == ["while it lives"]
