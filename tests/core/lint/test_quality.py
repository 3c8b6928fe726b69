"""The labelled English statements, and the program that measures the linter on them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.lint_quality.run import main, measure, read

DATA = Path(__file__).parents[2] / "data" / "lint_quality"


@pytest.mark.parametrize("half", ["en-dev", "en-test"])
def test_rules_are_right_and_find_what_is_labelled(half: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(DATA / f"{half}.jsonl"), "--require", "0.9", "0.85"]) == 0, capsys.readouterr().out


def test_the_halves_share_no_statement_and_label_every_rule() -> None:
    dev, test = (
        {line.get("text", line["id"]): line for line in read([DATA / f"en-{half}.jsonl"])} for half in ("dev", "test")
    )
    assert not dev.keys() & test.keys()
    labelled = [
        sum(rule in line["rules"] for line in test.values()) for rule in {r for d in dev.values() for r in d["rules"]}
    ]
    assert len(labelled) == 10
    assert min(labelled) >= 3


def test_unscored_rules_are_taken_out_and_wrong_dice_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statement = {"id": "a", "lang": "en", "kind": "must", "text": "The tone is nice.", "rules": [], "note": ""}
    assert measure([statement])["quality-word"].precision == 0.0
    assert measure([{**statement, "unscored": ["quality-word"]}]) == {}
    side = {"name": "Dose", "must": ["States the dose."]}
    pair = {"id": "p", "lang": "en", "kind": "pair", "a": side, "b": side, "dice": 0.5, "rules": ["overlap"]}
    file = tmp_path / "x.jsonl"
    file.write_text("\n".join(map(json.dumps, (statement, pair))), encoding="utf-8")
    assert main([str(file)]) == 0
    assert main([str(file), "--require", "0.95", "0.9"]) == 1
    printed = capsys.readouterr().out
    assert "quality-word" in printed
    assert "dice to four places" in printed
