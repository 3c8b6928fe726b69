"""Rater sheets from the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.core.cli.conftest import Shell


def test_sheets_of_a_benchmark_and_their_codes(shell: Shell) -> None:
    from gradewright.edits import AddEntry, RubricOwner
    from gradewright.model.criterion import Criterion
    from gradewright.model.rubric import RubricEntry
    from gradewright.store.library import Library

    shell.ok("sample")
    refused = shell("sheet", "1", "-o", "s.pdf")
    assert refused.code == 2
    assert "nothing to tick" in refused.err
    with Library.open(shell.library) as library:
        library.apply(AddEntry(RubricOwner(benchmark_id=1), RubricEntry("fee", Criterion(name="Fee"))))
    told = shell.ok(
        "sheet", "1", "-o", "s.pdf", "--most", "3", "--layout", "blocks", "--paper", "letter", "--json"
    ).json
    assert told["outputs"] == 3
    assert (shell.folder / "s.pdf").read_bytes().startswith(b"%PDF")
    from gradewright.sheets.codes import SheetCode

    code = str(SheetCode(told["batches"][0], 2))
    found = shell.ok("sheet-code", code.lower(), "--json").json
    assert found["number"] == 2
    assert found["answer"]
    mistyped = shell("sheet-code", code[:-1] + ("0" if code[-1] != "0" else "1"))
    assert mistyped.code == 2
    assert "mistyped" in mistyped.err
    assert shell("sheet", "1", "-o", "s.pdf", "--most", "0").code == 2
