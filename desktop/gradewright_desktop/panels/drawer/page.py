"""What the pages of the drawer are given, and what they have in common."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gradewright.edits import RubricOwner
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright_desktop.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Shown:
    """The rubric that is edited, the global one that holds beside it, and the chosen entry.

    ``inherited`` is empty where the rubric is not a question's own. ``title`` is what people call the rubric.
    """

    own: Rubric = Rubric()
    inherited: Rubric = Rubric()
    entry: RubricEntry | None = None
    owner: RubricOwner | None = None
    benchmark_id: int | None = None
    question_id: int | None = None
    title: str = ""


class DrawerPage(QWidget):
    """One page. ``note`` carries the words at the right end of the drawer's bar.

    A page works only while it is looked at: :meth:`refresh` is called when it is shown and when what it shows has
    changed meanwhile.
    """

    note = Signal(str)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self.workbench = workbench
        self.shown = Shown()
        self._stale = True

    def show_rubric(self, shown: Shown) -> None:
        """Take what is to be shown."""
        self._stale = self._stale or shown != self.shown
        self.shown = shown
        self.look()

    def look(self) -> None:
        """Bring the page up to date if it is seen."""
        if self._stale and self.isVisible():
            self._stale = False
            self.refresh()

    def refresh(self) -> None:
        """Show ``self.shown``."""

    def copied_text(self) -> str:
        """Return what the copy button of the bar takes, ``""`` where there is nothing to take."""
        return ""

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.look()
