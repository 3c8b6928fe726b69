"""What the palette finds: commands by their words, places in the library, runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command, Context
from gradewright_desktop.commands.registry import CommandRegistry, key_hint
from gradewright_desktop.navigator import Place

if TYPE_CHECKING:
    from gradewright.store.library import Library

COMMANDS_SHOWN = 12
PLACES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """One row: what it is called, where it belongs (or why it cannot run now), and what it does."""

    section: str
    title: str
    where: str
    icon: str
    run: Callable[[], None]
    keys: str = ""
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class PlaceHit:
    """A place that fits the query."""

    title: str
    where: str
    icon: str
    place: Place


@dataclass(frozen=True, slots=True)
class Query:
    """What was typed: ``kind`` is ``"all"``, ``"commands"``, ``"questions"`` or ``"runs"``, told by its first sign."""

    kind: str
    words: str

    @classmethod
    def read(cls, typed: str) -> Query:
        """Take the sign off the front of what was typed."""
        kinds = {">": "commands", "@": "questions", "#": "runs"}
        stripped = typed.lstrip()
        if stripped[:1] in kinds:
            return cls(kinds[stripped[0]], stripped[1:].strip())
        return cls("all", stripped.strip())


def rank(words: str, title: str) -> int | None:
    """Return how well a title fits, smaller is better; None where it does not. Every word typed has to occur."""
    wanted, text = words.casefold().split(), title.casefold()
    if not all(word in text for word in wanted):
        return None
    if not wanted or text.startswith(wanted[0]):
        return 0
    return 1 if f" {wanted[0]}" in text else 2


def command_items(registry: CommandRegistry, words: str, context: Context) -> list[PaletteItem]:
    """Return the commands that fit, best first, and after them those that cannot run now, with the reason."""
    found: list[tuple[bool, int, PaletteItem]] = []
    for command in registry:
        place = rank(words, f"{command.plain_title} {command.menu}")
        if place is not None and command.id != "view.palette":
            best = rank(words, command.plain_title)
            reason = command.when(context)
            found.append((reason is not None, 3 if best is None else best, _command_item(registry, command, reason)))
    found.sort(key=lambda entry: entry[:2])
    return [item for _disabled, _rank, item in found[: COMMANDS_SHOWN if words else None]]


def _command_item(registry: CommandRegistry, command: Command, reason: str | None) -> PaletteItem:
    return PaletteItem(
        section="Commands",
        title=command.plain_title,
        where=reason or command.menu.replace("/", ", "),
        icon=command.icon or "expand",
        run=partial(_run, registry, command.id),
        keys=key_hint(command.keys[0]) if command.keys else "",
        enabled=reason is None,
    )


def _run(registry: CommandRegistry, command_id: str) -> None:
    registry.run(command_id)


def find_places(query: Query, library: Library) -> list[PlaceHit]:
    """Look for places in the library. Runs off the GUI thread."""
    hits: list[PlaceHit] = []
    if query.kind == "all" and query.words:
        hits += _benchmark_hits(query.words, library)
        hits += _kept_hits(query.words, library)
    if query.kind in ("all", "questions") and query.words:
        hits += _question_hits(query.words, library)
    if query.kind == "runs":
        hits += _run_hits(query.words, library)
    return hits


def _benchmark_hits(words: str, library: Library) -> list[PlaceHit]:
    hits = []
    for row in library.benchmarks():
        if rank(words, row.name) is not None:
            hits.append(PlaceHit(row.name, "benchmark", "benchmark", Place("build", "benchmark", row.id)))
        if rank(words, f"{row.name} global rubric") is not None and rank(words, row.name) is None:
            hits.append(PlaceHit("Global rubric", row.name, "rubric", Place("build", "rubric", row.id)))
    return hits[:PLACES_SHOWN]


def _kept_hits(words: str, library: Library) -> list[PlaceHit]:
    fitting = [row for row in library.kept_rubrics() if rank(words, row.name) is not None]
    places = [(row.name, Place("build", "rubric", kept_id=row.id)) for row in fitting[:PLACES_SHOWN]]
    return [PlaceHit(name, "kept rubric", "rubric", place) for name, place in places]


def _question_hits(words: str, library: Library) -> list[PlaceHit]:
    return [
        PlaceHit(
            " ".join(hit.text.split()),
            f"{hit.benchmark_name}, question",
            "question",
            Place("build", "question", hit.benchmark_id, hit.question_id),
        )
        for hit in library.search(words)[:PLACES_SHOWN]
    ]


def _run_hits(words: str, library: Library) -> list[PlaceHit]:
    hits = []
    for row in library.runs():
        title = f"Run {row.number}"
        if rank(words, f"{title} {row.benchmark_name}") is not None:
            place = Place("results", "run", row.benchmark_id, run_id=row.id)
            hits.append(PlaceHit(title, f"{row.benchmark_name}, {row.state}", "run", place))
    return hits[:COMMANDS_SHOWN]
