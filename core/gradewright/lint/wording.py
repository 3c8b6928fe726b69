"""The wording checks on what judges are told: trait descriptions, instructions, classes and field descriptions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gradewright.edits import AddEntry, Compound, Edit, RubricOwner, SetEntry
from gradewright.lint.changes import EntryChange
from gradewright.lint.double_barreled import double_demands
from gradewright.lint.finding import Finding, Fix, Place
from gradewright.lint.foreign import TRAIT_RULES, check_foreign
from gradewright.lint.language import ENGLISH, Language, language_named, statement_language
from gradewright.lint.quality_word import quality_words
from gradewright.lint.report import finding, part
from gradewright.lint.words import WordLists
from gradewright.model.rubric import Rubric, RubricEntry, new_entry_id
from gradewright.model.template import FieldKind, Template
from gradewright.model.traits import AgenticTrait, LLMTrait, MetricTrait

SplitEdit = Callable[[Sequence[str]], Edit]


@dataclass(frozen=True, slots=True)
class Statement:
    """One text that asks for something: its place, and how it is taken apart where that can be done."""

    text: str
    place: Place
    split: SplitEdit | None = None


def check_wording(statement: Statement, lists: WordLists) -> Iterator[Finding]:
    """Yield the findings of all wording checks on one statement."""
    for span in quality_words(statement.text, lists):
        yield finding(
            "quality-word",
            part(statement.place, statement.place.part, span.start, span.end),
            span.words,
            "has nothing to observe",
            f"“{span.words}” judges without saying what to look for, so two graders will look for two things. Name "
            "what can be seen in the answer.",
            title="A quality word without anything to observe",
        )
    for demand in double_demands(statement.text, lists):
        fix = None
        if demand.parts and statement.split is not None:
            fix = _split_fix(statement.text, demand.parts, statement.split)
        yield finding(
            "double-barreled",
            part(statement.place, statement.place.part, demand.span.start, demand.span.end),
            demand.span.words,
            "asks two things",
            f"“{demand.span.words}” joins two tests. If one holds and the other fails, graders must guess which one "
            "counts.",
            title="One statement asks two things",
            fix=fix,
        )


def _split_fix(text: str, parts: Sequence[str], split: SplitEdit) -> Fix:
    change = split.change(parts) if isinstance(split, _SplitInstruction) else None
    return Fix("Split", split(parts), text, "\n".join(parts), change)


def check_entry_wording(
    entry: RubricEntry, rubric: Rubric, owner: RubricOwner, place: Place, lists: WordLists, language: Language
) -> Iterator[Finding]:
    """Yield the wording findings of one trait. ``language`` is that of its rubric."""
    for statement in _statements(entry, rubric, owner, place):
        yield from check_spoken(statement, lists, language)


def check_spoken(statement: Statement, lists: WordLists, language: Language) -> Iterator[Finding]:
    """Yield the wording findings of one statement, in the language that it is in. ``lists`` are the English ones."""
    spoken = statement_language(statement.text, language)
    if spoken.code == ENGLISH:
        yield from check_wording(statement, lists)
    else:
        yield from check_foreign(statement.text, "definition", statement.place, spoken, rules=TRAIT_RULES)


def check_template_wording(template: Template, place: Place, lists: WordLists) -> Iterator[Finding]:
    """Yield the wording findings of fields that ask for a judgement: yes or no, and choices.

    The description of a text, a number or a date says what to read, which is no demand.
    """
    for field in template.fields:
        if field.kind in (FieldKind.BOOLEAN, FieldKind.CHOICE) and field.primitive is not None:
            if field.primitive.reads_answer_text:
                continue
            statement = Statement(field.description, part(place, f"field:{field.name}"))
            yield from check_spoken(statement, lists, language_named(ENGLISH))


def _statements(entry: RubricEntry, rubric: Rubric, owner: RubricOwner, place: Place) -> Iterator[Statement]:
    trait = entry.trait
    if isinstance(trait, LLMTrait | AgenticTrait) and trait.description:
        split = _SplitTrait(entry, rubric, owner) if isinstance(trait, LLMTrait) and trait.kind == "boolean" else None
        yield Statement(trait.description, part(place, "description"), split)
    if isinstance(trait, LLMTrait | AgenticTrait) and trait.kind == "literal":
        for name, description in (trait.classes or {}).items():
            yield Statement(description, part(place, f"class:{name}"))
    if isinstance(trait, MetricTrait):
        lists = [("tp", trait.tp_instructions)]
        if trait.evaluation_mode == "full_matrix":
            lists.append(("tn", trait.tn_instructions))
        for name, instructions in lists:
            for number, text in enumerate(instructions):
                where = part(place, f"instruction:{name}:{number}")
                yield Statement(text, where, _SplitInstruction(entry, owner, name, number))


@dataclass(frozen=True, slots=True)
class _SplitTrait:
    """Makes one yes-or-no trait into several: the first keeps its name and id, the others come right behind it."""

    entry: RubricEntry
    rubric: Rubric
    owner: RubricOwner

    def __call__(self, parts: Sequence[str]) -> Edit:
        taken = {each.trait.name for each in self.rubric}
        position = self.rubric.index(self.entry.id)
        trait = self.entry.trait
        first = self.entry.with_trait(trait.model_copy(update={"description": parts[0]}))
        edits: list[Edit] = [SetEntry(self.owner, first)]
        for number, text in enumerate(parts[1:], start=1):
            name = _free_name(trait.name, taken)
            taken.add(name)
            copy = trait.model_copy(update={"name": name, "description": text})
            edits.append(AddEntry(self.owner, RubricEntry(new_entry_id(), copy, self.entry.gated), position + number))
        return Compound(f"split trait “{trait.name}”", tuple(edits))


@dataclass(frozen=True, slots=True)
class _SplitInstruction:
    """Makes one instruction of a metric into several."""

    entry: RubricEntry
    owner: RubricOwner
    name: str
    number: int

    def __call__(self, parts: Sequence[str]) -> Edit:
        return self.change(parts).edit()

    def change(self, parts: Sequence[str]) -> EntryChange:
        """The same as a change of the entry, which can be made together with others."""
        place = f"instruction:{self.name}:{self.number}"
        label = f"split instruction of “{self.entry.trait.name}”"
        return EntryChange(self.owner, self.entry, place, tuple(parts), label)


def _free_name(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"
