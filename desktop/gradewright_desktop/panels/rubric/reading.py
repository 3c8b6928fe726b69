"""Reading a rubric with what stands around it, and entries made ready for another place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gradewright.edits import RubricOwner
from gradewright.model.criterion import Criterion, slug
from gradewright.model.rubric import Rubric, RubricEntry, new_entry_id
from gradewright.store.library import Library
from gradewright_desktop.panels.rubric.drafts import free_name


@dataclass(frozen=True, slots=True)
class Contents:
    """What was read: the rubric, the global one where it is a question's, and the name of the benchmark."""

    own: Rubric = Rubric()
    inherited: Rubric = Rubric()
    benchmark_name: str = ""


def read_contents(library: Library, owner: RubricOwner | None, benchmark_id: int | None) -> Contents:
    """Read a rubric and what stands around it.

    Raises:
        NotFound: it is no longer in the library.
    """
    if owner is None:
        return Contents()
    if owner.kept_id is not None:
        return Contents(library.kept_rubric(owner.kept_id))
    if benchmark_id is None:
        return Contents()
    benchmark = library.benchmark(benchmark_id)
    if owner.question_id is None:
        return Contents(benchmark.rubric, Rubric(), benchmark.name)
    return Contents(library.question(owner.question_id).rubric, benchmark.rubric, benchmark.name)


def read_again(library: Library, owner: RubricOwner | None, benchmark_id: int | None, shown: Rubric) -> Contents:
    """Read a rubric that is shown; entries that did not change are the very same objects, which makes comparing quick.

    Raises:
        NotFound: it is no longer in the library.
    """
    contents = read_contents(library, owner, benchmark_id)
    known = {entry.id: entry for entry in shown}
    entries = [known[each.id] if each == known.get(each.id) else each for each in contents.own]
    return replace(contents, own=contents.own.with_entries(entries))


def fresh_entry(entry: RubricEntry, taken_names: set[str], taken_ids: frozenset[str]) -> RubricEntry:
    """Return an entry under a name and an id of its own, for another place."""
    trait = entry.trait.model_copy(update={"name": free_name(entry.trait.name, taken_names)})
    entry_id = slug(trait.name, taken_ids) if isinstance(trait, Criterion) else new_entry_id()
    return replace(entry, id=entry_id, trait=trait, origin=None, retired=False)
