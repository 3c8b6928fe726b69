"""What the commands about rubrics print, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console, one_line

if TYPE_CHECKING:
    from gradewright.jobs.rubrics import ImportedRubric
    from gradewright.model.rubric import Rubric
    from gradewright.rubrics.diff import EntryChange, RubricDiff
    from gradewright.rubrics.member_changes import MemberChange


def show_data(rubric: Rubric) -> dict[str, Any]:
    """Return a rubric as JSON data: as its file has it."""
    from gradewright.formats.grading_rubric import rubric_object

    return rubric_object(rubric)


def say_rubric(rubric: Rubric, console: Console) -> None:
    """Print a rubric: what holds for all of it, and a line an entry."""
    from gradewright.formats.rubric_markdown import rule_words, version_words
    from gradewright.rubrics.failures import frequencies
    from gradewright.rubrics.fingerprint import criterion_fingerprint, shown

    console.say(one_line(f"{rubric.terms.name or 'Rubric'}: {version_words(rubric)}"))
    if rubric.terms.graded_unit:
        console.say(one_line(f"Graded: {rubric.terms.graded_unit}"))
    console.say(rule_words(rubric))
    seen = frequencies(rubric)
    for entry in rubric.entries:
        marks = ["retired"] if entry.retired else []
        marks += ["must pass"] if getattr(entry.trait, "must_pass", False) else []
        marks += [seen[entry.id]] if entry.id in seen else []
        tail = f" ({', '.join(marks)})" if marks else ""
        console.say(one_line(f"{shown(criterion_fingerprint(entry))}  {entry.id}: {entry.trait.name}{tail}"))


def import_data(taken: ImportedRubric) -> dict[str, Any]:
    """Return what an import did as JSON data."""
    opened = taken.opened
    return {
        "kind": taken.kind.value,
        "name": taken.rubric.terms.name,
        "kept": taken.owner.kept_id,
        "version": taken.rubric.versions.number,
        "entries": len(taken.rubric.entries),
        "added": list(opened.added) if opened else [],
        "refreshed": list(opened.refreshed) if opened else [],
        "skipped": list(opened.skipped) if opened else [],
        "left_out": list(opened.left_out) if opened else [],
        "warnings": list(taken.warnings),
    }


def say_import(taken: ImportedRubric, file: str, console: Console) -> None:
    """Print what an import did."""
    opened = taken.opened
    if opened is None:
        console.say(one_line(f"{file}: {taken.kind.value}, {counted(len(taken.rubric.entries), 'criterion')}."))
        return
    done = f"{len(opened.added):,} added, {len(opened.refreshed):,} refreshed, {len(opened.skipped):,} skipped"
    console.say(one_line(f"{file}: {taken.kind.value}, {done}."))
    for label in opened.left_out:
        console.say(one_line(f"left out, the rubric is full: “{label}”"))


def diff_data(found: RubricDiff) -> dict[str, Any]:
    """Return a difference as JSON data."""
    return {
        "level": found.level.value,
        "moved": found.moved,
        "stale": list(found.stale),
        "terms": [_member_data(member) for member in found.terms],
        "entries": [
            {
                "id": entry.id,
                "id_before": entry.id_before,
                "name": entry.name,
                "event": entry.event.value,
                "level": entry.level.value,
                "stale": entry.stale,
                "members": [_member_data(member) for member in entry.members],
            }
            for entry in found.entries
        ],
    }


def _member_data(member: MemberChange) -> dict[str, Any]:
    from gradewright.rubrics.words import marked

    return {
        "member": member.member,
        "level": member.level.value,
        "before": member.before,
        "after": member.after,
        "words": [marked(text.pieces) for text in member.texts],
    }


def say_diff(found: RubricDiff, console: Console) -> None:
    """Print a difference, word by word: ``[-removed-]`` and ``{+added+}``."""
    if found.level.value == "same":
        console.say("The rubrics are the same.")
        return
    for term in found.terms:
        _say_member(term, "rubric", console)
    for entry in found.entries:
        _say_entry(entry, console)
    if found.moved:
        console.say("cosmetic: the order is another one.")
    stale = f" Earlier results are stale for: {', '.join(found.stale)}." if found.stale else " No result is stale."
    console.say(one_line(f"The difference is {found.level.value}.{stale}"))


def _say_entry(entry: EntryChange, console: Console) -> None:
    before = f" (was {entry.id_before})" if entry.id_before else ""
    console.say(one_line(f"{entry.level.value}: {entry.id}{before}, “{entry.name}”: {entry.event.value}"))
    for member in entry.members:
        _say_member(member, "   ", console)


def _say_member(member: MemberChange, head: str, console: Console) -> None:
    from gradewright.rubrics.words import marked

    texts = member.texts
    if not texts:
        console.say(f"{head} {member.member}: in another order, or written in another way")
    for text in texts:
        part = f" ({text.part})" if text.part else ""
        console.say(f"{head} {member.member}{part}: {one_line(marked(text.pieces))}")
