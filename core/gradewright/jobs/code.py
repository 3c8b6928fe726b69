"""Programs in a benchmark: what they are, whether they may run here, and what holds them when they do.

Nothing here runs or unpickles any of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from gradewright.errors import InvalidValue, NotFound
from gradewright.formats.foreign_code import (
    Touch,
    is_source_of,
    read_pickle,
    source_touches,
    touch_sentences,
)
from gradewright.formats.template_source import read_template
from gradewright.model.template import HandWrittenTemplate
from gradewright.model.traits import CallableTrait
from gradewright.runs.code import allowed_programs, decision_key
from gradewright.workers.code import CodeKind, code_sha256, template_bytes

if TYPE_CHECKING:
    from gradewright.model.rubric import Rubric
    from gradewright.store.library import Library
    from gradewright.workers.sandbox.limits import Limits

PREFIX_LENGTH: Final = 8
"""How many digits of the SHA-256 have to be typed where nobody can read what a program does."""


@dataclass(frozen=True, slots=True)
class CodeItem:
    """One program of a benchmark.

    ``needed_by`` names the traits, or the questions by the start of their texts, whose checks it is; ``checks`` counts
    them, a global trait once for each question; ``places`` counts the traits and templates that hold it, as they stand
    in the benchmark. ``source`` is its text where there is one. ``source_is_checked`` says that the program is really
    made from that text: always so for templates; for callables the text is compiled again and compared. ``summary`` are
    lines about bytes that are no text. ``touches`` are spans of the source, ``remarks`` sentences about them.
    ``needs_second_decision`` is set where the source is missing or is not certain to be its own.
    """

    sha256: str
    kind: CodeKind
    name: str
    needed_by: tuple[str, ...]
    checks: int
    source: str | None
    source_is_checked: bool
    summary: tuple[str, ...]
    touches: tuple[Touch, ...]
    remarks: tuple[str, ...]
    allowed: bool
    needs_second_decision: bool
    first_seen: str
    places: int

    @property
    def second_decision(self) -> str:
        """What has to be typed to allow a program that nobody can read: the first digits of its SHA-256."""
        return self.sha256[:PREFIX_LENGTH]


@dataclass(slots=True)
class _Found:
    kind: CodeKind
    code: bytes
    source: str | None
    names: dict[str, None] = field(default_factory=dict)
    checks: int = 0
    places: int = 0


def code_in(library: Library, benchmark_id: int) -> list[CodeItem]:
    """Return the programs of a benchmark, in the order in which its checks come: global traits, then the questions'.

    Raises:
        NotFound: there is no such benchmark.
    """
    benchmark = library.benchmark(benchmark_id)
    found: dict[tuple[CodeKind, bytes], _Found] = {}
    questions = library.benchmark_row(benchmark_id).question_count
    _take_rubric(benchmark.rubric, questions, found)
    for question in library.iter_questions(benchmark_id):
        if question.template and isinstance(read_template(question.template), HandWrittenTemplate):
            name = _start(question.text)
            _take(found, CodeKind.TEMPLATE, template_bytes(question.template), question.template, name, 1)
        _take_rubric(question.rubric, 1, found)
    allowed = allowed_programs(library)
    return [_item(each, allowed, benchmark.name) for each in found.values()]


def allow(library: Library, item: CodeItem, typed_prefix: str | None = None) -> None:
    """Allow a program to run, in this library on this computer, for exactly these bytes.

    ``typed_prefix`` is the second decision where the program needs one: the first digits of its SHA-256, typed.

    Raises:
        InvalidValue: it needs a second decision and what was typed is not that.
        WriteFailed: the decision cannot be kept.
        LibraryUnusable: the library cannot be written.
    """
    if item.needs_second_decision and (typed_prefix or "").strip().lower() != item.second_decision:
        raise InvalidValue(
            f"Nobody can read what “{item.name}” does, so allowing it takes the first {PREFIX_LENGTH} digits of its "
            f"SHA-256, {item.second_decision}.",
            hint="It stays closed.",
        )
    key = decision_key(create=True)
    assert key is not None, "a key was made"
    library.allow_code(item.sha256, item.kind, item.first_seen, key)


def forget(library: Library, sha256: str) -> None:
    """Take back the decision about a program: it does not run any more.

    Raises:
        NotFound: no such program was allowed.
        LibraryUnusable: the library cannot be written.
    """
    if not library.forget_code(sha256):
        raise NotFound(f"No code with the SHA-256 {sha256[:16]}… was allowed.")


def find_code(items: list[CodeItem], prefix: str) -> CodeItem:
    """Return the program whose SHA-256 begins so.

    Raises:
        NotFound: none does, or several do.
    """
    wanted = prefix.strip().lower()
    matching = [item for item in items if wanted and item.sha256.startswith(wanted)]
    if len(matching) != 1:
        said = "Several programs have" if matching else "No program of this benchmark has"
        raise NotFound(f"{said} a SHA-256 that begins with “{prefix}”.", hint="The list shows them.")
    return matching[0]


def enforcement(limits: Limits | None = None) -> list[str]:
    """Return, in sentences, what is and what is not enforced on this system when code runs.

    Starts the separate process once to find out; takes a few tenths of a second.
    """
    from gradewright.workers.sandbox.enforcement import sentences
    from gradewright.workers.sandbox.process import ProcessFailed
    from gradewright.workers.sandbox.runner import CodeSandbox

    with CodeSandbox(limits) as sandbox:
        try:
            return sentences(sandbox.layers(), sandbox.limits)
        except ProcessFailed as error:
            return [f"The separate process cannot be started on this system, so no code runs: {error}."]


def _take_rubric(rubric: Rubric, checks: int, found: dict[tuple[CodeKind, bytes], _Found]) -> None:
    for entry in rubric:
        if isinstance(entry.trait, CallableTrait):
            code, source = entry.trait.callable_code, entry.trait.source
            _take(found, CodeKind.CALLABLE, code, source, entry.trait.name, checks)


def _take(
    found: dict[tuple[CodeKind, bytes], _Found], kind: CodeKind, code: bytes, source: str | None, name: str, checks: int
) -> None:
    each = found.setdefault((kind, code), _Found(kind, code, source))
    each.names[name] = None
    each.checks += checks
    each.places += 1


def _item(found: _Found, allowed: set[tuple[str, str]], benchmark: str) -> CodeItem:
    digest = code_sha256(found.code)
    source, checked = found.source, True
    summary: list[str] = []
    if found.kind is CodeKind.CALLABLE:
        source, checked, summary = _read_callable(found)
    touches = source_touches(source) if source is not None else []
    return CodeItem(
        sha256=digest,
        kind=found.kind,
        name=next(iter(found.names)),
        needed_by=tuple(found.names),
        checks=found.checks,
        source=source,
        source_is_checked=checked,
        summary=tuple(summary),
        touches=tuple(touches),
        remarks=tuple(touch_sentences(touches)),
        allowed=(found.kind, digest) in allowed,
        needs_second_decision=source is None or not checked,
        first_seen=benchmark,
        places=found.places,
    )


def _read_callable(found: _Found) -> tuple[str | None, bool, list[str]]:
    reading = read_pickle(found.code)
    if reading.problem and found.source is None:
        text = _plain_text(found.code)
        if text is not None:
            # Some files hold source where a pickle belongs. It can be read, and it cannot be unpickled.
            return text, True, ["This is text and no pickle: it can be read here, and it fails when it is run."]
    checked = found.source is not None and is_source_of(found.source, reading)
    return found.source, checked, list(_summary(reading.problem, found.code, *_lists(reading)))


def _lists(reading: object) -> list[tuple[str, tuple[str, ...]]]:
    titles = (
        ("Imports", "imports"),
        ("Called when it is made ready", "calls"),
        ("Functions in it", "functions"),
        ("Names that they use", "names"),
        ("Texts in it", "texts"),
    )
    return [(title, getattr(reading, name)) for title, name in titles]


def _summary(problem: str, code: bytes, *lists: tuple[str, tuple[str, ...]]) -> Iterator[str]:
    yield f"{len(code):,} bytes, a pickled function."
    for title, values in lists:
        if values:
            shown = ", ".join(values[:20])
            yield f"{title}: {shown}{f' and {len(values) - 20} more' if len(values) > 20 else ''}."
    if problem:
        yield problem


def _plain_text(code: bytes) -> str | None:
    try:
        text = code.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if text.strip() and all(c.isprintable() or c in "\n\r\t" for c in text) else None


def _start(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"
