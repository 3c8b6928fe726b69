"""Keys found in a file: said by name after the import, and put into the system keyring if the person says so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from gradewright.errors import UserError
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.prompts import Choice, Decision
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.endpoints.keys import Keys
    from gradewright.jobs.control import JobControl
    from gradewright.jobs.found_keys import FoundKey, KeptKey
    from gradewright.jobs.reports import ImportReport

AREA = "build"


def offer_keys(workbench: Workbench, report: ImportReport) -> None:
    """Show which keys a file held, and offer to keep them. They are in no library, whatever is chosen."""
    if not report.keys:
        return
    key = f"keys {report.path}"
    one = len(report.keys) == 1
    names = ", ".join(each.shown for each in report.keys)
    held = "a key" if one else f"{len(report.keys)} keys"
    words = f"held {held} of a model server: {names}. Left out of the library and of every export."
    keep = NoticeAction("Keep in the system keyring", partial(_keep, workbench, report.keys, key))
    workbench.notices.banner(AREA, "warning", words, strong=report.path.name, actions=(keep,), key=key)


def _keep(workbench: Workbench, found: Sequence[FoundKey], key: str) -> None:
    KeepingKeys(workbench, found, key).start()


class KeepingKeys(QObject):
    """Puts found keys into the keyring, off the GUI thread: the system may ask the person to unlock it."""

    def __init__(self, workbench: Workbench, found: Sequence[FoundKey], key: str):
        super().__init__(workbench.session)
        self._workbench = workbench
        self._found = found
        self._key = key
        self._install = ""

    def start(self) -> None:
        """Begin; the banner stays until the keys are kept."""
        work = partial(_work, self._workbench.keys, self._found)
        self._workbench.session.job("Keeping keys", work, self._done, self._failed, self.deleteLater)

    @Slot(object)
    def _done(self, kept: tuple[KeptKey, ...]) -> None:
        from gradewright.jobs.found_keys import install_words, kept_words

        notices = self._workbench.notices
        notices.clear(AREA, self._key)
        self._install = install_words(kept)
        if not self._install and not any(each.refused for each in kept):
            notices.toast(kept_words(kept))
            self.deleteLater()
            return
        # Not taken down before the window: its banner may ask for the words at any time.
        install = (NoticeAction("What to install", self._show_install),) if self._install else ()
        notices.banner(AREA, "warning", kept_words(kept), actions=install, key=self._key)

    @Slot(object)
    def _failed(self, error: UserError) -> None:
        keep = NoticeAction("Try again", partial(_keep, self._workbench, self._found, self._key))
        self._workbench.notices.error(AREA, error, key=self._key, actions=(keep,))
        self.deleteLater()

    def _show_install(self) -> None:
        close = Choice("close", "Close", is_default=True, is_cancel=True)
        self._workbench.prompts.decide(Decision("The system keyring", self._install, (close,)), _nothing)


def _work(keys: Keys, found: Sequence[FoundKey], _control: JobControl) -> tuple[KeptKey, ...]:
    from gradewright.jobs.found_keys import keep_keys

    return keep_keys(keys, found)


def _nothing(_choice: str) -> None:
    """Nothing follows from having read what to install."""
