"""Templates that a model plans from reference answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from gradewright.benchmark.questions import holds_template
from gradewright.benchmark.running import RunMethods

if TYPE_CHECKING:
    from gradewright.benchmark.asking import Judge
    from gradewright.model.question import Question as ModelQuestion

_TIMEOUT = 120.0


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
        from gradewright.benchmark.asking import Judge
        from gradewright.schemas.config import ModelConfig

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
        from gradewright.benchmark.planning import read_plan
        from gradewright.formats.template_source import write_template
        from gradewright.judge.questions import ask_template_fields

        asked = judge.ask(ask_template_fields(question.text, question.reference, question.notes), read_plan)
        if asked.judgement is None:
            return {"success": False, "template_code": None, "error": asked.message}
        source = write_template(asked.judgement.value)
        self._change(question.key, template=source)
        return {"success": True, "template_code": source, "error": None}
