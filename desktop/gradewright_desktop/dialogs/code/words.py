"""What is said about code from files, in words of people who do not write any."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale

from gradewright.workers.code import CodeKind
from gradewright_desktop.dialogs.code.listing import CodeListing

if TYPE_CHECKING:
    from gradewright.jobs.code import CodeItem

TITLE = "This file carries code that somebody else wrote"


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: "1 check", "38 checks"."""
    return f"{QLocale().toString(count)} {noun}{'' if count == 1 else 's'}"


def item_title(item: CodeItem) -> str:
    """Return what a program is called in the list."""
    rest = len(item.needed_by) - 1
    more = f" and {rest} more" if rest else ""
    return f"Template of “{item.name}”{more}" if item.kind == CodeKind.TEMPLATE else f"{item.name}{more}"


def item_meta(item: CodeItem) -> str:
    """Return the quieter line of a program in the list."""
    lines = len(item.source.splitlines()) if item.source is not None else 0
    if item.kind == CodeKind.TEMPLATE:
        return f"hand-written template, {counted(lines, 'line')}"
    if item.source is None:
        return "callable trait, bytes only"
    return "callable trait, source readable" if item.source_is_checked else "callable trait, with source"


def item_chip(item: CodeItem) -> tuple[str, str]:
    """Return the word at the end of a row and the severity whose colours it has; two empty texts for none."""
    if item.allowed:
        return "allowed", "ok"
    if item.source is None:
        return "no source", "error"
    return ("not certain", "warning") if item.needs_second_decision else ("", "")


def item_spoken(item: CodeItem) -> str:
    """Return what a screen reader says for a row."""
    state = "may run" if item.allowed else "closed"
    return f"{item_title(item)}, {item_meta(item)}, {state}"


def head_html(listing: CodeListing) -> str:
    """Return the sentences under the title, with the benchmark's name in bold."""
    name = f"<b>{escape(listing.name)}</b>"
    of = f"{QLocale().toString(listing.code_checks)} of its {counted(listing.checks, 'check')}"
    need = "needs" if listing.code_checks == 1 else "need"
    rest = f"the other {QLocale().toString(listing.other_checks)} work without it"
    if listing.other_checks == 1:
        rest = "the other one works without it"
    elif not listing.other_checks:
        rest = "none works without it"
    allowed = len(listing.items) - len(listing.closed)
    if not allowed:
        return (
            f"{name} is open and nothing in it has run. {of} {need} Python; {rest}. "
            "You can leave the code closed for good."
        )
    if listing.closed:
        may = f"{allowed} of its {len(listing.items)} pieces of code may run; the rest has not run"
        return f"{of} {need} Python in {name}; {rest}. {may}."
    return f"{of} {need} Python in {name}; {rest}. You have allowed all of its code, and can close it again."


def banner_text(listing: CodeListing) -> str:
    """Return the sentences of the banner behind the benchmark's name."""
    least = "" if listing.is_whole else "at least "
    of = f"carries code for {least}{QLocale().toString(listing.code_checks)} of {counted(listing.checks, 'check')}."
    if not listing.is_whole:
        return f"{of} Nothing runs without your decision."
    if not listing.other_checks:
        rest = "Nothing in it has run"
    else:
        verb = "works" if listing.other_checks == 1 else "work"
        rest = f"Nothing in it has run; {counted(listing.other_checks, 'check')} {verb} without it"
    allowed = len(listing.items) - len(listing.closed)
    if allowed:
        rest = f"{allowed} of its {len(listing.items)} pieces of code may run; the rest has not run"
    return f"{of} {rest}."


def unread_note(listing: CodeListing) -> str:
    """Return what stands below the list about programs that nobody can read."""
    unread = [item for item in listing.closed if item.source is None]
    if not unread:
        return ""
    if len(unread) == 1:
        return f"Nobody can read what “{unread[0].name}” does before it runs. It stays closed."
    return f"Nobody can read what {len(unread)} of these do before they run. They stay closed."


def day(moment: str) -> str:
    """Return the day of a decision as the locale writes it."""
    read = QDateTime.fromString(moment, "yyyy-MM-ddTHH:mm:ss") if len(moment) == 19 else _read(moment)
    return QLocale().toString(read.toLocalTime().date(), QLocale.FormatType.LongFormat) if read.isValid() else moment


def allowed_words(moment: str) -> str:
    """Return since when code may run, and how, for the places where it is used."""
    return f"Since {day(moment)}, in a separate process, when a run needs it. One changed character closes it again."


def _read(moment: str) -> QDateTime:
    from PySide6.QtCore import Qt

    return QDateTime.fromString(moment, Qt.DateFormat.ISODateWithMs)


def hash_words(sha256: str) -> str:
    """Return a hash in groups of eight, for people who compare it."""
    return " ".join(sha256[start : start + 8] for start in range(0, len(sha256), 8))


def visible(source: str) -> str:
    """Return source with every character shown as what it is.

    Characters that turn the direction of a line or take no room could make code read as something that it is not.
    """
    lines = source.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c if c.isprintable() or c in "\n\t" else _escaped(c) for c in lines)


def _escaped(character: str) -> str:
    number = ord(character)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"
