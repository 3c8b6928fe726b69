"""How judgements are said: a glyph and a word for each state, and sentences for why there is none."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from gradewright.model.run import CellState, CheckKind, FailureReason

CONTEXT = "Results"


class Judgement(Protocol):
    """What is needed to say how a cell ended: a whole cell has it, and so has the short form in a table row."""

    @property
    def state(self) -> CellState: ...
    @property
    def verdict(self) -> bool | None: ...
    @property
    def value(self) -> Any: ...
    @property
    def reason(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Look:
    """How a judgement looks: the name of a verdict's glyph and colours, ``""`` where only ``word`` is shown."""

    verdict: str
    word: str


def tr(text: Any) -> str:
    """Translate a text of this module."""
    return QCoreApplication.translate(CONTEXT, text)


_STATES = {
    CellState.CANNOT_JUDGE: QT_TRANSLATE_NOOP("Results", "cannot judge"),
    CellState.PARSE_ERROR: QT_TRANSLATE_NOOP("Results", "reply not readable"),
    CellState.TRUNCATED: QT_TRANSLATE_NOOP("Results", "reply cut off"),
    CellState.REFUSED: QT_TRANSLATE_NOOP("Results", "judge refused"),
}

_REASONS: Mapping[str, Any] = {
    FailureReason.TOO_LONG: QT_TRANSLATE_NOOP("Results", "too long"),
    FailureReason.TIMEOUT: QT_TRANSLATE_NOOP("Results", "no result in time"),
    FailureReason.CONNECTION: QT_TRANSLATE_NOOP("Results", "call failed: no connection"),
    FailureReason.RATE_LIMIT: QT_TRANSLATE_NOOP("Results", "call failed: rate limit"),
    FailureReason.SERVER_ERROR: QT_TRANSLATE_NOOP("Results", "call failed: server error"),
    FailureReason.REGEX_TIMEOUT: QT_TRANSLATE_NOOP("Results", "pattern stopped"),
    FailureReason.REGEX_INVALID: QT_TRANSLATE_NOOP("Results", "pattern not valid"),
    FailureReason.CODE_NOT_ALLOWED: QT_TRANSLATE_NOOP("Results", "code not run"),
    FailureReason.CODE_FAILED: QT_TRANSLATE_NOOP("Results", "code failed"),
    FailureReason.NO_VALUES: QT_TRANSLATE_NOOP("Results", "no values recorded"),
    FailureReason.NO_JUDGE: QT_TRANSLATE_NOOP("Results", "needs a judge"),
    FailureReason.CHECK_ERROR: QT_TRANSLATE_NOOP("Results", "check failed"),
}

_SENTENCES: Mapping[str, Any] = {
    FailureReason.REGEX_TIMEOUT: QT_TRANSLATE_NOOP("Results", "This pattern was stopped after 1 s."),
    FailureReason.REGEX_INVALID: QT_TRANSLATE_NOOP("Results", "This pattern is not a valid regular expression."),
    FailureReason.CODE_NOT_ALLOWED: QT_TRANSLATE_NOOP(
        "Results", "Code in this file does not run without your decision."
    ),
    FailureReason.CODE_FAILED: QT_TRANSLATE_NOOP("Results", "The code of this check ended with an error."),
    FailureReason.NO_JUDGE: QT_TRANSLATE_NOOP("Results", "This check needs a judge, and none was asked."),
    FailureReason.CHECK_ERROR: QT_TRANSLATE_NOOP("Results", "The recorded values could not be compared."),
}

NO_FIELD_VALUES = QT_TRANSLATE_NOOP("Results", "No field values were recorded for this answer.")
NO_BUCKETS = QT_TRANSLATE_NOOP("Results", "Nothing that was found or missed was recorded for this answer.")
METRICS: Mapping[str, Any] = {
    "precision": QT_TRANSLATE_NOOP("Results", "precision"),
    "recall": QT_TRANSLATE_NOOP("Results", "recall"),
    "f1": "F1",
    "specificity": QT_TRANSLATE_NOOP("Results", "specificity"),
    "accuracy": QT_TRANSLATE_NOOP("Results", "accuracy"),
}


def look_of(cell: Judgement | None) -> Look:
    """Return how a judgement looks; None is a check that was not, or not yet, made on this answer."""
    if cell is None:
        return Look("unjudged", tr("not judged"))
    if cell.state is CellState.JUDGED:
        if cell.verdict is None:
            return Look("", value_text(cell.value))
        if cell.verdict:
            return Look("pass", tr("pass"))
        return Look("fail", tr("fail"))
    if cell.state is CellState.CANNOT_JUDGE:
        return Look("cannot_judge", tr("cannot judge"))
    return Look("unjudged", state_words(cell))


def overall_look(overall: bool | None, *, waiting: bool = False) -> Look:
    """Return how an answer as a whole looks; one without an overall verdict is "blank", which is a word."""
    if overall is None:
        return Look("", tr("waiting") if waiting else tr("blank"))
    return Look("pass", tr("pass")) if overall else Look("fail", tr("fail"))


def state_words(cell: Judgement) -> str:
    """Return how a cell ended in a few words: "pass", "cannot judge", "no values recorded" …"""
    if cell.state is CellState.JUDGED:
        return look_of(cell).word
    if cell.state is CellState.FAILED:
        words = _REASONS.get(cell.reason)
        return tr("not judged: {reason}").format(reason=tr(words)) if words else tr("not judged")
    return tr(_STATES[cell.state])


def why_not(cell: Judgement, kind: CheckKind, message: str) -> str:
    """Return why a cell was not judged, as a sentence. What the check itself said comes first."""
    if message:
        return message if message.endswith((".", "!", "?", "。")) else f"{message}."
    if cell.reason == FailureReason.NO_VALUES:
        return tr(NO_FIELD_VALUES if kind is CheckKind.TEMPLATE else NO_BUCKETS)
    sentence = _SENTENCES.get(cell.reason)
    return tr(sentence) if sentence else state_words(cell)


def spoken(check: str, cell: Judgement | None) -> str:
    """Return what a screen reader says for a cell: "Dose is complete: fail"."""
    return tr("{check}: {state}").format(check=check, state=look_of(cell).word)


# -- values -----------------------------------------------------------------------------------------------------------


def number_text(value: float) -> str:
    """Return a number as the locale writes it, with at most two decimals."""
    locale = QLocale()
    if isinstance(value, int) or value == int(value):
        return locale.toString(int(value))
    return locale.toString(round(value, 2), "f", 2)


def metric_items(value: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the figures of a metric trait as name and number, in the order of the trait."""
    return [
        (tr(METRICS[name]) if name in METRICS else name, "–" if figure is None else number_text(figure))
        for name, figure in value.items()
        if figure is None or isinstance(figure, (int, float))
    ]


def main_metric(value: Mapping[str, Any]) -> float | None:
    """Return the figure that stands for a metric trait in a narrow column: F1 if it has one, else its first."""
    figure = value.get("f1", next(iter(value.values()), None))
    return figure if isinstance(figure, (int, float)) else None


def value_text(value: Any) -> str:
    """Return a check's value in a few characters: a number, a label, or the main figure of a metric."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, Mapping):
        figure = main_metric(value)
        return "–" if figure is None else number_text(figure)
    return str(value)


def plain_text(value: Any) -> str:
    """Return a ground truth or a recorded value as people read it; nothing at all is said in words."""
    if value is None:
        return tr("nothing")
    if isinstance(value, bool):
        return tr("true") if value else tr("false")
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, str):
        return value if value.strip() else tr("empty text")
    if isinstance(value, (list, tuple, set, frozenset)):
        items = sorted(value, key=str) if isinstance(value, (set, frozenset)) else value
        return ", ".join(plain_text(item) for item in items) if items else tr("empty list")
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    return str(value)


def percent(share: float, digits: int = 1) -> str:
    """Return a share between 0 and 1 as a percentage: "70.8 %"."""
    return f"{QLocale().toString(share * 100, 'f', digits)}\N{NO-BREAK SPACE}%"


def count_text(count: int) -> str:
    """Return a count with the separators of the locale."""
    return QLocale().toString(count)
