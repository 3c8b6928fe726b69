"""Endpoints in the library: kept without keys, in a person's order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.errors import InvalidValue, LibraryUnusable, NotFound
from gradewright.model.endpoint import Capability, Endpoint, Limits, Price, ReplyForm
from gradewright.store.endpoints import endpoint_data, endpoint_from
from gradewright.store.library import Library

HARBOR = Endpoint(
    "Harbor",
    "https://api.example.org/v1",
    "large",
    limits=Limits(at_once=4, requests=60, tokens=90_000, context=8192, timeout=30),
    price=Price(2.5, 10, "2026-05-31", cache_read=0.25),
    capability=Capability(
        ReplyForm.TOOL, True, frozenset({"temperature"}), {"max_tokens": "m"}, 4096, 1.5, "2026-06-01"
    ),
    parameters={"top_p": 0.5},
    key_variable="HARBOR_KEY",
)
LOCAL = Endpoint("Local", "localhost:11434", "small")


def names(library: Library) -> list[str]:
    return [each.name for each in library.endpoints()]


def test_they_come_back_as_they_went_in(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.gw") as library:
        library.keep_endpoint(HARBOR)
        library.keep_endpoint(LOCAL)
    with Library.open(tmp_path / "library.gw") as library:
        assert library.endpoints() == [HARBOR, LOCAL]
        assert library.endpoint("Local") == LOCAL


def test_they_are_edited_renamed_ordered_and_removed(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.gw") as library:
        for name in ("A", "B", "C"):
            library.keep_endpoint(replace(LOCAL, name=name))
        library.keep_endpoint(replace(LOCAL, name="D", model="other"), replaces="B")
        assert names(library) == ["A", "D", "C"]
        library.order_endpoints(["C", "A", "C"])
        assert names(library) == ["C", "A", "D"]
        assert library.endpoint("D").model == "other"
        assert library.remove_endpoint("A")
        assert not library.remove_endpoint("A")
        library.keep_endpoint(replace(LOCAL, name="E"))
        assert names(library) == ["C", "D", "E"]
        assert library.undo_title is None


def test_what_is_not_there_and_what_is_taken(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.gw") as library:
        library.keep_endpoint(LOCAL)
        library.keep_endpoint(HARBOR)
        with pytest.raises(InvalidValue, match="already"):
            library.keep_endpoint(LOCAL)
        with pytest.raises(InvalidValue, match="already"):
            library.keep_endpoint(replace(LOCAL, name="Harbor"), replaces="Local")
        for wrong in (
            lambda: library.endpoint("X"),
            lambda: library.keep_endpoint(LOCAL, replaces="X"),
            lambda: library.order_endpoints(["Harbor", "X"]),
        ):
            with pytest.raises(NotFound, match="“X”"):
                wrong()
        assert names(library) == ["Local", "Harbor"]


def test_a_library_that_is_read_only(tmp_path: Path) -> None:
    Library.open(tmp_path / "library.gw").close()
    with Library.open(tmp_path / "library.gw", read_only=True) as library, pytest.raises(LibraryUnusable):
        library.keep_endpoint(LOCAL)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: replace(LOCAL, base_url="https://x.org/v1?key=abc"),
        lambda: replace(LOCAL, base_url="https://x.org/v1?api-version=1&api-key=abc"),
        lambda: replace(LOCAL, base_url="https://me:abc@x.org/v1"),
        lambda: replace(LOCAL, parameters={"api_key": "abc"}),
        lambda: replace(LOCAL, parameters={"Authorization": "abc"}),
        lambda: replace(LOCAL, name=" "),
        lambda: Limits(at_once=0),
        lambda: Limits(requests=0),
        lambda: Limits(timeout=float("nan")),
        lambda: Price(-1, 0, "2026-05-31"),
        lambda: Price(float("nan"), 0, "2026-05-31"),
        lambda: Price(1, 1, "yesterday"),
    ],
)
def test_values_that_cannot_be(wrong: object) -> None:
    with pytest.raises(InvalidValue) as refused:
        wrong()  # type: ignore[operator]
    assert "abc" not in str(refused.value)


@given(
    st.builds(
        Endpoint,
        name=st.text(min_size=1).filter(str.strip),
        base_url=st.sampled_from(["localhost:1", "https://x.org/v1?api-version=2026"]),
        model=st.text(),
        parameters=st.dictionaries(st.sampled_from(["top_p", "max_tokens"]), st.integers() | st.text()),
    )
)
def test_any_endpoint_comes_back(endpoint: Endpoint) -> None:
    assert endpoint_from(endpoint_data(endpoint)) == endpoint
