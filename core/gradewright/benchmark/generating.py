"""Templates that a model plans from reference answers."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gradewright.benchmark.asking import Judge
from gradewright.benchmark.questions import holds_template
from gradewright.benchmark.running import RunMethods
from gradewright.errors import InvalidValue
from gradewright.formats.template_source import write_template
from gradewright.judge.questions import JudgeQuestion, ask_template_fields
from gradewright.judge.readings import Judgement
from gradewright.judge.replies import Unreadable, read_object
from gradewright.model.primitives import (
    BooleanMatch,
    ExactMatch,
    NumericExact,
    NumericTolerance,
    Primitive,
    SetContainment,
)
from gradewright.model.question import Question as ModelQuestion
from gradewright.model.template import FieldKind, Template, TemplateField
from gradewright.schemas.config import ModelConfig
from gradewright.verify.answers import ValueReader
from gradewright.verify.errors import CheckError, ValuesRejected
from gradewright.verify.templates import compile_template

_MOST_FIELDS = 30
_TIMEOUT = 120.0


def _rule(kind: str) -> tuple[str, FieldKind, Primitive]:
    """Return annotation, kind of field and rule for a type of a plan."""
    rules: dict[str, tuple[str, FieldKind, Primitive]] = {
        "bool": ("bool", FieldKind.BOOLEAN, BooleanMatch()),
        "int": ("int", FieldKind.WHOLE_NUMBER, NumericExact()),
        # A thousandth of the value, for what is lost in writing a number down; said, since it is relative.
        "float": ("float", FieldKind.NUMBER, NumericTolerance(tolerance=0.001, mode="relative")),
        "str": ("str", FieldKind.TEXT, ExactMatch()),
        "list_str": ("list[str]", FieldKind.LIST, SetContainment(mode="exact")),
    }
    if kind not in rules:
        raise Unreadable(f"“{kind}” is no type of field")
    return rules[kind]


def planned_template(fields: Any) -> Template:
    """Return the template that a model's plan describes.

    Raises:
        Unreadable: the plan does not make a template that its own ground truths pass.
    """
    if not isinstance(fields, list) or not 0 < len(fields) <= _MOST_FIELDS:
        raise Unreadable(f"“fields” is no list of 1 to {_MOST_FIELDS} fields")
    template = Template(tuple(_field(each) for each in fields))
    names = [field.name for field in template.fields]
    if len(set(names)) != len(names):
        raise Unreadable("two fields have the same name")
    truths = {field.name: field.ground_truth for field in template.fields}
    try:
        compiled = compile_template(template)
        read = ValueReader(template).read(truths)
        outcome = compiled.evaluate(read.values, null_fields=read.null_fields)
    except (InvalidValue, ValuesRejected, CheckError) as error:
        raise Unreadable(f"the fields make no template: {error.message.rstrip('.')}") from error
    if not outcome.passed:
        wrong = ", ".join(name for name, result in outcome.results.items() if result is not True)
        raise Unreadable(f"the reference values would not pass their own check: {wrong}")
    return template


def _field(described: Any) -> TemplateField:
    if not isinstance(described, Mapping):
        raise Unreadable("a field is no object")
    name, description = described.get("name"), described.get("description")
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name) or name in ("id", "correct"):
        raise Unreadable(f"{name!r} is no name for a field")
    if not isinstance(description, str) or not description.strip():
        raise Unreadable(f"the field “{name}” has no description")
    annotation, kind, rule = _rule(str(described.get("type")))
    if described.get("ground_truth") is None:
        raise Unreadable(f"the field “{name}” has no ground truth")
    return TemplateField(name, annotation, kind, description.strip(), described["ground_truth"], rule)


def _read_plan(question: JudgeQuestion, reply: str) -> Judgement:
    found = read_object(reply, question.keys, accepts=lambda value: planned_template(value["fields"]))
    return Judgement(planned_template(found.value["fields"]), repaired=found.repaired)


class GeneratingMethods(RunMethods):
    """A plan becomes source by fixed rules; only its fields, types, words and values are the model's."""

    def generate_all_templates(
        self,
        model: str = "",
        model_provider: str | None = None,
        temperature: float | None = 0.1,
        interface: str = "langchain",
        force_regenerate: bool = False,
        progress_callback: Callable[[float, str], None] | None = None,
        **connection: Any,
    ) -> dict[str, dict[str, Any]]:
        """Have a model plan templates for the questions without one, with ``force_regenerate`` for all.

        Returns by question id ``success``, ``template_code`` and ``error``; a template that does not pass on its own
        reference values is no success and is not kept. ``connection`` goes to ``ModelConfig`` (``base_url`` …).

        Raises:
            BadArgument: an argument is unknown.
            InvalidValue: the model has no address or no key.
        """
        wanted = [each.key for each in self._questions.values() if force_regenerate or not holds_template(each)]
        return self.generate_templates(
            wanted,
            model=model,
            model_provider=model_provider,
            temperature=temperature,
            interface=interface,
            progress_callback=progress_callback,
            **connection,
        )

    def generate_templates(
        self,
        question_ids: Iterable[str],
        model: str = "",
        model_provider: str | None = None,
        temperature: float | None = 0.1,
        interface: str = "langchain",
        progress_callback: Callable[[float, str], None] | None = None,
        **connection: Any,
    ) -> dict[str, dict[str, Any]]:
        """Have a model plan templates for some questions, whether they have one or not.

        Raises:
            NotFound: one of the ids is not here.
            BadArgument: an argument is unknown.
            InvalidValue: the model has no address or no key.
        """
        questions = self._chosen(question_ids)
        asked = ModelConfig(
            id=model,
            model_name=model,
            model_provider=model_provider,
            temperature=temperature,
            interface=interface,
            **connection,
        )
        endpoint = self._connect()(asked, _TIMEOUT)
        judge = Judge(endpoint, max_tokens=asked.max_tokens, temperature=asked.temperature)
        results = {}
        try:
            for number, question in enumerate(questions, start=1):
                results[question.key] = self._generated(question, judge)
                if progress_callback is not None:
                    progress_callback(100 * number / len(questions), question.key)
        finally:
            close = getattr(endpoint, "close", None)
            if close is not None:
                close()
        return results

    def generate_template_for_question(self, question_id: str, **settings: Any) -> dict[str, Any]:
        """Have a model plan one question's template, see :meth:`generate_templates`."""
        return self.generate_templates([question_id], **settings)[question_id]

    def _generated(self, question: ModelQuestion, judge: Judge) -> dict[str, Any]:
        asked = judge.ask(ask_template_fields(question.text, question.reference, question.notes), _read_plan)
        if asked.judgement is None:
            return {"success": False, "template_code": None, "error": asked.message}
        source = write_template(asked.judgement.value)
        self._change(question.key, template=source)
        return {"success": True, "template_code": source, "error": None}
