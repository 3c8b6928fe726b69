"""The code of the pages that people know Karenina by runs with nothing but the package's name changed.

The pages themselves are not part of this project; where they lie beside the checkout, their own blocks are run. The
scripts below say the same in other words and always run.
"""

from __future__ import annotations

import contextlib
import io
import linecache
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer
from support.pages import fenced_blocks, flattened_blocks

from gradewright.schemas import BadArgument, DoubtfulRule, RunsCode

SEEDS = Path(__file__).resolve().parents[4] / "shared" / "seeds"


def page(number: str) -> str:
    """Return the text of a page, or skip the test where there is none."""
    found = sorted(SEEDS.glob(f"{number}_*.txt"))
    if not found:
        pytest.skip("the pages are not beside this checkout")
    return found[0].read_text(encoding="utf-8")


def run(code: str, names: dict[str, Any], name: str = "page") -> str:
    """Run a block as a script would, and return what it printed."""
    file = f"<{name}>"
    # Python finds the text of functions there, as it does in a notebook.
    linecache.cache[file] = (len(code), None, code.splitlines(keepends=True), file)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, file, "exec", dont_inherit=True), names)
    return printed.getvalue()


def names(tmp_path: Path) -> dict[str, Any]:
    """Return what a page's blocks find: nothing but the place for files that the page's own set-up gives."""
    place: Callable[[str], Path] = lambda name: tmp_path / name  # noqa: E731
    return {"__name__": "__main__", "temp_path": place}


@pytest.mark.network
def test_the_page_about_rubrics(server: ModelServer, tmp_path: Path) -> None:
    shared = names(tmp_path)
    printed = [
        run(block, shared, f"rubrics {n}") for n, block in enumerate(flattened_blocks(page("000"), "gradewright"))
    ]

    assert len(printed) == 9
    assert "Conciseness range: 1-5" in printed[0]
    assert "BH3 pattern found: True" in printed[2]
    assert "words): False\n" in printed[3]
    assert printed[3].endswith("words): True\n")
    assert "Evaluation mode: tp_only" in printed[4]
    assert "with 2 questions" in printed[5]
    assert "['Conciseness', 'Clarity']" in printed[5]
    assert "['Mentions BH3 Proteins']" in printed[6]
    assert printed[7].count("Conciseness: 5/5") == 2
    assert "Generated 2 templates" in printed[8]
    assert (tmp_path / "genomics_benchmark_with_rubrics.jsonld").is_file()


@pytest.mark.filterwarnings("ignore::gradewright.schemas.DoubtfulRule", "ignore::gradewright.schemas.RunsCode")
def test_the_page_about_grading(tmp_path: Path) -> None:
    blocks = fenced_blocks(page("001"), "gradewright")
    trap = next(n for n, block in enumerate(blocks) if "case_sensitive=True" in block and "ExactMatch" in block)
    printed = [run(block, names(tmp_path), f"grading {n}") for n, block in enumerate(blocks) if n != trap]

    assert len(blocks) == 8
    assert printed[0] == "True\nFalse\n"
    assert printed[1] == "False\n0.75\n"
    assert printed[2] == "7.5 True True\n8.9 True False\n10.7 True False\n10.9 False False\n"
    assert printed[3] == "{'cites_pmid': True, 'no_hedging': True}\n{'cites_pmid': False, 'no_hedging': False}\n"
    assert printed[4] == "True\nFalse\n2\n"
    assert printed[5] == "['mechanism_explained', 'calibration']\n"
    assert printed[6].endswith("trait names: ['cites_pmid', 'no_hedging']\nOK\n")


def test_the_traps_of_the_page_about_grading(tmp_path: Path) -> None:
    blocks = fenced_blocks(page("001"), "gradewright")
    trap = next(block for block in blocks if "case_sensitive=True" in block and "ExactMatch" in block)
    with pytest.raises(BadArgument, match="normalize"):
        run(trap, names(tmp_path))
    rest = "\n".join(line for line in trap.splitlines() if "case_sensitive=True" not in line)
    assert run(rest, names(tmp_path)) == "True False\n"

    tolerance = next(block for block in blocks if "class Relative" in block)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        run(tolerance, names(tmp_path))
    assert [each.category for each in told] == [DoubtfulRule]
    assert "3.6 to 10.8" in str(told[0].message)

    callables = next(block for block in blocks if "deserialize_callable" in block)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        run(callables, names(tmp_path))
    assert [each.category for each in told] == [RunsCode] * 3


RIVERS = """
from gradewright import Benchmark
from gradewright.schemas import (
    CallableRubricTrait, LLMRubricTrait, MetricRubricTrait, ModelConfig, RegexRubricTrait, Rubric, VerificationConfig
)

def is_short(text: str) -> bool:
    return len(text) < 80

rivers = Benchmark.create(name="Rivers", description="Facts about rivers", version="2.0.0")
vienna = rivers.add_question(question="Through Vienna?", raw_answer="The Danube")
rivers.add_question(question="Through Paris?", raw_answer="The Seine")
rivers.set_global_rubric(Rubric(
    llm_traits=[LLMRubricTrait(name="clear", kind="score", description="Clear to a child")],
    callable_traits=[CallableRubricTrait.from_callable(name="short", func=is_short, kind="boolean")],
    metric_traits=[MetricRubricTrait(name="facts", metrics=["recall"], tp_instructions=["the name"])],
))
rivers.set_question_rubric(vienna, Rubric(regex_traits=[RegexRubricTrait(name="names it", pattern="(?i)danube")]))
print(len(rivers.generate_all_templates(model="small", model_provider="openai", temperature=0.0)))
model = ModelConfig(id="small", model_name="small", model_provider="openai", interface="langchain")
for result in rivers.run_verification(VerificationConfig(answering_models=[model], parsing_models=[model])):
    print(result.metadata.question_text, result.template.verify_result, result.rubric.llm_trait_scores,
          result.rubric.regex_trait_results, result.rubric.callable_trait_scores, result.rubric.metric_trait_metrics)
print(rivers.save(temp_path("rivers.txt")).name)
print(Benchmark.load(temp_path("rivers.jsonld")).get_global_rubric().callable_traits[0].source)
"""


@pytest.mark.network
def test_a_script_of_the_same_kind(server: ModelServer, tmp_path: Path) -> None:
    assert run(RIVERS, names(tmp_path), "rivers").splitlines() == [
        "2",
        "Through Vienna? True {'clear': 5} {'names it': False} {'short': True} {'facts': {'recall': 0.0}}",
        "Through Paris? True {'clear': 5} None {'short': True} {'facts': {'recall': 0.0}}",
        "rivers.jsonld",
        "def is_short(text: str) -> bool:",
        "    return len(text) < 80",
        "",
    ]
