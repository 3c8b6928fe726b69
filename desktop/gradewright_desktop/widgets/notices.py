"""Banners in the panels and toasts over the window."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleEvent, QEnterEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gradewright_desktop.notices import BannerNotice, Notices, ToastNotice
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets.buttons import button, tool_button
from gradewright_desktop.widgets.labels import label

ICONS = {"error": "error", "warning": "warning", "info": "info", "ok": "ok"}


def speak(widget: QWidget) -> None:
    """Tell a screen reader at once what a widget says."""
    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Alert))


class Banner(QFrame):
    """One sentence that stays: glyph, words, buttons, and a way to close it.

    ``kind`` is error, warning, info or ok. ``actions`` are pairs of a text and what it does.
    """

    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        kind: str,
        text: str,
        *,
        strong: str = "",
        actions: tuple[tuple[str, Callable[[], None]], ...] = (),
        closable: bool = True,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self.setProperty("banner", kind)
        self._theme = theme
        self._kind = kind
        self._glyph = QLabel(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(3), theme.space(1), theme.space(2), theme.space(1))
        row.setSpacing(theme.space(2))
        row.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignTop)
        words = label(theme, wraps=True, selectable=True, parent=self)
        # Rich text for one bold start, so that it wraps together with the rest; what people wrote is escaped.
        words.setTextFormat(Qt.TextFormat.RichText)
        words.setText(f"<b>{escape(strong)}</b> {escape(text)}".strip() if strong else escape(text))
        row.addWidget(words, 1)
        for caption, run in actions:
            row.addWidget(button(theme, caption, run, parent=self))
        if closable:
            row.addWidget(tool_button(theme, "close", "Close this message", self.closed.emit, parent=self))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(f"{kind}: {strong} {text}".replace("  ", " "))
        theme.changed.connect(self._redraw)
        self._redraw()

    def _redraw(self) -> None:
        self._glyph.setPixmap(self._theme.pixmap(ICONS[self._kind], f"severity.{self._kind}.fg"))
        self._glyph.setContentsMargins(0, (self._theme.row_height("button") - self._theme.icon_size()) // 2, 0, 0)


class BannerStack(QWidget):
    """Shows the banners of one area, newest on top; takes no room where there is none."""

    def __init__(self, theme: Theme, notices: Notices, area: str, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._notices = notices
        self._area = area
        self._banners: dict[str, Banner] = {}
        self._column = QVBoxLayout(self)
        margin = theme.space(2)
        self._column.setContentsMargins(margin, margin, margin, 0)
        self._column.setSpacing(theme.space(1))
        notices.banner_added.connect(self._add)
        notices.banner_removed.connect(self._remove)
        self.hide()
        for notice in notices.banners(area):
            self._add(notice)

    @Slot(object)
    def _add(self, notice: BannerNotice) -> None:
        if notice.area != self._area:
            return
        self._drop(notice.key)
        actions = tuple((action.text, action.run) for action in notice.actions)
        banner = Banner(self._theme, notice.kind, notice.text, strong=notice.strong, actions=actions, parent=self)
        banner.closed.connect(lambda: self._notices.clear(notice.area, notice.key))
        self._banners[notice.key] = banner
        self._column.insertWidget(0, banner)
        self.show()
        speak(banner)

    @Slot(str, str)
    def _remove(self, area: str, key: str) -> None:
        if area == self._area:
            self._drop(key)

    def _drop(self, key: str) -> None:
        banner = self._banners.pop(key, None)
        if banner is not None:
            banner.hide()
            banner.deleteLater()
        self.setVisible(bool(self._banners))


class Toast(QFrame):
    """Shows the latest toast at the bottom left of its window for some seconds; the pointer holds it."""

    def __init__(self, theme: Theme, notices: Notices, window: QWidget):
        super().__init__(window)
        self.setProperty("surface", "toast")
        self.setObjectName("toast")
        self._theme = theme
        self._window = window
        self._notice: ToastNotice | None = None
        self._words = label(theme, wraps=False, selectable=True, parent=self)
        self._action = tool_button(theme, "", "Undo", self._run_action, kind="toast", shows_text=True, parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(3), theme.space(1), theme.space(2), theme.space(1))
        row.setSpacing(theme.space(4))
        row.addWidget(self._words)
        row.addWidget(self._action)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        notices.toast_added.connect(self.show_notice)
        window.installEventFilter(self)
        self.hide()

    @Slot(object)
    def show_notice(self, notice: ToastNotice) -> None:
        """Show a toast in place of the one before."""
        self._notice = notice
        self._words.setText(notice.text)
        self._action.setVisible(notice.action is not None)
        if notice.action is not None:
            self._action.setText(notice.action.text)
            self._action.setAccessibleName(notice.action.text)
        self.setAccessibleName(notice.text)
        self.show()
        self._place()
        self.raise_()
        self._timer.start(self._theme.motion("undo_toast_ms"))
        speak(self)

    def text(self) -> str:
        """Return the sentence that is shown, ``""`` where none is."""
        return self._words.text() if self.isVisible() else ""

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start(self._theme.motion("undo_toast_ms"))
        super().leaveEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    @Slot()
    def _run_action(self) -> None:
        notice, self._notice = self._notice, None
        self.hide()
        if notice is not None and notice.action is not None:
            notice.action.run()

    def _place(self) -> None:
        window = self._window
        margin = self._theme.space(3)
        available = window.width() - 2 * margin
        self._words.setWordWrap(self._words.sizeHint().width() > available)
        self.adjustSize()
        self.resize(min(self.width(), available), self.sizeHint().height())
        bottom = window.height() - self._theme.row_height("status_bar") - margin
        run_bar = window.findChild(QWidget, "run_bar")
        if run_bar is not None and run_bar.isVisible():
            bottom -= run_bar.height()
        self.move(margin, bottom - self.height())
