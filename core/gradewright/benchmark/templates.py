"""The templates of a benchmark's questions."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gradewright.benchmark.questions import QuestionMethods, described, holds_template
from gradewright.errors import FileUnreadable, NotFound
from gradewright.formats.atomic import atomic_write
from gradewright.formats.template_source import read_template
from gradewright.model.template import BrokenTemplate, DeclarativeTemplate, HandWrittenTemplate, NoTemplate
from gradewright.verify.ids import template_id


class TemplateMethods(QuestionMethods):
    """A question's template is source text; reading it runs nothing."""

    def add_answer_template(self, question_id: str, template_code: Any) -> None:
        """Give a question its template, as source text or as a ``BaseAnswer`` class of this script.

        Raises:
            NotFound: there is no such question.
            BadArgument: the template cannot be used, with the line.
        """
        self._question(question_id)
        self._change(question_id, template=self._template_source(template_code))

    def update_template(self, question_id: str, template_code: Any) -> None:
        """Give a question another template, see :meth:`add_answer_template`."""
        self.add_answer_template(question_id, template_code)

    def remove_template(self, question_id: str) -> None:
        """Take a question's template away. Raises NotFound."""
        self._change(question_id, template="")

    def has_template(self, question_id: str) -> bool:
        """Tell whether a question has a template; there may be no such question."""
        return question_id in self._questions and holds_template(self._questions[question_id])

    def get_template(self, question_id: str) -> str:
        """Return the source of a question's template.

        Raises:
            NotFound: there is no such question, or it has no template.
        """
        question = self._question(question_id)
        if not holds_template(question):
            raise NotFound(f"The question “{question_id}” has no template.")
        return question.template

    def get_template_id(self, question_id: str) -> str:
        """Return the id under which results name a question's template. Raises NotFound."""
        return template_id(self._question(question_id).template)

    def copy_template(self, from_question_id: str, to_question_id: str) -> None:
        """Give a question the template of another one. Raises NotFound."""
        self._change(to_question_id, template=self.get_template(from_question_id))

    def apply_global_template(self, template_code: Any) -> list[str]:
        """Give the template to every question that has none, and return the ids of those.

        Raises:
            BadArgument: the template cannot be used.
        """
        missing = self.get_missing_templates(ids_only=True)
        for question_id in missing:
            self.add_answer_template(question_id, template_code)
        return missing

    def get_missing_templates(self, ids_only: bool = False) -> list[Any]:
        """Return the questions without a template, or their ids."""
        return self._where(lambda question: not holds_template(question), ids_only)

    def get_finished_templates(self, question_ids: Iterable[str] | None = None) -> list[dict[str, Any]]:
        """Return the finished questions that have a template. Raises NotFound."""
        return [described(each) for each in self._chosen(question_ids) if each.finished and holds_template(each)]

    def validate_templates(self) -> tuple[bool, list[dict[str, Any]]]:
        """Tell whether all templates can be used, and return what there is to say of them.

        Each entry has ``question_id``, ``line`` (0 for the whole), ``message`` and ``error``, which is False for mere
        remarks, such as an option that a rule does not know.
        """
        told: list[dict[str, Any]] = []
        for question in self._questions.values():
            match read_template(question.template):
                case BrokenTemplate(problem=problem):
                    problems, broken = [problem], True
                case DeclarativeTemplate(problems=remarks) | HandWrittenTemplate(problems=remarks):
                    problems, broken = list(remarks), False
                case NoTemplate():
                    continue
            told += [
                {"question_id": question.key, "line": each.line, "message": each.message, "error": broken}
                for each in problems
            ]
        return not any(each["error"] for each in told), told

    def export_generated_templates(self, path: Path | str) -> Path:
        """Write the templates as a JSON object of question id to source.

        Raises:
            WriteFailed: the file cannot be written.
        """
        held = {each.key: each.template for each in self._questions.values() if holds_template(each)}
        atomic_write(path, [json.dumps(held, indent=2, ensure_ascii=False).encode("utf-8", "surrogatepass")])
        return Path(path)

    def import_generated_templates(self, path: Path | str, force_overwrite: bool = False) -> dict[str, bool]:
        """Take in templates from such a file, and tell by id which were taken: those of questions that are here and
        have no template, with ``force_overwrite`` of all that are here.

        Raises:
            FileUnreadable: the file is no JSON object of texts.
            BadArgument: one of the templates cannot be used. Those before it were taken.
        """
        try:
            data = json.loads(Path(path).read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise FileUnreadable(f"The templates cannot be read: {error}.", file=str(path)) from error
        if not isinstance(data, dict) or not all(isinstance(text, str) for text in data.values()):
            raise FileUnreadable("The file holds no object of templates by question.", file=str(path))
        taken = {}
        for question_id, source in data.items():
            taken[question_id] = question_id in self and (force_overwrite or not self.has_template(question_id))
            if taken[question_id]:
                self.add_answer_template(question_id, source)
        return taken
