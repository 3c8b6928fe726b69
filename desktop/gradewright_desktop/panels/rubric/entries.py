"""The list of a rubric's entries: order, groups, findings; dragging asks for a move and does not make it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from gradewright.lint.finding import Finding, Severity
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright_desktop.models.record_list import RecordListModel
from gradewright_desktop.panels.rubric.drafts import kind_words

Index = QModelIndex | QPersistentModelIndex
ENTRY_MIME = "application/x-gradewright-place-in-rubric"
RETIRED_KEY = "heading:retired"


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry as the list shows it; ``number`` counts the active ones, 0 for a retired one.

    ``inherited`` entries are the global rubric's, seen from a question.
    """

    entry: RubricEntry
    number: int
    inherited: bool = False
    errors: int = 0
    warnings: int = 0
    hints: int = 0

    @property
    def key(self) -> str:
        """What tells rows apart; the same entry may stand in two rubrics."""
        return f"{'global' if self.inherited else 'own'}:{self.entry.id}"

    @property
    def name(self) -> str:
        """Number and name."""
        return f"{self.number}. {self.entry.trait.name}" if self.number else self.entry.trait.name

    @property
    def meta(self) -> str:
        """The second line: kind, and where it comes from."""
        words = kind_words(self.entry.trait)
        if self.entry.gated:
            words = f"{words}, only where it applies"
        if self.entry.retired:
            words = f"retired, {words}"
        return f"global, {words}" if self.inherited else words


@dataclass(frozen=True, slots=True)
class HeadingRow:
    """The name of a group, or the line above the retired ones, which ``is_open`` or not."""

    key: str
    group: str
    words: str
    is_open: bool | None = None


Row = EntryRow | HeadingRow


def build_rows(own: Rubric, inherited: Rubric, findings: Sequence[Finding], *, shows_retired: bool) -> list[Row]:
    """Return the rows: the global rubric's entries, the own ones under their groups, and the retired ones last."""
    rows: list[Row] = [EntryRow(entry, number, True) for number, entry in enumerate(inherited.active, 1)]
    counts = Counter((found.place.entry_id, found.severity) for found in findings if found.silenced is None)
    headings = 0
    group = ""
    for number, entry in enumerate(own.active, 1):
        if entry.group != group:
            headings += 1
            group = entry.group
            rows.append(HeadingRow(f"heading:{headings}", group, group or "No group"))
        marks = (counts[entry.id, severity] for severity in (Severity.ERROR, Severity.WARNING, Severity.HINT))
        rows.append(EntryRow(entry, number, False, *marks))
    retired = [entry for entry in own if entry.retired]
    if retired:
        rows.append(HeadingRow(RETIRED_KEY, "", f"Retired  {len(retired)}", shows_retired))
        if shows_retired:
            rows += [EntryRow(entry, 0) for entry in retired]
    return rows


def spoken(row: Row) -> str:
    """Return what a screen reader says for a row."""
    if isinstance(row, HeadingRow):
        state = "" if row.is_open is None else ", shown" if row.is_open else ", hidden"
        return f"{row.words}{state}"
    counts = ((row.errors, "error"), (row.warnings, "warning"), (row.hints, "hint"))
    marks = "".join(f", {count} {word}{'s' * (count != 1)}" for count, word in counts if count)
    return f"{row.name}, {row.meta}{marks}"


def _words(row: Row) -> str:
    return row.words if isinstance(row, HeadingRow) else row.name


class EntriesModel(RecordListModel[Row]):
    """``move_wanted`` carries the id of an entry, that of the active one in front of which it should stand ("" for the
    end), and the group that it comes into."""

    move_wanted = Signal(str, str, str)

    def __init__(self, parent: QObject | None = None):
        super().__init__(key=lambda row: row.key, text=_words, spoken=spoken, parent=parent)
        self.editable = True

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled if self.editable else Qt.ItemFlag.NoItemFlags
        row = self.record(index.row())
        flags = super().flags(index)
        if isinstance(row, HeadingRow):
            # The line above the retired ones can be chosen, to open it by keyboard.
            can_choose = Qt.ItemFlag.ItemIsSelectable if row.is_open is not None else Qt.ItemFlag.NoItemFlags
            return Qt.ItemFlag.ItemNeverHasChildren | Qt.ItemFlag.ItemIsEnabled | can_choose
        can_move = self.editable and row is not None and not row.inherited and not row.entry.retired
        return flags | (Qt.ItemFlag.ItemIsDragEnabled if can_move else Qt.ItemFlag.NoItemFlags)

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [ENTRY_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        row = self.record(indexes[0].row()) if indexes else None
        if isinstance(row, EntryRow):
            data.setData(ENTRY_MIME, QByteArray(row.entry.id.encode()))
        return data

    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        entry_id = bytes(data.data(ENTRY_MIME).data()).decode()
        if self.position_of(f"own:{entry_id}") < 0:
            return False
        target = parent.row() if row < 0 and parent.isValid() else row if row >= 0 else len(self.records)
        moved = f"own:{entry_id}"
        above = [each for each in self.records[:target] if each.key != moved]
        below = [
            each.entry.id
            for each in self.records[target:]
            if isinstance(each, EntryRow) and _is_active(each) and each.key != moved
        ]
        self.move_wanted.emit(entry_id, below[0] if below else "", _group_of(above[-1]) if above else "")
        # False: the view must not take the source row out; the move arrives as a changed rubric.
        return False


def _group_of(row: Row) -> str:
    return row.group if isinstance(row, HeadingRow) else row.entry.group


def _is_active(row: EntryRow) -> bool:
    return not row.inherited and not row.entry.retired
