"""Addresses as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.endpoints.address import read_address
from gradewright.errors import InvalidValue


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("http://localhost:1234", "http://localhost:1234/v1/chat/completions"),
        ("localhost:1234", "http://localhost:1234/v1/chat/completions"),
        ("http://localhost:11434/v1/", "http://localhost:11434/v1/chat/completions"),
        ("http://localhost:11434/api", "http://localhost:11434/v1/chat/completions"),
        ("http://localhost:11434/api/chat", "http://localhost:11434/v1/chat/completions"),
        ("127.0.0.1:8080/v1/chat/completions/", "http://127.0.0.1:8080/v1/chat/completions"),
        ("0.0.0.0:8000", "http://127.0.0.1:8000/v1/chat/completions"),
        ("[::1]:8000/v1", "http://[::1]:8000/v1/chat/completions"),
        (" <https://api.openai.com/v1> ", "https://api.openai.com/v1/chat/completions"),
        ("api.openai.com", "https://api.openai.com/v1/chat/completions"),
        ("HTTPS://API.OpenAI.com/v1/models", "https://api.openai.com/v1/chat/completions"),
        ("https://openrouter.ai", "https://openrouter.ai/api/v1/chat/completions"),
        ("https://openrouter.ai/api", "https://openrouter.ai/api/v1/chat/completions"),
        ("https://api.groq.com/openai", "https://api.groq.com/openai/v1/chat/completions"),
        ("https://host.org/v1beta/openai/", "https://host.org/v1beta/openai/chat/completions"),
        ("https://host.org/llm", "https://host.org/llm/chat/completions"),
        ("https://x.openai.azure.com", "https://x.openai.azure.com/openai/v1/chat/completions"),
        (
            "https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21",
            "https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21",
        ),
    ],
)
def test_forms_of_an_address(typed: str, url: str) -> None:
    assert read_address(typed).url("chat/completions") == url


def test_the_second_try() -> None:
    assert read_address("localhost:1234").bases == ("http://localhost:1234/v1", "http://localhost:1234")
    assert read_address("https://host.org/llm").bases == ("https://host.org/llm", "https://host.org/llm/v1")
    assert len(read_address("https://host.org/v1").bases) == 1


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "ftp://x",
        "http://",
        "http://me:pw@host/v1",
        "http://[x",
        "not an address",
        "host",
        "http://x y/",
        "//x",
    ],
)
def test_what_is_no_address(typed: str) -> None:
    with pytest.raises(InvalidValue, match="address") as refused:
        read_address(typed)
    assert "pw" not in refused.value.message or typed not in refused.value.message


def test_a_deployment_without_its_version() -> None:
    with pytest.raises(InvalidValue, match="api-version"):
        read_address("https://x.openai.azure.com/openai/deployments/d")


@pytest.mark.parametrize(
    ("typed", "local"), [("localhost:1", True), ("192.168.0.9:1", True), ("box.local", True), ("example.org", False)]
)
def test_which_servers_are_near(typed: str, local: bool) -> None:
    assert read_address(typed).local is local


@given(st.text(max_size=60) | st.from_regex(r"\A(https?://)?[a-z0-9.:@\[\]-]{1,20}(/[a-z0-9?=&#%.]{0,20})?\Z"))
def test_anything_typed_is_an_address_or_a_sentence(typed: str) -> None:
    try:
        address = read_address(typed)
    except InvalidValue:
        return
    assert all(base.startswith(("http://", "https://")) and not base.endswith("/") for base in address.bases)
