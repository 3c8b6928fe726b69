"""Calls that come late: to methods whose object may be gone by then."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from types import MethodType
from typing import Any

import shiboken6
from PySide6.QtCore import QObject


class Receiver:
    """A callable that holds no widget alive and calls none that Qt has already destroyed.

    Bound methods are held weakly; plain functions and partials are held as they are.
    """

    def __init__(self, target: Callable[..., None] | None):
        self._method: weakref.WeakMethod[Any] | None = None
        self._function: Callable[..., None] | None = None
        if isinstance(target, MethodType):
            self._method = weakref.WeakMethod(target)
        else:
            self._function = target

    def __call__(self, *values: Any) -> None:
        if self._function is not None:
            self._function(*values)
            return
        method = self._method() if self._method is not None else None
        if method is None:
            return
        owner = method.__self__
        if isinstance(owner, QObject) and not shiboken6.isValid(owner):
            return
        method(*values)
