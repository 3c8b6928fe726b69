"""Addresses of model servers as people type them: with or without a scheme, a version, a path, a slash at the end.

What is typed becomes one or two base addresses to which a protocol adds its paths; the second is tried where the first
turns out to be none (404), and the one that answers is used from then on.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import httpx

from gradewright.errors import InvalidValue

_SCHEME: Final = re.compile(r"\A[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_VERSION: Final = re.compile(r"\Av\d+[a-z0-9]*\Z", re.IGNORECASE)
#: Ends of paths that belong to one call and not to the base.
_CALLS: Final = ("chat/completions", "completions", "responses", "messages", "models", "embeddings")
#: Ollama's own paths; its OpenAI-compatible ones lie elsewhere.
_OLLAMA: Final = ("api/chat", "api/generate", "api/tags", "api")
#: Where the API lies at hosts that have it at neither “/v1” nor the root.
_KNOWN: Final = {"openrouter.ai": "api/v1", "api.groq.com": "openai/v1"}
_AZURE: Final = (".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com")


@dataclass(frozen=True, slots=True)
class Address:
    """A server: ``bases`` without a slash at the end, the likeliest first, and a ``query`` that every call carries."""

    bases: tuple[str, ...]
    query: str = ""
    local: bool = False
    azure: bool = False

    def url(self, path: str, which: int = 0) -> str:
        """Return the address of a path below a base."""
        return f"{self.bases[which]}/{path}{'?' + self.query if self.query else ''}"


def read_address(typed: str) -> Address:
    """Return the server that a person means.

    Raises:
        InvalidValue: it is no address of a web server, or holds a name or password.
    """
    url = _url(typed)
    azure = url.host.endswith(_AZURE)
    path = _base_path(url.path.strip("/"))
    query = url.query.decode("ascii", "replace")
    root = f"{url.scheme}://{url.netloc.decode('ascii')}"
    if azure and "deployments/" in path and "api-version=" not in query:
        raise InvalidValue(
            f"The address “{typed.strip()}” lacks its API version.",
            hint="Add ?api-version=… as the Azure portal shows it.",
        )
    bases = tuple(f"{root}/{each}".rstrip("/") for each in _paths(url.host, path, azure))
    return Address(bases, query, is_local(url.host), azure)


def is_local(host: str) -> bool:
    """Whether a host is this computer, or one of the network around it that needs no name on the internet."""
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_private
    except ValueError:
        return False


def _url(typed: str) -> httpx.URL:
    wrong = InvalidValue(
        f"“{typed}” is no address of a server.", hint="It looks like https://api.example.com/v1 or localhost:1234."
    )
    bare = typed.strip().strip("<>\"'“”").strip()
    if not bare or re.search(r"\s", bare):
        raise wrong
    if not _SCHEME.match(bare):
        host = re.split(r"[/?#]", bare)[0].rsplit("@", 1)[-1]
        name = host.split("]")[0].lstrip("[") if host.startswith("[") else host.split(":")[0]
        local = is_local(name.lower()) or name == "0.0.0.0"
        if not local and "." not in name:
            raise wrong
        bare = f"{'http' if local else 'https'}://{bare}"
    try:
        urlsplit(bare)  # stricter about brackets
        url = httpx.URL(bare)
    except (httpx.InvalidURL, ValueError) as error:
        raise wrong from error
    if url.scheme not in ("http", "https") or not url.host:
        raise wrong
    if url.userinfo:
        raise InvalidValue("The address holds a name or a password.", hint="Keys are given apart from the address.")
    if url.host == "0.0.0.0":  # what a server listens on, as it prints it; nobody can be reached there everywhere
        url = url.copy_with(host="127.0.0.1")
    return url


def _base_path(path: str) -> str:
    for call in _CALLS:
        if path == call or path.endswith("/" + call):
            return path[: -len(call)].rstrip("/")
    return path


def _paths(host: str, path: str, azure: bool) -> tuple[str, ...]:
    if azure:
        return (path or "openai/v1",)
    if path in _OLLAMA and host not in _KNOWN:
        return ("v1", path)
    if any(_VERSION.match(part) for part in path.split("/")):
        return (path,)
    if not path or path in _KNOWN.get(host, ""):
        known = _KNOWN.get(host)
        return (known,) if known else ("v1", "")
    return (path, f"{path}/v1")
