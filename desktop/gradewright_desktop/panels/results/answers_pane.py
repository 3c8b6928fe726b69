"""The answers of a run: the table with its columns, or what to do where nothing fits the filters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from gradewright.model.run import CheckKind
from gradewright.store.marks import Mark
from gradewright.store.results import ResultSort
from gradewright.store.rows import RunCheck
from gradewright_desktop.models.paged_table import Reader
from gradewright_desktop.panels.results.answers_model import AnswersModel
from gradewright_desktop.panels.results.columns import Column, Kind, answer_columns, check_name
from gradewright_desktop.panels.results.filters import filter_words
from gradewright_desktop.panels.results.source import Outline
from gradewright_desktop.panels.results.table import ResultsTable
from gradewright_desktop.panels.results.words import count_text, tr
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import EmptyState

# More columns than this are not seen at once; the others can be chosen, and every check is in the detail.
_COLUMNS_AT_FIRST = 24
_COLUMNS_OFFERED = 100
_NARROW, _WIDE = 46, 96
QUESTION_COLUMN = 1


class AnswersPane(QStackedWidget):
    """``current_changed`` carries a result's id (or None) and the check of the current column (or None)."""

    current_changed = Signal(object, object)
    sort_wanted = Signal(object)

    def __init__(self, theme: Theme, reader: Reader, clear_filters: Callable[[], None], parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._outline: Outline | None = None
        self._chosen: frozenset[int] | None = None
        self.model = AnswersModel(reader, self)
        self.table = ResultsTable(theme, self.model, tr("Answers"), QUESTION_COLUMN, self)
        self.nothing = EmptyState(
            theme,
            tr("Nothing fits these filters"),
            "",
            (tr("Clear filters"), clear_filters),
            icon="empty-search",
            parent=self,
        )
        self.addWidget(self.table)
        self.addWidget(self.nothing)
        self.table.current_changed.connect(self._current_changed)
        self.table.sort_wanted.connect(self._sort_wanted)
        theme.changed.connect(self._fit)

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show_outline(self, outline: Outline) -> None:
        """Show the rows and columns of a run."""
        if self._outline is None or self._outline.run.id != outline.run.id:
            self._chosen = None
        self._outline = outline
        columns = answer_columns(self._shown_checks(outline), replicates=outline.replicates)
        if columns != list(self.model.columns):
            self.model.set_columns(columns)
            self._fit()
        self.model.set_row_cells(len(outline.checks))
        self.table.show_ids(outline.ids)
        self.model.take(outline.rows)
        hides_all = not outline.ids and bool(outline.run.answers.total)
        if hides_all:
            self.nothing.set_words(tr("Nothing fits these filters"), self._why_nothing(outline))
        self.setCurrentWidget(self.nothing if hides_all else self.table)

    def show_sort(self, sort: ResultSort) -> None:
        """Show in the head by which column the rows are sorted."""
        for position, column in enumerate(self.model.columns):
            if (sort.by == "check" and column.ordinal == sort.check) or column.kind.value == sort.by:
                by_default = sort.by == "question" and not sort.descending
                self.table.show_sort(-1 if by_default else position, sort.descending)
                return
        self.table.show_sort(-1, False)

    def current_check(self) -> RunCheck | None:
        """Return the check of the current column, None where it is no check."""
        return self._check_at(self.table.currentIndex().column())

    def current_position(self) -> int:
        """Return the current row, -1 for none."""
        return self.table.currentIndex().row()

    def next_fail(self, step: int) -> int:
        """Return the next row (step 1) or the previous one (-1) with a fail, -1 where there is none.

        In the column of a check it is a fail of that check, elsewhere any.
        """
        outline = self._outline
        if outline is None or len(outline.marks) != len(self.model.ids):
            return -1
        check = self.current_check()
        start = self.current_position()
        places = range(start + 1, len(outline.marks)) if step > 0 else range(start - 1, -1, -1)
        for place in places:
            letters = outline.marks[place]
            looked_at = letters if check is None else letters[check.ordinal : check.ordinal + 1]
            if Mark.FAIL.value in looked_at:
                return place
        return -1

    def fill_columns_menu(self, menu: QMenu) -> None:
        """Fill the menu in which the columns are chosen."""
        if self._outline is None:
            return
        shown = {check.ordinal for check in self.shown_checks()}
        offered = [c for c in self._outline.checks if c.ordinal in shown or c.ordinal < _COLUMNS_OFFERED]
        for check in offered:
            action = menu.addAction(check_name(check).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(check.ordinal in shown)
            action.triggered.connect(partial(self._toggle_column, check.ordinal))

    def shown_checks(self) -> Sequence[RunCheck]:
        """Return the checks that are columns."""
        return self._shown_checks(self._outline) if self._outline is not None else ()

    # -- columns ------------------------------------------------------------------------------------------------------

    def _shown_checks(self, outline: Outline) -> Sequence[RunCheck]:
        if self._chosen is not None:
            return [check for check in outline.checks if check.ordinal in (self._chosen or ())]
        if len(outline.checks) <= _COLUMNS_AT_FIRST:
            return outline.checks
        # Those that most answers have: a question's own checks would fill the table with empty cells.
        counts: Counter[int] = Counter()
        for letters, times in Counter(outline.marks).items():
            for ordinal, letter in enumerate(letters):
                if letter != Mark.NOT_PLANNED.value:
                    counts[ordinal] += times
        most = {ordinal for ordinal, _ in counts.most_common(_COLUMNS_AT_FIRST)}
        return [check for check in outline.checks if check.ordinal in most or check.kind is CheckKind.TEMPLATE]

    def _toggle_column(self, ordinal: int, _checked: bool = False) -> None:
        if self._outline is None:
            return
        shown = {check.ordinal for check in self._shown_checks(self._outline)}
        self._chosen = frozenset(shown ^ {ordinal})
        self.show_outline(self._outline)

    @Slot()
    def _fit(self) -> None:
        self.table.set_widths({at: self._width(column) for at, column in enumerate(self.model.columns)})

    def _width(self, column: Column) -> int:
        base = QFontMetrics(self._theme.font("base"))
        head = QFontMetrics(self._theme.font("strong")).horizontalAdvance(column.head) + 18
        scale = max(1.0, self._theme.zoom)
        if column.kind is Kind.CHECK:
            least = round((84 if column.is_template else _NARROW) * scale)
            return max(least, min(head, round(_WIDE * scale)))
        if column.kind is Kind.POSITION:
            rows = self._outline.run.planned_answers if self._outline is not None else 0
            return base.horizontalAdvance(count_text(max(rows, 999))) + 20
        if column.kind is Kind.MODEL:
            models = self._outline.models if self._outline is not None else ()
            longest = max((base.horizontalAdvance(model) for model in models), default=0) + 22
            return max(head, min(longest, round(150 * scale)))
        return max(head, round(88 * scale)) if column.kind is Kind.OVERALL else head

    # -- signals ------------------------------------------------------------------------------------------------------

    def _check_at(self, column: int) -> RunCheck | None:
        if self._outline is None or not 0 <= column < len(self.model.columns):
            return None
        ordinal = self.model.columns[column].ordinal
        return next((check for check in self._outline.checks if check.ordinal == ordinal), None)

    @Slot(object, int)
    def _current_changed(self, result_id: int | None, column: int) -> None:
        self.current_changed.emit(result_id, self._check_at(column))

    @Slot(int, bool)
    def _sort_wanted(self, column: int, descending: bool) -> None:
        if not 0 <= column < len(self.model.columns):
            self.sort_wanted.emit(ResultSort())
            return
        spec = self.model.columns[column]
        if spec.kind is Kind.CHECK:
            self.sort_wanted.emit(ResultSort("check", spec.ordinal, descending))
        elif spec.kind is Kind.MODEL:
            self.sort_wanted.emit(ResultSort("model", descending=descending))
        elif spec.kind is Kind.OVERALL:
            self.sort_wanted.emit(ResultSort("overall", descending=descending))
        else:
            self.sort_wanted.emit(ResultSort("question", descending=descending))

    def _why_nothing(self, outline: Outline) -> str:
        names = {check.ordinal: check_name(check) for check in outline.checks}
        words = tr(" and ").join(f"“{part}”" for part in filter_words(outline.wanted, names))
        return tr("{count} answers are here, 0 fit {filters}.").format(
            count=count_text(outline.run.answers.total), filters=words
        )
