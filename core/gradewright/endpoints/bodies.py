"""Bodies of replies as they come: JSON, text that is no UTF-8, a web page of a proxy, a stream, half a reply."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_TITLE: Final = re.compile(r"<title[^>]{0,100}>(.{0,300}?)</title>", re.DOTALL | re.IGNORECASE)
_PAGE: Final = re.compile(r"\A\s*(?:<!doctype html|<html|<head|<body)", re.IGNORECASE)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_LONGEST_SAID: Final = 300


@dataclass(frozen=True, slots=True)
class Body:
    """A body: its text, and ``value`` where it is JSON. ``mended``: characters that are no UTF-8 were replaced."""

    text: str
    value: Any = None
    is_json: bool = False
    mended: bool = False

    @property
    def page(self) -> str | None:
        """The title of a web page (or “”), None where it is none."""
        if not _PAGE.match(self.text):
            return None
        match = _TITLE.search(self.text[:20_000])
        return one_line(html.unescape(match[1])) if match else ""

    @property
    def stream(self) -> bool:
        """Whether these are the events of a stream."""
        return not self.is_json and self.text.lstrip().startswith(("data:", "event:"))


def read_body(content: bytes) -> Body:
    """Return a body as text and, where it is that, as JSON. It raises nothing."""
    mended = False
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text, mended = content.decode("utf-8", "replace"), True
    try:
        return Body(text, json.loads(text), True, mended)
    except (ValueError, RecursionError):
        return Body(text, mended=mended)


def readable(text: str) -> str:
    """Return a text without halves of surrogate pairs, which can be neither stored nor shown."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def one_line(text: str) -> str:
    """Return what a server said on one line of at most 300 characters, without signs that would change a terminal."""
    line = " ".join(_CONTROL.sub(" ", readable(text)).split())
    return line if len(line) <= _LONGEST_SAID else line[: _LONGEST_SAID - 1] + "…"


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a server says is wrong, from any of the shapes in which servers say it. ``code`` is text, “” for none."""

    message: str = ""
    kind: str = ""
    code: str = ""
    param: str = ""
    detail: Mapping[str, Any] | None = None

    @property
    def status(self) -> int | None:
        """The status of HTTP that stands in place of a code, as some put it into a reply of status 200."""
        return int(self.code) if re.fullmatch(r"[45]\d\d", self.code, re.ASCII) else None


def complaint_of(value: Any) -> Complaint:
    """Read the error of a JSON body; what is no error gives an empty complaint."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, str):
        return Complaint(value)
    if not isinstance(value, Mapping):
        return Complaint()
    error = value.get("error") or _choice_error(value) or value
    if isinstance(error, str):
        return Complaint(error, code=_text(value.get("code")))
    if not isinstance(error, Mapping):
        return Complaint()
    message = error.get("message") or error.get("detail") or error.get("msg") or error.get("error") or ""
    if isinstance(message, list):
        return _validation(message)
    kind = _text(error.get("type")) or _text(error.get("status"))
    return Complaint(_text(message), kind, _text(error.get("code")), _text(error.get("param")), error)


def error_inside(value: Any) -> bool:
    """Whether a body of status 200 is an error in truth."""
    if not isinstance(value, Mapping):
        return False
    return (
        bool(value.get("error") or _choice_error(value))
        or value.get("type") == "error"
        or value.get("object") == "error"
    )


def _choice_error(value: Mapping[str, Any]) -> Any:
    """The error of the first choice: OpenRouter puts it there where a reply breaks off at its provider's."""
    choices = value.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    return choice.get("error") if isinstance(choice, Mapping) else None


def _validation(problems: list[Any]) -> Complaint:
    """What FastAPI says about arguments: a list of places and messages."""
    said, param = [], ""
    for each in problems[:3]:
        if isinstance(each, Mapping):
            where = each.get("loc")
            parts = [str(part) for part in where if part != "body"] if isinstance(where, list) else []
            param = param or (parts[0] if parts else "")
            said.append(f"{'.'.join(parts)}: {_text(each.get('msg'))}")
    return Complaint("; ".join(said), "validation_error", "", param)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
