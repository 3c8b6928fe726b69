"""FlexEval's run files, from the file to the rows: all that they name is read and looked at before anything runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradewright.errors import FileUnreadable, InvalidValue
from gradewright.flexeval.evaluating import Picked, check_run, evaluate, pick
from gradewright.flexeval.functions import FunctionModule, Functions
from gradewright.flexeval.models import address_of, complete_all, connect, grader
from gradewright.flexeval.rows import MetricRow
from gradewright.formats.flexeval.conversations import read_conversations
from gradewright.formats.flexeval.eval_run import EvalRun, read_eval_run
from gradewright.formats.flexeval.rubrics import merge_rubric_files, read_collection, read_rubrics
from gradewright.formats.whole_files import read_whole
from gradewright.model.choice import ChoiceTrait
from gradewright.workers.code import code_sha256, template_bytes

if TYPE_CHECKING:
    from gradewright.endpoints.completion import Endpoint
    from gradewright.flexeval.linking import LinkedMetrics
    from gradewright.formats.flexeval.eval_run import LanguageModel


@dataclass(frozen=True, slots=True)
class ModuleFile:
    """A file of functions that a run names: its path, its source, and the SHA-256 by which it may be allowed."""

    path: str
    source: str
    sha256: str


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """A run with everything that it names, read and nothing of it executed."""

    run: EvalRun
    picked: tuple[Picked, ...]
    rubrics: Mapping[str, ChoiceTrait]
    modules: tuple[ModuleFile, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunSize:
    """How much a run will do at most: conversations, metrics, calls of a grader and of a completing model."""

    conversations: int
    metrics: int
    gradings: int
    completions: int


def load_run(path: Path, *, matching: str = "whole") -> LoadedRun:
    """Read a run file and all that it names. Paths in it are relative to the file.

    ``matching`` is how replies become labels, see :class:`gradewright.model.choice.ChoiceTrait`.

    Raises:
        FileUnreadable: one of the files cannot be read; with the place in it.
    """
    run = read_eval_run(read_whole(path), str(path))
    base = path.parent
    warnings = list(run.warnings)
    conversations = []
    for name in run.data_paths:
        read = read_conversations(read_whole(base / name), str(base / name))
        conversations.append(read.conversations)
        warnings += [f"{name}, line {each.line}: {each.message}" for each in read.problems]
    for number, contents in enumerate(run.inline_data, 1):
        conversations.append(_inline(contents, f"{path}, inline data {number}"))
    rubric_files = [
        read_rubrics(read_whole(base / source), str(base / source))
        if isinstance(source, str)
        else read_collection(source, str(path))
        for source in run.rubric_sources
    ]
    merged = merge_rubric_files(rubric_files)
    rubrics = {str(rubric.key): rubric.trait().model_copy(update={"matching": matching}) for rubric in merged.rubrics}
    modules = tuple(_module(base, name) for name in run.function_modules)
    picked = [each for found in conversations for each in pick(found, run)]
    return LoadedRun(run, tuple(picked), rubrics, modules, (*warnings, *merged.warnings))


def size_of(loaded: LoadedRun) -> RunSize:
    """Return how much a run will do at most: what depends on something may be left out."""
    counts = {"Thread": 1, "Turn": 0, "Message": 0, "ToolCall": 0}
    gradings = 0
    for each in loaded.picked:
        counts["Turn"], counts["Message"] = len(each.conversation.turns), len(each.conversation.messages)
        gradings += sum(counts[item.level] for item in loaded.run.metrics if item.type == "rubric")
    completions = len(loaded.picked) if loaded.run.completion else 0
    return RunSize(len(loaded.picked), len(loaded.run.metrics), gradings, completions)


def run_metrics(
    loaded: LoadedRun,
    modules: Callable[[str], FunctionModule | None],
    environment: Mapping[str, str],
    *,
    connected: Callable[[LanguageModel], Endpoint] | None = None,
    warn: Callable[[str], None] = lambda _: None,
) -> Iterator[MetricRow]:
    """Yield the rows of a run as they are computed.

    Args:
        loaded: the run.
        modules: returns a file of functions by its source, None where nobody has allowed it.
        environment: where keys and ``OPENAI_BASE_URL`` come from.
        connected: makes the endpoint of a model; the real one by default.
        warn: is told what went wrong without ending the run.

    Raises:
        NotFound: a rubric or function that the run names is not there.
        InvalidValue: it makes no sense as a whole, a model cannot be reached, or a program is not allowed.
    """
    functions = Functions([(each.path, modules(each.source)) for each in loaded.modules])
    metrics = check_run(loaded.run, loaded.rubrics, functions)
    made = connected or (lambda model: connect(address_of(model, environment), environment))
    picked: Sequence[Picked] = loaded.picked
    if loaded.run.completion is not None:
        picked = _completed(picked, loaded.run.completion, made(loaded.run.completion), warn)
    yield from _rows(loaded, picked, metrics, functions, made)


def _rows(
    loaded: LoadedRun,
    picked: Sequence[Picked],
    metrics: LinkedMetrics,
    functions: Functions,
    made: Callable[[LanguageModel], Endpoint],
) -> Iterator[MetricRow]:
    model = loaded.run.grader
    grades = any(item.type == "rubric" for item in metrics.items)
    grade = grader(made(model)) if grades and model is not None else _nobody
    yield from evaluate(picked, metrics, loaded.rubrics, functions, grade)


def _completed(
    picked: Sequence[Picked], model: LanguageModel, endpoint: Endpoint, warn: Callable[[str], None]
) -> list[Picked]:
    done = complete_all(picked, model, endpoint)
    for each, said in done:
        if said:
            warn(f"Conversation {each.thread + 1} was not continued: {said}")
    return [each for each, _ in done]


def _nobody(_asked: Any) -> list[Any]:
    raise InvalidValue("There are rubrics and no model that grades by them.")


def _inline(contents: Sequence[Any], name: str) -> Any:
    import json

    try:
        lines = "\n".join(json.dumps(each) for each in contents)
    except (TypeError, ValueError) as error:
        raise FileUnreadable("An inline conversation holds a value that JSON does not have.", file=name) from error
    return read_conversations(lines.encode(), name).conversations


def _module(base: Path, name: str) -> ModuleFile:
    path = base / name
    raw = read_whole(path)
    try:
        source = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileUnreadable("The file of functions is no text in UTF-8.", file=str(path)) from error
    return ModuleFile(name, source, code_sha256(template_bytes(source)))
