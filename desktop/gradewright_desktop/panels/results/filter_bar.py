"""The bar above the table: find in answers, chips for the other restrictions, counts, columns, export."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from gradewright.store.marks import Mark
from gradewright.store.results import ResultFilter
from gradewright.store.rows import RunCheck
from gradewright_desktop.panels.results.columns import check_name
from gradewright_desktop.panels.results.filters import (
    MARK_WORDS,
    OVERALL_WORDS,
    FilterChip,
    chips_of,
    finished_words,
    marks_wanted,
    toggle_check,
    toggle_finished,
    toggle_model,
    toggle_overall,
    without,
)
from gradewright_desktop.panels.results.words import tr
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import FlowLayout, label, tool_button
from gradewright_desktop.widgets.search_field import SearchField


class FilterBar(QWidget):
    """Holds the filter that is wanted. ``changed`` carries the new :class:`ResultFilter`."""

    changed = Signal(object)
    export_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._wanted = ResultFilter()
        self._models: Sequence[str] = ()
        self._checks: Sequence[RunCheck] = ()
        self._offered: Sequence[RunCheck] = ()
        self._make_columns_menu: Callable[[QMenu], None] | None = None
        self.setAccessibleName(tr("Filters"))
        self.find_field = SearchField(theme, tr("Find in answers"), parent=self)
        self.find_field.textChanged.connect(self._text_changed)
        self.add = self._menu_button("add", tr("Filter"), shows_text=True)
        self._menu = QMenu(self.add)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.add.setMenu(self._menu)
        self.columns = self._menu_button("columns", tr("Columns"))
        self._columns_menu = QMenu(self.columns)
        self._columns_menu.aboutToShow.connect(self._fill_columns)
        self.columns.setMenu(self._columns_menu)
        self.export = tool_button(theme, "export", tr("Export results…"), self.export_wanted.emit, parent=self)
        self.count = label(theme, font="small", role="secondary", parent=self)
        self._assemble()

    def _menu_button(self, icon: str, text: str, *, shows_text: bool = False) -> QToolButton:
        made = tool_button(self._theme, icon, text, shows_text=shows_text, parent=self)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return made

    def _assemble(self) -> None:
        space = self._theme.space
        row = QHBoxLayout()
        row.setSpacing(space(2))
        self.find_field.setMinimumWidth(110)
        self.find_field.setMaximumWidth(190)
        row.addWidget(self.find_field, 2)
        row.addWidget(self.add)
        row.addStretch(1)
        for widget in (self.count, self.columns, self.export):
            row.addWidget(widget)
        self._chip_box = QWidget(self)
        self._chips = FlowLayout(space(2), self._chip_box)
        self._chip_box.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(space(4), space(2), space(3), space(2))
        column.setSpacing(space(2))
        column.addLayout(row)
        column.addWidget(self._chip_box)

    # -- what is wanted -----------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> ResultFilter:
        """The filter as it stands."""
        return self._wanted

    def set_choices(self, models: Sequence[str], checks: Sequence[RunCheck], offered: Sequence[RunCheck]) -> None:
        """Say what can be filtered by in this run. Of its checks, the menu offers those that are columns."""
        if (models, checks, offered) != (self._models, self._checks, self._offered):
            self._models, self._checks, self._offered = models, checks, offered
            self._show_chips()

    def set_columns_menu(self, make: Callable[[QMenu], None]) -> None:
        """Say who fills the menu of columns."""
        self._make_columns_menu = make

    def set_wanted(self, wanted: ResultFilter) -> None:
        """Filter by something else, and tell."""
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if self.find_field.text() != wanted.text:
            blocked = self.find_field.blockSignals(True)
            self.find_field.setText(wanted.text)
            self.find_field.blockSignals(blocked)
        self._show_chips()
        self.changed.emit(wanted)

    def clear(self) -> None:
        """Filter by nothing."""
        self.set_wanted(ResultFilter())

    def chip_texts(self) -> list[str]:
        """Return what the chips say."""
        return [chip.text for chip in self._current_chips()]

    def show_count(self, words: str) -> None:
        """Say how many answers fit."""
        self.count.setText(words)

    def _current_chips(self) -> list[FilterChip]:
        return chips_of(self._wanted, {check.ordinal: check_name(check) for check in self._checks})

    def _show_chips(self) -> None:
        self._chips.clear()
        chips = self._current_chips()
        for chip in chips:
            self._chips.addWidget(self._chip(chip))
        self._chip_box.setVisible(bool(chips))
        self._chip_box.updateGeometry()

    def _chip(self, chip: FilterChip) -> QToolButton:
        made = tool_button(self._theme, "close", chip.text, kind="", shows_text=True, parent=self._chip_box)
        made.setAccessibleName(tr("Remove filter {filter}").format(filter=chip.text))
        made.setToolTip(made.accessibleName())
        # The cross stands behind the words, as on every chip: the other direction of the interface puts it there.
        flipped = Qt.LayoutDirection.LeftToRight if self.isRightToLeft() else Qt.LayoutDirection.RightToLeft
        made.setLayoutDirection(flipped)
        made.clicked.connect(partial(self._drop, chip.key))
        made.show()
        return made

    def _drop(self, key: str, _checked: bool = False) -> None:
        self.set_wanted(without(self._wanted, key))

    @Slot(str)
    def _text_changed(self, text: str) -> None:
        self.set_wanted(replace(self._wanted, text=text))

    # -- menus --------------------------------------------------------------------------------------------------------

    @Slot()
    def _fill_menu(self) -> None:
        self._menu.clear()
        overall = self._menu.addMenu(tr("Overall"))
        for verdict, words in OVERALL_WORDS.items():
            chosen = verdict in self._wanted.overall
            self._entry(overall, tr(words), chosen, partial(self._change, partial(toggle_overall, verdict=verdict)))
        models = self._menu.addMenu(tr("Model"))
        for model in self._models:
            chosen = model in self._wanted.models
            self._entry(models, model, chosen, partial(self._change, partial(toggle_model, model=model)))
        question = self._menu.addMenu(tr("Question"))
        for finished in (True, False):
            change = partial(self._change, partial(toggle_finished, finished=finished))
            self._entry(question, finished_words(finished), self._wanted.finished is finished, change)
        self._menu.addSeparator()
        for check in self._offered:
            self._check_menu(check)
        self._menu.addSeparator()
        clear = self._menu.addAction(tr("Clear filters"), self.clear)
        clear.setEnabled(self._wanted != ResultFilter())

    def _check_menu(self, check: RunCheck) -> None:
        menu = self._menu.addMenu(_menu_text(check_name(check)))
        wanted = marks_wanted(self._wanted, check.ordinal)
        for mark, words in MARK_WORDS.items():
            if mark is Mark.VALUE and not check.has_values:
                continue
            change = partial(toggle_check, ordinal=check.ordinal, mark=mark)
            self._entry(menu, tr(words), mark in wanted, partial(self._change, change))

    def _entry(self, menu: QMenu, text: str, chosen: bool, run: Callable[..., None]) -> None:
        action = menu.addAction(_menu_text(text))
        action.setCheckable(True)
        action.setChecked(chosen)
        action.triggered.connect(run)

    def _change(self, change: Callable[[ResultFilter], ResultFilter], _checked: bool = False) -> None:
        self.set_wanted(change(self._wanted))

    @Slot()
    def _fill_columns(self) -> None:
        self._columns_menu.clear()
        if self._make_columns_menu is not None:
            self._make_columns_menu(self._columns_menu)


def _menu_text(text: str) -> str:
    """Return a name as a menu shows it: an ampersand would become a mnemonic."""
    return text.replace("&", "&&")
