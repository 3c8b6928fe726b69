"""Identifiers of questions and templates, as Karenina makes them (formats specification, section 1.5)."""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Container

from gradewright.errors import InvalidValue

PREFIX_LENGTH = 50
NO_TEMPLATE = "no_template"


def question_id(text: str) -> str:
    """Return the id of a question given as text: ``urn:uuid:question-<prefix>-<8 hex digits>``.

    Raises:
        InvalidValue: the text holds half a surrogate pair, which no file can carry.
    """
    prefix = text.lower().replace(" ", "-")
    for mark in "?.,":
        prefix = prefix.replace(mark, "")
    return f"urn:uuid:question-{prefix[:PREFIX_LENGTH]}-{_md5(text)[:8]}"


def free_question_id(text: str, taken: Container[str]) -> str:
    """Return the id of a question given as text, with ``-1``, ``-2`` … appended where it is taken.

    Raises:
        InvalidValue: see :func:`question_id`.
    """
    base = question_id(text)
    candidate, count = base, 0
    while candidate in taken:
        count += 1
        candidate = f"{base}-{count}"
    return candidate


def question_object_id(text: str) -> str:
    """Return the id of a question that Karenina got as an object: the MD5 of its text, 32 hex digits.

    Raises:
        InvalidValue: see :func:`question_id`.
    """
    return _md5(text)


def template_id(source: str | None) -> str:
    """Return the id under which results name a template: the MD5 of its source without margins, or ``no_template``.

    Raises:
        InvalidValue: see :func:`question_id`.
    """
    if source is None or not source.strip():
        return NO_TEMPLATE
    unified = textwrap.dedent(source).replace("\r\n", "\n").replace("\r", "\n")
    return _md5("\n".join(line.rstrip() for line in unified.split("\n")).strip())


def _md5(text: str) -> str:
    try:
        encoded = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidValue("The text holds half a surrogate pair, which cannot be written to a file.") from error
    return hashlib.md5(encoded, usedforsecurity=False).hexdigest()
