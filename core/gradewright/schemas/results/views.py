"""The two sides of a set of results: what templates said, field by field, and what traits said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self

from gradewright.schemas.arguments import BadArgument
from gradewright.schemas.results.pandas_frames import frame
from gradewright.schemas.results.result import VerificationResult
from gradewright.schemas.results.selecting import grouped, selected

_PREFIX = ("success", "failure_category", "failure_group", "failure_stage", "failure_reason", "caveats")
_WHO = (
    "question_id",
    "template_id",
    "question_text",
    "keywords",
    "replicate",
    "answering_model",
    "parsing_model",
)
_END = ("execution_time", "timestamp", "run_name", "result_index")
TEMPLATE_COLUMNS = (
    *_PREFIX,
    *_WHO,
    "raw_llm_response",
    "field_name",
    "gt_value",
    "llm_value",
    "field_match",
    "field_score",
    "field_type",
    "verify_result",
    "verify_granular_result",
    *_END,
)
RUBRIC_COLUMNS = (
    *_PREFIX,
    *_WHO,
    "rubric_evaluation_performed",
    "trait_name",
    "trait_score",
    "trait_label",
    "trait_type",
    "metric_name",
    "confusion_tp",
    "confusion_fp",
    "confusion_fn",
    "confusion_tn",
    "not_judged",
    "trait_provenance",
    *_END,
)
TRAIT_TYPES = ("all", "llm", "llm_score", "llm_binary", "llm_literal", "regex", "callable", "metric")

_STRATEGIES: dict[str, Callable[[list[float]], float]] = {
    "mean": lambda values: sum(values) / len(values),
    "median": lambda values: _median(values),
    "first": lambda values: values[0],
}


class _View:
    """Results seen from one side."""

    def __init__(self, results: Sequence[VerificationResult]) -> None:
        self.results = list(results)

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[VerificationResult]:
        return iter(self.results)

    def group_by_question(self) -> dict[str, Self]:
        """Return the view split by question id, in the order in which those come."""
        return {key: type(self)(part) for key, part in grouped(self.results, lambda r: r.metadata.question_id).items()}

    def group_by_model(self) -> dict[str, Self]:
        """Return the view split by answering model."""
        return {
            key: type(self)(part) for key, part in grouped(self.results, lambda r: r.metadata.answering_model).items()
        }


class TemplateResults(_View):
    """What the templates said."""

    def filter(self, *, passed_only: bool = False, failed_only: bool = False, **selection: Any) -> TemplateResults:
        """Return the results that are selected, see ``VerificationResultSet.filter``, of those that passed or failed.

        Raises:
            BadArgument: an argument is unknown.
        """
        found = selected(self.results, "filter", selection)
        if passed_only:
            found = [r for r in found if r.template.verify_result is True]
        if failed_only:
            found = [r for r in found if r.template.verify_result is False]
        return TemplateResults(found)

    def get_verification_results(self) -> dict[str, bool | None]:
        """Return the verdicts by result id; None where there is none."""
        return {r.metadata.result_id: r.template.verify_result for r in self.results}

    def aggregate_pass_rate(self, by: str = "question_id") -> dict[str, float]:
        """Return the share that passed among those that have a verdict, by a column of the data frame.

        Groups in which nothing was judged are left out: nothing can be said of them.

        Raises:
            BadArgument: there is no such column.
        """
        rates = {}
        for key, part in grouped(self.results, lambda r: _column(r, by)).items():
            verdicts = [r.template.verify_result for r in part if r.template.verify_result is not None]
            if verdicts:
                rates[key] = sum(verdicts) / len(verdicts)
        return rates

    def get_template_summary(self) -> dict[str, Any]:
        """Return the counts: results, judged, passed, failed, questions; ``pass_rate`` is None where none is judged."""
        verdicts = [r.template.verify_result for r in self.results if r.template.verify_result is not None]
        passed = sum(verdicts)
        return {
            "num_results": len(self.results),
            "num_judged": len(verdicts),
            "num_passed": passed,
            "num_failed": len(verdicts) - passed,
            "num_questions": len({r.metadata.question_id for r in self.results}),
            "pass_rate": passed / len(verdicts) if verdicts else None,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one dict for each result and field, and one with empty field columns for a result without fields."""
        return [row for index, result in enumerate(self.results) for row in _field_rows(index, result)]

    def to_dataframe(self) -> Any:
        """Return :meth:`to_rows` as a ``pandas.DataFrame``.

        Raises:
            BadArgument: pandas is not installed.
        """
        return frame(self.to_rows(), TEMPLATE_COLUMNS)


class RubricResults(_View):
    """What the traits said."""

    def filter(self, **selection: Any) -> RubricResults:
        """Return the results that are selected, see ``VerificationResultSet.filter``.

        Raises:
            BadArgument: an argument is unknown.
        """
        return RubricResults(selected(self.results, "filter", selection))

    def aggregate_llm_traits(self, strategy: str = "mean", by: str = "question_id") -> dict[str, dict[str, float]]:
        """Return the judged results of each LLM trait taken together, by a column and by the trait's name.

        ``strategy`` is mean, median or first. Yes counts 1, no 0.

        Raises:
            BadArgument: there is no such strategy or column.
        """
        if strategy not in _STRATEGIES:
            raise BadArgument(f"There is no strategy “{strategy}”.", hint=f"Known: {', '.join(_STRATEGIES)}.")
        together = _STRATEGIES[strategy]
        aggregated: dict[str, dict[str, float]] = {}
        for key, part in grouped(self.results, lambda r: _column(r, by)).items():
            values: dict[str, list[float]] = {}
            for result in part:
                for name, score in (result.rubric.llm_trait_scores or {}).items():
                    if score is not None:
                        values.setdefault(name, []).append(float(score))
            aggregated[key] = {name: together(scores) for name, scores in values.items()}
        return aggregated

    def get_trait_summary(self) -> dict[str, Any]:
        """Return the names of the traits with results, by kind, and how many results have any."""
        kinds = {"llm": "llm_trait_scores", "regex": "regex_trait_scores", "callable": "callable_trait_scores"}
        kinds["metric"] = "metric_trait_scores"
        names = {
            f"{kind}_traits": list(dict.fromkeys(n for r in self.results for n in getattr(r.rubric, held) or ()))
            for kind, held in kinds.items()
        }
        return {"num_results": sum(r.has_rubric for r in self.results), **names}

    def to_rows(self, trait_type: str = "all") -> list[dict[str, Any]]:
        """Return one dict for each result and trait, for metric traits one for each metric.

        Traits that were not judged have an empty score and say why in ``not_judged``.

        Raises:
            BadArgument: there is no such type of trait.
        """
        if trait_type not in TRAIT_TYPES:
            raise BadArgument(f"There is no trait type “{trait_type}”.", hint=f"Known: {', '.join(TRAIT_TYPES)}.")
        rows = [row for index, result in enumerate(self.results) for row in _trait_rows(index, result)]
        if trait_type == "all":
            return rows
        return [row for row in rows if row["trait_type"] == trait_type or (trait_type == "llm" and _is_llm(row))]

    def to_dataframe(self, trait_type: str = "all") -> Any:
        """Return :meth:`to_rows` as a ``pandas.DataFrame``.

        Raises:
            BadArgument: pandas is not installed, or there is no such type of trait.
        """
        return frame(self.to_rows(trait_type), RUBRIC_COLUMNS)


def _is_llm(row: dict[str, Any]) -> bool:
    return str(row["trait_type"]).startswith("llm_")


def _median(values: list[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _column(result: VerificationResult, name: str) -> str:
    columns = (
        "question_id",
        "template_id",
        "question_text",
        "replicate",
        "answering_model",
        "parsing_model",
        "run_name",
    )
    if name not in columns:
        raise BadArgument(f"Results cannot be put together by “{name}”.", hint=f"Known: {', '.join(columns)}.")
    return str(getattr(result.metadata, name))


def _common(index: int, result: VerificationResult) -> dict[str, Any]:
    metadata, failure = result.metadata, result.metadata.failure
    return {
        "success": failure is None,
        "failure_category": failure and failure.category,
        "failure_group": failure and failure.group,
        "failure_stage": failure and failure.stage,
        "failure_reason": failure and failure.reason,
        "caveats": ", ".join(metadata.caveats),
        "question_id": metadata.question_id,
        "template_id": metadata.template_id,
        "question_text": metadata.question_text,
        "keywords": metadata.keywords,
        "replicate": metadata.replicate,
        "answering_model": metadata.answering_model,
        "parsing_model": metadata.parsing_model,
        "execution_time": metadata.execution_time,
        "timestamp": metadata.timestamp,
        "run_name": metadata.run_name,
        "result_index": index,
    }


def _field_rows(index: int, result: VerificationResult) -> Iterator[dict[str, Any]]:
    template = result.template
    common = {
        **_common(index, result),
        "raw_llm_response": template.raw_llm_response,
        "verify_result": template.verify_result,
        "verify_granular_result": template.verify_granular_result,
    }
    truths, found = template.parsed_gt_response or {}, template.parsed_llm_response or {}
    names = list(dict.fromkeys([*truths, *found, *(template.field_results or {})]))
    if not names:
        yield {**common, "field_name": None}
    for name in names:
        yield {
            **common,
            "field_name": name,
            "gt_value": truths.get(name),
            "llm_value": found.get(name),
            "field_match": (template.field_results or {}).get(name),
            "field_score": (template.field_scores or {}).get(name),
            "field_type": type(truths.get(name)).__name__,
        }


def _trait_rows(index: int, result: VerificationResult) -> Iterator[dict[str, Any]]:
    rubric = result.rubric
    common = {**_common(index, result), "rubric_evaluation_performed": rubric.rubric_evaluation_performed}

    def row(name: str, kind: str, score: Any, **more: Any) -> dict[str, Any]:
        provenance = rubric.trait_provenance.get(name)
        return {
            **common,
            "trait_name": name,
            "trait_type": kind,
            "trait_score": score,
            "trait_provenance": provenance,
            **more,
        }

    labels = rubric.llm_trait_labels or {}
    for name, score in (rubric.llm_trait_scores or {}).items():
        kind = "llm_literal" if name in labels else "llm_binary" if isinstance(score, bool) else "llm_score"
        yield row(name, kind, score, trait_label=labels.get(name))
    for name, found in (rubric.regex_trait_scores or {}).items():
        yield row(name, "regex", found)
    for name, value in (rubric.callable_trait_scores or {}).items():
        yield row(name, "callable", value)
    for name, metrics in (rubric.metric_trait_scores or {}).items():
        lists = (rubric.metric_trait_confusion_lists or {}).get(name, {})
        confusion = {f"confusion_{bucket}": lists.get(bucket) for bucket in ("tp", "fp", "fn", "tn")}
        for metric, share in metrics.items():
            yield row(name, "metric", share, metric_name=metric, **confusion)
    for name, why in rubric.not_judged.items():
        yield row(name, "", None, not_judged=why.message or why.reason or why.state)
