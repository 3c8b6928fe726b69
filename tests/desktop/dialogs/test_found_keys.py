"""The banner about keys in an imported file: names them, shows none, and keeps them when asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.checkpoints import item, prop, root
from support.fake_keyring import FakeKeyring, finding
from support.prompts import ScriptedPrompts

from gradewright.endpoints.keys import NOT_AVAILABLE, KeyHome
from gradewright_desktop.dialogs.importing import import_paths
from gradewright_desktop.notices import BannerNotice
from gradewright_desktop.workbench import Workbench

KEY = "sk-one-0123456789abcd"


@pytest.fixture
def banner(workbench: Workbench, qtbot: QtBot, tmp_path: Path) -> BannerNotice:
    """The banner after a file with a key came in."""
    path = tmp_path / "agent.jsonld"
    path.write_text(json.dumps(root(item("A?", additionalProperty=[prop("custom_c", {"api_key": KEY})]))), "utf-8")
    import_paths(workbench, [path])
    qtbot.waitUntil(lambda: bool(banners(workbench)))
    return banners(workbench)[0]


def banners(workbench: Workbench) -> list[BannerNotice]:
    return [notice for notice in workbench.notices.banners("build") if notice.key.startswith("keys ")]


def texts(workbench: Workbench) -> list[str]:
    return [notice.text for notice in workbench.notices.history]


def test_it_names_the_key_and_shows_little_of_it(workbench: Workbench, banner: BannerNotice) -> None:
    assert banner.strong == "agent.jsonld"
    assert banner.text.startswith("held a key of a model server: api_key (sk-…abcd).")
    assert not any(KEY in text for text in texts(workbench))
    assert workbench.keys.get("api_key") is None
    # It says all that there is to remark; a second banner about that remark would be one too many.
    assert [notice.key for notice in workbench.notices.banners("build")] == [banner.key]
    assert any("is in the library: 1 question." in text for text in texts(workbench))


def test_kept_when_asked(workbench: Workbench, banner: BannerNotice, qtbot: QtBot) -> None:
    banner.actions[0].run()
    qtbot.waitUntil(lambda: "“api_key” is in the system keyring." in texts(workbench))

    assert (workbench.keys.get("api_key"), workbench.keys.home("api_key")) == (KEY, KeyHome.KEYRING)
    assert banners(workbench) == []


def test_without_a_keyring_it_stays_and_says_what_to_install(
    workbench: Workbench, banner: BannerNotice, prompts: ScriptedPrompts, qtbot: QtBot
) -> None:
    workbench.keys._find_keyring = finding(None)
    workbench.keys._keyring = None
    banner.actions[0].run()
    qtbot.waitUntil(lambda: f"“api_key”: {NOT_AVAILABLE}" in texts(workbench))

    banners(workbench)[0].actions[0].run()

    assert prompts.asked[-1].text == "Install one."
    assert workbench.keys.home("api_key") is KeyHome.MEMORY


def test_a_locked_keyring_can_be_tried_again(workbench: Workbench, banner: BannerNotice, qtbot: QtBot) -> None:
    keyring = FakeKeyring()
    keyring.locked = True
    workbench.keys._find_keyring = finding(keyring)
    workbench.keys._keyring = None
    banner.actions[0].run()
    qtbot.waitUntil(lambda: any("did not say" in text for text in texts(workbench)))

    keyring.locked = False
    banners(workbench)[0].actions[0].run()

    qtbot.waitUntil(lambda: workbench.keys.home("api_key") is KeyHome.KEYRING)
