"""Opening what was just added, once the library has it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from gradewright.edits import Edit
from gradewright.store.library import Changes
from gradewright_desktop.session import Session


class OpenAdded(QObject):
    """Applies an edit that adds something and calls ``opened`` with the changes it led to, once.

    The changes of edits that were under way before it have another title or add nothing.
    """

    def __init__(self, session: Session, edit: Edit, opened: Callable[[Changes], None]) -> None:
        super().__init__(session)
        self._session = session
        self._title = edit.title
        self._opened = opened
        session.changed.connect(self._changed)
        session.failed.connect(self._failed)
        session.apply(edit)

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        if changes.structure and changes.title == self._title:
            self.deleteLater()
            self._session.changed.disconnect(self._changed)
            self._opened(changes)

    @Slot(object)
    def _failed(self, _error: object) -> None:
        self.deleteLater()
