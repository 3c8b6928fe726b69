"""Tries a pattern on a text and on the recorded answers, in watched workers, while it is being typed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QMenu, QTextEdit, QVBoxLayout, QWidget

from gradewright.model.traits import RegexTrait, pattern_problem
from gradewright.store.library import Library
from gradewright.verify.evidence import found_spans
from gradewright.verify.traits import regex_flags, regex_matcher
from gradewright.verify.verdicts import trait_verdict
from gradewright.workers.patterns import PatternError, PatternTimeout, WatchedPatterns
from gradewright_desktop.panels.rubric.underlines import utf16_offset
from gradewright_desktop.widgets import FieldMessage, GrowingTextEdit, VerdictChip, button, label
from gradewright_desktop.workbench import Workbench

REST_MS = 150
BUDGET_SECONDS = 0.1
MOST_ANSWERS = 5_000
MOST_MARKS = 200
MENU_LENGTH = 20
STOPPED = (
    "This pattern ran longer than 100 ms on the sample and was stopped. It would stop in a run, too; "
    "simplify what is repeated inside a repetition."
)


@dataclass(frozen=True, slots=True)
class Trial:
    """What trying came to. ``found`` is None without a sample or where the pattern was stopped."""

    found: bool | None
    spans: tuple[tuple[int, int], ...] = ()
    stopped: bool = False
    matching: int = 0
    answers: int = 0
    unjudged: int = 0


class PatternTestBox(QWidget):
    """A sample text with its matches marked, the verdict on it, and the count over the recorded answers."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self._workbench = workbench
        theme = workbench.theme
        self._trait: RegexTrait | None = None
        self._owner: tuple[int | None, int | None] = (None, None)
        self._patterns = WatchedPatterns(budget=BUDGET_SECONDS)
        self.destroyed.connect(self._patterns.close)
        self.sample = GrowingTextEdit(
            theme, placeholder="Type or paste an answer to try the pattern on", min_lines=2, max_lines=8, parent=self
        )
        self.sample.setAccessibleName("Answer to try the pattern on")
        self._verdict = VerdictChip(theme, parent=self)
        self._count = label(theme, font="small", role="muted", wraps=True, parent=self)
        self._pick = button(theme, "Use an answer", parent=self)
        self._menu = QMenu(self._pick)
        self._pick.setMenu(self._menu)
        self._menu.aboutToShow.connect(self._fill_menu)
        self._message = FieldMessage(theme, self)
        row = QHBoxLayout()
        row.setSpacing(theme.space(2))
        row.addWidget(self._verdict)
        row.addWidget(self._count, 1)
        row.addWidget(self._pick)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        column.addWidget(self.sample)
        column.addLayout(row)
        column.addWidget(self._message)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._start)
        self.sample.textChanged.connect(self._sample_changed)
        self._verdict.hide()

    def set_trait(self, trait: RegexTrait) -> None:
        """Try this from now on."""
        if trait != self._trait:
            self._trait = trait
            self._rest.start()

    def set_owner(self, benchmark_id: int | None, question_id: int | None) -> None:
        """Say whose recorded answers count."""
        if self._owner != (benchmark_id, question_id):
            self._owner = (benchmark_id, question_id)
            self._rest.start()

    @Slot()
    def _sample_changed(self) -> None:
        self.sample.setExtraSelections([])
        self._rest.start()

    @Slot()
    def _start(self) -> None:
        trait = self._trait
        if trait is None or pattern_problem(trait.searched) is not None:
            self._verdict.hide()
            self._count.setText("")
            self._message.show_message("")
            return
        work = partial(
            try_pattern, trait=trait, sample=self.sample.toPlainText(), owner=self._owner, patterns=self._patterns
        )
        self._workbench.session.query(work, self._show, key=("pattern test", id(self)))

    @Slot(object)
    def _show(self, trial: Trial) -> None:
        self._message.show_message(STOPPED if trial.stopped else "", "error")
        self._show_marks(trial)
        self._show_count(trial)
        trait = self._trait
        self._verdict.setVisible(trial.found is not None and trait is not None)
        if trial.found is None or trait is None:
            return
        verdict = trait_verdict(trait, trial.found is not trait.invert_result)
        word = "pass" if verdict else "fail" if verdict is False else "found" if trial.found else "not found"
        token = {True: "verdict.pass", False: "verdict.fail", None: "verdict.unjudged"}[verdict]
        self._verdict.set_token(token, word)

    def _show_marks(self, trial: Trial) -> None:
        theme, text = self._workbench.theme, self.sample.toPlainText()
        trait = self._trait
        against = trait is not None and trait.invert_result
        colour = theme.colour("evidence.against.bg" if against else "evidence.supports.bg")
        selections = []
        for start, end in trial.spans:
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.sample.document())
            cursor.setPosition(utf16_offset(text, start))
            cursor.setPosition(utf16_offset(text, end), QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            selection.format.setBackground(colour)
            selection.format.setFontUnderline(True)
            selections.append(selection)
        self.sample.setExtraSelections(selections)

    def _show_count(self, trial: Trial) -> None:
        number = self.locale().toString
        if not trial.answers:
            self._count.setText("No recorded answer to count matches in.")
            return
        words = f"found in {number(trial.matching)} of {number(trial.answers)} recorded answers"
        if trial.unjudged:
            words += f", stopped on {number(trial.unjudged)}"
        self._count.setText(words)

    @Slot()
    def _fill_menu(self) -> None:
        self._menu.clear()
        benchmark_id, question_id = self._owner
        if benchmark_id is None:
            return
        library = self._workbench.session.library
        ids = library.answer_ids(benchmark_id, question_id=question_id)[:MENU_LENGTH]
        for row in library.answers_by_id(ids):
            beginning = " ".join(row.answer.text.split())[:60]
            action = self._menu.addAction(f"{row.answer.model}: {beginning}")
            action.triggered.connect(partial(self._use, row.answer.text))
        if self._menu.isEmpty():
            self._menu.addAction("No answer is recorded yet").setEnabled(False)

    def _use(self, text: str, _checked: bool = False) -> None:
        self.sample.replace_text(text)
        self._sample_changed()


def try_pattern(
    library: Library,
    *,
    trait: RegexTrait,
    sample: str,
    owner: tuple[int | None, int | None],
    patterns: WatchedPatterns,
) -> Trial:
    """Try a pattern on a sample and on recorded answers, the first 5,000."""
    matcher = regex_matcher(trait, patterns)
    found: bool | None = None
    stopped = False
    if sample:
        try:
            found = matcher.search(sample)
        except PatternTimeout:
            stopped = True
        except PatternError:
            found = None
    texts = [] if stopped else _recorded(library, owner)
    results = matcher.search_many(texts) if texts else []
    spans = found_spans(trait.pattern, regex_flags(trait), sample, trait.normalize, MOST_MARKS)
    return Trial(
        found,
        tuple(span for span in spans if span[0] < span[1]),
        stopped,
        sum(result is True for result in results),
        len(results),
        sum(isinstance(result, PatternError) for result in results),
    )


def _recorded(library: Library, owner: tuple[int | None, int | None]) -> list[str]:
    benchmark_id, question_id = owner
    if benchmark_id is None:
        return []
    ids = library.answer_ids(benchmark_id, question_id=question_id)[:MOST_ANSWERS]
    return [row.answer.text for row in library.answers_by_id(ids)]
