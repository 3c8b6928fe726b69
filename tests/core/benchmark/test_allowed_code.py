"""Code that came with a file runs in a script's run only where a person has allowed it on this computer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer, Payload, fitting_reply, system_text

from gradewright import Benchmark
from gradewright.jobs.code import allow, code_in
from gradewright.jobs.importing import import_files
from gradewright.schemas import CallableRubricTrait, ModelConfig, Rubric, RunsCode, VerificationConfig
from gradewright.store.library import Library

pytestmark = pytest.mark.network

TEMPLATE = """class Answer(BaseAnswer):
    name: str = Field(description="the river")

    def ground_truth(self):
        self.correct = {"name": "Danube"}

    def verify(self):
        return self.name == self.correct["name"]
"""
MODEL = ModelConfig(id="small", model_name="small", max_retries=0)
CONFIG = VerificationConfig(answering_models=[MODEL], parsing_models=[MODEL])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A checkpoint with a function and a template that is a program."""
    made = Benchmark.create(name="Rivers")
    made.add_question("Which river flows through Vienna?", "The Danube", TEMPLATE)
    trait = CallableRubricTrait.from_callable("short", lambda text: len(text) < 40, "boolean")
    made.set_global_rubric(Rubric(callable_traits=[trait]))
    return made.save(tmp_path / "rivers.jsonld")


def script(payload: Payload) -> str:
    return fitting_reply(payload, name="Danube") if system_text(payload) else "The Danube."


def test_it_does_not_run_by_itself(server: ModelServer, file: Path) -> None:
    server.script = script
    (result,) = Benchmark.load(file).run_verification(CONFIG)

    assert result.template.verify_result is None
    assert result.metadata.failure is not None
    assert result.metadata.failure.category == "code_not_allowed"
    assert result.rubric.not_judged["short"].reason == "code_not_allowed"
    assert "gradewright trust" in result.rubric.not_judged["short"].message


def test_what_a_person_has_allowed_runs_in_its_own_process(server: ModelServer, file: Path, tmp_path: Path) -> None:
    server.script = script
    place = tmp_path / "library.gradewright"
    with Library.open(place) as library:
        allowed_all(library, file)
        library_result = Benchmark.load(file).run_verification(CONFIG, library=library)[0]
    (result,) = Benchmark.load(file).run_verification(CONFIG, library=place)

    for each in (result, library_result):
        assert each.metadata.failure is None
        assert each.template.verify_result is True
        assert each.rubric.callable_trait_scores == {"short": True}


def allowed_all(library: Library, file: Path) -> None:
    """Take a file in and allow all of its code."""
    import_files(library, [file])
    (row,) = library.benchmarks()
    for item in code_in(library, row.id):
        allow(library, item, item.second_decision)


def test_a_script_may_load_a_function_itself_and_is_warned(file: Path) -> None:
    rubric: Any = Benchmark.load(file).get_global_rubric()
    (trait,) = rubric.callable_traits

    assert "len(text) < 40" in trait.source
    with pytest.warns(RunsCode, match="short"):
        assert trait.evaluate("brief") is True
