"""The findings of criteria: completeness, wording, and the criteria that say the same."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

from gradewright.edits import RubricOwner
from gradewright.lint.changes import EntryChange
from gradewright.lint.completeness import check_complete
from gradewright.lint.criterion_words import SAID, Said
from gradewright.lint.demand import Demand, Hit, Kind
from gradewright.lint.finding import Finding, Fix, Place
from gradewright.lint.language import Language
from gradewright.lint.overlap import Likeness, content_words
from gradewright.lint.report import finding, part
from gradewright.lint.rules import hits, names_ground, stop_words_of
from gradewright.lint.silencing import marked
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry

MOST_SHARED_WORDS = 8


def check_criterion(
    entry: RubricEntry,
    owner: RubricOwner,
    place: Place,
    language: Language,
    *,
    off: Container[str] = (),
    linked: bool = False,
) -> list[Finding]:
    """Return the findings of one criterion, those of silenced rules marked; ``place`` names its entry.

    ``language`` is that of the rubric, ``off`` are rules that are switched off; ``linked`` tells that a template field
    checks the same fact, so that a key is there.
    """
    trait = entry.trait
    if not isinstance(trait, Criterion):
        return []
    found = [*check_complete(trait, place), *_check_wording(entry, trait, owner, place, language, linked)]
    found = [each for each in found if each.rule not in off]
    return list(marked(found, entry)) if entry.silenced else found


def _check_wording(
    entry: RubricEntry, trait: Criterion, owner: RubricOwner, place: Place, language: Language, linked: bool
) -> Iterator[Finding]:
    scale = trait.scored_on
    points = None if scale is None else scale.points
    texts = [(trait.name, Kind.NAME, "name"), (trait.definition, Kind.DEFINITION, "definition")]
    texts += [(text, Kind.MUST, f"must:{number}") for number, text in enumerate(trait.must)]
    texts += [(text, Kind.MUST_NOT, f"must_not:{number}") for number, text in enumerate(trait.must_not)]
    if scale is not None:
        texts += [(text, Kind.ANCHOR, f"anchor:{point}") for point, text in enumerate(scale.anchors, start=1)]
    grounded = linked or any(names_ground(text, language) for text, kind, _ in texts if kind is not Kind.NAME)
    for text, kind, name in texts:
        for hit in hits(Demand(text, kind, points, grounded), language):
            yield _finding(hit, text, part(place, name), _fix(hit, text, kind, name, entry, owner))


def _finding(hit: Hit, text: str, place: Place, fix: Fix | None) -> Finding:
    said: Said = SAID[hit.rule]
    where, *also = [part(place, place.part, span.start, span.end) for span in (hit.span, *hit.also)]
    words = hit.span.words
    return finding(
        hit.rule, where, words, said.why, said.message.format(words=words), title=said.title, fix=fix, also=tuple(also)
    )


def _fix(hit: Hit, text: str, kind: Kind, name: str, entry: RubricEntry, owner: RubricOwner) -> Fix | None:
    """The change that removes a finding, where the statement can be put otherwise without asking for something else."""
    if not hit.parts or kind not in (Kind.MUST, Kind.MUST_NOT):
        return None
    title, verb = "Turn round", "turn round statement"
    to = ""
    if hit.rule == "double-barreled":
        title, verb = "Split", "split statement"
    elif hit.moves:
        to = "must" if kind is Kind.MUST_NOT else "must_not"
        list_name = "Must" if kind is Kind.MUST_NOT else "Must not"
        title, verb = f"Move to {list_name}", f"move statement to {list_name}"
    change = EntryChange(owner, entry, name, hit.parts, f"{verb} in “{entry.trait.name}”", to)
    return Fix(title, change.edit(), text, "\n".join(hit.parts), change)


# Overlap.


def overlap_words(rubric: Rubric, language: Language) -> dict[str, frozenset[str]]:
    """Return the content words of the active criteria, by the ids of their entries."""
    stop_words = stop_words_of(language)
    return {
        entry.id: content_words(entry.trait, stop_words)
        for entry in rubric.active
        if isinstance(entry.trait, Criterion)
    }


def overlap_finding(first: RubricEntry, second: RubricEntry, found: Likeness, place: Place) -> Finding:
    """Return the finding about two criteria. It is silenced where a person silenced the rule for either of them."""
    shared = found.shared[:MOST_SHARED_WORDS]
    more = len(found.shared) - len(shared)
    words = ", ".join(shared) + (f" and {more} more" if more else "")
    made = finding(
        "overlap",
        _name_of(first, place),
        first.trait.name,
        f"overlaps with “{second.trait.name}”",
        f"“{first.trait.name}” and “{second.trait.name}” share half of their words or more ({words}), so one fault may "
        "be counted twice.",
        title="Two criteria of much the same words",
        also=(_name_of(second, place),),
    )
    reason = next((reason for entry in (first, second) for rule, reason in entry.silenced if rule == "overlap"), None)
    return replace(made, silenced=reason)


def _name_of(entry: RubricEntry, place: Place) -> Place:
    return part(replace(place, entry_id=entry.id), "name", 0, len(entry.trait.name))
