"""Laying out a batch with Typst: pages as PDF or pictures, and what is to be known before they are printed."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gradewright.errors import InvalidValue
from gradewright.resources import engine_resource
from gradewright.sheets.content import Batch, all_texts, sheet_data
from gradewright.sheets.glyphs import MissingGlyphs, missing_glyphs

_TEMPLATE: Final = "sheets/sheet.typ"
_DATA: Final = "data.json"
PREVIEW_DPI: Final = 80
LONGEST_TEXT: Final = 200_000
"""Characters of one output beyond which no sheet is made of it."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """Pages that are laid out: the PDF, how many pages it has, and the numbers of outputs that need several.

    ``missing`` are the characters that no font here can show. ``pictures`` are the pages as PNG, where they were asked
    for.
    """

    pdf: bytes
    pages: int
    long: tuple[int, ...]
    missing: MissingGlyphs
    pictures: tuple[bytes, ...] = ()


def lay_out(batch: Batch, font_folders: tuple[Path, ...] = (), *, dpi: float = 0) -> Sheets:
    """Return the pages of a batch as PDF, and with ``dpi`` as pictures too, from the same layout.

    Raises:
        InvalidValue: the rubric has nothing to tick, or a text is longer than any sheet.
    """
    data = _checked(batch)
    with _compiler(data, font_folders) as compiler:
        # Without tags the file is a quarter of the size. Its text can be selected and searched all the same.
        pdf = compiler.compile(format="pdf", pdf_tags=False)
        told = json.loads(compiler.query("<told>", field="value", one=True))
        shown = _pictures(compiler, dpi) if dpi else ()
    missing = missing_glyphs(all_texts(data), font_folders)
    return Sheets(pdf, int(told["pages"]), _long(told["places"]), missing, shown)


def pictures(
    batch: Batch, dpi: float = PREVIEW_DPI, font_folders: tuple[Path, ...] = (), *, row: int = 0
) -> list[bytes]:
    """Return the pages of a batch as PNG pictures; with ``row`` its first criterion's row alone, under that number.

    Raises as :func:`lay_out` does.
    """
    data = _checked(batch)
    if row:
        data["row"] = True
        data["criteria"] = [{**data["criteria"][0], "number": row}]
    with _compiler(data, font_folders) as compiler:
        return list(_pictures(compiler, dpi))


def _pictures(compiler: Any, dpi: float) -> tuple[bytes, ...]:
    made = compiler.compile(format="png", ppi=dpi)
    return tuple(made) if isinstance(made, list) else (made,)


def _checked(batch: Batch) -> dict[str, Any]:
    for number, output in enumerate(batch.outputs, 1):
        if len(output.answer) + len(output.question) > LONGEST_TEXT:
            raise InvalidValue(
                f"Output {number} (question “{output.question_key}”) is longer than {LONGEST_TEXT:,} characters.",
                hint="Leave it out; nobody reads that on paper.",
            )
    return sheet_data(batch)


@contextlib.contextmanager
def _compiler(data: dict[str, Any], font_folders: tuple[Path, ...]) -> Iterator[Any]:
    import typst

    with tempfile.TemporaryDirectory(prefix="gradewright-sheets-") as folder:
        main = Path(folder) / "main.typ"
        main.write_bytes(engine_resource(_TEMPLATE).read_bytes())
        # Lone surrogates cannot stand in a file of UTF-8; they are no characters, so nothing of the text is lost.
        content = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
        (Path(folder) / _DATA).write_bytes(content)
        yield typst.Compiler(
            input=str(main), root=folder, font_paths=[str(path) for path in font_folders], sys_inputs={}
        )


def _long(places: list[list[Any]]) -> tuple[int, ...]:
    begins: dict[int, int] = {}
    long: dict[int, None] = {}
    for number, at, page in places:
        if at == "begins":
            begins.setdefault(number, page)
        elif page > begins.get(number, page):
            long[number] = None
    return tuple(long)
