"""Code as text in a file: to read it elsewhere, in a form that no double click runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gradewright_desktop.dialogs.code.words import hash_words, item_meta, item_title
from gradewright_desktop.dialogs.file_names import suggested_stem

if TYPE_CHECKING:
    from gradewright.jobs.code import CodeItem


def file_name(item: CodeItem) -> str:
    """Return a name for the file; it never ends like a program."""
    return f"{suggested_stem(item.name, 'code', ' -_')[:60]}.txt"


def save_text(item: CodeItem, path: Path) -> None:
    """Write what can be read of a program.

    Raises:
        WriteFailed: the file cannot be written.
    """
    from gradewright.formats.atomic import atomic_write

    head = [f"# {item_title(item)}", f"# {item_meta(item)}", f"# SHA-256 {hash_words(item.sha256)}"]
    head += [f"# {line}" for text in (*item.summary, *item.remarks) for line in text.splitlines()]
    atomic_write(path, "\n".join([*head, "", item.source or ""]) + "\n")
