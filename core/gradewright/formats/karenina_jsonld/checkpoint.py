"""Whole checkpoints: bytes to a benchmark with its questions, and back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gradewright.errors import InvalidValue
from gradewright.formats.atomic import atomic_write
from gradewright.formats.karenina_jsonld.foreign import refuse_foreign
from gradewright.formats.karenina_jsonld.items import read_item, write_item
from gradewright.formats.karenina_jsonld.layout import Layout, to_bytes
from gradewright.formats.karenina_jsonld.parse import decode, has_escapes, parse_object, refuse_depth
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.formats.karenina_jsonld.root import items_of, read_root, write_root
from gradewright.formats.karenina_jsonld.secrets import FOUND, Secret, strip_secrets
from gradewright.formats.karenina_jsonld.usual_items import read_usual_item
from gradewright.formats.karenina_jsonld.version_two import is_version_two, to_checkpoint
from gradewright.formats.memory import file_read
from gradewright.formats.question_keys import Keys
from gradewright.formats.whole_files import read_whole
from gradewright.model.question import Benchmark, Question

#: Files up to this many bytes are written once on reading, see :func:`_unedited_digest`.
_SMALL = 1 << 18


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a file held. ``warnings`` are sentences with their places; ``secrets`` were taken out of the values."""

    benchmark: Benchmark
    questions: list[Question]
    warnings: list[str]
    secrets: tuple[Secret, ...] = ()


def read_checkpoint(source: Path | str | bytes, name: str = "") -> Checkpoint:
    """Read a Karenina checkpoint. Nothing in it is run.

    ``source`` is a path or the bytes themselves; ``name`` is the file's name in errors (the path, unless given).

    Raises:
        FileUnreadable: the file cannot be opened, is no checkpoint, or is one that cannot be read; with the place.
    """
    shown = name or ("" if isinstance(source, bytes) else str(source))
    with file_read(shown):
        return _read(source if isinstance(source, bytes) else read_whole(Path(source)))


def _read(raw: bytes) -> Checkpoint:
    remarks = Remarks()
    text = decode(raw, remarks)
    escapes = has_escapes(text)
    root = parse_object(text, remarks, escapes)
    layout = Layout.of(text, escapes)
    if is_version_two(root):
        root = to_checkpoint(root, remarks)
        layout = Layout()
    refuse_foreign(root)
    items = items_of(root)
    secrets: list[Secret] = []
    bare = {key: value for key, value in root.items() if key != "dataFeedElement"}
    bare = _cleaned(bare, "", secrets, remarks)
    # The list of questions keeps its place among the other keys.
    root = {key: bare.get(key) for key in root if key in bare or key == "dataFeedElement"}
    benchmark = read_root(root, remarks)
    questions = _read_items(items, secrets, remarks)
    benchmark = replace(benchmark, residue={**(benchmark.residue or {}), "layout": layout.residue()})
    digest = _unedited_digest(raw, benchmark, questions)
    benchmark = replace(benchmark, residue={**(benchmark.residue or {}), "digest": digest})
    return Checkpoint(benchmark, questions, remarks.lines(), tuple(secrets))


def _unedited_digest(raw: bytes, benchmark: Benchmark, questions: list[Question]) -> str:
    """Return the digest that the written file has if nothing is edited.

    Where a person laid the file out by hand, that is not the digest of the file; writing it once tells. Large files are
    written by programs, and not worth the time.
    """
    if len(raw) > _SMALL:
        return hashlib.sha256(raw).hexdigest()
    root, pieces, layout = _rendered(benchmark, questions, "", Remarks())
    return _digest(_document(root, pieces, layout))


def _cleaned(value: Any, place: str, secrets: list[Secret], remarks: Remarks) -> Any:
    """Return a value without its secrets, which are noted.

    Raises:
        FileUnreadable: the value is nested too deeply.
    """
    refuse_depth(value, place)
    cleaned, found = strip_secrets(value, place)
    for secret in found:
        remarks.add(secret.place, FOUND)
    secrets.extend(found)
    return cleaned


def _read_items(items: list[Any], secrets: list[Secret], remarks: Remarks) -> list[Question]:
    taken = Keys()
    questions: list[Question] = []
    for index, item in enumerate(items):
        place = f"/dataFeedElement/{index}"
        question = read_usual_item(item, place, taken, remarks)
        if question is None:
            question = read_item(_cleaned(item, place, secrets, remarks), place, taken, remarks)
        questions.append(question)
        # A large file's tree goes as it is read: it would take as much memory again, and the collector's time.
        items[index] = None
    return questions


def write_checkpoint(
    benchmark: Benchmark, questions: Iterable[Question], *, now: str, warnings: list[str] | None = None
) -> Iterator[bytes]:
    """Yield a checkpoint as UTF-8 pieces. ``now`` is the time as ISO 8601 text, used where a date is needed.

    A benchmark that came from a file and was not edited comes out as that file was, to the byte where the file is laid
    out regularly; then ``dateModified`` stays too. Otherwise it becomes ``now``. What could not be written (secrets) is
    added to ``warnings``.

    Raises:
        InvalidValue: the benchmark holds both questions and scenarios, which the format does not allow.
    """
    remarks = Remarks()
    root, pieces, layout = _rendered(benchmark, questions, now, remarks)
    body = list(_document(root, pieces, layout))
    if (benchmark.residue or {}).get("digest") != _digest(body):
        body = list(_document({**root, "dateModified": now}, pieces, layout))
    if warnings is not None:
        warnings.extend(remarks.lines())
    yield from body


def _rendered(
    benchmark: Benchmark, questions: Iterable[Question], now: str, remarks: Remarks
) -> tuple[dict[str, Any], list[bytes], Layout]:
    """Return the root object without its items, the items as JSON text, and the layout of both."""
    layout = Layout.from_residue((benchmark.residue or {}).get("layout"))
    encode = layout.encoder()
    pieces = [to_bytes(encode(write_item(question, now, remarks), 2)) for question in questions]
    if pieces and benchmark.scenarios:
        raise InvalidValue("A benchmark holds either questions or scenarios; this one holds both.")
    return write_root(benchmark, now, remarks), pieces, layout


def _digest(pieces: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def _document(root: dict[str, Any], items: list[bytes], layout: Layout) -> Iterator[bytes]:
    """Yield the root object with the encoded items in the place of ``dataFeedElement``."""
    encode = layout.encoder()
    lead = "{" + layout.break_line(1)
    for key, value in root.items():
        yield to_bytes(f"{lead}{encode(key, 1)}{layout.colon}")
        if key == "dataFeedElement" and items:
            between = to_bytes(layout.comma + layout.break_line(2))
            yield to_bytes("[" + layout.break_line(2)) + items[0]
            for item in items[1:]:
                yield between
                yield item
            yield to_bytes(layout.break_line(1) + "]")
        else:
            yield to_bytes(encode([] if key == "dataFeedElement" else value, 1))
        lead = layout.comma + layout.break_line(1)
    yield to_bytes(layout.break_line(0) + "}" + layout.ending)


def save_checkpoint(path: Path | str, benchmark: Benchmark, questions: Iterable[Question], *, now: str) -> list[str]:
    """Write a checkpoint to ``path``, replacing the file whole, and return what there is to warn of.

    Raises:
        WriteFailed: the file could not be written; what was there is as it was.
        InvalidValue: the benchmark holds both questions and scenarios.
    """
    warnings: list[str] = []
    atomic_write(path, write_checkpoint(benchmark, questions, now=now, warnings=warnings))
    return warnings
