"""The head of the rubric studio: the name, the version, and what holds for the whole rubric."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFontInfo, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from gradewright.lint.finding import Place as Where
from gradewright.model.criterion import Criterion
from gradewright.model.traits import CallableTrait, LLMTrait, MetricTrait, RegexTrait
from gradewright.rubrics.fingerprint import shown
from gradewright_desktop.panels.rubric.looking import Looked
from gradewright_desktop.panels.rubric.state import RubricState
from gradewright_desktop.panels.rubric.terms import TermsForm
from gradewright_desktop.widgets import FieldMessage, LineField, label, tool_button
from gradewright_desktop.workbench import Workbench

# In pixels of a font of 13: below it the fields are behind the arrow.
FOLDS_BELOW = 760
SHORT_CHIP_BELOW = 620
SHORT_ACTIONS_BELOW = 900
_FONT_SIZE = 13
_OPEN = "rubric/terms_open"


class RubricHead(QWidget):
    """A question's own rubric has no name line, its editor has one; its terms are behind the arrow."""

    def __init__(self, workbench: Workbench, state: RubricState, parent: QWidget | None = None):
        super().__init__(parent)
        theme = workbench.theme
        self._workbench = workbench
        self._state = state
        self._looked: Looked | None = None
        self._actions: list[QToolButton] = []
        self.name = LineField(theme, parent=self)
        self.name.setProperty("kind", "quiet")
        self.name.setProperty("role", "title")
        self.name.setFont(theme.font("title"))
        self.name.setAccessibleName("Name of the rubric")
        self.version = tool_button(
            theme, "", "Version", self._compare, kind="chip-accent", shows_text=True, parent=self
        )
        self.fingerprint = tool_button(
            theme, "duplicate", "Copy the fingerprint", self._copy_fingerprint, shows_text=True, parent=self
        )
        self.fingerprint.setProperty("font", "mono")
        self.fingerprint.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.arrow = tool_button(theme, "collapse", "What holds for the whole rubric", self._toggle, parent=self)
        self.terms = TermsForm(theme, self)
        self._makeup = label(theme, font="small", role="muted", wraps=True, parent=self)
        self._message = FieldMessage(theme, self)
        self._build()
        self.name.committed.connect(self._renamed)
        self.name.textChanged.connect(self._fit_name)
        self.terms.edited.connect(state.set_terms)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_rubric(self) -> None:
        """Show what the state holds."""
        state = self._state
        own = state.question_id is None
        terms = state.own.terms
        for part in (self.name, self.version, self.fingerprint):
            part.setVisible(own)
        self._makeup.setVisible(not own)
        self.name.setPlaceholderText(f"Global rubric of {state.benchmark_name}" if state.benchmark_name else "Name")
        self.name.set_text(terms.name)
        self._fit_name()
        self.name.setReadOnly(self._workbench.session.read_only)
        self.terms.show_terms(terms, owner=state.owner, read_only=self._workbench.session.read_only)
        self._makeup.setText("" if own else _makeup(state))
        self._say()
        self._fold()

    def show_looked(self, looked: Looked) -> None:
        """Show the version and the fingerprint that were worked out, and what was found about the whole."""
        self._looked = looked
        self.terms.show_language(looked.spoken)
        self._show_version()
        self.fingerprint.setText(shown(looked.fingerprint))
        self.fingerprint.setAccessibleName(f"Copy the fingerprint {shown(looked.fingerprint)}")
        self._say()

    def show_words(self, where: Where) -> None:
        """Go to the field of what holds for the whole rubric."""
        if self.terms.isHidden() or (where.part == "language" and not self.terms.shows_more):
            self._toggle()
        self.terms.focus_part(where.part)

    def flush(self) -> None:
        """Hand what was typed to the library."""
        self.name.flush()
        self.terms.flush()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()
        self._show_version()
        self._fit_actions()

    def _build(self) -> None:
        theme = self._workbench.theme
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(theme.space(2))
        first = QHBoxLayout()
        first.setSpacing(theme.space(2))
        first.addWidget(self.name, 100)
        first.addWidget(self._makeup, 100)
        first.addWidget(self.version)
        first.addWidget(self.fingerprint)
        first.addStretch(1)
        first.addLayout(self._buttons)
        first.addWidget(self.arrow)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space(4), theme.space(2), theme.space(4), theme.space(2))
        column.setSpacing(theme.space(2))
        column.addLayout(first)
        column.addWidget(self.terms)
        column.addWidget(self._message)
        self.version.hide()
        self.fingerprint.hide()

    def add_action(self, button: QToolButton) -> None:
        """Put a button for the whole rubric at the end of the name line; where it is narrow only its icon shows."""
        self._buttons.addWidget(button)
        self._actions.append(button)
        self._fit_actions()

    # -- folding ------------------------------------------------------------------------------------------------------

    def _fit_actions(self) -> None:
        is_narrow = self.width() < SHORT_ACTIONS_BELOW * self._scale()
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if is_narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        for button in self._actions:
            button.setToolButtonStyle(style)

    def _is_short(self) -> bool:
        return self._state.question_id is not None or self.window().height() < FOLDS_BELOW * self._scale()

    def _scale(self) -> float:
        return max(1.0, QFontInfo(self.font()).pixelSize() / _FONT_SIZE)

    def _fold(self) -> None:
        is_open = bool(self._workbench.settings.value(_OPEN, False, type=bool))
        self.terms.setVisible(is_open or not self._is_short())
        self.terms.show_more(is_open)
        what = "what holds for the whole rubric" if self._is_short() else "check type and language"
        words = f"{'Hide' if is_open else 'Show'} {what}"
        self.arrow.setToolTip(words)
        self.arrow.setAccessibleName(words)
        self._workbench.theme.set_icon(self.arrow, "previous" if is_open else "collapse")

    @Slot()
    def _toggle(self) -> None:
        self._workbench.settings.setValue(_OPEN, self.terms.isHidden() or not self.terms.shows_more)
        self._fold()

    @Slot()
    def _fit_name(self) -> None:
        # The version stands right behind the name.
        shown_text = self.name.text() or self.name.placeholderText()
        self.name.setMaximumWidth(self.name.fontMetrics().horizontalAdvance(shown_text) + self.name.height())

    @Slot()
    def _restyle(self) -> None:
        self.name.setFont(self._workbench.theme.font("title"))
        self.fingerprint.setFont(self._workbench.theme.font("mono"))
        self._fit_name()
        self._fold()

    # -- words --------------------------------------------------------------------------------------------------------

    def _show_version(self) -> None:
        if self._looked is None:
            return
        number = self._state.own.versions.number
        edited = self._looked.next_number != number
        is_short = self.width() < SHORT_CHIP_BELOW * self._scale()
        if not number:
            words, tip = "no version yet", "The first export makes version 1"
        elif not edited:
            words, tip = f"v{number}", f"Nothing changed since version {number}"
        else:
            words = f"v{number}, edited" if is_short else f"v{number}, edited: exports as v{self._looked.next_number}"
            tip = f"Changed since version {number}; the next export makes version {self._looked.next_number}"
        self.version.setText(words)
        self.version.setToolTip(tip)
        self.version.setAccessibleName(f"Version: {words}")

    def _say(self) -> None:
        conflicts = self._state.conflicts()
        if conflicts:
            named = ", ".join(f"“{name}”" for name in conflicts)
            sentence = f"The global rubric has {named}, too. A run cannot tell them apart; rename one."
            self._message.show_message(sentence, "error")
            return
        findings = self._looked.findings if self._looked is not None else ()
        about = [found for found in findings if found.place.entry_id is None and found.silenced is None]
        kind = ("info" if about[0].severity == "hint" else str(about[0].severity)) if about else ""
        self._message.show_message(about[0].message if about else "", kind)

    # -- doing --------------------------------------------------------------------------------------------------------

    @Slot(str)
    def _renamed(self, name: str) -> None:
        self._state.rename(name)

    def _compare(self) -> None:
        self._workbench.commands.run("rubric.compare") if "rubric.compare" in self._workbench.commands else None

    def _copy_fingerprint(self) -> None:
        if self._looked is not None:
            QGuiApplication.clipboard().setText(self._looked.fingerprint)
            self._workbench.notices.toast("Fingerprint copied, all 64 characters.")


def _makeup(state: RubricState) -> str:
    kinds = (
        (Criterion, "criteria", "criterion"),
        (LLMTrait, "for a judge", "for a judge"),
        (RegexTrait, "by pattern", "by pattern"),
        (MetricTrait, "metrics", "metric"),
        (CallableTrait, "code from a file", "code from a file"),
    )
    traits = state.own.traits
    counts = [(sum(isinstance(trait, kind) for trait in traits), many, one) for kind, many, one in kinds]
    counts.append((len(traits) - sum(count for count, _many, _one in counts), "kept, not run yet", "kept, not run yet"))
    parts = [f"{count} {one if count == 1 else many}" for count, many, one in counts if count]
    made = ", ".join(parts) or "no criterion yet"
    return f"Asked about this question: {len(state.inherited.active)} global, and of its own {made}."
