"""The sources of a question: a title and an address each, with whatever else a file says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QStackedLayout, QWidget

from gradewright_desktop.models.pairs import Pair, json_text, json_value
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets.fields import CodeEdit
from gradewright_desktop.widgets.pairs_table import PairsTable

_TITLES = ("title", "name", "citation")
_ADDRESSES = ("url", "uri", "link", "doi")


class SourcesField(QWidget):
    """``committed`` carries a list of objects, or None where there is none. Anything else is edited as JSON."""

    committed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value: Any = None
        self.table = PairsTable(theme, "Sources", ("Title", "Address"), "Type a title", _any, self)
        self.code = CodeEdit(theme, parent=self)
        self.code.setAccessibleName("Sources as JSON")
        self.code.setTabChangesFocus(True)
        self.code.setFixedHeight(5 * self.code.fontMetrics().lineSpacing() + 12)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.code)
        self.table.changed.connect(self._table_changed)
        self.code.committed.connect(self._code_changed)

    def set_value(self, value: Any, *, replace: bool = False) -> None:
        """Show a value; ``replace`` also takes away typing that is not kept yet."""
        self._value = value
        pairs = source_pairs(value)
        self._stack.setCurrentWidget(self.table if pairs is not None else self.code)
        if pairs is not None:
            self.table.set_pairs(pairs)
        elif replace:
            self.code.replace_text(json_text(value))
        else:
            self.code.set_text(json_text(value))

    def set_read_only(self, read_only: bool) -> None:
        """Stop editing, or allow it again."""
        self.table.set_editable(not read_only)
        self.code.setReadOnly(read_only)

    @Slot()
    def flush(self) -> None:
        """Commit what was typed."""
        self.code.flush()

    @Slot()
    def _table_changed(self) -> None:
        self._commit(sources_from(self._value, self.table.pairs()))

    @Slot(str)
    def _code_changed(self, text: str) -> None:
        self._commit(json_value(text) if text.strip() else None)

    def _commit(self, value: Any) -> None:
        if value != self._value:
            self._value = value
            self.committed.emit(value)


def source_pairs(value: Any) -> list[Pair] | None:
    """Sources as titles and addresses; None where one of them has neither and is no plain text."""
    if value in (None, "", [], {}):
        return []
    if not isinstance(value, list):
        return None
    pairs = []
    for source in value:
        if not isinstance(source, Mapping):
            return None
        title, address = _key(source, _TITLES), _key(source, _ADDRESSES)
        texts = [source.get(title, ""), source.get(address, "")]
        if not (title in source or address in source) or not all(isinstance(text, str) for text in texts):
            return None
        pairs.append((texts[0], texts[1]))
    return pairs


def sources_from(before: Any, pairs: Sequence[Pair]) -> list[dict[str, Any]] | None:
    """The sources for edited pairs. What an object says beyond title and address stays with the one it belongs to."""
    old = list(before) if isinstance(before, list) else []
    unused = [(pair, source) for pair, source in zip(source_pairs(old) or [], old, strict=False)]
    changed: list[dict[str, Any]] = []
    for position, pair in enumerate(pairs):
        same = next((entry for entry in unused if entry[0] == pair), None)
        if same is not None:
            unused.remove(same)
            changed.append(dict(same[1]))
            continue
        edited = dict(old[position]) if len(old) == len(pairs) else {}
        changed.append(_with(edited, pair))
    return changed or None


def _with(source: dict[str, Any], pair: Pair) -> dict[str, Any]:
    for keys, text in ((_TITLES, pair[0]), (_ADDRESSES, pair[1])):
        key = _key(source, keys)
        if text:
            source[key] = text
        else:
            source.pop(key, None)
    return source


def _key(source: Mapping[str, Any], keys: Sequence[str]) -> str:
    return next((key for key in keys if key in source), keys[0])


def _any(_pairs: Sequence[Pair]) -> str | None:
    return None
