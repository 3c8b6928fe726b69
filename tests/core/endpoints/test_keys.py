"""Keys: where they go, where they are found, and that they show nowhere."""

from __future__ import annotations

import json
import sys
from types import ModuleType

import pytest
from support.fake_keyring import FakeKeyring, finding

from gradewright.endpoints.keyring_backend import SystemKeyring, system_keyring
from gradewright.endpoints.keys import NOT_AVAILABLE, SERVICE, Kept, KeyHome, KeyringSilent, Keys, clean_key, masked
from gradewright.errors import InvalidValue

KEY = "sk-harbor-0123456789abcd"


def test_a_key_goes_into_the_keyring_and_comes_back_in_another_start() -> None:
    keyring = FakeKeyring()

    kept = Keys({}, finding(keyring)).set("Harbor", f" {KEY}\n")

    assert kept == Kept(KeyHome.KEYRING)
    assert keyring.entries[SERVICE, "Harbor"] == KEY
    later = Keys({}, finding(keyring))
    assert (later.get("Harbor"), later.home("Harbor")) == (KEY, KeyHome.KEYRING)
    assert (later.get("harbor"), later.home("harbor")) == (None, None)


def test_without_a_keyring_a_key_is_kept_until_the_end_and_it_is_said() -> None:
    keys = Keys({}, finding(None))

    assert keys.set("Harbor", KEY) == Kept(KeyHome.MEMORY, NOT_AVAILABLE, "Install one.")
    assert (keys.get("Harbor"), keys.home("Harbor"), keys.names()) == (KEY, KeyHome.MEMORY, ("Harbor",))
    assert Keys({}, finding(None)).get("Harbor") is None
    assert keys.state() == SystemKeyring(None, "Install one.")


def test_a_keyring_that_refuses_leaves_the_key_in_memory() -> None:
    keyring = FakeKeyring()
    keyring.refuses = True
    keys = Keys({}, finding(keyring))

    kept = keys.set("Harbor", KEY)

    assert (kept.home, kept.said) == (KeyHome.MEMORY, NOT_AVAILABLE)
    assert keys.get("Harbor") == KEY
    assert keyring.entries == {}


def test_a_key_that_was_in_memory_moves_to_the_keyring() -> None:
    keyring = FakeKeyring()
    keyring.refuses = True
    keys = Keys({}, finding(keyring))
    keys.set("Harbor", KEY)
    keyring.refuses = False

    keys.set("Harbor", "sk-other")

    assert (keys.get("Harbor"), keys.home("Harbor")) == ("sk-other", KeyHome.KEYRING)


def test_a_key_for_this_start_alone_stays_out_of_the_keyring() -> None:
    keyring = FakeKeyring()
    keys = Keys({}, finding(keyring))

    assert keys.set("Harbor", KEY, keep=False) == Kept(KeyHome.MEMORY)
    assert (keys.get("Harbor"), keyring.entries) == (KEY, {})


def test_a_variable_of_the_environment_comes_first_where_it_is_set() -> None:
    keys = Keys({"HARBOR_KEY": " sk-env ", "EMPTY": " "}, finding(FakeKeyring()))
    keys.set("Harbor", KEY)

    assert (keys.get("Harbor", "HARBOR_KEY"), keys.home("Harbor", "HARBOR_KEY")) == ("sk-env", KeyHome.ENVIRONMENT)
    for variable in ("EMPTY", "MISSING", None):
        assert (keys.get("Harbor", variable), keys.home("Harbor", variable)) == (KEY, KeyHome.KEYRING)


def test_keys_are_listed_by_name_and_forgotten() -> None:
    keyring = FakeKeyring()
    keys = Keys({}, finding(keyring))
    keys.set("Quay", KEY)
    keys.set("Harbor", KEY)
    keys.set("Harbor", KEY)

    assert keys.names() == ("Harbor", "Quay")
    assert keys.delete("Quay")
    assert not keys.delete("Quay")
    assert (Keys({}, finding(keyring)).names(), keys.get("Quay")) == (("Harbor",), None)
    assert [name for _, name in keyring.entries if name == "Quay"] == []


def test_a_damaged_list_of_names_is_an_empty_one() -> None:
    keyring = FakeKeyring()
    keys = Keys({}, finding(keyring))
    keys.set("Harbor", KEY)
    (index,) = (entry for entry in keyring.entries if entry[1] != "Harbor")
    for text in ("no JSON", '{"a": 1}', "[1, null]", "[" * 100_000):
        keyring.entries[index] = text
        assert keys.names() == ()
    keys.set("Quay", KEY)
    assert json.loads(keyring.entries[index]) == ["Quay"]
    with pytest.raises(InvalidValue):
        keys.set(index[1], KEY)


def test_a_locked_keyring_is_said_and_its_own_words_are_not() -> None:
    keyring = FakeKeyring()
    keys = Keys({}, finding(keyring))
    keys.set("Harbor", KEY)
    keyring.locked = True

    for call in (keys.get, keys.home, keys.delete):
        with pytest.raises(KeyringSilent) as caught:
            call("Harbor")
        assert "“Harbor”" in str(caught.value)
        assert "secret text" not in str(caught.value)
    with pytest.raises(KeyringSilent):
        keys.names()


def test_a_keyring_that_comes_later_is_found() -> None:
    there: list[FakeKeyring] = []
    keys = Keys({}, lambda: SystemKeyring(there[0] if there else None))
    assert keys.set("Harbor", KEY).home is KeyHome.MEMORY

    there.append(FakeKeyring())

    assert keys.set("Harbor", KEY).home is KeyHome.KEYRING


@pytest.mark.parametrize("key", ["", "  ", "sk a", "sk-\n-b", "sk-é", "sk-\x00"])
def test_what_is_no_key_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        Keys({}, finding(None)).set("Harbor", key)

    assert not key.strip() or key not in str(caught.value)
    with pytest.raises(InvalidValue):
        clean_key(key)


def test_a_key_needs_a_name() -> None:
    with pytest.raises(InvalidValue):
        Keys({}, finding(None)).set(" ", KEY)


def test_little_of_a_key_is_shown() -> None:
    assert masked(KEY) == "sk-…abcd"
    assert masked("sk-short") == "••••"
    assert KEY not in repr(Keys({"A": KEY}, finding(None)))


def keyring_library(monkeypatch: pytest.MonkeyPatch, backend: object, module: str) -> None:
    type(backend).__module__ = module
    library = ModuleType("keyring")
    library.get_keyring = lambda: backend  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", library)


def test_backends_that_keep_nothing_or_keep_it_in_the_open_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt.file"):
        keyring_library(monkeypatch, type("Keyring", (), {})(), module)
        found = system_keyring()
        assert found.backend is None
        assert found.install.endswith(".")


def test_of_a_chain_the_first_that_keeps_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    open_file = type("PlaintextKeyring", (), {"__module__": "keyrings.alt.file"})()
    wallet = type("Keyring", (), {"__module__": "keyring.backends.kwallet"})()
    chain = type("ChainerBackend", (), {"backends": [open_file, wallet]})()
    keyring_library(monkeypatch, chain, "keyring.backends.chainer")

    assert system_keyring() == SystemKeyring(wallet)


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)

    assert system_keyring() == SystemKeyring(None, "Install the keyring library: pip install “gradewright[keys]”.")
