"""PySide6 must keep the reference counts of None and True.

PySide6 6.12.0 on Python 3.11 lost one reference of `None` with every void call that crossed from C++ and one of `True`
with every `emit()`, until the process ended in "none_dealloc". From Python 3.12 on these objects are immortal and the
fault cannot show. A new PySide6 may be pinned once this test passes with it on Python 3.11.
"""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QAbstractListModel, QIdentityProxyModel, QModelIndex, QObject, QPersistentModelIndex, Signal

# Few enough that the fault shows as a failed test and not as a dead process: a count that runs out ends it at once.
CALLS = 500
# Other threads and caches move the counts a little; the fault moves them by one a call.
TOLERANCE = 50

pytestmark = pytest.mark.skipif(sys.version_info >= (3, 12), reason="None and True are immortal from Python 3.12 on")


class Sender(QObject):
    sent = Signal(bool)


class EmptyCells(QAbstractListModel):
    """A model that answers None for every role, as models do for the roles they do not know."""

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 1

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> object:
        return None


def test_void_calls_keep_none(qapp: object) -> None:
    target = QObject()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        target.setObjectName("name")
    assert abs(sys.getrefcount(None) - before) < TOLERANCE


def test_emitting_keeps_true(qapp: object) -> None:
    sender = Sender()
    before = sys.getrefcount(True)
    for _ in range(CALLS):
        sender.sent.emit(False)
    assert abs(sys.getrefcount(True) - before) < TOLERANCE


def test_virtual_methods_that_return_nothing_keep_none(qapp: object) -> None:
    source = EmptyCells()
    proxy = QIdentityProxyModel()
    proxy.setSourceModel(source)
    cell = proxy.index(0, 0)
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        proxy.data(cell)
    assert abs(sys.getrefcount(None) - before) < TOLERANCE
