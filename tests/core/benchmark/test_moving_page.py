"""The page about moving from Karenina: its code runs, and the names in its table exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer, Payload, fitting_reply, system_text

PAGE = Path(__file__).resolve().parents[3] / "docs" / "moving-from-karenina.md"


@pytest.mark.network
def test_the_code_of_the_page_runs(
    server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)

    def script(payload: Payload) -> str:
        said = "The Danube, about 2850 km long."
        return fitting_reply(payload, name="Danube", length_km=2850, score=4) if system_text(payload) else said

    server.script = script
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    # One file, as a script is one, so that Python finds the text of its classes.
    file = tmp_path / "moved.py"
    file.write_text("\n".join(blocks), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    names: Any = importlib.import_module("moved")

    assert len(blocks) == 2
    printed = capsys.readouterr().out
    assert "True {'name': True, 'length_km': True}\n{'clear': 4} {'names a unit': True} {}\n1.0\n" in printed
    assert len(names.table) == 2
    assert (tmp_path / "rivers.jsonld").is_file()


def test_the_names_of_the_table_exist() -> None:
    rows = re.findall(
        r"^\| `from karenina.*?\| `from ([\w.]+) import (.*?)` \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )

    assert len(rows) == 9
    for module, names in rows:
        for name in names.split(", "):
            assert name == "…" or hasattr(importlib.import_module(module), name), (module, name)
