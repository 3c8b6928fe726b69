"""The card of a criterion, reused for each that is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QTextEdit, QWidget

from gradewright.lint.finding import Finding
from gradewright.lint.finding import Place as Where
from gradewright.model.criterion import Criterion, Scale
from gradewright.model.rubric import RubricEntry
from gradewright_desktop.panels.rubric.cards.base import EntryCard
from gradewright_desktop.panels.rubric.cards.criterion.examples import ExamplePair
from gradewright_desktop.panels.rubric.cards.criterion.head import CardHead
from gradewright_desktop.panels.rubric.cards.criterion.scoring import ScoringEditor
from gradewright_desktop.panels.rubric.finding_strip import FindingStrip
from gradewright_desktop.panels.rubric.statement_row import StatementRow
from gradewright_desktop.panels.rubric.statement_words import StatementWords, change_words
from gradewright_desktop.panels.rubric.statements import StatementList
from gradewright_desktop.panels.rubric.underlines import select_words, underline
from gradewright_desktop.widgets import GrowingTextEdit

if TYPE_CHECKING:
    from gradewright_desktop.panels.findings import FindingsPanel

MUST = StatementWords("Must", placeholder="True of every passing answer", other="Must not")
MUST_NOT = StatementWords("Must not", placeholder="True of no passing answer", other="Must")
_SHORT = {"pass": "pass example", "fail": "fail example"}


class CriterionCard(EntryCard):
    """Edits a :class:`Criterion`. ``settled`` says that the name field was left: its first name gives it its id."""

    noun = "criterion"
    settled = Signal(str)

    def build_head(self) -> None:
        self._frequencies: Mapping[str, str] = {}
        self.above = CardHead(self._workbench, self)
        self.head.addWidget(self.above.must_pass)
        self.head.addWidget(self.above.more)
        self.column.insertWidget(0, self.above.retired)
        self.column.addWidget(self.above)
        self.above.must_pass.clicked.connect(self._must_pass_clicked)
        self.name.editingFinished.connect(self._name_left)

    def build(self) -> None:
        # Anchors of points that the scale no longer has, by criterion, for whoever wants them back.
        self._put_aside: dict[str, tuple[str, ...]] = {}
        theme = self._theme
        self.section("Definition")
        self.definition = GrowingTextEdit(theme, placeholder="What this criterion is about, in a sentence", parent=self)
        self.definition.setAccessibleName("Definition")
        self.column.addWidget(self.definition)
        self.must = self._statements(MUST, "true of every passing answer")
        self.must_not = self._statements(MUST_NOT, "true of no passing answer")
        self.section("Examples")
        self.examples = ExamplePair(theme, self)
        self.column.addWidget(self.examples)
        self.section("Scoring")
        self.scoring = ScoringEditor(theme, self)
        self.strip = FindingStrip(self._workbench, self)
        self._row: StatementRow | None = None
        self._followed: FindingsPanel | None = None
        self.column.addWidget(self.scoring)
        self._connect()

    def refill(self, trait: Any, *, other: bool) -> None:
        focus = self._focus_id() if other else ""
        (self.definition.replace_text if other else self.definition.set_text)(trait.definition)
        self.must.set_statements(trait.must, other=other)
        self.must_not.set_statements(trait.must_not, other=other)
        self.examples.columns["pass"].list.set_statements(trait.pass_examples, other=other)
        self.examples.columns["fail"].list.set_statements(trait.fail_examples, other=other)
        self.scoring.show_scoring(trait, other=other)
        if focus:
            self._focus(focus)

    def set_editable(self, editable: bool) -> None:
        entry = self._entry
        editable = editable and entry is not None and not entry.retired
        self.name.setReadOnly(not editable)
        self.definition.set_read_only(not editable)
        for part in (self.must, self.must_not, self.examples, self.scoring, self.above):
            part.set_editable(editable)

    def show_state(self, entry: RubricEntry) -> None:
        if isinstance(entry.trait, Criterion):
            self.above.show_criterion(entry, entry.trait, self._frequencies.get(entry.id, ""))
            self.set_editable(not self._workbench.session.read_only)

    def show_frequencies(self, frequencies: Mapping[str, str]) -> None:
        """Take how often the failures were seen that criteria came from, in words by their ids."""
        self._frequencies = frequencies
        if self._entry is not None:
            self.show_state(self._entry)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        super().show_findings(findings)
        underline(self.definition, [found for found in findings if found.place.part == "definition"], self._theme)
        for name, statements in self._lists().items():
            numbered = [(found.place.part.partition(":"), found) for found in findings]
            mine = [(int(number), found) for (part, _, number), found in numbered if part == name and number.isdigit()]
            statements.show_findings(mine)
        self.scoring.show_findings(findings)
        self._show_strip()

    def show_words(self, where: Where) -> None:
        field = self.field(where.part)
        if field is not None:
            select_words(field, where.start, where.end)
        elif where.part == "pass_line":
            self.scoring.passes_at.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().show_words(where)

    def field(self, part: str) -> QTextEdit | None:
        """Return the field of a part by the name that findings have for it: ``"must:2"``, ``"anchor:1"``."""
        name, _colon, number = part.partition(":")
        if name == "definition":
            return self.definition
        if name in ("must", "must_not", "pass", "fail"):
            statements = self._lists()[name]
            found = statements.field_of(int(number)) if number.isdigit() else None
            return found if found is not None else statements.rows[0].field
        if name == "anchor" and number.isdigit() and int(number) in self.scoring.rows:
            return self.scoring.rows[int(number)].field
        return None

    def flush(self) -> None:
        super().flush()
        self.definition.flush()
        for part in (self.must, self.must_not, self.examples, self.scoring):
            part.flush()

    # -- building -----------------------------------------------------------------------------------------------------

    def _statements(self, words: StatementWords, help_text: str) -> StatementList:
        header = self.section(words.title, help_text)
        made = StatementList(self._theme, words, self)
        add = made.add_button("Add statement")
        add.setAccessibleName(f"Add statement to {words.title}")
        header.add_widget(add)
        self.column.addWidget(made)
        return made

    def _connect(self) -> None:
        self.definition.committed.connect(self._definition_committed)
        self.definition.textChanged.connect(self._words_changed)
        self.must.edited.connect(self._must_edited)
        self.must_not.edited.connect(self._must_not_edited)
        self.must.other_wanted.connect(self._to_must_not)
        self.must_not.other_wanted.connect(self._to_must)
        self.must.dropped_outside.connect(self._must_dropped)
        self.must_not.dropped_outside.connect(self._must_not_dropped)
        for statements in self._lists().values():
            statements.entered.connect(self._entered)
            statements.leaving.connect(self._row_leaving)
            statements.glyph_clicked.connect(self._glyph_clicked)
        self.examples.edited.connect(self._example_edited)
        self.scoring.points_chosen.connect(self._points_chosen)
        self.scoring.anchor_edited.connect(self._anchor_edited)
        self.scoring.line_moved.connect(self._line_moved)

    def _lists(self) -> dict[str, StatementList]:
        pass_, fail = (self.examples.columns[edge].list for edge in ("pass", "fail"))
        return {"must": self.must, "must_not": self.must_not, "pass": pass_, "fail": fail}

    # -- focus --------------------------------------------------------------------------------------------------------

    def _fields(self) -> dict[str, QWidget]:
        """All fields by their ids, which are the same in every criterion."""
        fields: dict[str, QWidget] = {"name": self.name, "definition": self.definition}
        for name, statements in self._lists().items():
            fields |= {f"{name}:{at}": row.field for at, row in enumerate(statements.rows)}
        return fields | {f"anchor:{point}": row.field for point, row in self.scoring.rows.items()}

    def _focus_id(self) -> str:
        focus = QApplication.focusWidget()
        return next((name for name, field in self._fields().items() if field is focus), "")

    def _focus(self, field_id: str) -> None:
        fields = self._fields()
        wanted = fields.get(field_id) or fields.get(f"{field_id.partition(':')[0]}:0")
        if wanted is not None and not wanted.isHidden():
            wanted.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- the finding of the statement that is worked on ---------------------------------------------------------------

    @Slot()
    @Slot(bool)
    def _show_strip(self, *_seen: object) -> None:
        """Show the finding of the focused statement under it, unless the list of findings is seen."""
        found = self._finding_here()
        panel = self._findings_panel()
        if found is not None and panel is not None:
            # So that the keys for fixing and silencing are about it.
            panel.choose(found)
        if found is not None and panel is not None and panel.isVisible():
            found = None
        if found is not None and self._row is not None and self.strip.parentWidget() is not self._row:
            self._row.put_below(self.strip)
        editable = not self.name.isReadOnly()
        self.strip.show_finding(found, name=self.name.text(), editable=editable)

    def _finding_here(self) -> Finding | None:
        row, focus = self._row, QApplication.focusWidget()
        if row is None or focus is None or not row.isAncestorOf(focus):
            return None
        statements = next((each for each in self._lists().values() if row in each.rows), None)
        findings = statements.findings_of(row) if statements is not None else ()
        return next((found for found in findings if found.silenced is None), None)

    def _findings_panel(self) -> FindingsPanel | None:
        panel = self._workbench.panels.get("findings")
        if panel is None:
            return None
        from gradewright_desktop.panels.findings import FindingsPanel

        if not isinstance(panel, FindingsPanel):
            return None
        if panel is not self._followed:
            self._followed = panel
            panel.seen.connect(self._show_strip)
        return panel

    @Slot(object)
    def _entered(self, row: StatementRow) -> None:
        self._row = row
        self._show_strip()

    @Slot(object)
    def _row_leaving(self, row: StatementRow) -> None:
        if self._row is row:
            self._row = None
        if self.strip.parentWidget() is row:
            self.strip.hide()
            self.strip.setParent(self)

    @Slot(object)
    def _glyph_clicked(self, row: StatementRow) -> None:
        row.field.setFocus(Qt.FocusReason.MouseFocusReason)
        commands = self._workbench.commands
        if "view.findings" in commands:
            commands.run("view.findings")
        self._show_strip()

    # -- editing ------------------------------------------------------------------------------------------------------

    @Slot()
    def _name_left(self) -> None:
        self.flush()
        self.settled.emit(self.entry_id)

    @Slot(bool)
    def _must_pass_clicked(self, checked: bool) -> None:
        self.change("require" if checked else "no longer require", must_pass=checked)

    @Slot(str)
    def _definition_committed(self, text: str) -> None:
        self.change("edit definition of", definition=text.strip())

    @Slot(object)
    def _must_edited(self, statements: list[str]) -> None:
        self._list_edited("must", "Must", statements)

    @Slot(object)
    def _must_not_edited(self, statements: list[str]) -> None:
        self._list_edited("must_not", "Must not", statements)

    @Slot(str, object)
    def _example_edited(self, edge: str, examples: list[str]) -> None:
        self._list_edited(f"{edge}_examples", _SHORT[edge], examples)

    def _list_edited(self, member: str, title: str, statements: list[str]) -> None:
        before = [text.strip() for text in getattr(self.trait, member, ()) if text.strip()]
        self.change(change_words(title, before, statements), **{member: tuple(statements)})

    @Slot(int)
    def _to_must_not(self, number: int) -> None:
        self._exchange("must", "must_not", number)

    @Slot(int)
    def _to_must(self, number: int) -> None:
        self._exchange("must_not", "must", number)

    @Slot(int, QPoint)
    def _must_dropped(self, number: int, at: QPoint) -> None:
        if self.must_not.rect().contains(self.must_not.mapFromGlobal(at)):
            self._to_must_not(number)

    @Slot(int, QPoint)
    def _must_not_dropped(self, number: int, at: QPoint) -> None:
        if self.must.rect().contains(self.must.mapFromGlobal(at)):
            self._to_must(number)

    def _exchange(self, source: str, target: str, number: int) -> None:
        """Move a statement to the end of the other list, as one step, and go there with it."""
        lists = self._lists()
        self.must.flush()
        self.must_not.flush()
        leaving, coming = lists[source].statements(), lists[target].statements()
        coming.append(leaving.pop(number))
        title = MUST_NOT.title if target == "must_not" else MUST.title
        lists[source].set_statements(leaving, other=False)
        lists[target].set_statements(coming, other=False)
        self.change(f"move statement to {title} of", **{source: tuple(leaving), target: tuple(coming)})
        field = lists[target].field_of(len(coming) - 1)
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(int)
    def _points_chosen(self, points: int) -> None:
        criterion = self.trait
        if not isinstance(criterion, Criterion):
            return
        if not points:
            self.change("change scoring of", scoring="pass-fail")
            return
        self.scoring.flush()
        before = criterion.scale.anchors if criterion.scale is not None else ()
        aside = self._put_aside.get(self.entry_id, ())
        all_anchors = (*before, *aside[len(before) :])
        self._put_aside[self.entry_id] = all_anchors
        line = criterion.scale.pass_line if criterion.scale is not None else points // 2 + 1
        line = None if line is None else min(line, points)
        scale = Scale(points=points, anchors=all_anchors[:points], pass_line=line)  # type: ignore[arg-type]
        self.change("change scoring of", scoring="scale", scale=scale)

    @Slot(int, str)
    def _anchor_edited(self, point: int, text: str) -> None:
        scale = self._scale()
        if scale is not None and point <= scale.points:
            anchors = tuple(text if at == point else anchor for at, anchor in enumerate(scale.anchors, 1))
            self.change(f"edit anchor {point} of", scale=scale.model_copy(update={"anchors": anchors}))

    @Slot(int)
    def _line_moved(self, point: int) -> None:
        scale = self._scale()
        if scale is not None:
            self.change("move the pass line of", scale=scale.model_copy(update={"pass_line": point}))
            self.scoring.show_scoring(self.trait, other=False)  # type: ignore[arg-type]

    def _scale(self) -> Scale | None:
        return self.trait.scored_on if isinstance(self.trait, Criterion) else None
