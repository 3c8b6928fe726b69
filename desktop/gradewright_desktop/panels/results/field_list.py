"""The fields of a template as they came out for one answer: expected, got, score, weight, how far off."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gradewright.model.run import FieldOutcome
from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel
from gradewright_desktop.panels.results.words import number_text, plain_text, tr
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import VerdictPainter

Index = QModelIndex | QPersistentModelIndex
_LONGEST_VALUE = 200


def _shortened(value: str) -> str:
    one_line = " ".join(value.split())
    return one_line if len(one_line) <= _LONGEST_VALUE else one_line[: _LONGEST_VALUE - 1] + "…"


def verdict_of(outcome: FieldOutcome) -> str:
    """Return the verdict token of a field; one whose value was null is not judged."""
    return "unjudged" if outcome.passed is None else "pass" if outcome.passed else "fail"


def field_remark(outcome: FieldOutcome) -> str:
    """Return what was expected and how far off it was: "expected 1,000; off by 1,000"."""
    expected = tr("expected {value}").format(value=_shortened(plain_text(outcome.expected)))
    if outcome.explanation.startswith("expected"):
        return expected
    if outcome.passed is None:
        return tr("{expected}; the judge found nothing").format(expected=expected)
    return f"{expected}; {outcome.explanation}" if outcome.explanation else expected


def got_text(outcome: FieldOutcome) -> str:
    """Return what was read; rules that search the answer itself have no value of their own."""
    return "" if outcome.got is None and outcome.passed is not None else plain_text(outcome.got)


def field_weight(outcome: FieldOutcome) -> str:
    """Return score and weight: "0.5 of 2"."""
    if outcome.score is None:
        return tr("weight {weight}").format(weight=number_text(outcome.weight))
    points = number_text(outcome.score * outcome.weight)
    return tr("{points} of {weight}").format(points=points, weight=number_text(outcome.weight))


def _key(outcome: FieldOutcome) -> str:
    return outcome.name


def _whole(outcome: FieldOutcome) -> str:
    word = {"pass": tr("pass"), "fail": tr("fail")}.get(verdict_of(outcome), tr("not judged"))
    return tr("{field}: {word}, got {got}, {remark}, {points}").format(
        field=outcome.name,
        word=word,
        got=_shortened(got_text(outcome)) or tr("from the text"),
        remark=field_remark(outcome),
        points=field_weight(outcome),
    )


class FieldDelegate(QStyledItemDelegate):
    """Two lines: name and value that was read; what was expected, and points."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._verdicts = VerdictPainter(theme)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, self._theme.row_height("table_two_line"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        outcome: FieldOutcome = index.data(RECORD_ROLE)
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        ground.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, ground.widget)
        frame: QRect = option.rect
        painter.fillRect(frame.left(), frame.bottom(), frame.width(), 1, self._theme.colour("border.subtle"))
        box = frame.adjusted(self._theme.space(3), 3, -self._theme.space(3), -4)
        half = box.height() // 2
        glyph = QRect(box.left(), box.top(), 24, half)
        self._verdicts.paint(painter, QStyle.visualRect(option.direction, box, glyph), verdict_of(outcome))
        line = QRect(box.left() + 32, box.top(), box.width() - 32, half)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        main = "selection.text" if selected else "text.primary"
        meta = "selection.text" if selected else "text.muted"
        self._row(painter, option, box, line, ("mono", outcome.name, main), ("strong", got_text(outcome), main))
        told = "verdict.fail.fg" if outcome.passed is False and not selected else meta
        line.translate(0, half)
        self._row(
            painter, option, box, line, ("small", field_remark(outcome), told), ("small", field_weight(outcome), meta)
        )

    def _row(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        frame: QRect,
        line: QRect,
        left: tuple[str, str, str],
        right: tuple[str, str, str],
    ) -> None:
        """Draw a text at each end of a line: the shorter one whole, the longer one with what is left."""
        metrics = []
        for font, text, _ in (left, right):
            painter.setFont(self._theme.font(font))
            metrics.append(painter.fontMetrics().horizontalAdvance(_shortened(text)) + 2)
        gap = self._theme.space(3)
        room = line.width() - gap
        widths = [min(metrics[0], max(room - metrics[1], room // 2)), 0]
        widths[1] = min(metrics[1], room - widths[0])
        places = (
            QRect(line.left(), line.top(), widths[0], line.height()),
            QRect(line.right() + 1 - widths[1], line.top(), widths[1], line.height()),
        )
        for (font, text, role), place in zip((left, right), places, strict=True):
            painter.setFont(self._theme.font(font))
            painter.setPen(self._theme.colour(role))
            shown = painter.fontMetrics().elidedText(_shortened(text), Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(
                QStyle.visualRect(option.direction, frame, place),
                QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
                shown,
            )


class FieldList(QListView):
    """One row a field. ``chosen`` carries the name of the current field."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fields: RecordListModel[FieldOutcome] = RecordListModel(_key, _key, _whole, _whole, parent=self)
        self.setModel(self._fields)
        self.setItemDelegate(FieldDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(tr("Fields"))
        self.selectionModel().currentChanged.connect(self._moved)
        theme.changed.connect(self._restyle)

    def show_fields(self, fields: Sequence[FieldOutcome]) -> None:
        """Show these fields."""
        self._fields.set_records(fields)

    def fields(self) -> Sequence[FieldOutcome]:
        """The fields as they stand."""
        return self._fields.records

    def current_field(self) -> FieldOutcome | None:
        """Return the current field."""
        return self._fields.record(self.currentIndex().row())

    def choose(self, position: int) -> None:
        """Make a field the current one."""
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self._fields.index(position), flags)

    @Slot(QModelIndex, QModelIndex)
    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        outcome = self._fields.record(current.row()) if current.isValid() else None
        self.chosen.emit(outcome.name if outcome is not None else "")

    @Slot()
    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
