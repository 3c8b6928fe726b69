"""A difference of two rubrics as text for people: entry by entry, the words that went and the words that came."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Slot
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from gradewright.rubrics.diff import EntryChange, EntryEvent, RubricDiff
from gradewright.rubrics.member_changes import Level, MemberChange, TextChange, TextEvent
from gradewright.rubrics.words import Piece
from gradewright_desktop.theme import Theme

MEMBERS = {
    "name": "Name",
    "definition": "Definition",
    "must": "Must",
    "must_not": "Must not",
    "examples": "Examples",
    "scoring": "Scoring",
    "scale": "Scale",
    "must_pass": "Must pass",
    "source": "Source",
    "group": "Group",
    "check_type": "Check type",
    "graded_unit": "Graded unit",
    "overall_rule": "Overall rule",
    "cannot_judge_rule": "Cannot-judge rule",
}
EVENTS = {
    EntryEvent.ADDED: "added",
    EntryEvent.RETIRED: "retired",
    EntryEvent.RESTORED: "restored",
    EntryEvent.DELETED: "deleted",
    EntryEvent.NEW_ID: "got another id",
    EntryEvent.CHANGED: "changed",
}
# Values that are chosen and not written.
_CHOICES = frozenset({"scoring", "must_pass", "overall_rule", "points", "pass line"})
_TEXT_EVENTS = {TextEvent.ADDED: "added", TextEvent.REMOVED: "taken out", TextEvent.REWORDED: "reworded"}


def heading(change: EntryChange) -> str:
    """Return the line over the changes of an entry, without what they mean for results."""
    name = change.name.strip() or change.id
    before = f" (it was {change.id_before})" if change.id_before else ""
    return f"{name}: {EVENTS[change.event]}{before}"


def consequence(change: EntryChange) -> str:
    """Return what a change means, in a few words."""
    stale = ", its earlier results are stale" if change.stale else ""
    return f"{change.level}{stale}"


def summary(found: RubricDiff) -> str:
    """Return the whole difference in a sentence or two."""
    if found.level is Level.SAME:
        return "The two are the same."
    counts = [(len(found.of(event)), EVENTS[event]) for event in EntryEvent]
    parts = [f"{count:,} {words}" for count, words in counts if count]
    if found.terms:
        parts.append("what holds for the whole rubric changed")
    if found.moved:
        parts.append("the order changed")
    meaning = {
        Level.COSMETIC: "Cosmetic: the fingerprint is the same, so every result holds.",
        Level.SUBSTANTIVE: "Substantive: results of what changed are stale, all others hold.",
        Level.BREAKING: "Breaking: an id, a scale or a rule changed, so results before and after cannot be compared.",
    }[found.level]
    return f"{_joined(parts)}. {meaning}"


def plain_text(found: RubricDiff) -> str:
    """Return the difference as text to paste: − before what went, + before what came."""
    lines = [summary(found)]
    for title, note, members in _sections(found):
        lines += ["", f"{title} ({note})" if note else title]
        for member in members:
            for change in member.texts:
                label = _label(member, change)
                lines += [f"  − {label}: {change.before}"] if change.before else []
                lines += [f"  + {label}: {change.after}"] if change.after else []
    return "\n".join(lines)


class DiffView(QTextEdit):
    """Read only, selectable; words that went are struck through, words that came underlined, both on their ground."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._found: RubricDiff | None = None
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAccessibleName("What changed")
        theme.changed.connect(self._repaint)

    def show_diff(self, found: RubricDiff | None) -> None:
        """Show a difference, None for nothing."""
        self._found = found
        self._repaint()

    @Slot()
    def _repaint(self) -> None:
        self.clear()
        if self._found is None:
            return
        cursor = self.textCursor()
        cursor.beginEditBlock()
        first = True
        for title, note, members in _sections(self._found):
            self._block(cursor, 0 if first else self._theme.space(4), 0, first)
            first = False
            cursor.insertText(title, self._format("strong", "text.primary"))
            if note:
                cursor.insertText(f"   {note}", self._format("small", "text.muted"))
            for member in members:
                self._member(cursor, member)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _member(self, cursor: QTextCursor, member: MemberChange) -> None:
        texts = member.texts
        for change in texts:
            self._block(cursor, self._theme.space(1), self._theme.space(4))
            cursor.insertText(f"{_label(member, change)}  ", self._format("small", "text.secondary"))
            for piece in change.pieces:
                cursor.insertText(piece.text, self._piece(piece.kind))
        if not texts:
            self._block(cursor, self._theme.space(1), self._theme.space(4))
            name = MEMBERS.get(member.member, member.member)
            cursor.insertText(f"{name}: another order", self._format("small", "text.secondary"))

    def _block(self, cursor: QTextCursor, above: int, indent: int, first: bool = False) -> None:
        form = QTextBlockFormat()
        form.setTopMargin(above)
        form.setLeftMargin(indent)
        if first:
            cursor.setBlockFormat(form)
        else:
            cursor.insertBlock(form)

    def _format(self, font: str, colour: str) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFont(self._theme.font(font))
        form.setForeground(self._theme.colour(colour))
        return form

    def _piece(self, kind: Piece) -> QTextCharFormat:
        form = self._format("base", "text.primary")
        if kind is Piece.ADDED:
            form.setFontUnderline(True)
            form.setBackground(self._theme.colour("verdict.pass.soft"))
        elif kind is Piece.REMOVED:
            form.setFontStrikeOut(True)
            form.setBackground(self._theme.colour("verdict.fail.soft"))
        return form


def _sections(found: RubricDiff) -> Iterable[tuple[str, str, tuple[MemberChange, ...]]]:
    if found.terms:
        levels = [str(term.level) for term in found.terms]
        yield "The whole rubric", max(levels, key=[str(level) for level in Level].index), found.terms
    if found.moved:
        yield "Criteria stand in another order", str(Level.COSMETIC), ()
    for change in found.entries:
        yield heading(change), consequence(change), change.members


def _label(member: MemberChange, change: TextChange) -> str:
    name = MEMBERS.get(member.member, member.member.replace("_", " ").capitalize())
    part = f", {change.part}" if change.part else ""
    is_choice = member.member in _CHOICES or change.part in _CHOICES
    event = "changed" if is_choice and change.event is TextEvent.REWORDED else _TEXT_EVENTS[change.event]
    return f"{name}{part}, {event}"


def _joined(parts: list[str]) -> str:
    text = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else "Something changed"
    return f"{text[:1].upper()}{text[1:]}"
