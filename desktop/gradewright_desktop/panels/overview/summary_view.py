"""The figures of a benchmark, its keywords, and what needs care."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gradewright.model.question import Benchmark
from gradewright_desktop.panels.overview.words import Summary, care_words, count_words, keyword_words
from gradewright_desktop.widgets import FlowLayout, VerdictChip, label
from gradewright_desktop.workbench import Workbench


class SummaryView(QWidget):
    """Shows a :class:`Summary`; what stood there stays until the next one comes."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = workbench.theme
        self._theme = theme
        self._figures: list[tuple[QLabel, QLabel]] = []
        figures = QHBoxLayout()
        figures.setSpacing(theme.space(6))
        for _count in range(6):
            figures.addLayout(self._figure())
        figures.addStretch(1)
        self._care = QWidget(self)
        self._chips = FlowLayout(theme.space(2), self._care)
        self.keywords = label(theme, role="secondary", wraps=True, selectable=True, parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(3))
        column.addLayout(figures)
        column.addWidget(self._care)
        column.addWidget(self.keywords)

    def _figure(self) -> QVBoxLayout:
        amount = label(self._theme, font="title", parent=self)
        words = label(self._theme, font="small", role="muted", parent=self)
        self._figures.append((amount, words))
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(amount, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(words, 0, Qt.AlignmentFlag.AlignLeft)
        return column

    def show_summary(self, summary: Summary, _benchmark: Benchmark) -> None:
        """Show other figures."""
        for (amount, words), (count, noun) in zip(self._figures, count_words(summary), strict=True):
            amount.setText(count)
            words.setText(noun)
        self._chips.clear()
        for severity, sentence, _filter in care_words(summary):
            chip = VerdictChip(self._theme, f"severity.{severity}", sentence, self._care)
            chip.setToolTip(sentence)
            self._chips.addWidget(chip)
            chip.show()
        self._care.setVisible(bool(self._chips.count()))
        said = keyword_words(summary)
        self.keywords.setText(f"Keywords: {said}" if said else "")
        self.keywords.setVisible(bool(said))
