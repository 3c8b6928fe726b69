"""All results of a run: a sequence with filters, groups, a summary, and tables."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any, Literal, overload

from gradewright.schemas.arguments import BadArgument
from gradewright.schemas.results.result import VerificationResult
from gradewright.schemas.results.selecting import grouped, selected
from gradewright.schemas.results.views import RUBRIC_COLUMNS, TEMPLATE_COLUMNS, RubricResults, TemplateResults

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class VerificationResultSet:
    """The results of a run, in the order of questions, models and replicates."""

    def __init__(self, results: Iterable[VerificationResult] = (), *, run_name: str | None = None) -> None:
        self.results = list(results)
        self.run_name = run_name

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[VerificationResult]:
        return iter(self.results)

    @overload
    def __getitem__(self, index: int) -> VerificationResult: ...

    @overload
    def __getitem__(self, index: slice) -> VerificationResultSet: ...

    def __getitem__(self, index: int | slice) -> VerificationResult | VerificationResultSet:
        if isinstance(index, slice):
            return VerificationResultSet(self.results[index], run_name=self.run_name)
        return self.results[index]

    def __repr__(self) -> str:
        summary = self.get_summary()
        return (
            f"VerificationResultSet({len(self)} results, {summary['num_passed']} passed, "
            f"{summary['num_failed']} failed, {len(self) - summary['num_completed']} not judged)"
        )

    def filter(self, **selection: Any) -> VerificationResultSet:
        """Return the results that fit: ``question_ids``, ``answering_models``, ``parsing_models``, ``replicates``
        (lists), ``completed_only``, ``has_template``, ``has_rubric`` (flags).

        ``completed_only`` keeps what could be judged; a wrong answer is among it.

        Raises:
            BadArgument: an argument is unknown or is no list.
        """
        return VerificationResultSet(selected(self.results, "filter", selection), run_name=self.run_name)

    def group_by_question(self) -> dict[str, VerificationResultSet]:
        """Return the results by question id."""
        return self._grouped(lambda result: result.metadata.question_id)

    def group_by_model(
        self, by: Literal["answering", "parsing", "both"] = "answering"
    ) -> dict[str, VerificationResultSet]:
        """Return the results by answering model, by judge, or by both.

        Raises:
            BadArgument: ``by`` is another word.
        """
        if by == "answering":
            return self._grouped(lambda result: result.metadata.answering_model)
        if by == "parsing":
            return self._grouped(lambda result: result.metadata.parsing_model)
        if by == "both":
            return self._grouped(lambda r: f"{r.metadata.answering_model} / {r.metadata.parsing_model}")
        raise BadArgument(f"Results cannot be grouped by “{by}”.", hint="Known: answering, parsing, both.")

    def group_by_replicate(self) -> dict[int, VerificationResultSet]:
        """Return the results by replicate, from 1."""
        groups: dict[int, list[VerificationResult]] = {}
        for result in self.results:
            groups.setdefault(result.metadata.replicate or 1, []).append(result)
        return {number: VerificationResultSet(part, run_name=self.run_name) for number, part in groups.items()}

    def get_template_results(self) -> TemplateResults:
        """Return what the templates said."""
        return TemplateResults(self.results)

    def get_rubrics_results(self) -> RubricResults:
        """Return what the traits said."""
        return RubricResults(self.results)

    def get_templates(self) -> TemplateResults:
        """Another name of :meth:`get_template_results`."""
        return self.get_template_results()

    def get_rubrics(self) -> RubricResults:
        """Another name of :meth:`get_rubrics_results`."""
        return self.get_rubrics_results()

    def get_summary(self) -> dict[str, Any]:
        """Return the counts of the set; ``pass_rate`` is over what was judged, None where nothing was."""
        template = self.get_template_results().get_template_summary()
        metadata = [result.metadata for result in self.results]
        return {
            "num_results": len(self.results),
            "num_completed": sum(each.failure is None for each in metadata),
            "num_with_template": sum(result.has_template for result in self.results),
            "num_with_rubric": sum(result.has_rubric for result in self.results),
            "num_not_judged_traits": sum(len(result.rubric.not_judged) for result in self.results),
            "num_passed": template["num_passed"],
            "num_failed": template["num_failed"],
            "pass_rate": template["pass_rate"],
            "num_questions": len({each.question_id for each in metadata}),
            "num_models": len({each.answering_model for each in metadata}),
            "num_parsing_models": len({each.parsing_model for each in metadata}),
            "num_replicates": len({each.replicate for each in metadata}),
            "total_execution_time": sum(each.execution_time for each in metadata),
        }

    def to_dataframe(self) -> Any:
        """Return one row for each result and template field as a ``pandas.DataFrame``.

        Raises:
            BadArgument: pandas is not installed.
        """
        return self.get_template_results().to_dataframe()

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the results as plain data that JSON can hold."""
        return [result.model_dump(mode="json") for result in self.results]

    def to_json(self, indent: int | None = 2) -> str:
        """Return the results as a JSON list."""
        return json.dumps(self.to_dicts(), indent=indent, ensure_ascii=False)

    def to_csv(self, what: Literal["template", "rubric"] = "template") -> str:
        """Return the rows about templates, or about traits, as CSV.

        A cell that a spreadsheet would take for a formula gets an apostrophe in front.

        Raises:
            BadArgument: ``what`` is another word.
        """
        if what not in ("template", "rubric"):
            raise BadArgument(f"There is no table “{what}”.", hint="Known: template, rubric.")
        columns = TEMPLATE_COLUMNS if what == "template" else RUBRIC_COLUMNS
        rows = self.get_template_results().to_rows() if what == "template" else self.get_rubrics_results().to_rows()
        written = io.StringIO()
        writer = csv.writer(written, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
        return written.getvalue()

    def _grouped(self, key: Any) -> dict[str, VerificationResultSet]:
        groups = grouped(self.results, key)
        return {name: VerificationResultSet(part, run_name=self.run_name) for name, part in groups.items()}


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return f"'{text}" if text.startswith(_FORMULA) else text
