"""The dialog that starts a rubric: where from, what would come of it, and then one step that can be undone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from gradewright.edits import ReplaceRubric, RubricOwner
from gradewright.errors import UserError
from gradewright.formats.rubric_starts import RubricStart, StartKind, read_start
from gradewright.formats.whole_files import read_whole
from gradewright.jobs.rubrics import example_failures, example_rubric
from gradewright.model.rubric import Rubric
from gradewright.store.library import Library
from gradewright_desktop.dialogs.starting.merging import Outcome, Way, outcome
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.widgets import FieldMessage, SegmentedControl, button, label
from gradewright_desktop.workbench import Workbench

FILTERS = "Failure lists, rubrics, text (*.json *.yaml *.yml *.md *.txt);;All files (*)"
_PAUSE_MS = 300
_MOST_NAMED = 12
_SOURCES = (
    ("file", "A file"),
    ("paste", "Pasted text"),
    ("example", "Example"),
    ("failures", "Example failures"),
    ("empty", "Empty"),
)


class StartDialog(QDialog):
    """Open it with ``open()``. ``title`` is what people call the rubric."""

    def __init__(self, workbench: Workbench, owner: RubricOwner, title: str, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("start")
        self.setWindowTitle(f"Start {title} from …")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workbench = workbench
        self._owner = owner
        self._there = Rubric()
        self._start: RubricStart | None = None
        self._outcome: Outcome | None = None
        theme = workbench.theme
        self.source = SegmentedControl(theme, _SOURCES, "Where the rubric starts from", parent=self)
        self.way = SegmentedControl(theme, [(Way.REPLACE, ""), (Way.APPEND, "")], "Where it goes", parent=self)
        self._way_help = label(theme, font="small", role="muted", wraps=True, parent=self)
        self.text = QPlainTextEdit(self)
        self._path = label(theme, "No file yet", role="secondary", wraps=True, parent=self)
        self._pages = QStackedWidget(self)
        self._message = FieldMessage(theme, self)
        self._heading = label(theme, font="strong", parent=self)
        self._names = label(theme, wraps=True, selectable=True, parent=self)
        self._remarks = FieldMessage(theme, self)
        self._begins = button(theme, "Start", self.begin, kind="filled", parent=self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._build()
        self._timer.timeout.connect(self._read_text)
        self.text.textChanged.connect(self._timer.start)
        self.source.chosen.connect(self._choose_source)
        self.way.chosen.connect(self._preview)
        self._choose_source("file")
        workbench.session.query(partial(_rubric_of, owner=owner), self._take_there, key="start.there")

    @property
    def result_rubric(self) -> Rubric | None:
        """The rubric as it would be, None where there is nothing to start from yet."""
        return self._outcome.rubric if self._outcome is not None else None

    def begin_with(self, source: str) -> None:
        """Choose a source: ``file``, ``paste``, ``example``, ``failures`` or ``empty``."""
        self.source.set_current(source)
        self._choose_source(source)

    @Slot()
    def choose_file(self) -> None:
        """Ask for a file and read it."""
        self._workbench.prompts.open_file("Start a rubric from a file", FILTERS, self.read_file)

    def read_file(self, path: Path) -> None:
        """Read a file, off the GUI thread."""
        self._path.setText(str(path))
        work = partial(_read, path=path)
        self._workbench.session.query(work, self._take, key="start.read", failed=self._refuse)

    @Slot()
    def begin(self) -> None:
        """Put what is shown into the rubric, as one step, and close."""
        made = self._outcome
        if made is None:
            return
        words = "start rubric" if not self._there.entries else "replace rubric"
        self._workbench.session.apply(ReplaceRubric(self._owner, made.rubric, words))
        versions, library = made.rubric.versions, self._workbench.session.library
        if versions.number:
            # What the version says is kept by its fingerprint, to compare with later.
            keep = partial(library.keep_rubric_version, versions.fingerprint, made.rubric)
            self._workbench.session.bridge.write(keep)
        undo = NoticeAction("Undo", self._workbench.session.undo)
        self._workbench.notices.toast(self._done_words(made), undo)
        self.accept()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._workbench.theme
        self.text.setPlaceholderText(
            "Paste a list: one criterion a line or bullet, headings become groups.\n"
            "A failure list or a saved rubric works as well."
        )
        self.text.setAccessibleName("Pasted text")
        self.text.setTabChangesFocus(True)
        for page in (self._file_page(), self._paste_page(), *map(self._words_page, (_EXAMPLE, _FAILURES, _EMPTY))):
            self._pages.addWidget(page)
        begin = QVBoxLayout()
        begin.setSpacing(theme.space(1))
        begin.addWidget(self.way)
        begin.addWidget(self._way_help)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self._begins, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(button(theme, "Cancel", self.reject, parent=self), QDialogButtonBox.ButtonRole.RejectRole)
        self._begins.setDefault(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.space("dialog_margin"),) * 4)
        column.setSpacing(theme.space(3))
        column.addWidget(self.source)
        column.addWidget(self._pages, 1)
        column.addWidget(self._message)
        column.addLayout(begin)
        column.addWidget(self._heading)
        column.addWidget(self._names)
        column.addWidget(self._remarks)
        column.addWidget(buttons)
        self.setMinimumWidth(theme.font_width(84))

    def _file_page(self) -> QWidget:
        theme = self._workbench.theme
        page = QWidget(self)
        row = QHBoxLayout()
        row.addWidget(button(theme, "Choose a file…", self.choose_file, icon="file", parent=page))
        row.addStretch(1)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(label(theme, _FILE, role="secondary", wraps=True, parent=page))
        column.addLayout(row)
        column.addWidget(self._path)
        column.addStretch(1)
        return page

    def _paste_page(self) -> QWidget:
        theme = self._workbench.theme
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text, 1)
        row = QHBoxLayout()
        row.addWidget(button(theme, "Paste", self.paste, parent=page))
        row.addStretch(1)
        column.addLayout(row)
        return page

    def _words_page(self, words: str) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(label(self._workbench.theme, words, role="secondary", wraps=True, parent=page))
        column.addStretch(1)
        return page

    # -- what comes in ------------------------------------------------------------------------------------------------

    @Slot()
    def paste(self) -> None:
        """Take the text on the clipboard."""
        self.text.setPlainText(QApplication.clipboard().text())

    @Slot(str)
    def _choose_source(self, source: str) -> None:
        self._pages.setCurrentIndex([key for key, _ in _SOURCES].index(source))
        self._message.show_message("")
        self._start = None
        if source == "paste":
            self._read_text()
            self.text.setFocus()
            return
        if source in ("example", "failures"):
            work = _example if source == "example" else _example_failures
            self._workbench.session.query(work, self._take, key="start.read", failed=self._refuse)
        elif source == "empty":
            self._start = RubricStart(StartKind.RUBRIC)
            self.way.set_current(Way.REPLACE)
        self._preview()

    @Slot()
    def _read_text(self) -> None:
        text = self.text.toPlainText()
        if self.source.current() != "paste":
            return
        if not text.strip():
            self._start = None
            self._message.show_message("")
            self._preview()
            return
        work = partial(_read_pasted, text=text)
        self._workbench.session.query(work, self._take, key="start.read", failed=self._refuse)

    @Slot(object)
    def _take(self, start: RubricStart) -> None:
        self._start = start
        self._message.show_message("")
        # A failure list is opened into what is there; anything else starts a rubric anew.
        self.way.set_current(Way.APPEND if start.kind is StartKind.FAILURES else Way.REPLACE)
        self._preview()

    @Slot(object)
    def _refuse(self, error: UserError) -> None:
        self._start = None
        where = f" ({error.place})" if error.place else ""
        hint = f" {error.hint}" if error.hint else ""
        self._message.show_message(f"{error.message}{where}{hint} Nothing was changed.")
        self._preview()

    @Slot(object)
    def _take_there(self, rubric: Rubric) -> None:
        self._there = rubric
        self._preview()

    # -- what would come of it ----------------------------------------------------------------------------------------

    @Slot()
    def _preview(self) -> None:
        there = len(self._there.entries)
        self.way.setVisible(bool(there) and self._start is not None)
        self._way_help.setVisible(self.way.isVisibleTo(self))
        self.way.set_text(Way.REPLACE, f"In the place of the {there:,} there")
        self.way.set_text(Way.APPEND, f"Beside the {there:,} there")
        self._way_help.setText("Undo brings back whatever is replaced.")
        self._outcome = None
        if self._start is not None:
            self._outcome = outcome(self._there, self._start, Way(self.way.current()))
        self._tell()

    def _tell(self) -> None:
        made = self._outcome
        self._begins.setEnabled(made is not None)
        if made is None:
            self._heading.setText("")
            self._names.setText("")
            self._remarks.show_message("")
            self._begins.setText("Start")
            return
        count = len(made.names)
        self._heading.setText(_counted(count, made.changed))
        self._names.setText(_named(made.names))
        self._remarks.show_message(" ".join(made.remarks), "warning")
        replaces = self._there.entries and Way(self.way.current()) is Way.REPLACE
        self._begins.setText(
            f"Replace {len(self._there.entries):,}" if replaces else "Add" if self._there.entries else "Start"
        )

    def _done_words(self, made: Outcome) -> str:
        count = len(made.names)
        return "The rubric is empty now." if not made.rubric.entries else f"{_counted(count, made.changed)}."


_FILE = (
    "A failure list, a saved rubric, a FlexEval rubric file, or a list in plain text or Markdown. Nothing in it is run."
)
_EXAMPLE = "Six criteria for replies of a returns desk, complete and without findings, to look at and to write over."
_FAILURES = "What was seen to go wrong in 160 replies of a returns desk, sorted and counted; one criterion a category."
_EMPTY = "No criteria. The words about the rubric as a whole stay."


def _counted(count: int, changed: int) -> str:
    words = "1 new criterion" if count == 1 else f"{count:,} new criteria"
    return f"{words}, {changed:,} brought up to date" if changed else words


def _named(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:_MOST_NAMED])
    return f"{shown} and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else shown


def _rubric_of(library: Library, owner: RubricOwner) -> Rubric:
    if owner.kept_id is not None:
        return library.kept_rubric(owner.kept_id)
    if owner.question_id is not None:
        return library.questions([owner.question_id])[0].rubric
    return library.benchmark(owner.benchmark_id or 0).rubric


def _read(_library: Library, path: Path) -> RubricStart:
    return read_start(read_whole(path), path.name)


def _read_pasted(_library: Library, text: str) -> RubricStart:
    return read_start(text, "the pasted text")


def _example(_library: Library) -> RubricStart:
    return example_rubric()


def _example_failures(_library: Library) -> RubricStart:
    return example_failures()
