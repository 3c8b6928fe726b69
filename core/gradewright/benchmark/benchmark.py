"""``Benchmark``: questions, templates, rubrics and runs in the hands of a script."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

from gradewright.benchmark.generating import GeneratingMethods
from gradewright.benchmark.held import CREATOR, local_time, plain
from gradewright.benchmark.questions import holds_template
from gradewright.model.question import Benchmark as ModelBenchmark
from gradewright.model.rubric import Rubric as ModelRubric
from gradewright.model.rubric import RubricEntry
from gradewright.model.traits import LLMTrait
from gradewright.schemas.arguments import BadArgument, refuse_unknown
from gradewright.schemas.warnings import FileRemark

_KEPT_SUFFIXES = (".jsonld", ".json")
_ARGUMENTS = ("name", "description", "version", "creator")


class Benchmark(GeneratingMethods):
    """A named set of questions in memory, loaded from and saved to Karenina's checkpoint files."""

    def __init__(
        self,
        name: Any = "",
        description: str = "",
        version: str = "0.1.0",
        creator: Any = CREATOR,
        *,
        now: Callable[[], str] = local_time,
        **unknown: Any,
    ) -> None:
        """Make an empty benchmark. ``now`` gives the time that things are stamped with.

        Raises:
            BadArgument: it has no name, or an argument is unknown.
        """
        refuse_unknown("Benchmark", unknown, _ARGUMENTS, {})
        if not isinstance(name, str) or not name:
            raise BadArgument("A benchmark needs a name.")
        made = now()
        super().__init__(ModelBenchmark(name, description, version, creator, created=made, modified=made), now=now)
        self.remarks: list[str] = []

    @classmethod
    def create(
        cls, name: str = "", description: str = "", version: str = "0.1.0", creator: Any = CREATOR, **unknown: Any
    ) -> Self:
        """Make an empty benchmark, see the constructor."""
        return cls(name, description, version, creator, **unknown)

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Open a checkpoint. Nothing in it is run.

        What needs a look is in ``remarks``, and one warning (``FileRemark``) says so.

        Raises:
            FileUnreadable: the file cannot be opened, or is no checkpoint, with the place in it.
        """
        from gradewright.formats.karenina_jsonld import read_checkpoint

        checkpoint = read_checkpoint(Path(path))
        opened = cls(checkpoint.benchmark.name)
        opened._benchmark = checkpoint.benchmark
        for question in checkpoint.questions:
            opened._questions[question.key] = question
            opened._keys.take(question.key)
        opened.remarks = list(checkpoint.warnings)
        if opened.remarks:
            more = f" ({len(opened.remarks) - 1} more in benchmark.remarks)" if len(opened.remarks) > 1 else ""
            warnings.warn(f"{Path(path).name}: {opened.remarks[0]}{more}", FileRemark, stacklevel=2)
        return opened

    def save(self, path: Path | str, save_deep_judgment_config: bool = True) -> Path:
        """Write a checkpoint that Karenina loads, replacing the file whole, and return its path.

        A name that ends in neither ``.jsonld`` nor ``.json`` gets ``.jsonld``. What a loaded file said beyond what is
        known here goes back as it came. Deep-judgment settings of traits stay unless ``save_deep_judgment_config`` is
        False; Karenina leaves them out unless it is True.

        Raises:
            WriteFailed: the file cannot be written; what was there is as it was.
        """
        from gradewright.formats.karenina_jsonld import save_checkpoint

        target = Path(path)
        if target.suffix not in _KEPT_SUFFIXES:
            target = target.with_suffix(".jsonld")
        benchmark, questions = self._benchmark, self._questions.values()
        if not save_deep_judgment_config:
            benchmark = _with_rubric(benchmark, _without_deep_judgment(benchmark.rubric))
            for_file = [_with_rubric(question, _without_deep_judgment(question.rubric)) for question in questions]
        else:
            for_file = list(questions)
        self.remarks += save_checkpoint(target, benchmark, for_file, now=self._now())
        return target

    @property
    def name(self) -> str:
        """The benchmark's name."""
        return self._benchmark.name

    @name.setter
    def name(self, name: Any) -> None:
        if not isinstance(name, str) or not name:
            raise BadArgument("A benchmark needs a name.")
        self._change_benchmark(name=name)

    @property
    def description(self) -> str:
        """What the benchmark is about."""
        return self._benchmark.description

    @description.setter
    def description(self, description: str) -> None:
        self._change_benchmark(description=description)

    @property
    def version(self) -> str:
        """The version of the content."""
        return self._benchmark.version

    @version.setter
    def version(self, version: Any) -> None:
        if not isinstance(version, str):
            raise BadArgument("A version is a text, such as “1.0.0”.")
        self._change_benchmark(version=version)

    @property
    def creator(self) -> Any:
        """Who made it: a text, or a schema.org Person as a dict."""
        return plain(self._benchmark.creator)

    @creator.setter
    def creator(self, creator: Any) -> None:
        self._change_benchmark(creator=creator)

    @property
    def id(self) -> str:
        """The identifier that the file carries; empty before the first save."""
        return self._benchmark.identifier

    @property
    def created_at(self) -> str:
        """When it was made, as the file says it."""
        return self._benchmark.created

    @property
    def modified_at(self) -> str:
        """When it was last saved, as the file says it."""
        return self._benchmark.modified

    @property
    def question_count(self) -> int:
        """How many questions there are."""
        return len(self._questions)

    @property
    def finished_count(self) -> int:
        """How many questions are finished."""
        return sum(question.finished for question in self._questions.values())

    @property
    def is_empty(self) -> bool:
        """Whether there are neither questions nor scenarios."""
        return not self._questions and not self._benchmark.scenarios

    @property
    def is_complete(self) -> bool:
        """Whether there are questions, and each is finished and has a template."""
        questions = self._questions.values()
        return bool(questions) and all(each.finished and holds_template(each) for each in questions)

    @property
    def scenario_count(self) -> int:
        """How many scenarios the file holds. They are kept as they came."""
        return len(self._benchmark.scenarios)

    @property
    def is_scenario_benchmark(self) -> bool:
        """Whether it holds scenarios in place of questions."""
        return bool(self._benchmark.scenarios)

    def get_progress(self) -> float:
        """Return how many per cent of the questions are finished."""
        return 100 * self.finished_count / len(self._questions) if self._questions else 0.0

    def get_summary(self) -> dict[str, Any]:
        """Return what there is in the benchmark, counted."""
        questions = self._questions.values()
        return {
            "name": self.name,
            "version": self.version,
            "creator": self.creator,
            "question_count": self.question_count,
            "finished_count": self.finished_count,
            "has_template_count": sum(holds_template(each) for each in questions),
            "has_rubric_count": sum(len(each.rubric) > 0 for each in questions),
            "global_traits": [entry.trait.name for entry in self._benchmark.rubric],
            "progress_percentage": self.get_progress(),
            "is_complete": self.is_complete,
        }

    def get_custom_property(self, name: str) -> Any:
        """Return one of the benchmark's own properties, or None."""
        return plain(self._benchmark.custom.get(name))

    def set_custom_property(self, name: str, value: Any) -> None:
        """Set one of the benchmark's own properties."""
        self._change_benchmark(custom={**self._benchmark.custom, name: value})

    def set_multiple_custom_properties(self, properties: Mapping[str, Any]) -> None:
        """Set several of the benchmark's own properties."""
        self._change_benchmark(custom={**self._benchmark.custom, **properties})

    def remove_custom_property(self, name: str) -> bool:
        """Take one of the benchmark's own properties away; tell whether there was one."""
        kept = {key: value for key, value in self._benchmark.custom.items() if key != name}
        had = len(kept) < len(self._benchmark.custom)
        self._change_benchmark(custom=kept)
        return had

    def get_all_custom_properties(self) -> dict[str, Any]:
        """Return the benchmark's own properties by name."""
        copied: dict[str, Any] = plain(self._benchmark.custom)
        return copied

    def to_markdown(self) -> str:
        """Return the benchmark as Markdown for people to read."""
        from gradewright.formats.markdown import benchmark_markdown

        return "".join(benchmark_markdown(self._benchmark, self._questions.values()))

    def __repr__(self) -> str:
        return f"Benchmark(name={self.name!r}, questions={self.question_count}, finished={self.finished_count})"

    def __str__(self) -> str:
        return f"{self.name} {self.version}: {self.question_count} questions, {self.finished_count} finished"


def _with_rubric(value: Any, rubric: ModelRubric) -> Any:
    from dataclasses import replace

    return value if value.rubric is rubric else replace(value, rubric=rubric)


def _without_deep_judgment(rubric: ModelRubric) -> ModelRubric:
    """Return a rubric whose traits have the settings that ask for no deep judgment."""
    entries = tuple(_plainly_judged(entry) for entry in rubric)
    return ModelRubric(entries) if any(a is not b for a, b in zip(entries, rubric, strict=True)) else rubric


def _plainly_judged(entry: RubricEntry) -> RubricEntry:
    trait = entry.trait
    if not isinstance(trait, LLMTrait):
        return entry
    kept = {name: getattr(trait, name) for name in trait.model_fields_set if not name.startswith("deep_judgment_")}
    made = LLMTrait(**kept)
    return entry if made == trait else entry.with_trait(made)
