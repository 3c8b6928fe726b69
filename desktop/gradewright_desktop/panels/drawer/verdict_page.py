"""The verdict simulator: give every criterion an answer and see what the rubric makes of them, and why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gradewright.edits import RubricOwner
from gradewright.model.rubric import Rubric
from gradewright.rubrics.verdicts import Judgement, Outcome, Overall, criteria, verdict
from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel
from gradewright_desktop.panels.drawer.page import DrawerPage
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import FlowLayout, VerdictChip, button, label
from gradewright_desktop.widgets.verdicts import VERDICTS
from gradewright_desktop.workbench import Workbench

Index = QModelIndex | QPersistentModelIndex

TOKENS = {
    Outcome.PASSED: "pass",
    Outcome.FAILED: "fail",
    Outcome.CANNOT_JUDGE: "cannot_judge",
    Outcome.NOT_JUDGED: "unjudged",
}
_OVERALL = {
    Overall.PASS: ("verdict.pass", "passes", ""),
    Overall.FAIL: ("verdict.fail", "fails", ""),
    Overall.BLANK: ("verdict.unjudged", "blank", ""),
}
CANNOT = "cannot"


@dataclass(frozen=True, slots=True)
class CriterionRow:
    """A criterion with the answer that was given to it in play."""

    id: str
    number: int
    name: str
    points: int
    pass_line: int | None
    counted: bool
    outcome: Outcome
    answer: bool | int | None

    @property
    def words(self) -> str:
        """The answer in words, with its point on a scale."""
        if self.points and isinstance(self.answer, int) and not isinstance(self.answer, bool):
            return f"{self.answer} of {self.points}, {VERDICTS[TOKENS[self.outcome]][1]}"
        return VERDICTS[TOKENS[self.outcome]][1]


class VerdictPage(DrawerPage):
    """Answers are kept for each rubric until the window closes; they are play and go nowhere."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(workbench, parent)
        theme = workbench.theme
        self._given: dict[RubricOwner | None, dict[str, Judgement]] = {}
        self.model: RecordListModel[CriterionRow] = RecordListModel(
            lambda row: row.id, lambda row: row.name, _spoken, parent=self
        )
        self.list = _AnswerList(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(_CriterionDelegate(theme, self.list))
        self.list.answered.append(self.answer)
        self.chip = VerdictChip(theme, parent=self)
        self.why = label(theme, wraps=True, selectable=True, parent=self)
        self._asked = label(theme, font="strong", wraps=True, parent=self)
        self._buttons = QWidget(self)
        self._flow = FlowLayout(theme.space(1), self._buttons)
        self._build(theme)
        self.list.selectionModel().currentChanged.connect(self._offer)

    def refresh(self) -> None:
        """Show the criteria in effect and the verdict on the answers given so far."""
        rubric, given = self._rubric(), self._answers()
        found = verdict(rubric, given)
        rows = []
        for number, (entry, criterion) in enumerate(criteria(rubric), 1):
            scale = criterion.scored_on
            rows.append(
                CriterionRow(
                    entry.id,
                    number,
                    criterion.name.strip() or entry.id,
                    scale.points if scale else 0,
                    scale.pass_line if scale else None,
                    entry.id in found.counted,
                    found.outcomes[entry.id],
                    given[entry.id].answer if entry.id in given else None,
                )
            )
        self.model.set_records(rows)
        if rows and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0))
        token, word, icon = _OVERALL[found.overall]
        self.chip.set_token(token, f"The output {word}" if word != "blank" else "The verdict is blank", icon)
        self.why.setText(found.why)
        self.note.emit(_counted(len(found.counted), len(rows)))
        self._offer()

    def answer(self, said: str) -> None:
        """Give the current criterion an answer: ``pass``, ``fail``, ``cannot``, a point, or ``""`` to take it back.

        An answer of the wrong kind, a point for a criterion of pass or fail say, changes nothing.
        """
        row = self.list.currentIndex().data(RECORD_ROLE)
        if not isinstance(row, CriterionRow):
            return
        judgement = _judgement(row, said)
        answers = self._answers()
        if said == "":
            answers.pop(row.id, None)
        elif judgement is None:
            return
        else:
            answers[row.id] = judgement
        self.refresh()

    @Slot()
    def clear(self) -> None:
        """Take all answers back."""
        self._answers().clear()
        self.refresh()

    @Slot()
    def all_pass(self) -> None:
        """Let every criterion pass; a scale gets its pass line, or its highest point where it has none."""
        answers = self._answers()
        for entry, criterion in criteria(self._rubric()):
            scale = criterion.scored_on
            answers[entry.id] = Judgement(True if scale is None else scale.pass_line or scale.points)
        self.refresh()

    def copied_text(self) -> str:
        lines = [f"{row.number}. {row.name}: {row.words}" for row in self.model.records]
        return "\n".join([f"{self.chip.word()}. {self.why.text()}", *lines]) if lines else ""

    def _build(self, theme: Theme) -> None:
        gap = theme.space(3)
        side = QVBoxLayout()
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(theme.space(2))
        side.addWidget(self.chip)
        side.addWidget(self.why)
        side.addSpacing(theme.space(2))
        side.addWidget(self._asked)
        side.addWidget(self._buttons)
        side.addStretch(1)
        ends = QHBoxLayout()
        ends.addWidget(button(theme, "All pass", self.all_pass, kind="flat", parent=self))
        ends.addWidget(button(theme, "Clear", self.clear, kind="flat", parent=self))
        ends.addStretch(1)
        side.addLayout(ends)
        row = QHBoxLayout(self)
        row.setContentsMargins(gap, theme.space(2), gap, theme.space(2))
        row.setSpacing(theme.space(4))
        row.addWidget(self.list, 3)
        row.addLayout(side, 2)

    def _rubric(self) -> Rubric:
        """The criteria in effect: the global ones and the question's own, under the rule of the global rubric."""
        shown = self.shown
        if not shown.inherited.entries:
            return shown.own
        return shown.inherited.with_entries((*shown.inherited.entries, *shown.own.entries))

    def _answers(self) -> dict[str, Judgement]:
        return self._given.setdefault(self.shown.owner, {})

    @Slot()
    def _offer(self) -> None:
        """Offer the answers that the current criterion can have."""
        row = self.list.currentIndex().data(RECORD_ROLE)
        self._flow.clear()
        if not isinstance(row, CriterionRow):
            self._asked.setText("There is no criterion to judge." if not self.model.records else "")
            return
        self._asked.setText(row.name)
        options = [(str(point), str(point)) for point in range(1, row.points + 1)]
        options = options or [("pass", "Pass (P)"), ("fail", "Fail (F)")]
        for said, words in [*options, (CANNOT, "Cannot judge (C)"), ("", "Not judged")]:
            self._flow.addWidget(button(self.workbench.theme, words, partial(self.answer, said), parent=self._buttons))
        self._buttons.setAccessibleName(f"Answers to “{row.name}”")


class _AnswerList(QListView):
    """Keys answer the current row: P, F, C, the points, Delete takes back. ``answered`` are called with the answer."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.answered: list[object] = []
        self.setAccessibleName("Criteria and the answers given to them")
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        said = {Qt.Key.Key_P: "pass", Qt.Key.Key_F: "fail", Qt.Key.Key_C: CANNOT, Qt.Key.Key_Delete: ""}.get(
            Qt.Key(event.key())
        )
        if said is None and event.text() in ("1", "2", "3", "4", "5"):
            said = event.text()
        if said is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
            return
        for call in self.answered:
            call(said)  # type: ignore[operator]


class _CriterionDelegate(QStyledItemDelegate):
    """One line: the outcome's glyph, number and name, and its word at the end."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, QFontMetrics(self._theme.font()).height() + self._theme.space(3))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        shown.text = ""
        shown.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, shown, painter, shown.widget)
        if not isinstance(row, CriterionRow):
            return
        theme, selected = self._theme, bool(shown.state & QStyle.StateFlag.State_Selected)
        token = TOKENS[row.outcome]
        inner = shown.rect.adjusted(theme.space(2), 0, -theme.space(2), 0)
        size = theme.icon_size("inline")
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(inner.left() + size / 2, inner.center().y() + 0.5)
        theme.paint_icon(painter, VERDICTS[token][0], centre, size, theme.colour(f"verdict.{token}.fg"))
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("selection.text" if selected else "text.muted"))
        words = row.words if row.counted else f"{row.words}, does not count"
        width = QFontMetrics(painter.font()).horizontalAdvance(words)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, middle | Qt.AlignmentFlag.AlignRight, words)
        painter.setFont(theme.font())
        painter.setPen(theme.colour("selection.text" if selected else "text.primary"))
        left = inner.left() + size + theme.space(2)
        room = QRect(left, inner.top(), inner.right() - left - width - theme.space(3), inner.height())
        name = QFontMetrics(painter.font()).elidedText(
            f"{row.number}. {row.name}", Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute, name)
        painter.restore()


def _judgement(row: CriterionRow, said: str) -> Judgement | None:
    if said == CANNOT:
        return Judgement(cannot_judge=True)
    if row.points:
        return Judgement(int(said)) if said.isdigit() and 1 <= int(said) <= row.points else None
    return Judgement(said == "pass") if said in ("pass", "fail") else None


def _counted(counted: int, active: int) -> str:
    if not active:
        return "no active criterion"
    return f"{counted} of {active} criteria count" if counted != active else f"all {active} criteria count"


def _spoken(row: CriterionRow) -> str:
    return f"{row.number}. {row.name}: {row.words}" + ("" if row.counted else ", does not count")
