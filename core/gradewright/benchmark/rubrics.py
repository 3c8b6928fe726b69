"""The rubrics of a benchmark: the global one, and those of single questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradewright.benchmark.templates import TemplateMethods
from gradewright.errors import InvalidValue
from gradewright.model.rubric import Rubric as ModelRubric
from gradewright.model.rubric import RubricEntry, new_entry_id
from gradewright.model.traits import CallableTrait, UnreadableTrait
from gradewright.schemas.arguments import BadArgument
from gradewright.schemas.entities.rubric import (
    AnyRubric,
    DynamicRubric,
    FaceTrait,
    Rubric,
    face_rubric,
    merged_rubric,
    model_trait,
)
from gradewright.verify.rubrics import check_names, merge_rubrics


class RubricMethods(TemplateMethods):
    """Traits that a file brought and that cannot be read, and gated ones where others are set, stay where they are."""

    def set_global_rubric(self, rubric: Rubric | None) -> None:
        """Set the traits that hold for every question; None takes them away.

        Raises:
            BadArgument: it is no rubric, or two traits have one name.
        """
        self._change_benchmark(rubric=self._put(self._benchmark.rubric, rubric))

    def set_question_rubric(self, question_id: str, rubric: Rubric | None) -> None:
        """Set a question's own traits; None takes them away.

        Raises:
            NotFound: there is no such question.
            BadArgument: it is no rubric, or two traits have one name.
        """
        question = self._question(question_id)
        self._change(question_id, rubric=self._put(question.rubric, rubric))

    def get_global_rubric(self) -> Rubric | None:
        """Return the traits that hold for every question, or None. Changes to it count when it is set again."""
        return self._face(self._benchmark.rubric, Rubric)

    def get_global_dynamic_rubric(self) -> DynamicRubric | None:
        """Return the gated traits, or None."""
        return self._face(self._benchmark.rubric, DynamicRubric)

    def get_question_rubric(self, question_id: str) -> Rubric | None:
        """Return a question's own traits, or None. Raises NotFound."""
        return self._face(self._question(question_id).rubric, Rubric)

    def get_merged_rubric(self, question_id: str) -> Rubric | None:
        """Return the traits that hold for a question: the global ones, then its own.

        Raises:
            NotFound: there is no such question.
            InvalidValue: both have a trait of one name.
        """
        return merged_rubric(self.get_global_rubric(), self.get_question_rubric(question_id))

    def add_global_rubric_trait(self, trait: FaceTrait) -> None:
        """Add a trait that holds for every question.

        Raises:
            BadArgument: it is no trait, or its name is taken.
        """
        self.set_global_rubric(self._with(self.get_global_rubric(), trait))

    def add_question_rubric_trait(self, question_id: str, trait: FaceTrait) -> None:
        """Add a trait to a question's own.

        Raises:
            NotFound: there is no such question.
            BadArgument: it is no trait, or its name is taken.
        """
        self.set_question_rubric(question_id, self._with(self.get_question_rubric(question_id), trait))

    def remove_global_rubric(self) -> bool:
        """Take the global traits away; tell whether there were any."""
        had = self.get_global_rubric() is not None
        self.set_global_rubric(None)
        return had

    def remove_question_rubric(self, question_id: str) -> bool:
        """Take a question's own traits away; tell whether there were any. Raises NotFound."""
        had = self.get_question_rubric(question_id) is not None
        self.set_question_rubric(question_id, None)
        return had

    def clear_all_rubrics(self) -> int:
        """Take all traits away and return how many rubrics held some."""
        cleared = int(self.remove_global_rubric())
        return cleared + sum([self.remove_question_rubric(question_id) for question_id in self.get_question_ids()])

    def validate_rubrics(self) -> tuple[bool, list[str]]:
        """Tell whether the rubrics can be used, and return a sentence for each that cannot."""
        problems = []
        for question in self._questions.values():
            try:
                merge_rubrics(self._benchmark.rubric, question.rubric)
            except InvalidValue as error:
                problems.append(f"{question.key}: {error}")
        unreadable = [e.trait for e in self._benchmark.rubric if isinstance(e.trait, UnreadableTrait)]
        problems += [f"The trait “{trait.name}” cannot be used: {trait.problem}." for trait in unreadable]
        return not problems, problems

    def _put(self, held: ModelRubric, rubric: Any) -> ModelRubric:
        if rubric is not None and not isinstance(rubric, Rubric):
            raise BadArgument(f"A {type(rubric).__name__} is no rubric.", hint="Rubric(llm_traits=[…])")
        gated = isinstance(rubric, DynamicRubric)
        known = {(entry.trait.type, entry.trait.name, entry.gated): entry for entry in held}
        new = []
        for trait in () if rubric is None else rubric.traits:
            self._note_function(trait)
            plain = model_trait(trait)
            entry = known.get((plain.type, plain.name, gated))
            new.append(entry.with_trait(plain) if entry else RubricEntry(new_entry_id(), plain, gated))
        kept = [e for e in held if e.gated != gated or isinstance(e.trait, UnreadableTrait)]
        made = ModelRubric((*new, *kept))
        try:
            check_names(ModelRubric(tuple(new)))
        except InvalidValue as error:
            raise BadArgument(error.message, hint=error.hint) from error
        return made

    def _note_function(self, trait: FaceTrait) -> None:
        own: Callable[[str], Any] | None = getattr(trait, "own_function", None)
        if isinstance(trait, CallableTrait) and own is not None:
            self._functions[trait.callable_code] = own

    def _face(self, held: ModelRubric, made: type[AnyRubric]) -> AnyRubric | None:
        rubric = face_rubric(held, made)
        for trait in rubric.callable_traits:
            trait._function = self._functions.get(trait.callable_code)
        return None if rubric.is_empty() else rubric

    def _with(self, rubric: Rubric | None, trait: FaceTrait) -> Rubric:
        made = rubric or Rubric()
        made.add_trait(trait)
        return made
