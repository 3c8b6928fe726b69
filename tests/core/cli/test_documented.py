"""What is documented is what there is: every command, every option, every member of the JSON that is printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gradewright.cli.program import build_parser
from gradewright.cli.reference import _commands, reference

if TYPE_CHECKING:
    from tests.core.cli.conftest import Shell

PROJECT = Path(__file__).parents[3]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
FORMATS = (PROJECT / "docs" / "formats.md").read_text(encoding="utf-8")
COMMANDS = list(_commands(build_parser()))


def test_the_reference_is_what_the_parser_says() -> None:
    assert (PROJECT / "docs" / "command-line.md").read_text(encoding="utf-8") == reference()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.prog)
def test_every_command_is_in_the_readme_and_explains_itself(command: Any) -> None:
    assert f"`{command.prog} " in README or f"`{command.prog}`" in README
    assert command.description
    for action in command._actions:
        assert action.help, f"{command.prog} {action.dest} has no help"
        for option in action.option_strings:
            assert f"`{option}`" in reference()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.prog)
def test_help_is_printed(command: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_known_args([*command.prog.split()[1:], "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: {command.prog}")


def documented(command: str) -> set[str]:
    """The member names in the paragraph about a command's JSON."""
    section = FORMATS[FORMATS.index("## What `--json` prints") :]
    paragraph = re.search(rf"^- `{command}`.*?(?=^- |\Z)", section, re.MULTILINE | re.DOTALL)
    assert paragraph is not None, command
    return set(re.findall(r"`(\w+)`", paragraph[0]))


def test_the_json_has_the_members_that_are_documented(shell: Shell) -> None:
    imported = shell.ok("sample", "--json").json
    assert imported.keys() <= documented("import")
    assert shell.ok("list", "--json").json[0].keys() <= documented("list")
    shown = shell.ok("show", "1", "--json").json
    assert shown.keys() | shown["questions"][0].keys() <= documented("show")
    assert shell.ok("verify", "1", "--json").json.keys() <= documented("verify")
    results = shell.ok("results", "1", "--json").json
    assert results.keys() - documented("verify") == {"results"}
    assert results["results"][0].keys() <= documented("results")
    found = shell.ok("lint", "1", "--json").json
    assert found.keys() | found["findings"][0].keys() <= documented("lint")


def test_every_rule_of_the_linter_is_documented_with_its_severity() -> None:
    from gradewright.lint.report import severities

    text = (PROJECT / "docs" / "findings.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (error|warning|hint) \|", text, re.MULTILINE))
    assert rows == {rule: severity.value for rule, severity in severities().items()}
