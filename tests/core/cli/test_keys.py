"""Keys in imported files, on the command line."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from support.checkpoints import item, prop, root
from support.fake_keyring import FakeKeyring

from gradewright.endpoints.keys import SERVICE

if TYPE_CHECKING:
    from tests.core.cli.conftest import Outcome, Shell

KEY = "sk-one-0123456789abcd"


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> FakeKeyring:
    """The keyring of the system, for this test."""
    made = FakeKeyring()
    library = ModuleType("keyring")
    library.get_keyring = lambda: made  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", library)
    return made


def imported(shell: Shell, *options: str) -> Outcome:
    shell.write("b.jsonld", json.dumps(root(item("A?", additionalProperty=[prop("custom_c", {"api_key": KEY})]))))
    outcome = shell.ok("import", "b.jsonld", *options)
    assert KEY not in outcome.out + outcome.err
    return outcome


def test_an_import_names_what_it_left_out_and_says_how_to_keep_it(shell: Shell, keyring: FakeKeyring) -> None:
    outcome = imported(shell, "--json")

    assert "Left out, and in no library: api_key (sk-…abcd). With --keep-keys an import puts" in outcome.err
    assert outcome.json[0]["keys"] == ["api_key"]
    assert keyring.entries == {}


def test_an_import_keeps_keys_where_that_is_asked_for(shell: Shell, keyring: FakeKeyring) -> None:
    outcome = imported(shell, "--keep-keys")

    assert "“api_key” is in the system keyring." in outcome.err
    assert keyring.entries[SERVICE, "api_key"] == KEY


def test_a_keyring_that_takes_nothing_is_said(shell: Shell, keyring: FakeKeyring) -> None:
    keyring.refuses = True
    assert "The system keyring did not take api_key, which is left out." in imported(shell, "--keep-keys").err
    keyring.locked = True
    assert "The system keyring did not say the key “api_key”." in imported(shell, "--keep-keys").err


def test_without_a_keyring_it_is_said_what_helps(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)

    outcome = imported(shell, "--keep-keys")

    assert "The system keyring is not available, so these are left out: api_key (sk-…abcd). Install" in outcome.err
