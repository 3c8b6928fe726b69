"""The welcome page: the sample, the ways in, the libraries that were open lately."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from gradewright_desktop.commands.registry import key_hint
from gradewright_desktop.shell.recent import RecentLibraries, RecentLibrary
from gradewright_desktop.widgets import ElidedLabel, KeyHint, button, label, line
from gradewright_desktop.workbench import Workbench

COLUMN_WIDTH = 460
PAGE_WIDTH = 960
# Commands that are offered, with the sentence under each.
WAYS = (
    ("benchmark.new", "New benchmark", "Questions with a rubric and, if you like, templates"),
    ("file.import", "Import…", "Karenina checkpoint, CSV, JSONL, manual traces"),
    ("file.open", "Open another library…", "A .gradewright file from disk"),
)
STEPS = (
    ("Verify the recorded answers", "Press F5. Templates and traits are checked at once."),
    ("Follow a finding to its words", "F8 jumps there, Alt Enter applies the fix."),
    ("Change a rule and take it back", "Everything is kept at once, and Ctrl Z undoes it."),
)


class Welcome(QScrollArea):
    """Shown when no library is open, and whenever somebody asks for it."""

    def __init__(
        self,
        workbench: Workbench,
        recent: RecentLibraries,
        open_path: Callable[[Path], None],
        find_library: Callable[[str], None],
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._workbench = workbench
        self._recent = recent
        self._open_path = open_path
        self._find_library = find_library
        self._page = QWidget(self)
        self._page.setProperty("surface", "base")
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._recent_box = QVBoxLayout()
        self._build()
        self.setWidget(self._page)
        recent.changed.connect(self.fill_recent)
        workbench.theme.changed.connect(self._fit)
        self.fill_recent()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        zoom = max(1.0, self._workbench.theme.zoom)
        wide = self.width() >= 2 * COLUMN_WIDTH * zoom - 40
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._columns.setDirection(direction)
        self._centre.setMaximumWidth(round(PAGE_WIDTH * zoom))
        # A scroll area asks its content for a height without saying how wide it will be; wrapped words need both.
        layout = self._page.layout()
        if layout is not None:
            self._page.setMinimumHeight(layout.totalHeightForWidth(self.viewport().width()))

    @Slot()
    def fill_recent(self) -> None:
        """Show the libraries that are known now."""
        while (item := self._recent_box.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        theme = self._workbench.theme
        entries = self._recent.all()
        if not entries:
            self._recent_box.addWidget(label(theme, "Libraries that you open are listed here.", role="muted"))
        for entry in entries:
            self._recent_box.addWidget(line("h"))
            self._recent_box.addWidget(self._recent_row(entry))

    def _build(self) -> None:
        theme = self._workbench.theme
        outer = QHBoxLayout(self._page)
        outer.setContentsMargins(theme.space(6), theme.space(10), theme.space(6), theme.space(6))
        outer.addStretch(1)
        centre = QWidget(self._page)
        self._centre = centre
        middle = QVBoxLayout(centre)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(theme.space(2))
        middle.addSpacing(theme.space(6))
        middle.addWidget(label(theme, "Say what a good answer is. Then check it.", font="display", wraps=True))
        sentence = "Everything stays in one file on this computer. Nothing is sent anywhere."
        middle.addWidget(label(theme, sentence, font="reading", role="secondary", wraps=True))
        middle.addSpacing(theme.space(6))
        self._columns.setSpacing(theme.space(10))
        self._columns.addLayout(self._left(), 1)
        self._columns.addLayout(self._right(), 1)
        middle.addLayout(self._columns)
        middle.addStretch(1)
        outer.addWidget(centre, 100)
        outer.addStretch(1)

    def _left(self) -> QVBoxLayout:
        theme = self._workbench.theme
        column = QVBoxLayout()
        column.setSpacing(theme.space(5))
        column.addWidget(self._sample_card())
        for command, title, sentence in WAYS:
            if command in self._workbench.commands:
                column.addLayout(self._way(command, title, sentence))
        column.addStretch(1)
        return column

    def _sample_card(self) -> QFrame:
        theme = self._workbench.theme
        card = QFrame(self)
        card.setProperty("surface", "accent-card")
        column = QVBoxLayout(card)
        column.setContentsMargins(*(theme.space(4),) * 4)
        column.setSpacing(theme.space(2))
        head = QHBoxLayout()
        glyph = QLabel(card)
        theme.set_pixmap(glyph, "try", "accent.text", theme.icon_size("large"))
        head.addWidget(glyph)
        head.addWidget(label(theme, "The sample benchmark", font="strong"), 1)
        column.addLayout(head)
        words = "12 questions, rubrics of every kind that needs no judge, and recorded answers of two models. "
        column.addWidget(label(theme, words + "Works offline, with no account.", role="secondary", wraps=True))
        foot = QHBoxLayout()
        self.sample_button = button(theme, "Open the sample", self._open_sample, kind="filled", icon="folder")
        foot.addWidget(self.sample_button)
        foot.addWidget(label(theme, "first result in about a minute", font="small", role="muted"), 1)
        column.addLayout(foot)
        return card

    def _way(self, command: str, title: str, sentence: str) -> QHBoxLayout:
        theme = self._workbench.theme
        known = self._workbench.commands.command(command)
        row = QHBoxLayout()
        row.setSpacing(theme.space(3))
        row.setContentsMargins(theme.space(1), 0, theme.space(2), 0)
        glyph = QLabel(self)
        theme.set_pixmap(glyph, known.icon or "add-circle", "accent.text", theme.icon_size("large"))
        row.addWidget(glyph)
        words = QVBoxLayout()
        words.setSpacing(0)
        link = button(theme, title, partial(self._run, command), kind="link")
        link.setObjectName(f"welcome.{command}")
        words.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        under = label(theme, sentence, font="small", role="muted", wraps=True)
        under.setContentsMargins(5, 0, 0, 0)
        words.addWidget(under)
        row.addLayout(words, 1)
        if known.keys:
            row.addWidget(KeyHint(theme, key_hint(known.keys[0])))
        return row

    def _right(self) -> QVBoxLayout:
        theme = self._workbench.theme
        column = QVBoxLayout()
        column.setSpacing(theme.space(2))
        column.addWidget(label(theme, "Recent libraries", font="section"))
        self._recent_box.setSpacing(0)
        column.addLayout(self._recent_box)
        column.addSpacing(theme.space(5))
        column.addWidget(label(theme, "In the sample, try this", font="section"))
        for number, (title, sentence) in enumerate(STEPS, start=1):
            column.addLayout(self._step(number, title, sentence))
        column.addStretch(1)
        return column

    def _step(self, number: int, title: str, sentence: str) -> QHBoxLayout:
        theme = self._workbench.theme
        row = QHBoxLayout()
        row.setSpacing(theme.space(3))
        mark = label(theme, str(number), font="strong", role="step")
        mark.setAlignment(Qt.AlignmentFlag.AlignCenter)
        mark.setFixedSize(24, 24)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label(theme, title))
        words.addWidget(label(theme, sentence, font="small", role="muted", wraps=True))
        row.addLayout(words, 1)
        return row

    def _recent_row(self, entry: RecentLibrary) -> QWidget:
        theme = self._workbench.theme
        row = QWidget(self._page)
        inner = QHBoxLayout(row)
        inner.setContentsMargins(theme.space(2), theme.space(2), theme.space(2), theme.space(2))
        inner.setSpacing(theme.space(2))
        glyph = QLabel(row)
        role = "text.secondary" if entry.exists else "severity.warning.fg"
        theme.set_pixmap(glyph, "library" if entry.exists else "warning", role)
        inner.addWidget(glyph)
        words = QVBoxLayout()
        words.setSpacing(0)
        if entry.exists:
            opens = button(theme, entry.name, partial(self._open_path, Path(entry.path)), kind="link")
            opens.setToolTip(entry.path)
            words.addWidget(opens, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            words.addWidget(label(theme, entry.name, role="muted"))
        summary = entry.summary if entry.exists else f"not found; it was in {Path(entry.path).parent}"
        under = ElidedLabel(theme, summary, font="small", role="muted")
        under.setContentsMargins(5, 0, 0, 0)
        under.setVisible(bool(summary))
        words.addWidget(under)
        inner.addLayout(words, 1)
        if entry.exists:
            inner.addWidget(label(theme, when_words(entry.opened, date.today()), font="small", role="muted"))
        else:
            inner.addWidget(button(theme, "Find…", partial(self._find_library, entry.path), kind="link"))
        return row

    def _run(self, command: str) -> None:
        self._workbench.commands.run(command)

    def _open_sample(self) -> None:
        self._workbench.commands.run("file.sample")


def when_words(moment: str, today: date) -> str:
    """Return a day in few words: today, yesterday, a weekday within the week, else day and month."""
    try:
        day = datetime.fromisoformat(moment).date()
    except ValueError:
        return ""
    age = (today - day).days
    if age == 0:
        return "today"
    if age == 1:
        return "yesterday"
    if 1 < age < 7:
        return QLocale().dayName(day.isoweekday())
    return f"{day.day} {QLocale().monthName(day.month)}" + ("" if day.year == today.year else f" {day.year}")
