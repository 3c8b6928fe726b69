"""Why a check that is code was not judged, for people who do not write any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP

from gradewright.model.run import Cell, CellState, FailureReason
from gradewright.workers.code import CodeTrouble
from gradewright_desktop.panels.results.words import tr

_CLOSED = QT_TRANSLATE_NOOP(
    "Results",
    "This check is code that came with a file, and it was closed when the run was made. "
    "Once you allow it, a new run judges it.",
)
_COUNTS = QT_TRANSLATE_NOOP("Results", "The answer counts as not judged here, never as a fail.")
_TROUBLES: Mapping[str, Any] = {
    CodeTrouble.RAISED: QT_TRANSLATE_NOOP("Results", "The code met something in this answer that it cannot handle."),
    CodeTrouble.BAD_RESULT: QT_TRANSLATE_NOOP("Results", "The code gave back something that this check cannot use."),
    CodeTrouble.NOT_LOADED: QT_TRANSLATE_NOOP("Results", "The code could not be made ready, so it judged nothing."),
    CodeTrouble.TIMEOUT: QT_TRANSLATE_NOOP("Results", "The code took too long over this answer and was stopped."),
    CodeTrouble.MEMORY: QT_TRANSLATE_NOOP("Results", "The code wanted more memory than it may have."),
    CodeTrouble.ENDED: QT_TRANSLATE_NOOP("Results", "The code ended itself instead of giving a result."),
    CodeTrouble.CRASHED: QT_TRANSLATE_NOOP("Results", "The code broke down over this answer."),
    CodeTrouble.FORGED: QT_TRANSLATE_NOOP("Results", "The code tried to pass something off as a result."),
    CodeTrouble.GIVEN_UP: QT_TRANSLATE_NOOP(
        "Results", "The code had to be stopped again and again, so this run did not try it any more."
    ),
    CodeTrouble.NO_PROCESS: QT_TRANSLATE_NOOP(
        "Results", "The separate process that code runs in could not be started on this computer."
    ),
}


def is_about_code(cell: Cell) -> bool:
    """Say whether a cell was not judged because of the code that its check is."""
    if cell.state is not CellState.FAILED:
        return False
    return cell.reason in (FailureReason.CODE_NOT_ALLOWED, FailureReason.CODE_FAILED) or "trouble" in cell.detail


def code_sentence(cell: Cell) -> str:
    """Return in sentences why code gave no result; what it said itself stands on a line of its own."""
    if cell.reason == FailureReason.CODE_NOT_ALLOWED:
        return tr(_CLOSED)
    words = _TROUBLES.get(str(cell.detail.get("trouble", "")), _TROUBLES[CodeTrouble.RAISED])
    said = f"\n{cell.message}" if cell.message else ""
    return f"{tr(words)} {tr(_COUNTS)}{said}"
