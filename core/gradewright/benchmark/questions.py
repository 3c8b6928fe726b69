"""The questions of a benchmark: adding, finding, changing and taking them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from gradewright.benchmark.held import Held, plain
from gradewright.benchmark.template_code import template_text
from gradewright.formats.template_source import read_template
from gradewright.model.question import FewShotExample
from gradewright.model.question import Question as ModelQuestion
from gradewright.model.rubric import Rubric as ModelRubric
from gradewright.model.template import NoTemplate
from gradewright.schemas.arguments import BadArgument, refuse_unknown
from gradewright.schemas.entities.answer import BaseAnswer
from gradewright.schemas.entities.question import Question
from gradewright.schemas.entities.rubric import DynamicRubric, Rubric, face_rubric
from gradewright.verify.ids import question_id as question_id_of

_METADATA = ("author", "sources", "custom_metadata", "few_shot_examples", "answer_notes", "keywords", "workspace_path")
_DICT_KEYS = ("question", "raw_answer", "answer_template", "question_id", "finished", *_METADATA)


class QuestionMethods(Held):
    """Questions by their ids, in the order in which they came."""

    def add_question(
        self,
        question: Any = None,
        raw_answer: str | None = None,
        answer_template: Any = None,
        question_id: str | None = None,
        finished: bool = True,
        author: Any = None,
        sources: Any = None,
        custom_metadata: Mapping[str, Any] | None = None,
        few_shot_examples: Iterable[Mapping[str, str]] | None = None,
        answer_notes: str | None = None,
        keywords: Iterable[str] | None = None,
        workspace_path: str | None = None,
        **unknown: Any,
    ) -> str:
        """Add a question, given as text, as a ``Question`` or as a dict of these arguments, and return its id.

        The id of a text is made from it, with ``-1``, ``-2`` … where it is taken; that of a ``Question`` is its own.

        Raises:
            BadArgument: a text without ``raw_answer``, an id that is taken, a template that cannot be used, an unknown
                argument.
        """
        refuse_unknown("add_question", unknown, _DICT_KEYS, {"tags": "It is “keywords”."})
        self._refuse_scenarios()
        if isinstance(question, Mapping):
            refuse_unknown("add_question", question, (*_DICT_KEYS, "id"), {})
            given = {"question_id": question_id, "finished": finished, **question}
            given["question_id"] = given.pop("id", None) or given["question_id"]
            if not given.get("question") or given.get("raw_answer") is None:
                raise BadArgument("A question given as a dict needs “question” and “raw_answer”.")
            return self.add_question(**given)
        if isinstance(question, Question):
            return self._add_object(question, question_id, finished, answer_template)
        if not isinstance(question, str) or not question:
            raise BadArgument("A question is a text, a Question or a dict of both text and answer.")
        if raw_answer is None or not isinstance(raw_answer, str):
            raise BadArgument("A question needs “raw_answer”, the reference answer; it may be empty.")
        source = "" if answer_template is None else self._template_source(answer_template)
        now = self._now()
        key = self._key(question_id, question)
        self._questions[key] = ModelQuestion(
            key,
            question,
            raw_answer,
            source,
            finished=bool(finished),
            keywords=tuple(keywords or ()),
            few_shot=_examples(few_shot_examples),
            author=author,
            sources=sources,
            notes=answer_notes or "",
            workspace_path=workspace_path or "",
            custom={} if custom_metadata is None else dict(custom_metadata),
            created=now,
            modified=now,
        )
        return key

    def add_questions_batch(self, questions: Iterable[Any]) -> list[str]:
        """Add questions, each as ``add_question`` takes it, and return their ids. One that fails adds none after it."""
        return [self.add_question(question) for question in questions]

    def add_question_from_object(self, question: Question, **metadata: Any) -> str:
        """Add a ``Question`` and return its id."""
        return self.add_question(question, **metadata)

    def get_question_ids(self) -> list[str]:
        """Return the ids, in order."""
        return list(self._questions)

    def get_question(self, question_id: str) -> dict[str, Any]:
        """Return what a question holds, by name.

        Raises:
            NotFound: there is no such question.
        """
        return described(self._question(question_id))

    def get_all_questions(self, ids_only: bool = False) -> list[Any]:
        """Return what every question holds, by name, or the ids alone."""
        return self.get_question_ids() if ids_only else [described(each) for each in self._questions.values()]

    def get_question_as_object(self, question_id: str) -> Question:
        """Return a question as a ``Question``.

        Raises:
            NotFound: there is no such question.
        """
        return as_object(self._question(question_id))

    def get_all_questions_as_objects(self) -> list[Question]:
        """Return every question as a ``Question``."""
        return [as_object(question) for question in self._questions.values()]

    def remove_question(self, question_id: str) -> bool:
        """Take a question out; tell whether there was one."""
        if self._questions.pop(question_id, None) is None:
            return False
        self._keys.release(question_id)
        return True

    def clear_questions(self) -> int:
        """Take all questions out and return how many there were."""
        count = len(self._questions)
        for question_id in self.get_question_ids():
            self.remove_question(question_id)
        return count

    def mark_finished(self, question_id: str) -> None:
        """Mark a question as finished: runs take it. Raises NotFound."""
        self._change(question_id, finished=True)

    def mark_unfinished(self, question_id: str) -> None:
        """Mark a question as not finished: runs leave it out. Raises NotFound."""
        self._change(question_id, finished=False)

    def mark_finished_batch(self, question_ids: Iterable[str]) -> None:
        """Mark several questions as finished. Raises NotFound."""
        for question_id in question_ids:
            self.mark_finished(question_id)

    def mark_unfinished_batch(self, question_ids: Iterable[str]) -> None:
        """Mark several questions as not finished. Raises NotFound."""
        for question_id in question_ids:
            self.mark_unfinished(question_id)

    def toggle_finished(self, question_id: str) -> bool:
        """Turn a question's mark round and return what it is now. Raises NotFound."""
        finished = not self._question(question_id).finished
        self._change(question_id, finished=finished)
        return finished

    def get_finished_questions(self, ids_only: bool = False) -> list[Any]:
        """Return the finished questions, or their ids."""
        return self._where(lambda question: question.finished, ids_only)

    def get_unfinished_questions(self, ids_only: bool = False) -> list[Any]:
        """Return the questions that are not finished, or their ids."""
        return self._where(lambda question: not question.finished, ids_only)

    def get_questions_with_rubric(self) -> list[dict[str, Any]]:
        """Return the questions that have traits of their own."""
        return self._where(lambda question: len(question.rubric) > 0, False)

    def search_questions(self, query: str) -> list[dict[str, Any]]:
        """Return the questions whose text or reference answer holds a text, whatever its capitals."""
        wanted = query.casefold()
        return self._where(lambda q: wanted in q.text.casefold() or wanted in q.reference.casefold(), False)

    def filter_questions(
        self,
        finished: bool | None = None,
        has_template: bool | None = None,
        has_rubric: bool | None = None,
        author: str | None = None,
        custom_filter: Callable[[dict[str, Any]], bool] | None = None,
    ) -> list[dict[str, Any]]:
        """Return the questions that fit all that is asked; None asks for nothing."""

        def fits(question: ModelQuestion) -> bool:
            return (
                finished in (None, question.finished)
                and has_template in (None, holds_template(question))
                and has_rubric in (None, len(question.rubric) > 0)
                and (author is None or author.casefold() in str(question.author or "").casefold())
                and (custom_filter is None or bool(custom_filter(described(question))))
            )

        return self._where(fits, False)

    def get_question_metadata(self, question_id: str) -> dict[str, Any]:
        """Return what belongs to a question beside text and template, by name. Raises NotFound."""
        told = self.get_question(question_id)
        left = ("question", "raw_answer", "answer_template")
        return {name: value for name, value in told.items() if name not in left}

    def update_question_metadata(self, question_id: str, **metadata: Any) -> None:
        """Set ``author``, ``sources``, ``custom_metadata``, ``few_shot_examples``, ``answer_notes``, ``keywords`` or
        ``workspace_path`` of a question.

        Raises:
            NotFound: there is no such question.
            BadArgument: another name.
        """
        refuse_unknown("update_question_metadata", metadata, _METADATA, {})
        changed: dict[str, Any] = {name: metadata[name] for name in ("author", "sources") if name in metadata}
        if "custom_metadata" in metadata:
            changed["custom"] = dict(metadata["custom_metadata"] or {})
        if "few_shot_examples" in metadata:
            changed["few_shot"] = _examples(metadata["few_shot_examples"])
        if "keywords" in metadata:
            changed["keywords"] = tuple(metadata["keywords"] or ())
        for name, aspect in (("answer_notes", "notes"), ("workspace_path", "workspace_path")):
            if name in metadata:
                changed[aspect] = metadata[name] or ""
        self._change(question_id, **changed)

    def set_question_author(self, question_id: str, author: Any) -> None:
        """Set a question's author. Raises NotFound."""
        self._change(question_id, author=author)

    def get_question_author(self, question_id: str) -> Any:
        """Return a question's author, or None. Raises NotFound."""
        return self._question(question_id).author

    def set_question_sources(self, question_id: str, sources: Any) -> None:
        """Set a question's sources. Raises NotFound."""
        self._change(question_id, sources=sources)

    def get_question_sources(self, question_id: str) -> Any:
        """Return a question's sources, or None. Raises NotFound."""
        return self._question(question_id).sources

    def get_question_custom_property(self, question_id: str, name: str) -> Any:
        """Return one of a question's own properties, or None. Raises NotFound."""
        return plain(self._question(question_id).custom.get(name))

    def set_question_custom_property(self, question_id: str, name: str, value: Any) -> None:
        """Set one of a question's own properties. Raises NotFound."""
        self._change(question_id, custom={**self._question(question_id).custom, name: value})

    def get_question_timestamps(self, question_id: str) -> dict[str, str]:
        """Return when a question was made and last changed. Raises NotFound."""
        question = self._question(question_id)
        return {"created": question.created, "modified": question.modified}

    def __len__(self) -> int:
        return len(self._questions)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.get_all_questions())

    def __contains__(self, question_id: object) -> bool:
        return question_id in self._questions

    def __getitem__(self, index: str | int) -> dict[str, Any]:
        if isinstance(index, int):
            return self.get_question(self.get_question_ids()[index])
        return self.get_question(index)

    def _where(self, fits: Callable[[ModelQuestion], bool], ids_only: bool) -> list[Any]:
        return [each.key if ids_only else described(each) for each in self._questions.values() if fits(each)]

    def _refuse_scenarios(self) -> None:
        if self._benchmark.scenarios:
            raise BadArgument("This benchmark holds scenarios; a benchmark has scenarios or questions, not both.")

    def _key(self, wanted: Any, text: str) -> str:
        if not wanted:
            return self._keys.take(question_id_of(text))
        if not isinstance(wanted, str):
            raise BadArgument("“question_id” is a text.")
        if wanted in self._questions:
            raise BadArgument(f"There is a question with the id “{wanted}” already.")
        return self._keys.take(wanted)

    def _template_source(self, template: Any) -> str:
        source = template_text(template)
        if isinstance(template, type) and issubclass(template, BaseAnswer):
            self._classes[source] = template
        return source

    def _add_object(self, question: Question, wanted: str | None, finished: bool, template: Any) -> str:
        source = template if template is not None else question.answer_template
        key = self.add_question(
            question.question,
            question.raw_answer,
            source or None,
            # An object's own id; the same object twice is a mistake that its id shows.
            wanted or question.id,
            finished,
            question.author,
            question.sources,
            question.custom_metadata,
            question.few_shot_examples,
            question.answer_notes,
            question.keywords,
            question.workspace_path,
        )
        for rubric in (question.question_rubric, question.question_dynamic_rubric):
            if rubric is not None:
                held = self._questions[key].rubric.entries
                self._change(key, rubric=ModelRubric((*held, *rubric.as_model().entries)))
        return key


def holds_template(question: ModelQuestion) -> bool:
    """Tell whether a question has a template, other than the stub that stands for "none yet"."""
    return not isinstance(read_template(question.template), NoTemplate)


def described(question: ModelQuestion) -> dict[str, Any]:
    """Return what a question holds under the names that Karenina has for it."""
    own = face_rubric(question.rubric, Rubric)
    return {
        "id": question.key,
        "question": question.text,
        "raw_answer": question.reference,
        "answer_template": question.template,
        "finished": question.finished,
        "keywords": list(question.keywords),
        "few_shot_examples": [{"question": e.question, "answer": e.answer} for e in question.few_shot] or None,
        "answer_notes": question.notes or None,
        "author": plain(question.author),
        "sources": plain(question.sources),
        "custom_metadata": plain(question.custom) or None,
        "workspace_path": question.workspace_path or None,
        "question_rubric": None if own.is_empty() else own,
        "date_created": question.created,
        "date_modified": question.modified,
    }


def as_object(question: ModelQuestion) -> Question:
    """Return a question as scripts make them."""
    told = described(question)
    gated = face_rubric(question.rubric, DynamicRubric)
    kept = {name: value for name, value in told.items() if name not in ("id", "finished")}
    kept["answer_template"] = question.template or None
    return Question(**kept, question_dynamic_rubric=None if gated.is_empty() else gated)


def _examples(given: Any) -> tuple[FewShotExample, ...]:
    examples = []
    for each in given or ():
        if not isinstance(each, Mapping) or not all(isinstance(each.get(part), str) for part in ("question", "answer")):
            raise BadArgument("A few-shot example is a dict with the texts “question” and “answer”.")
        examples.append(FewShotExample(each["question"], each["answer"]))
    return tuple(examples)
