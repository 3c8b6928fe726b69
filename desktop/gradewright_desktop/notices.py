"""What the program tells in passing: toasts for what was done, banners for what needs care."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count

from PySide6.QtCore import QObject, Signal

from gradewright.errors import UserError

HISTORY_LENGTH = 100


@dataclass(frozen=True, slots=True)
class NoticeAction:
    """A button of a notice."""

    text: str
    run: Callable[[], None]


@dataclass(frozen=True, slots=True)
class ToastNotice:
    """A sentence about something that was done, with at most one action, usually Undo."""

    text: str
    at: datetime
    action: NoticeAction | None = None


@dataclass(frozen=True, slots=True)
class BannerNotice:
    """A sentence that stays until it is dealt with. ``kind`` is error, warning, info or ok.

    ``area`` says where: ``"window"``, ``"build"``, ``"results"`` or the name of a panel that shows banners of its own.
    ``strong`` is the first, bold part of the sentence.
    """

    area: str
    key: str
    kind: str
    strong: str
    text: str
    actions: tuple[NoticeAction, ...] = field(default=())


class Notices(QObject):
    """Takes notices from anywhere in the GUI thread; the window and the panels show them."""

    toast_added = Signal(object)
    banner_added = Signal(object)
    banner_removed = Signal(str, str)

    def __init__(self, parent: QObject | None = None, *, clock: Callable[[], datetime] = datetime.now):
        super().__init__(parent)
        self._clock = clock
        self._numbers = count(1)
        self._history: list[ToastNotice | BannerNotice] = []
        self._banners: dict[tuple[str, str], BannerNotice] = {}

    @property
    def history(self) -> tuple[ToastNotice | BannerNotice, ...]:
        """The latest notices, oldest first."""
        return tuple(self._history)

    def toast(self, text: str, action: NoticeAction | None = None) -> None:
        """Show a sentence for some seconds."""
        notice = ToastNotice(text, self._clock(), action)
        self._remember(notice)
        self.toast_added.emit(notice)

    def banner(
        self,
        area: str,
        kind: str,
        text: str,
        *,
        strong: str = "",
        actions: tuple[NoticeAction, ...] = (),
        key: str = "",
    ) -> str:
        """Show a sentence until it is closed; one with the same key is replaced. Returns the key."""
        key = key or f"notice-{next(self._numbers)}"
        notice = BannerNotice(area, key, kind, strong, text, actions)
        self._banners[area, key] = notice
        self._remember(notice)
        self.banner_added.emit(notice)
        return key

    def error(self, area: str, error: UserError, *, key: str = "", actions: tuple[NoticeAction, ...] = ()) -> None:
        """Show what went wrong, in the words of the error itself."""
        self.banner(area, "error", str(error), actions=actions, key=key)

    def clear(self, area: str, key: str) -> None:
        """Take a banner away, if it is still there."""
        if self._banners.pop((area, key), None) is not None:
            self.banner_removed.emit(area, key)

    def banners(self, area: str) -> tuple[BannerNotice, ...]:
        """Return the banners that stand in an area."""
        return tuple(notice for (where, _key), notice in self._banners.items() if where == area)

    def _remember(self, notice: ToastNotice | BannerNotice) -> None:
        self._history.append(notice)
        del self._history[:-HISTORY_LENGTH]
