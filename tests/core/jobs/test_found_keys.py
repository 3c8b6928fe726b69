"""Keys found in files: named once, kept under names of their own, shown nowhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.checkpoints import item, prop, root
from support.fake_keyring import FakeKeyring, finding

from gradewright.endpoints.keys import NOT_AVAILABLE, SERVICE, KeyHome, KeyringSilent, Keys
from gradewright.formats.karenina_jsonld import Secret
from gradewright.jobs.found_keys import FoundKey, found_keys, install_words, keep_keys, kept_words
from gradewright.jobs.importing import import_file
from gradewright.store.library import Library

ONE, OTHER = "sk-one-0123456789abcd", "sk-two-0123456789wxyz"


def test_a_key_is_found_once_however_often_it_stands_there() -> None:
    secrets = [Secret("/a", "api_key", ONE), Secret("/b", "api_key", OTHER), Secret("/c", "api_key", ONE)]

    found = found_keys(secrets)

    assert found == (FoundKey("api_key", 2, ONE), FoundKey("api_key", 1, OTHER))
    assert found[0].shown == "api_key (sk-…abcd)"
    assert ONE not in repr(found)


def test_no_key_of_the_same_name_is_overwritten() -> None:
    keyring = FakeKeyring()
    keys = Keys({}, finding(keyring))
    keys.set("api_key", "sk-mine")

    kept = keep_keys(keys, [FoundKey("api_key", 1, ONE), FoundKey("api_key", 1, OTHER)])
    again = keep_keys(keys, [FoundKey("api_key", 1, ONE)])

    assert [each.name for each in (*kept, *again)] == ["api_key 2", "api_key 3", "api_key 2"]
    assert [keys.get(name) for name in ("api_key", "api_key 2", "api_key 3")] == ["sk-mine", ONE, OTHER]
    assert kept_words(kept) == "“api_key 2”, “api_key 3” are in the system keyring."
    assert install_words(kept) == ""


def test_without_a_keyring_it_is_said_and_what_helps() -> None:
    kept = keep_keys(Keys({}, finding(None)), [FoundKey("api_key", 1, ONE)])

    assert kept[0].kept is not None
    assert kept[0].kept.home is KeyHome.MEMORY
    assert kept_words(kept) == f"“api_key”: {NOT_AVAILABLE}"
    assert install_words(kept) == "Install one."


def test_what_is_no_key_is_said_and_the_rest_is_kept() -> None:
    keyring = FakeKeyring()

    kept = keep_keys(Keys({}, finding(keyring)), [FoundKey("password", 1, "open sesame"), FoundKey("api_key", 1, ONE)])

    assert kept_words(kept) == (
        "“api_key” is in the system keyring. “password” was not kept: The key has spaces or characters that no key has."
    )
    assert keyring.entries[SERVICE, "api_key"] == ONE


def test_a_locked_keyring_is_an_error() -> None:
    keyring = FakeKeyring()
    keyring.locked = True
    with pytest.raises(KeyringSilent):
        keep_keys(Keys({}, finding(keyring)), [FoundKey("api_key", 1, ONE)])


def test_an_import_reports_the_keys_and_the_library_has_none(tmp_path: Path) -> None:
    path = tmp_path / "agent.jsonld"
    path.write_text(json.dumps(root(item("A?", additionalProperty=[prop("custom_c", {"api_key": ONE})]))), "utf-8")
    with Library.open(tmp_path / "library.gradewright") as library:
        report = import_file(library, path)

    assert report.keys == (FoundKey("api_key", 1, ONE),)
    assert ONE not in repr(report)
    assert ONE not in "".join(report.warnings)
    for file in tmp_path.glob("library*"):
        assert ONE.encode() not in file.read_bytes()
