"""The head of the question editor: where one is, what is asked, and the way to its neighbours."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gradewright_desktop.panels.question.tab_bar import TabBar
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import button, tool_button
from gradewright_desktop.workbench import Workbench

TABS = (
    ("question", "Question"),
    ("template", "Template"),
    ("rubric", "Rubric"),
    ("examples", "Examples"),
    ("history", "History"),
)


class QuestionHead(QWidget):
    """Breadcrumb, title, tabs, finished, previous and next. ``overview_wanted`` asks for the benchmark."""

    overview_wanted = Signal()
    finished_toggled = Signal()
    step_wanted = Signal(int)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = workbench.theme
        self._theme = theme
        self._finished_words = ""
        self.crumb = button(theme, "", self.overview_wanted.emit, kind="link", parent=self)
        self.crumb.setAccessibleName("Go to the benchmark")
        self.title = TitleLabel(theme, self)
        self.tabs = TabBar(theme, TABS, "Parts of the question", self)
        self.finished = button(theme, "", self.finished_toggled.emit, parent=self)
        self.previous = tool_button(theme, "previous", "Previous question", self._previous, parent=self)
        self.next = tool_button(theme, "collapse", "Next question", self._next, parent=self)
        self._build()

    def show_finished(self, finished: bool, *, editable: bool) -> None:
        """Show whether the question is finished, in a word and a sign."""
        self._finished_words = "finished" if finished else "not finished"
        self._fit()
        self.finished.setProperty("kind", "done" if finished else "flat")
        self.finished.setAccessibleName("Finished" if finished else "Not finished")
        self.finished.setToolTip("Mark as not finished" if finished else "Mark as finished")
        icon, role = ("question-done", "severity.ok.fg") if finished else ("question-open", "text.secondary")
        self._theme.set_icon(self.finished, icon, role)
        self.finished.setEnabled(editable)
        self.finished.style().unpolish(self.finished)
        self.finished.style().polish(self.finished)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where the tabs and buttons do not fit beside each other, words and counts give way; names and tips stay."""
        buttons = self.previous.sizeHint().width() + self.next.sizeHint().width() + 2 * self._theme.space(4)
        words = self.finished.fontMetrics().horizontalAdvance(self._finished_words) + 3 * self._theme.space(4)
        room = self.width() - buttons - self.tabs.full_width() - 2 * self._theme.space(2)
        self.finished.setText(self._finished_words if room >= words else "")
        self.tabs.show_counts(room >= 2 * self._theme.space(4))

    def _build(self) -> None:
        theme = self._theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.space(2), 0, 0)
        margin = theme.space(4)
        column.setSpacing(0)
        crumbs = QHBoxLayout()
        # The link has room around its words; they begin where the title does.
        crumbs.setContentsMargins(margin - theme.space(1) - 1, 0, margin, 0)
        crumbs.addWidget(self.crumb)
        crumbs.addStretch(1)
        column.addLayout(crumbs)
        titles = QHBoxLayout()
        titles.setContentsMargins(margin, 0, margin, 0)
        titles.addWidget(self.title)
        column.addLayout(titles)
        column.addSpacing(theme.space(1))
        row = QHBoxLayout()
        row.setContentsMargins(margin, 0, margin, 0)
        row.setSpacing(theme.space(1))
        row.addWidget(self.tabs)
        row.addStretch(1)
        row.addWidget(self.finished)
        row.addSpacing(theme.space(1))
        row.addWidget(self.previous)
        row.addWidget(self.next)
        column.addLayout(row)

    def _previous(self) -> None:
        self.step_wanted.emit(-1)

    def _next(self) -> None:
        self.step_wanted.emit(1)


class TitleLabel(QLabel):
    """A title of at most two lines; what does not fit ends in an ellipsis and is in the tooltip."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._full = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._follow_theme)
        self._follow_theme()

    def full_text(self) -> str:
        """The whole title."""
        return self._full

    def set_full_text(self, text: str) -> None:
        """Show another title."""
        self._full = " ".join(text.split())
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _follow_theme(self) -> None:
        self.setFont(self._theme.font("title"))
        self._fit()

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        lines = self._lines(max(80, self.width()))
        first = lines[0] if lines else ""
        rest = self._full[len(first) :].strip()
        shown = self._full
        if len(lines) > 2:
            shown = f"{first.rstrip()} {metrics.elidedText(rest, Qt.TextElideMode.ElideRight, self.width() - 8)}"
        self.setText(shown)
        self.setAccessibleName(self._full)
        self.setToolTip(self._full if shown != self._full else "")
        rtl = self._full.isascii() is False and _is_right_to_left(self._full)
        self.setAlignment(
            (Qt.AlignmentFlag.AlignRight if rtl else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignTop
        )
        self.setFixedHeight(min(2, max(1, len(lines))) * metrics.lineSpacing() + 4)

    def _lines(self, width: int) -> list[str]:
        layout = QTextLayout(self._full, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        units = self._full.encode("utf-16-le", "surrogatepass")
        layout.beginLayout()
        lines = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            # Qt counts UTF-16 units.
            start, end = 2 * line.textStart(), 2 * (line.textStart() + line.textLength())
            lines.append(units[start:end].decode("utf-16-le", "surrogatepass"))
        layout.endLayout()
        return lines


def _is_right_to_left(text: str) -> bool:
    """The direction of the first letter that has one."""
    import unicodedata

    for letter in text:
        direction = unicodedata.bidirectional(letter)
        if direction in ("R", "AL"):
            return True
        if direction == "L":
            return False
    return False
