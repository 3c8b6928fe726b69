"""Reading FlexEval's run files, ``eval_run.yaml`` (its page, sections 6 and 7): what to measure on which conversations.

What is ignored there without a word, such as a misspelt key, is remarked here. What would end the run there is refused
before it starts, with the place in the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from gradewright.errors import FileUnreadable
from gradewright.formats.flexeval.yaml_nodes import read_yaml

LEVELS: Final = ("Thread", "Turn", "Message", "ToolCall")
"""What a metric can look at, from the largest to the smallest."""

_TOP: Final = (
    *("data_sources", "database_path", "eval", "config", "rubric_paths", "function_modules"),
    "add_default_functions",
)
_EVAL: Final = ("name", "notes", "do_completion", "metrics", "completion_llm", "grader_llm")
_CONFIG: Final[Mapping[str, Any]] = {
    "logs_path": None,
    "env_filepath": None,
    "env": {},
    "clear_tables": False,
    "max_workers": 1,
    "random_seed_conversation_sampling": 42,
    "max_n_conversation_threads": 50,
    "nb_evaluations_per_thread": 1,
    "raise_on_completion_error": False,
    "raise_on_metric_error": False,
    "raise_on_duplicate_dataset_name": False,
    "raise_on_unnamed_dataset": False,
    "reuse_dataset_by_name": True,
}
_WITHOUT_EFFECT: Final = (
    *("logs_path", "env_filepath", "env", "clear_tables", "max_workers", "raise_on_completion_error"),
    *("raise_on_metric_error", "raise_on_duplicate_dataset_name", "raise_on_unnamed_dataset", "reuse_dataset_by_name"),
)
_ITEM: Final = ("name", "metric_level", "kwargs", "depends_on")
_DEPENDENCY: Final = (
    *("name", "type", "kwargs", "metric_name", "metric_level", "relative_object_position"),
    *("metric_min_value", "metric_max_value"),
)


@dataclass(frozen=True, slots=True)
class Dependency:
    """What must hold before a metric is computed. What is None was not given and fits anything."""

    name: str | None = None
    type: str | None = None
    level: str | None = None
    kwargs: Mapping[str, Any] | None = None
    metric_name: str | None = None
    position: int = 0
    lowest: float | None = None
    highest: float | None = None


@dataclass(frozen=True, slots=True)
class MetricItem:
    """One metric of a run: a ``function`` or a ``rubric`` by name, at a level."""

    type: str
    name: str
    level: str = "Turn"
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    depends_on: tuple[Dependency, ...] = ()

    @property
    def words(self) -> str:
        """The metric as it is called in sentences."""
        return f"{self.type} “{self.name}” at {self.level} level"


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """How a model is called: the name of FlexEval's own function for it, and what that is given."""

    function: str
    kwargs: Mapping[str, Any]
    include_system_prompt: bool = True


@dataclass(frozen=True, slots=True)
class EvalRun:
    """A run file. ``rubric_sources`` are paths and inline collections in their order; paths are as they are written.

    ``warnings`` are sentences about what has no effect.
    """

    name: str
    data_paths: tuple[str, ...]
    inline_data: tuple[tuple[Any, ...], ...]
    metrics: tuple[MetricItem, ...]
    rubric_sources: tuple[str | Mapping[str, Any], ...] = ()
    function_modules: tuple[str, ...] = ()
    grader: LanguageModel | None = None
    completion: LanguageModel | None = None
    seed: int = 42
    most_threads: int = 50
    copies: int = 1
    warnings: tuple[str, ...] = ()


class _Reading:
    def __init__(self, file: str | None):
        self.file = file
        self.warnings: list[str] = []

    def fault(self, place: str, message: str, hint: str | None = None) -> FileUnreadable:
        return FileUnreadable(message, file=self.file, place=place, hint=hint)

    def mapping(self, value: Any, place: str, known: Sequence[str], *, open_keys: bool = False) -> dict[str, Any]:
        """Return a mapping with text keys. Unknown keys are remarked, or refused where FlexEval refuses them."""
        if not isinstance(value, dict):
            raise self.fault(place, "This should be a mapping of names to values.")
        for key in value:
            if key in known:
                continue
            near = get_close_matches(str(key), known, n=1, cutoff=0.7)
            nearest = f" Nearest: “{near[0]}”." if near else ""
            if not open_keys:
                raise self.fault(place, f"“{key}” is not known here.{nearest}")
            self.warnings.append(f"{place}: “{key}” has no effect.{nearest}")
        return {str(key): member for key, member in value.items()}

    def text(self, values: Mapping[str, Any], key: str, place: str) -> str:
        value = values.get(key)
        if not isinstance(value, str) or not value:
            raise self.fault(f"{place}, {key}", f"“{key}” is missing or no text.")
        return value


def read_eval_run(raw: bytes, file: str | None = None) -> EvalRun:
    """Return a run file.

    Raises:
        FileUnreadable: it is no YAML, lacks something, or something in it is of the wrong kind; with the place.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileUnreadable("The file is no text in UTF-8.", file=file, hint="Save it as UTF-8.") from error
    reading = _Reading(file)
    top = reading.mapping(read_yaml(text, file).value, "the whole file", _TOP, open_keys=True)
    evaluation = reading.mapping(top.get("eval"), "eval", (*_EVAL, *_CONFIG), open_keys=True)
    config = _config(top, evaluation, reading)
    paths, inline = _data(top.get("data_sources"), reading)
    metrics = _metrics(evaluation.get("metrics"), reading)
    grader = _model(evaluation.get("grader_llm"), "eval.grader_llm", reading)
    if grader is None and any(item.type == "rubric" for item in metrics):
        raise reading.fault("eval.grader_llm", "There are rubrics and no model that grades by them.")
    completes = evaluation.get("do_completion", False)
    completion = _model(evaluation.get("completion_llm"), "eval.completion_llm", reading)
    if completes and completion is None:
        raise reading.fault("eval.completion_llm", "“do_completion” is set and no model is named that completes.")
    return EvalRun(
        name=str(evaluation.get("name") or "") or "FlexEval run",
        data_paths=paths,
        inline_data=inline,
        metrics=metrics,
        rubric_sources=_rubric_sources(top, reading),
        function_modules=_modules(top, reading),
        grader=grader,
        completion=completion if completes else None,
        seed=config["random_seed_conversation_sampling"],
        most_threads=config["max_n_conversation_threads"],
        copies=config["nb_evaluations_per_thread"],
        warnings=tuple(reading.warnings),
    )


def is_eval_run(value: Any) -> bool:
    """Return whether a YAML value is a run file."""
    return isinstance(value, dict) and "data_sources" in value and "eval" in value


def _config(top: Mapping[str, Any], evaluation: Mapping[str, Any], reading: _Reading) -> dict[str, Any]:
    given = reading.mapping(top.get("config") or {}, "config", tuple(_CONFIG), open_keys=True)
    over = {key: value for key, value in evaluation.items() if key in _CONFIG}
    config = {**_CONFIG, **{key: value for key, value in given.items() if key in _CONFIG}, **over}
    for key, least in (
        ("random_seed_conversation_sampling", None),
        ("max_n_conversation_threads", 1),
        ("nb_evaluations_per_thread", 1),
    ):
        value = config[key]
        if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
            raise reading.fault(
                f"config.{key}", f"“{key}” should be a whole number{'' if least is None else ' from 1'}."
            )
    ignored = sorted(key for key in (*given, *over) if key in _WITHOUT_EFFECT)
    if ignored:
        reading.warnings.append(f"config: {', '.join(ignored)} belong to FlexEval's own database and have no effect.")
    return config


def _data(value: Any, reading: _Reading) -> tuple[tuple[str, ...], tuple[tuple[Any, ...], ...]]:
    if not isinstance(value, list) or not value:
        raise reading.fault("data_sources", "No conversations are named.")
    paths: list[str] = []
    inline: list[tuple[Any, ...]] = []
    for number, each in enumerate(value, 1):
        place = f"data_sources, item {number}"
        known = ("type", "path", "format", "name", "notes", "contents")
        source = reading.mapping(each, place, known, open_keys=True)
        kind = source.get("type")
        if kind == "file":
            if source.get("format", "jsonl") != "jsonl":
                raise reading.fault(place, "Only conversations in JSON lines are read here, no LangGraph database.")
            paths.append(reading.text(source, "path", place))
        elif kind == "iterable" and isinstance(source.get("contents"), list):
            inline.append(tuple(source["contents"]))
        elif kind == "named":
            raise reading.fault(place, "This names a dataset in FlexEval's own database, which is not read here.")
        else:
            raise reading.fault(place, "A source is of type “file” with a path, or “iterable” with contents.")
    return tuple(paths), tuple(inline)


def _metrics(value: Any, reading: _Reading) -> tuple[MetricItem, ...]:
    given = reading.mapping(value or {}, "eval.metrics", ("function", "rubric"), open_keys=True)
    items = []
    for kind in ("function", "rubric"):
        for number, each in enumerate(given.get(kind) or (), 1):
            items.append(_item(kind, each, f"eval.metrics.{kind}, item {number}", reading))
    if not items:
        raise reading.fault("eval.metrics", "No metric is named, so there is nothing to measure.")
    return tuple(items)


def _item(kind: str, value: Any, place: str, reading: _Reading) -> MetricItem:
    item = reading.mapping(value, place, _ITEM)
    name = reading.text(item, "name", place)
    level = item.get("metric_level", "Turn")
    if level not in LEVELS:
        raise reading.fault(f"{place} “{name}”", f"“{level}” is no level: {', '.join(LEVELS)}.")
    if kind == "rubric" and level == "ToolCall":
        raise reading.fault(f"{place} “{name}”", "A rubric cannot grade single tool calls.")
    kwargs = item.get("kwargs") or {}
    if not isinstance(kwargs, dict):
        raise reading.fault(f"{place} “{name}”", "“kwargs” should be a mapping of names to values.")
    needs = item.get("depends_on") or ()
    dependencies = tuple(
        _dependency(each, f"{place} “{name}”, depends_on {number}", reading) for number, each in enumerate(needs, 1)
    )
    return MetricItem(kind, name, level, kwargs, dependencies)


def _dependency(value: Any, place: str, reading: _Reading) -> Dependency:
    given = reading.mapping(value, place, _DEPENDENCY)
    position = given.get("relative_object_position", 0)
    if not isinstance(position, int) or isinstance(position, bool) or position > 0:
        raise reading.fault(
            place, "“relative_object_position” is 0 for the same one, -1 for the one before, and so on."
        )
    bounds = []
    for key in ("metric_min_value", "metric_max_value"):
        bound = given.get(key)
        if bound is not None and (isinstance(bound, bool) or not isinstance(bound, (int, float))):
            raise reading.fault(place, f"“{key}” should be a number.")
        bounds.append(bound)
    return Dependency(
        given.get("name"),
        given.get("type"),
        given.get("metric_level"),
        given.get("kwargs"),
        given.get("metric_name"),
        position,
        *bounds,
    )


def _model(value: Any, place: str, reading: _Reading) -> LanguageModel | None:
    if value is None:
        return None
    given = reading.mapping(value, place, ("function_name", "kwargs", "include_system_prompt"))
    kwargs = given.get("kwargs") or {}
    if not isinstance(kwargs, dict):
        raise reading.fault(f"{place}.kwargs", "“kwargs” should be a mapping of names to values.")
    function = reading.text(given, "function_name", place)
    return LanguageModel(function, kwargs, bool(given.get("include_system_prompt", True)))


def _rubric_sources(top: Mapping[str, Any], reading: _Reading) -> tuple[str | Mapping[str, Any], ...]:
    sources: list[str | Mapping[str, Any]] = []
    for number, each in enumerate(top.get("rubric_paths") or (), 1):
        if isinstance(each, str):
            sources.append(each)
        elif isinstance(each, dict) and isinstance(each.get("rubrics"), dict):
            sources.append(each["rubrics"])
        else:
            place = f"rubric_paths, item {number}"
            raise reading.fault(place, "This is neither the path of a rubric file nor a mapping under “rubrics”.")
    return tuple(sources)


def _modules(top: Mapping[str, Any], reading: _Reading) -> tuple[str, ...]:
    given = top.get("function_modules") or ()
    if not isinstance(given, list | tuple) or not all(isinstance(each, str) for each in given):
        raise reading.fault("function_modules", "This should be a list of paths of Python files.")
    return tuple(given)
