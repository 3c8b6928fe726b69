"""Keeping tests of a question: run after every change of it, added, removed and loaded again."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from gradewright.edits import SetQuestion
from gradewright.model.kept_test import KeptTest
from gradewright.store.library import Changes
from gradewright.workers.patterns import PatternRunner
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.panels.try_it.kept_view import KeptTests
from gradewright_desktop.panels.try_it.trying import KeptResult, kept_results
from gradewright_desktop.workbench import Workbench

REST_MS = 250


class Keeping(QObject):
    """The kept tests of one question and the list that shows them. ``load_wanted`` carries a test."""

    load_wanted = Signal(object)

    def __init__(self, workbench: Workbench, view: KeptTests, patterns: PatternRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._session = workbench.session
        self._patterns = patterns
        self._benchmark_id = 0
        self._question_id = 0
        self._tests: tuple[KeptTest, ...] = ()
        self.view = view
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.run)
        view.load_wanted.connect(self._load)
        view.remove_wanted.connect(self.remove)
        self._session.changed.connect(self._changed)
        self._session.library_switched.connect(self._forget)

    @property
    def tests(self) -> tuple[KeptTest, ...]:
        """The tests as they are kept, those included that the library has not told about yet."""
        return self._tests

    def show_question(self, benchmark_id: int, question_id: int, tests: tuple[KeptTest, ...]) -> None:
        """Take over what the library holds of a question; another question's tests run at once."""
        other = question_id != self._question_id
        self._benchmark_id, self._question_id, self._tests = benchmark_id, question_id, tests
        if other:
            self.view.set_open(False)
            self.view.show_results(())
            self.run()

    @Slot()
    def run(self) -> None:
        """Run all of them, off the GUI thread; a newer run makes an older one ignored."""
        self._rest.stop()
        if self._question_id:
            work = partial(
                kept_results,
                benchmark_id=self._benchmark_id,
                question_id=self._question_id,
                patterns=self._patterns,
            )
            self._session.query(work, self._take, key="try_it.kept", failed=self._gone)

    def keep(self, test: KeptTest) -> None:
        """Add a test at the end."""
        if self._session.read_only:
            return
        expected = f"“{test.verdict}”" if test.verdict else "the same of every check"
        self._set((*self._tests, test), "keep test")
        self._tell(f"Kept as a test that expects {expected}. It runs on every change of template and rubrics.")

    @Slot(object, int)
    def remove(self, test: KeptTest, number: int) -> None:
        """Take a test out; nothing happens if another one stands at its number by now."""
        if number < len(self._tests) and self._tests[number] == test and not self._session.read_only:
            self._set((*self._tests[:number], *self._tests[number + 1 :]), "remove kept test")
            self._tell("Kept test removed.")

    def _set(self, tests: tuple[KeptTest, ...], title: str) -> None:
        # Remembered at once: the next one may come before the library has told about this one.
        self._tests = tests
        self._session.apply(SetQuestion(self._question_id, "kept_tests", tests, title))

    def _tell(self, sentence: str) -> None:
        self._workbench.notices.toast(sentence, NoticeAction("Undo", self._session.undo))

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        if self._question_id in changes.questions or self._benchmark_id in changes.benchmarks:
            self._rest.start()

    @Slot()
    def _forget(self) -> None:
        self._benchmark_id = self._question_id = 0
        self._tests = ()
        self._gone(None)

    @Slot(object)
    def _take(self, results: tuple[KeptResult, ...]) -> None:
        self.view.set_editable(not self._session.read_only)
        self.view.show_results(results)

    @Slot(object)
    def _gone(self, _error: object) -> None:
        self.view.show_results(())

    @Slot(object, int)
    def _load(self, test: KeptTest, _number: int) -> None:
        self.load_wanted.emit(test)
