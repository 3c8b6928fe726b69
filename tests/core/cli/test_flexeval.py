"""FlexEval's run files from the shell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.core.cli.conftest import Shell


def test_the_shell_needs_a_decision_once(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def length(text: str) -> int:\n    return len(text)\n", encoding="utf-8")
    line = json.dumps({"input": [{"role": "user", "content": "=Hi"}]})
    (tmp_path / "c.jsonl").write_text(line + "\n", encoding="utf-8")
    run = tmp_path / "run.yaml"
    run.write_text(
        "data_sources: [{type: file, path: c.jsonl}]\nfunction_modules: [own.py]\n"
        "eval: {metrics: {function: [{name: length}]}}\n",
        encoding="utf-8",
    )
    plan = shell.ok("flexeval", str(run), "--plan", "--json").json
    assert (plan["conversations"], plan["gradings"]) == (1, 0)
    refused = shell("flexeval", run)
    assert refused.code == 2
    assert plan["programs"][0]["sha256"][:12] in refused.err
    shell.ok("flexeval", str(run), "--allow", plan["programs"][0]["sha256"][:12])
    out = tmp_path / "rows.csv"
    assert shell.ok("flexeval", str(run), "-o", str(out), "--json").json[0]["value"] == 3.0
    assert out.read_text("utf-8").splitlines()[1].startswith("0,0,Turn,0,user,function,length,length,3.0,judged")
